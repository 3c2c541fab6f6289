/* An engine's ready-made executor: the bits of serial calls, on threads of its own, also from
 * several of the engine's tasks at once. */
#include "adapter.h"

#include "harness/check.h"
#include "harness/random.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 1 << 19, THREADS = 4 };

typedef struct counted {
    lanescan_executor executor;
    _Atomic(size_t) calls, wrong; /* checks are for one thread at a time */
} counted;

typedef struct counted_tasks {
    counted *count;
    lanescan_task task;
    void *data;
    atomic_flag *begun;
} counted_tasks;

/* Each index once. */
static void count_task(void *data, size_t index)
{
    const counted_tasks *const c = data;
    if (atomic_flag_test_and_set(&c->begun[index]))
        atomic_fetch_add(&c->count->wrong, 1);
    c->task(c->data, index);
}

static void count_tasks(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    counted *const count = context;
    atomic_flag begun[64];
    counted_tasks c = { count, task, data, begun };
    memset(begun, 0, sizeof begun);
    if (n_tasks > THREADS)
        abort();
    atomic_fetch_add(&count->calls, 1);
    count->executor.parallel_for(count->executor.context, n_tasks, count_task, &c);
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
    adapter_nest(compare_some, NULL);
    check(atomic_load(&engine.wrong) == 0,
          "%zu times a task ran twice or not at all, or a call at the same time as others"
          " gave other bits",
          atomic_load(&engine.wrong));
    check(atomic_load(&engine.calls) > 20, "only %zu calls were shared",
          atomic_load(&engine.calls));
    free(input);
    return check_finish();
}
