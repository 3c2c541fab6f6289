/* Scans, tensors and streams in several threads at once, on one input that they share, while the
 * set of kernels changes: always the same bits, and under ThreadSanitizer (./dev check) no race. */
#include "calls.h"
#include "harness/check.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 4 };

static call_data data;
static uint64_t *expected;
static atomic_size_t wrong, running, switches;

static void *call_all(void *argument)
{
    const size_t start = *(const size_t *)argument, count = call_count();
    const size_t rounds = check_scale() > 1 ? 1 : 2;
    char *const output = check_alloc(CALL_OUTPUT);
    for (size_t i = 0; i < rounds * count; i++) {
        const size_t call = (start + i) % count;
        if (call_hash(call, &data, output) != expected[call])
            atomic_fetch_add(&wrong, 1);
    }
    free(output);
    atomic_fetch_sub(&running, 1);
    return NULL;
}

int main(void)
{
    static char output[CALL_OUTPUT];
    pthread_t threads[THREADS];
    size_t starts[THREADS];
    check_start("concurrent", lanescan_isa());
    call_data_fill(&data, DATA_NORMAL, check_stream_seed("concurrent"));
    expected = call_all_hashes(&data, output);
    atomic_store(&running, THREADS);
    for (size_t i = 0; i < THREADS; i++) {
        starts[i] = i * call_count() / THREADS;
        if (!check(pthread_create(&threads[i], NULL, call_all, &starts[i]) == 0, "no thread"))
            return check_finish();
    }
    for (size_t i = 0; atomic_load(&running); i++) {
        const char *const name = lanescan_isas()[i];
        if (!name)
            i = (size_t)-1;
        else if (lanescan_set_isa(name) == LANESCAN_OK)
            atomic_fetch_add(&switches, 1);
        sched_yield();
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    check(wrong == 0, "%zu concurrent calls gave other results", wrong);
    check(switches > 0, "the set was never changed meanwhile");
    free(expected);
    return check_finish();
}
