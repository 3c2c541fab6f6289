/* What surrounds tasks: they work in the caller's rounding mode, with its FTZ and DAZ, and leave
 * the modes and flags of the thread that runs them; parallel_for finds the caller's environment,
 * and may change it; a task needs no more stack than the header says. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "executors.h"

#include "environment/control.h"
#include "golden/random.h"
#include "harness/check.h"

#include <lanescan.h>

#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ELEMENTS = 100000, LINES = 40, TASKS = 3, PAINTED = 1 << 19, PAINT = 0x5a };

/* A bit that is 0 where a division by zero traps, as in a caller that does not flush here. */
#if defined(__x86_64__) || (defined(__i386__) && defined(__SSE__))
enum { DIVISION_UNTRAPPED = 0x200 };
#else
enum { DIVISION_UNTRAPPED = 0 };
#endif

static double elements[ELEMENTS], serial[ELEMENTS], shared[ELEMENTS];

/* ---- workers, each with modes and flags of its own ---- */

typedef struct worker {
    lanescan_task task;
    void *data;
    size_t index;
    int rounding;
    bool flushes, kept;
} worker;

static void *run_task(void *argument)
{
    worker *const w = argument;
    fesetround(w->rounding);
#if LANESCAN_TEST_HAS_CONTROL
    if (w->flushes)
        control_set(control_get() | CONTROL_FLUSH);
    status_clear();
    const uint64_t modes = control_get(), flags = status_get();
#endif
    w->task(w->data, w->index);
    w->kept = fegetround() == w->rounding;
#if LANESCAN_TEST_HAS_CONTROL
    w->kept = w->kept && control_get() == modes && status_get() == flags;
#endif
    return NULL;
}

/* Without flags; 0 where nothing is known of them. */
static uint64_t modes(void)
{
#if LANESCAN_TEST_HAS_CONTROL
    return control_get() & ~(uint64_t)CONTROL_FLAGS;
#else
    return 0;
#endif
}

typedef struct pool {
    int caller_rounding;   /* that parallel_for must find, */
    uint64_t caller_modes; /* and all others, traps too */
    bool raises;           /* a flag, in the thread that made the call */
    size_t calls;
} pool;

static void run_workers(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    static const int roundings[TASKS] = { FE_UPWARD, FE_TONEAREST, FE_TOWARDZERO };
    pool *const p = context;
    pthread_t threads[TASKS];
    worker workers[TASKS];
    p->calls++;
    check(n_tasks <= TASKS, "%zu tasks", n_tasks);
    check(fegetround() == p->caller_rounding, "parallel_for has another rounding mode");
    check(modes() == p->caller_modes, "parallel_for has other modes or traps");
    for (size_t i = 0; i < n_tasks; i++) {
        workers[i] = (worker){ task, data, i, roundings[i % TASKS], i != 0, false };
        check(pthread_create(&threads[i], NULL, run_task, &workers[i]) == 0, "no thread");
    }
    for (size_t i = 0; i < n_tasks; i++) {
        pthread_join(threads[i], NULL);
        check(workers[i].kept, "a worker's modes or flags were changed");
    }
    if (p->raises)
        feraiseexcept(FE_DIVBYZERO);
}

/* ---- calls ---- */

typedef enum work_kind {
    OF_SCAN,
    OF_LOGSUMEXP,
    OF_LOGADDEXP,
    OF_GRADIENT,
    OF_INDEX_GRADIENT,
    OF_LOGSUMEXP_GRADIENT,
    OF_LOGADDEXP_GRADIENT,
    OF_RECURRENCE_GRADIENT
} work_kind;

typedef struct work {
    lanescan_op op;
    work_kind kind;
    int64_t lines;
} work;

