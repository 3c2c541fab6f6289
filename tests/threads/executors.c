#define _POSIX_C_SOURCE 200809L

#include "executors.h"

#include "golden/random.h"
#include "harness/check.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_TASKS = 128, FEW_THREADS = 3 };

const char *executor_name(executor_kind kind)
{
    static const char *const names[NUM_EXECUTORS] = { "forwards", "backwards", "random",
                                                      "threads",  "few",       "sleepers" };
    return names[kind];
}

typedef struct job {
    lanescan_task task;
    void *data;
    size_t n_tasks;
    atomic_size_t next, left;
} job;

static _Thread_local bool is_in_task;

static void run_task(const job *j, size_t index)
{
    is_in_task = true;
    j->task(j->data, index);
    is_in_task = false;
}

/* ---- one at a time ---- */

static void run_in_order(const job *j, executor_kind kind, generator *g)
{
    size_t order[MOST_TASKS];
    for (size_t i = 0; i < j->n_tasks; i++) {
        const size_t other = kind == EXECUTOR_RANDOM ? random_below(g, i + 1) : i;
        order[i] = order[other];
        order[other] = i;
    }
    for (size_t i = 0; i < j->n_tasks; i++)
        run_task(j, order[kind == EXECUTOR_BACKWARDS ? j->n_tasks - 1 - i : i]);
}

/* ---- in threads ---- */

static void *take_tasks(void *argument)
{
    job *const j = argument;
    size_t index;
    while ((index = atomic_fetch_add(&j->next, 1)) < j->n_tasks)
        run_task(j, index);
    atomic_fetch_sub(&j->left, 1);
    return NULL;
}

static void nap(long nanoseconds)
{
    const struct timespec time = { 0, nanoseconds };
    nanosleep(&time, NULL);
}

static void halt(int signal)
{
    (void)signal;
    nap(300000);
}

static void run_in_threads(job *j, const executor_use *use, generator *g)
{
    const size_t count = use->kind == EXECUTOR_FEW ? FEW_THREADS : j->n_tasks;
    pthread_t threads[MOST_TASKS];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (use->stack && pthread_attr_setstacksize(&attributes, use->stack) != 0)
        abort();
    atomic_store(&j->left, count);
    for (size_t i = 0; i < count; i++)
        if (pthread_create(&threads[i], &attributes, take_tasks, j) != 0)
            abort();
    while (use->kind == EXECUTOR_SLEEPERS && atomic_load(&j->left)) {
        nap((long)random_below(g, 100000));
        pthread_kill(threads[random_below(g, count)], SIGUSR1);
    }
    for (size_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    pthread_attr_destroy(&attributes);
}

static void parallel_for(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    executor_use *const use = context;
    job j = { .task = task, .data = data, .n_tasks = n_tasks };
    generator g = random_seeded(use->seed++);
    if (is_in_task || n_tasks < 2 || n_tasks > MOST_TASKS) {
        fprintf(stderr, "parallel_for of %zu tasks%s\n", n_tasks, is_in_task ? " in a task" : "");
        abort();
    }
    use->calls++;
    use->most_tasks = n_tasks > use->most_tasks ? n_tasks : use->most_tasks;
    if (use->kind < EXECUTOR_THREADS)
        run_in_order(&j, use->kind, &g);
    else
        run_in_threads(&j, use, &g);
}

lanescan_executor executor_of(executor_use *use, uint32_t max_tasks)
{
    struct sigaction action = { .sa_handler = halt, .sa_flags = SA_RESTART };
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    return (lanescan_executor){ .struct_size = sizeof(lanescan_executor),
                                .max_tasks = max_tasks < MOST_TASKS ? max_tasks : MOST_TASKS,
                                .context = use,
                                .parallel_for = parallel_for };
}
