/* Scans in several threads while another keeps changing the active set: always the same bits, and
 * under ThreadSanitizer no race. */
#include "harness/check.h"

#include <lanescan.h>

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 400, LENGTH = 700, ATTEMPTS = 20 };

static float x[LENGTH], expected[LENGTH];
static atomic_bool finished;
static atomic_size_t wrong, attempts, switches;

static void *scan(void *unused)
{
    (void)unused;
    /* On a busy machine the switching thread may start late: go on until it has had its turn. */
    const size_t rounds = ROUNDS / check_scale() + 2;
    for (size_t round = 0; round < rounds || atomic_load(&attempts) < ATTEMPTS; round++) {
        float y[LENGTH];
        lanescan_logcumsumexp_f32(LENGTH, x, y);
        if (memcmp(y, expected, sizeof y) != 0 || !lanescan_isa())
            atomic_fetch_add(&wrong, 1);
    }
    return NULL;
}

static void *keep_switching(void *unused)
{
    (void)unused;
    const char *const *names = lanescan_isas();
    for (size_t i = 0; !atomic_load(&finished); i++) {
        const char *name = names[i];
        if (!name) {
            i = (size_t)-1;
            continue;
        }
        atomic_fetch_add(&attempts, 1);
        if (lanescan_set_isa(name) == LANESCAN_OK)
            atomic_fetch_add(&switches, 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS], switcher;
    check_start("dispatch_threads", lanescan_isa());
    for (size_t i = 0; i < LENGTH; i++)
        x[i] = (float)((i * 2654435761u) % 997) / 50 - 10;
    lanescan_logcumsumexp_f32(LENGTH, x, expected);
    check(pthread_create(&switcher, NULL, keep_switching, NULL) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        check(pthread_create(&threads[i], NULL, scan, NULL) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    atomic_store(&finished, true);
    pthread_join(switcher, NULL);
    check(wrong == 0, "%zu of the concurrent scans gave other bits", wrong);
    check(switches > 0, "the set was never changed meanwhile");
    return check_finish();
}