static const work works[] = {
    { LANESCAN_CUMSUM, OF_SCAN, 1 },
    { LANESCAN_CUMPROD, OF_SCAN, 1 },
    { LANESCAN_CUMMAX, OF_SCAN, 1 },
    { LANESCAN_LOGCUMSUMEXP, OF_SCAN, 1 },
    { LANESCAN_LOGCUMSUMEXP, OF_SCAN, 40 },
    { LANESCAN_LOGCUMSUMEXP, OF_LOGSUMEXP, 1 },
    { LANESCAN_LOGCUMSUMEXP, OF_LOGADDEXP, 1 },
    { LANESCAN_CUMSUM, OF_GRADIENT, 4 },
    { LANESCAN_CUMPROD, OF_GRADIENT, 4 },
    { LANESCAN_LOGCUMSUMEXP, OF_GRADIENT, 4 },
    { LANESCAN_CUMMAX, OF_INDEX_GRADIENT, 4 },
    { LANESCAN_LOGCUMSUMEXP, OF_LOGSUMEXP_GRADIENT, 4 },
    { LANESCAN_LOGCUMSUMEXP, OF_LOGADDEXP_GRADIENT, 4 },
    { LANESCAN_CUMPROD, OF_RECURRENCE_GRADIENT, 4 },
};

static int64_t indices[ELEMENTS]; /* each element's own */

static lanescan_status call(const work *w, const lanescan_executor *executor, double *y)
{
    const int64_t shape[2] = { w->lines, ELEMENTS / w->lines };
    const int last = 1;
    const lanescan_options options = { .struct_size = sizeof options, .executor = executor };
    const lanescan_tensor x = { elements, shape, NULL, 2, LANESCAN_F64 },
                          all = { y, shape, NULL, 2, LANESCAN_F64 },
                          reduced = { y, shape, NULL, 1, LANESCAN_F64 };
    const lanescan_tensor index = { indices, shape, NULL, 2, LANESCAN_I64 },
                          of_lines = { elements, shape, NULL, 1, LANESCAN_F64 };
    switch (w->kind) {
    case OF_SCAN:
        return lanescan_scan(w->op, &x, 1, &options, &all);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp(&x, &last, 1, &options, &reduced);
    case OF_LOGADDEXP:
        return lanescan_logaddexp(&x, &x, &options, &all);
    case OF_GRADIENT:
        return lanescan_scan_vjp(w->op, &x, 1, &options, &x, &all);
    case OF_INDEX_GRADIENT:
        return lanescan_scan_index_vjp(&index, 1, &options, &x, &all);
    case OF_LOGSUMEXP_GRADIENT:
        return lanescan_logsumexp_vjp(&x, &last, 1, &options, &of_lines, &all);
    case OF_LOGADDEXP_GRADIENT:
        return lanescan_logaddexp_vjp(&x, &x, &options, &x, &all, NULL);
    default:
        return lanescan_linear_recurrence_vjp(&x, &x, 1, &options, &x, &all, NULL);
    }
}

static void set_modes(int rounding, bool flushes)
{
    fesetround(rounding);
#if LANESCAN_TEST_HAS_CONTROL
    const uint64_t without = control_get() & ~(uint64_t)(CONTROL_FLUSH | DIVISION_UNTRAPPED);
    control_set(flushes ? without | CONTROL_FLUSH : without | DIVISION_UNTRAPPED);
#else
    (void)flushes;
#endif
}

static void check_modes(const work *w, int rounding, bool flushes)
{
    pool p = { .caller_rounding = rounding };
    const lanescan_executor executor = { sizeof executor, TASKS, &p, run_workers };
    set_modes(rounding, flushes);
    p.caller_modes = modes();
    memset(serial, 0, sizeof serial);
    memset(shared, 0, sizeof shared);
    const lanescan_status alone = call(w, NULL, serial), together = call(w, &executor, shared);
    const int after = fegetround();
    set_modes(FE_TONEAREST, false);
    check(alone == LANESCAN_OK && together == LANESCAN_OK && after == rounding, "calls");
    check(p.calls > 0, "operation %d, kind %d, of %lld lines was not shared", (int)w->op,
          (int)w->kind, (long long)w->lines);
    check(memcmp(serial, shared, sizeof serial) == 0,
          "operation %d, kind %d, of %lld lines, rounding %d%s: other bits", (int)w->op,
          (int)w->kind, (long long)w->lines, rounding, flushes ? ", flushing" : "");
}

