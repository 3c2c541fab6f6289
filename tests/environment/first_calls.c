/* The first calls of a process from many threads at once: each loads the library, which is where it
 * chooses its kernels, and calls it. As often as it takes: every child process does it anew.
 *     first_calls <liblanescan.so> */
#define _XOPEN_SOURCE 700

#include "harness/check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 24, THREADS = 8, LENGTH = 300 };

static const char *library;
static pthread_barrier_t start;
static double x[LENGTH], results[THREADS][LENGTH];
static char isas[THREADS][16];
static atomic_size_t failed;

static void *call_first(void *argument)
{
    const size_t thread = *(const size_t *)argument;
    void (*sum)(size_t, const double *, double *) = NULL;
    const char *(*isa)(void) = NULL;
    pthread_barrier_wait(&start);
    void *const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle) {
        *(void **)&sum = dlsym(handle, "lanescan_logcumsumexp_f64");
        *(void **)&isa = dlsym(handle, "lanescan_isa");
    }
    if (!sum || !isa) {
        atomic_fetch_add(&failed, 1);
        return NULL;
    }
    sum(LENGTH, x, results[thread]);
    strncpy(isas[thread], isa(), sizeof isas[thread] - 1);
    dlclose(handle); /* the last one unloads it, and a late thread loads it again */
    return NULL;
}

/* 0 if all threads got the same. */
static int in_child(void)
{
    pthread_t threads[THREADS];
    size_t numbers[THREADS];
    pthread_barrier_init(&start, NULL, THREADS);
    for (size_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, call_first, &numbers[i]))
            return 2;
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 1; i < THREADS; i++)
        if (memcmp(results[i], results[0], sizeof results[0]) != 0 || strcmp(isas[i], isas[0]) != 0)
            return 3;
    return failed ? 4 : isas[0][0] == '\0' || results[0][LENGTH - 1] == 0 ? 5 : 0;
}

int main(int argc, char **argv)
{
    check_start("first_calls", argc > 1 ? argv[1] : "");
    if (argc < 2)
        return 1;
    library = argv[1];
    for (size_t i = 0; i < LENGTH; i++)
        x[i] = (double)((i * 2654435761u) % 997) / 50 - 10;
    for (size_t i = 0; i < CHILDREN / check_scale() + 2; i++) {
        int status = -1;
        const pid_t child = fork();
        if (child == 0)
            _exit(in_child());
        check(child > 0 && waitpid(child, &status, 0) == child && status == 0,
              "process %zu ended with status %#x", i, (unsigned)status);
    }
    return check_finish();
}
