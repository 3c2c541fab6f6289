/* A child that was forked while other threads were in the library, and under any set, computes what
 * its parent does; and its choice of a set is its own. */
#define _XOPEN_SOURCE 700

#include "calls.h"
#include "harness/check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 3, CHILDREN = 6 };

static call_data data;
static uint64_t *expected;
static atomic_bool finished;
static atomic_size_t wrong;

static void *keep_calling(void *unused)
{
    (void)unused;
    char *const output = check_alloc(CALL_OUTPUT);
    for (size_t i = 0; !atomic_load(&finished); i = (i + 1) % call_count())
        if (call_hash(i, &data, output) != expected[i])
            atomic_fetch_add(&wrong, 1);
    free(output);
    return NULL;
}

static int in_child(const char *set)
{
    static char output[CALL_OUTPUT]; /* malloc may be locked by a thread that is no more */
    if (strcmp(lanescan_isa(), set) != 0 || lanescan_set_isa("generic") != LANESCAN_OK)
        return 2;
    for (size_t i = 0; i<call_count(); i += check_scale()> 1 ? 7 : 1)
        if (call_hash(i, &data, output) != expected[i])
            return 3;
    return 0;
}

int main(void)
{
    static char output[CALL_OUTPUT];
    pthread_t threads[THREADS];
    check_start("fork", lanescan_isa());
    call_data_fill(&data, DATA_NORMAL, check_stream_seed("fork"));
    expected = call_all_hashes(&data, output);
    for (int i = 0; i < THREADS; i++)
        check(pthread_create(&threads[i], NULL, keep_calling, NULL) == 0, "no thread");
    size_t num_sets = 0;
    while (lanescan_isas()[num_sets])
        num_sets++;
    for (size_t i = 0; i < CHILDREN; i++) {
        const char *const set = lanescan_isas()[i % num_sets];
        int status = -1;
        check(lanescan_set_isa(set) == LANESCAN_OK, "%s cannot be set", set);
        const pid_t child = fork();
        if (child == 0)
            _exit(in_child(set));
        check(child > 0 && waitpid(child, &status, 0) == child && status == 0,
              "child %zu ended with status %#x", i, (unsigned)status);
        check(strcmp(lanescan_isa(), set) == 0, "the child's choice is the parent's too");
    }
    atomic_store(&finished, true);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    check(wrong == 0, "%zu calls in the parent's threads gave other results", wrong);
    free(expected);
    return check_finish();
}