/* Flags: none from the call, and those of the executor stay. */
static void check_flags(const work *w)
{
    pool p = { .caller_rounding = FE_TONEAREST, .caller_modes = modes() };
    const lanescan_executor executor = { sizeof executor, TASKS, &p, run_workers };
    for (int raises = 0; raises < 2; raises++) {
        p.raises = raises;
        feclearexcept(FE_ALL_EXCEPT);
        call(w, &executor, shared);
        const int flags = fetestexcept(FE_ALL_EXCEPT);
        check(flags == (raises ? FE_DIVBYZERO : 0), "operation %d: flags %#x", (int)w->op,
              (unsigned)flags);
    }
}

/* ---- stacks ---- */

/* Sanitizers, and code that is not optimized, take more. */
#ifdef LANESCAN_TEST_STACKS
enum { HAS_STACKS = 1 };
#else
enum { HAS_STACKS = 0 };
#endif

static char *stack;

static void *run_on_stack(void *argument)
{
    const worker *const w = argument;
    if (w->task)
        w->task(w->data, w->index);
    return NULL;
}

static size_t stack_used(worker *w)
{
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    memset(stack, PAINT, PAINTED);
    pthread_attr_init(&attributes);
    check(pthread_attr_setstack(&attributes, stack, PAINTED) == 0 &&
              pthread_create(&thread, &attributes, run_on_stack, w) == 0 &&
              pthread_join(thread, NULL) == 0,
          "no thread");
    pthread_attr_destroy(&attributes);
    while (untouched < PAINTED && stack[untouched] == PAINT)
        untouched++;
    return PAINTED - untouched;
}

/* Of a thread that does nothing: the least, as it once took more (musl, a busy machine). */
static size_t least_stack(void)
{
    worker nothing = { .task = NULL };
    size_t least = PAINTED;
    for (int i = 0; i < 8; i++) {
        const size_t used = stack_used(&nothing);
        least = used < least ? used : least;
    }
    return least;
}

/* One task after the other, on a painted stack; the most that one took. */
static void measure_stacks(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    size_t *const most = context;
    const size_t least = least_stack();
    for (size_t i = 0; i < n_tasks; i++) {
        worker w = { .task = task, .data = data, .index = i };
        const size_t used = stack_used(&w);
        *most = used > least + *most ? used - least : *most;
    }
}

static void check_stacks(const work *w)
{
    size_t most = 0;
    const lanescan_executor executor = { sizeof executor, TASKS, &most, measure_stacks };
    call(w, &executor, shared);
    check(most > 0 && most <= (size_t)TASK_STACK,
          "operation %d, kind %d, of %lld lines: a task took %zu bytes", (int)w->op, (int)w->kind,
          (long long)w->lines, most);
}

int main(void)
{
    static const int roundings[] = { FE_TONEAREST, FE_DOWNWARD };
    check_start("threads environment", lanescan_isa());
    generator g = random_seeded(check_stream_seed("threads environment"));
    for (size_t i = 0; i < ELEMENTS; i++)
        elements[i] = 1 + random_normal(&g) * 0x1p-8;
    for (size_t i = 0; i < ELEMENTS; i++)
        indices[i] = (int64_t)(i % (ELEMENTS / 4));
    stack = mmap(NULL, PAINTED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(stack != MAP_FAILED, "no memory for a stack");
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
            for (int r = 0; r < 2; r++)
                for (int flushes = 0; flushes < 2; flushes++)
                    check_modes(&works[i], roundings[r], flushes);
            check_flags(&works[i]);
            if (HAS_STACKS)
                check_stacks(&works[i]);
        }
    }
    return check_finish();
}
