#include "threads.h"

#include "report.h"

#ifndef _OPENMP

const bool threads_are_built = false;

void threads_set(int count)
{
    if (count > 1)
        fail_usage("--threads: this program was built without OpenMP, and has one thread");
}

int threads_count(void)
{
    return 1;
}

const lanescan_executor *threads_executor(void)
{
    return NULL;
}

#else

#include "blocking.h"
#include "lanescan_openmp.h"
#include "temporary.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

const bool threads_are_built = true;

static int asked; /* 0: nothing */

void threads_set(int count)
{
    asked = count;
}

/* LLVM's OpenMP keeps a file with the number of its process in the name. One of a process that was
 * ended as it wrote that file would end the next process of that number, as one that holds OpenMP
 * twice; this program holds it once. */
static int most_of_openmp(void)
{
    setenv("KMP_DUPLICATE_LIB_OK", "TRUE", 0);
    return omp_get_max_threads();
}

int threads_count(void)
{
    const int usual = most_of_openmp();
    return asked ? asked : usual < MOST_THREADS ? usual : MOST_THREADS;
}

/* ---- making them ---- */

static void *wait_for_all(void *argument)
{
    pthread_mutex_t *const gate = argument;
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* OpenMP ends the program where the system makes no thread, so that is tried out before. */
static bool can_make(size_t count)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *const made = allocate(count, sizeof *made);
    size_t n = 0;
    pthread_mutex_lock(&gate);
    while (n < count && pthread_create(&made[n], NULL, wait_for_all, &gate) == 0)
        n++;
    pthread_mutex_unlock(&gate);
    for (size_t i = 0; i < n; i++)
        pthread_join(made[i], NULL);
    free(made);
    return n == count;
}

static void do_nothing(void *data, size_t index)
{
    (void)data;
    (void)index;
}

/* Signals from outside are for the thread that knows of the files, so others block them from the
 * beginning, as they take that from whoever makes them. */
static bool make(size_t count)
{
    const sigset_t before = signals_block_from_outside();
    const bool can = can_make(count - 1);
    atexit(temporary_remove_all); /* OpenMP may end the program all the same */
    if (can)
        lanescan_openmp_parallel_for(NULL, count, do_nothing, NULL);
    signals_unblock(before);
    return can;
}

/* ---- the executor ---- */

typedef struct tasks {
    atomic_size_t next;
    size_t count;
    lanescan_task task;
    void *data;
} tasks;

static void take_tasks(void *argument, size_t thread)
{
    tasks *const t = argument;
    size_t index;
    (void)thread;
    while ((index = atomic_fetch_add(&t->next, 1)) < t->count)
        t->task(t->data, index);
}

/* Always on all threads: OpenMP ends those that a smaller team has no use for, and makes them
 * again. */
static void run(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    static enum { NOT_YET, MADE, ALONE } state;
    const size_t threads = (size_t)threads_count();
    tasks t = { .count = n_tasks, .task = task, .data = data };
    (void)context;
    if (state == NOT_YET)
        state = make(threads) ? MADE : ALONE;
    if (state == MADE)
        lanescan_openmp_parallel_for(NULL, threads, take_tasks, &t);
    else
        take_tasks(&t, 0);
}

const lanescan_executor *threads_executor(void)
{
    static lanescan_executor executor;
    executor = lanescan_openmp(threads_count());
    executor.parallel_for = run;
    return &executor;
}

#endif
