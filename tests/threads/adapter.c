/* An engine's ready-made executor: the bits of serial calls, on threads of its own, also from
 * several of the engine's tasks or of the program's threads at once, while signals interrupt them,
 * and in children, as far as the engine's header allows that. */
#define _XOPEN_SOURCE 700

#include "adapter.h"

#include "golden/random.h"
#include "harness/check.h"
#include "tsan.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ELEMENTS = 1 << 19, THREADS = 4, CALLERS = 3, CHILD_SECONDS = 60 };

typedef struct counted {
    lanescan_executor executor;
    _Atomic(size_t) calls, wrong; /* checks are for one thread at a time */
} counted;

typedef struct counted_tasks {
    counted *count;
    lanescan_task task;
    void *data;
    atomic_flag *begun;
    tsan_order order;
} counted_tasks;

/* Each index once. */
static void count_task(void *data, size_t index)
{
    counted_tasks *const c = data;
    tsan_task_begins(&c->order);
    if (atomic_flag_test_and_set_explicit(&c->begun[index], memory_order_relaxed))
        atomic_fetch_add_explicit(&c->count->wrong, 1, memory_order_relaxed);
    c->task(c->data, index);
    tsan_task_ends(&c->order);
}

static void count_tasks(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    counted *const count = context;
    atomic_flag begun[64];
    counted_tasks c = { count, task, data, begun, { 0, 0 } };
    memset(begun, 0, sizeof begun);
    if (n_tasks > THREADS)
        abort();
    atomic_fetch_add(&count->calls, 1);
    tsan_call_begins(&c.order);
    count->executor.parallel_for(count->executor.context, n_tasks, count_task, &c);
    tsan_call_ends(&c.order);
    for (size_t i = 0; i < n_tasks; i++)
        if (!atomic_flag_test_and_set(&begun[i])) /* it did not run */
            atomic_fetch_add(&count->wrong, 1);
}

static double *input;
static counted engine;

typedef struct scan_case {
    lanescan_op op;
    int dtype, dim;
    int64_t shape[2];
    uint32_t flags;
} scan_case;

/* The same call without an executor and with it. */
static bool gives_same_bits(const scan_case *s)
{
    bool is_right = true;
    const size_t bytes = ELEMENTS * sizeof(double);
    char *const serial = check_alloc(bytes), *const shared = check_alloc(bytes);
    const lanescan_executor executor = { sizeof executor, THREADS, &engine, count_tasks };
    for (int pass = 0; pass < 2; pass++) {
        const lanescan_options options = { .struct_size = sizeof options,
                                           .flags = s->flags,
                                           .executor = pass ? &executor : NULL };
        const lanescan_tensor x = { input, s->shape, NULL, 2, LANESCAN_F64 },
                              y = { pass ? shared : serial, s->shape, NULL, 2, s->dtype };
        memset(pass ? shared : serial, 0, bytes);
        const lanescan_status status = lanescan_scan(s->op, &x, s->dim, &options, &y);
        is_right = is_right && status == LANESCAN_OK;
    }
    is_right = is_right && memcmp(serial, shared, bytes) == 0;
    free(serial);
    free(shared);
    return is_right;
}

static void compare_some(void *data)
{
    (void)data;
    const scan_case line = { LANESCAN_LOGCUMSUMEXP, LANESCAN_F64, 1, { 1, ELEMENTS }, 0 };
    const scan_case lines = {
        LANESCAN_CUMSUM, LANESCAN_F32, 1, { 512, ELEMENTS / 512 }, LANESCAN_REVERSE
    };
    if (!gives_same_bits(&line) || !gives_same_bits(&lines))
        atomic_fetch_add(&engine.wrong, 1);
}

/* On the engine's own threads. */
static void nest(void *order)
{
    tsan_task_begins(order);
    compare_some(NULL);
    tsan_task_ends(order);
}

static void call_in_tasks(void)
{
    tsan_order order = { 0, 0 };
    tsan_call_begins(&order);
    adapter_nest(nest, &order);
    tsan_call_ends(&order);
}

/* ---- several of the program's threads, one pool ---- */

static void *call_some(void *unused)
{
    compare_some(unused);
    compare_some(unused);
    return NULL;
}

static void call_at_once(void)
{
    pthread_t callers[CALLERS];
    for (int i = 0; i < CALLERS; i++)
        check(pthread_create(&callers[i], NULL, call_some, NULL) == 0, "no thread");
    for (int i = 0; i < CALLERS; i++)
        pthread_join(callers[i], NULL);
}

/* ---- signals, whose handler calls the library too ---- */

enum { FEW = 40 };

static float few[FEW], few_sums[FEW];
static _Atomic(size_t) interruptions;

static void interrupt(int number)
{
    float sums[FEW];
    (void)number;
    lanescan_cumsum_f32(FEW, few, sums);
    if (memcmp(sums, few_sums, sizeof sums) != 0)
        atomic_fetch_add(&engine.wrong, 1);
    atomic_fetch_add(&interruptions, 1);
}

