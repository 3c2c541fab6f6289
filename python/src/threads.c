#define _GNU_SOURCE /* sched_getaffinity */
#include "threads.h"

#include "module.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

/* The work of one call. It lies on the caller's stack: who takes part is counted in `inside`, and
 * the caller leaves when that is nobody. */
typedef struct job {
    lanescan_task task;
    void *data;
    size_t n_tasks;
    atomic_size_t next;
    int wanted; /* how many more workers may come; under the pool's mutex */
    int inside; /* how many are at work; under the pool's mutex */
} job;

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t work, done;
    job *job; /* NULL: nothing to do */
    int workers;
    atomic_flag is_taken; /* by a call */
} pool;

static atomic_int wanted_threads = 1;

/* What is handed to the library, for each number of threads, so that a stream may keep it. */
static lanescan_executor executors[THREADS_MAX + 1];

static void run_tasks(job *work)
{
    size_t index;
    while ((index = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed)) <
           work->n_tasks)
        work->task(work->data, index);
}

static void worker(void *unused)
{
    sigset_t all;
    (void)unused;
    sigfillset(&all); /* handlers run where they would without us */
    sigprocmask(SIG_SETMASK, &all, NULL);
    pthread_mutex_lock(&pool.mutex);
    for (;;) {
        job *const work = pool.job;
        if (!work || work->wanted == 0) {
            pthread_cond_wait(&pool.work, &pool.mutex);
            continue;
        }
        work->wanted--;
        work->inside++;
        pthread_mutex_unlock(&pool.mutex);
        run_tasks(work);
        pthread_mutex_lock(&pool.mutex);
        if (--work->inside == 0)
            pthread_cond_signal(&pool.done);
    }
}

/* Threads that know nothing of Python, though by its function: pthread_create would ask for a C
 * library as new as the one this is built with. Where no more can be had there are fewer: any
 * number does the work. */
static void start_workers(int count)
{
    while (pool.workers < count && PyThread_start_new_thread(worker, NULL) != (unsigned long)-1)
        pool.workers++;
}

static void run_in_pool(job *work)
{
    pthread_mutex_lock(&pool.mutex);
    start_workers(work->wanted);
    pool.job = work;
    pthread_cond_broadcast(&pool.work);
    pthread_mutex_unlock(&pool.mutex);

    run_tasks(work);

    pthread_mutex_lock(&pool.mutex);
    pool.job = NULL;
    while (work->inside > 0)
        pthread_cond_wait(&pool.done, &pool.mutex);
    pthread_mutex_unlock(&pool.mutex);
}

static void parallel_for(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    job work = { .task = task, .data = data, .n_tasks = n_tasks, .wanted = (int)n_tasks - 1 };
    (void)context;
    if (atomic_flag_test_and_set_explicit(&pool.is_taken, memory_order_acquire)) {
        run_tasks(&work);
        return;
    }
    run_in_pool(&work);
    atomic_flag_clear_explicit(&pool.is_taken, memory_order_release);
}

/* As at the start, in a child too: of the parent's threads only the one that forked is there, and
 * what the others held stays held for ever. */
static void empty_pool(void)
{
    pthread_mutex_init(&pool.mutex, NULL);
    pthread_cond_init(&pool.work, NULL);
    pthread_cond_init(&pool.done, NULL);
    pool.job = NULL;
    pool.workers = 0;
    atomic_flag_clear(&pool.is_taken);
}

int threads_begin(void)
{
    static atomic_flag is_begun = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&is_begun))
        return 0;
    empty_pool();
    for (int count = 0; count <= THREADS_MAX; count++)
        executors[count] = (lanescan_executor){ .struct_size = sizeof executors[0],
                                                .max_tasks = (uint32_t)count,
                                                .parallel_for = parallel_for };
    return pthread_atfork(NULL, NULL, empty_pool);
}

void threads_set(int count)
{
    atomic_store(&wanted_threads, count);
}

int threads_get(void)
{
    return atomic_load(&wanted_threads);
}

int threads_available(void)
{
    cpu_set_t cpus;
    int count = 1;
    if (sched_getaffinity(0, sizeof cpus, &cpus) == 0)
        count = CPU_COUNT(&cpus);
    return count < THREADS_MAX ? count : THREADS_MAX;
}

const lanescan_executor *threads_executor(void)
{
    const int count = threads_get();
    return count > 1 ? &executors[count] : NULL;
}
