/* Gradients beside what they are gradients of and beside plain loops, one line in cache. */
#include "tensors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OF_CUMSUM,
    OF_CUMPROD,
    OF_CUMMAX,
    OF_LOGCUMSUMEXP,
    OF_LOGSUMEXP,
    OF_LOGADDEXP,
    OF_RECURRENCE,
    NUM_GRADIENTS
};

typedef struct gradient_arrays {
    size_t n;
    int which;
    lanescan_dtype dtype;
    void *x, *b, *g, *y, *out, *second;
    int64_t *index;
    lanescan_status status; /* of the last call */
} gradient_arrays;

typedef void gradient_loop(const gradient_arrays *a);

#define REAL       float
#define NAME(stem) stem##_f32
#include "gradients_tpl.h"
#undef REAL
#undef NAME
#define REAL       double
#define NAME(stem) stem##_f64
#include "gradients_tpl.h"

static const struct gradient_case {
    const char *op, *data;
    lanescan_op scan;
} cases[NUM_GRADIENTS] = {
    [OF_CUMSUM] = { "cumsum", "uniform", LANESCAN_CUMSUM },
    [OF_CUMPROD] = { "cumprod", "factors", LANESCAN_CUMPROD },
    [OF_CUMMAX] = { "cummax", "normal", LANESCAN_CUMMAX },
    [OF_LOGCUMSUMEXP] = { "logcumsumexp", "normal", LANESCAN_LOGCUMSUMEXP },
    [OF_LOGSUMEXP] = { "logsumexp", "normal", LANESCAN_LOGCUMSUMEXP },
    [OF_LOGADDEXP] = { "logaddexp", "normal", LANESCAN_LOGCUMSUMEXP },
    [OF_RECURRENCE] = { "linear_recurrence", "gates", LANESCAN_CUMSUM },
};

static lanescan_tensor line(const gradient_arrays *a, const int64_t *n, void *data)
{
    return (lanescan_tensor){ data, n, NULL, n ? 1 : 0, (int32_t)a->dtype };
}

static lanescan_status forward(const gradient_arrays *a)
{
    const int64_t n = (int64_t)a->n;
    const lanescan_tensor x = line(a, &n, a->x), b = line(a, &n, a->b), y = line(a, &n, a->y),
                          one = line(a, NULL, a->y);
    lanescan_tensor index = line(a, &n, a->index);
    index.dtype = LANESCAN_I64;
    switch (a->which) {
    case OF_CUMMAX:
        return lanescan_scan_index(LANESCAN_CUMMAX, &x, 0, NULL, &y, &index);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp(&x, NULL, 0, NULL, &one);
    case OF_LOGADDEXP:
        return lanescan_logaddexp(&x, &b, NULL, &y);
    case OF_RECURRENCE:
        return lanescan_linear_recurrence(&x, &b, 0, NULL, &y);
    default:
        return lanescan_scan(cases[a->which].scan, &x, 0, NULL, &y);
    }
}

static lanescan_status backward(const gradient_arrays *a)
{
    const int64_t n = (int64_t)a->n;
    const lanescan_tensor x = line(a, &n, a->x), b = line(a, &n, a->b), y = line(a, &n, a->y),
                          g = line(a, &n, a->g), of_one = line(a, NULL, a->g),
                          out = line(a, &n, a->out), second = line(a, &n, a->second);
    lanescan_tensor index = line(a, &n, a->index);
    index.dtype = LANESCAN_I64;
    switch (a->which) {
    case OF_CUMMAX:
        return lanescan_scan_index_vjp(&index, 0, NULL, &g, &out);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp_vjp(&x, NULL, 0, NULL, &of_one, &out);
    case OF_LOGADDEXP:
        return lanescan_logaddexp_vjp(&x, &b, NULL, &g, &out, &second);
    case OF_RECURRENCE:
        return lanescan_linear_recurrence_vjp(&x, &y, 0, NULL, &g, &out, &second);
    default:
        return lanescan_scan_vjp(cases[a->which].scan, &x, 0, NULL, &g, &out);
    }
}