static void call_interrupted(void)
{
    struct sigaction action = { .sa_handler = interrupt, .sa_flags = SA_RESTART };
    const struct itimerval often = { { 0, 200 }, { 0, 200 } }, never = { { 0, 0 }, { 0, 0 } };
    for (int i = 0; i < FEW; i++)
        few[i] = (float)(i + 1) / 3;
    lanescan_cumsum_f32(FEW, few, few_sums);
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    while (atomic_load(&interruptions) < 100)
        compare_some(NULL);
    setitimer(ITIMER_REAL, &never, NULL);
}

/* ---- children ---- */

/* Calls in a child; one that waits for threads that are not there is ended by a signal. */
static void call_in_child(const char *when, const lanescan_executor *executor)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGALRM, SIG_DFL);
        alarm(CHILD_SECONDS);
        engine.executor = executor ? *executor : adapter_executor_in_child(THREADS);
        const size_t before = atomic_load(&engine.calls);
        compare_some(NULL);
        const bool is_shared = atomic_load(&engine.calls) > before;
        _exit(atomic_load(&engine.wrong) || !is_shared);
    }
    check(child > 0 && waitpid(child, &status, 0) == child && status == 0,
          "a child, forked %s: status %#x", when, (unsigned)status);
}

static void call_alone_in_child(void)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        const int64_t shape = ELEMENTS;
        const lanescan_tensor x = { input, &shape, NULL, 1, LANESCAN_F64 };
        signal(SIGALRM, SIG_DFL);
        alarm(CHILD_SECONDS);
        _exit(lanescan_cumsum(&x, 0, &x) != LANESCAN_OK);
    }
    check(child > 0 && waitpid(child, &status, 0) == child && status == 0,
          "a child without an executor: status %#x", (unsigned)status);
}

#ifdef WITH_TSAN

/* It knows no threads in children. */
enum { HAS_CHILDREN = 0 };

/* That the calls above are quiet means something only if a race is reported: tasks that write to
 * one place. */
static void write_unordered(void *data, size_t index)
{
    static _Atomic(size_t) here;
    const size_t number = atomic_fetch_add_explicit(&here, 1, memory_order_relaxed);
    for (unsigned spins = 0; spins < 10000000; spins++) /* until both are here, on two threads */
        if (atomic_load_explicit(&here, memory_order_relaxed) >= number / 2 * 2 + 2)
            break;
    *(size_t *)data = index;
}

static void check_reports(void)
{
    static size_t written;
    const unsigned before = atomic_load(&tsan_reports);
    check(before == 0, "ThreadSanitizer has reported %u races", before);
    fprintf(stderr, "A race on purpose, which must be reported:\n");
    for (int i = 0; i < 100 && atomic_load(&tsan_reports) == before; i++)
        count_tasks(&engine, 2, write_unordered, &written);
    check(atomic_load(&tsan_reports) > before, "a race is not reported");
}

#else

enum { HAS_CHILDREN = 1 };

static void check_reports(void)
{
}

#endif

int main(void)
{
    static const int64_t shapes[][2] = { { 1, ELEMENTS },
                                         { 3, ELEMENTS / 3 },
                                         { 512, ELEMENTS / 512 } };
    static const int dtypes[] = { LANESCAN_F32, LANESCAN_F64, LANESCAN_I32 };
    generator g = random_seeded(1);
    check_start("threads_adapter", lanescan_isa());
    engine.executor = adapter_executor(THREADS);
    check(engine.executor.struct_size == sizeof(lanescan_executor) &&
              engine.executor.max_tasks == THREADS,
          "an executor of %u bytes and %u tasks", (unsigned)engine.executor.struct_size,
          (unsigned)engine.executor.max_tasks);
    input = check_alloc(ELEMENTS * sizeof *input);
    for (size_t i = 0; i < ELEMENTS; i++)
        input[i] = random_normal(&g);
    /* before any thread was made, so that the child's are its own */
    if (HAS_CHILDREN && !adapter_executor_in_child(THREADS).parallel_for)
        call_in_child("before the engine was used", &engine.executor);
    for (int op = 0; op <= LANESCAN_LOGCUMSUMEXP; op++)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
            for (size_t t = 0; t < sizeof dtypes / sizeof dtypes[0]; t++) {
                const scan_case c = { (lanescan_op)op,
                                      dtypes[t],
                                      s == 2 ? 0 : 1,
                                      { shapes[s][0], shapes[s][1] },
                                      random_below(&g, 2) ? LANESCAN_EXCLUSIVE : 0 };
                if (op != LANESCAN_LOGCUMSUMEXP || dtypes[t] != LANESCAN_I32)
                    check(gives_same_bits(&c),
                          "operation %d, type %d, %lld x %lld: other bits, or a status", op,
                          c.dtype, (long long)c.shape[0], (long long)c.shape[1]);
            }
    call_in_tasks();
    call_at_once();
    call_interrupted();
    if (HAS_CHILDREN)
        call_alone_in_child();
    if (HAS_CHILDREN && adapter_executor_in_child(THREADS).parallel_for)
        call_in_child("after the engine was used", NULL);
    check(atomic_load(&engine.wrong) == 0,
          "%zu times a task ran twice or not at all, or a call at the same time as others"
          " gave other bits",
          atomic_load(&engine.wrong));
    check(atomic_load(&engine.calls) > 20, "only %zu calls were shared",
          atomic_load(&engine.calls));
    check_reports();
    free(input);
    return check_finish();
}