static void run_forward(void *context, size_t calls)
{
    gradient_arrays *const a = context;
    for (size_t i = 0; i < calls; i++)
        a->status = forward(a);
}

static void run_backward(void *context, size_t calls)
{
    gradient_arrays *const a = context;
    for (size_t i = 0; i < calls; i++)
        a->status = backward(a);
}

static void run_plain(void *context, size_t calls)
{
    const gradient_arrays *const a = context;
    for (size_t i = 0; i < calls; i++)
        (a->dtype == LANESCAN_F32 ? loops_f32 : loops_f64)[a->which](a);
}

/* A few zeros, which gradients of products take without division. */
static void put_zeros(const gradient_arrays *a)
{
    const size_t size = a->dtype == LANESCAN_F32 ? sizeof(float) : sizeof(double);
    for (size_t i = 1000; i < a->n; i += 1000)
        memset((char *)a->x + i * size, 0, size);
}

static bool print_row(int which, const char *type, bool has_zeros)
{
    enum { FORWARD, BACKWARD, PLAIN, PARTS, COUNT };
    const bench_case *const what = bench_find_case(cases[which].op, type), *const of_results =
                                                                               bench_find_case(
                                                                                   "logaddexp",
                                                                                   type);
    bench_arrays in, more;
    if (!bench_arrays_get(what, BENCH_IN_CACHE, &in))
        return false;
    if (!bench_arrays_get(of_results, BENCH_IN_CACHE, &more)) {
        bench_arrays_free(&in);
        return false;
    }
    void *const room = malloc(2 * in.bytes + BENCH_IN_CACHE * sizeof(int64_t));
    gradient_arrays a = { .n = BENCH_IN_CACHE,
                          .which = which,
                          .dtype = what->element_size == 4 ? LANESCAN_F32 : LANESCAN_F64,
                          .x = in.x,
                          .b = in.b,
                          .g = more.x,
                          .y = in.y,
                          .out = more.y,
                          .second = room,
                          .index = room };
    bench_gradient_parts parts = { what->op, a.dtype == LANESCAN_F32 };
    const bench_task tasks[COUNT] = {
        { run_forward, &a, NULL },
        { run_backward, &a, NULL },
        { run_plain, &a, NULL },
        { which == OF_CUMSUM ? run_forward : bench_gradient_parts_run,
          which == OF_CUMSUM ? (void *)&a : (void *)&parts, NULL },
    };
    double ns[COUNT] = { 0 };
    if (has_zeros)
        put_zeros(&a);
    const bool is_good = room && bench_succeeded(forward(&a)) && bench_succeeded(backward(&a));
    if (is_good) {
        bench_time_tasks(tasks, COUNT, ns);
        printf("%-17s %s%s%8.3f |%9.3f %8.2fx |%9.3f %8.2fx |%9.3f %8.2fx\n", what->op, type,
               has_zeros ? " zeros" : "      ", ns[FORWARD] / BENCH_IN_CACHE,
               ns[BACKWARD] / BENCH_IN_CACHE, ns[BACKWARD] / ns[FORWARD],
               ns[PLAIN] / BENCH_IN_CACHE, ns[PLAIN] / ns[BACKWARD], ns[PARTS] / BENCH_IN_CACHE,
               ns[BACKWARD] / ns[PARTS]);
    }
    free(room);
    bench_arrays_free(&in);
    bench_arrays_free(&more);
    return is_good;
}

bool bench_gradients(void)
{
    static const char *const types[] = { "f32", "f64" };
    bool complete = true;
    printf("\nGradients: a line of 65536 elements\n"
           "                           its | gradient,    beside | plain loop,    beside |"
           "    parts,  gradient\n"
           "                     operation |                that |          the gradient |"
           "         beside them\n");
    for (int which = 0; which < NUM_GRADIENTS; which++)
        for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
            for (int zeros = 0; zeros < (which == OF_CUMPROD ? 2 : 1); zeros++)
                complete &= print_row(which, types[t], zeros);
    return complete && bench_gradient_parts_report();
}
