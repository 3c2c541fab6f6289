#include "error.h"

#include "exact.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* How a line's elements lie in memory: element j of the line at in + j * in_step. */
typedef struct walk {
    size_t length, num_lines;
    ptrdiff_t in_between, out_between; /* from one line's first element to the next one's */
    ptrdiff_t in_step, out_step;
    bool reverse, exclusive;
} walk;

static bool is_float(const bench_case *what)
{
    return what->type[0] == 'f';
}

static bool is_op(const bench_case *what, const char *op)
{
    return strcmp(what->op, op) == 0;
}

static bool is_extreme(const bench_case *what)
{
    return is_op(what, "cummax") || is_op(what, "cummin");
}

const char *bench_error_unit(const bench_case *what)
{
    if (!is_float(what) || is_extreme(what))
        return "exact";
    return what->element_size == 4 || is_op(what, "cumprod") ? "ulp" : "eps";
}

static double real_at(const bench_case *what, const void *array, ptrdiff_t i)
{
    return what->element_size == 4 ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

static uint64_t integer_at(const bench_case *what, const void *array, ptrdiff_t i)
{
    return what->element_size == 4 ? ((const uint32_t *)array)[i] : ((const uint64_t *)array)[i];
}

void bench_call_for_output(const bench_contender *who, const bench_case *what,
                           const bench_arrays *arrays)
{
    if (who->isa)
        lanescan_set_isa(who->isa);
    if (!who->kernels || !is_op(what, "logsumexp"))
        bench_call(who, what, arrays);
    else if (what->element_size == 4)
        *(float *)arrays->y = who->kernels->logsumexp_f32(arrays->n, arrays->x);
    else
        *(double *)arrays->y = who->kernels->logsumexp_f64(arrays->n, arrays->x);
}

/* The distance of neighbouring numbers of the type at `exact`. */
static long double ulp(const bench_case *what, long double exact)
{
    const int smallest = what->element_size == 4 ? FLT_MIN_EXP - 1 : DBL_MIN_EXP - 1;
    const int digits = what->element_size == 4 ? FLT_MANT_DIG : DBL_MANT_DIG;
    int exponent = smallest;
    if (isfinite(exact) && exact != 0 && ilogbl(exact) > smallest)
        exponent = ilogbl(exact);
    return ldexpl(1, exponent - digits + 1);
}

/* Of one result. Infinite where no distance can be given. */
static double error_of(const bench_case *what, double got, const exact_fold *exact)
{
    if ((long double)got == exact->value)
        return 0;
    if (is_extreme(what))
        return 1;
    const bool by_ulp = strcmp(bench_error_unit(what), "ulp") == 0;
    const long double unit = by_ulp ? ulp(what, exact->value)
                                    : (long double)DBL_EPSILON * exact->scale;
    const long double error = fabsl((long double)got - exact->value) / unit;
    return isnan(error) ? (double)INFINITY : (double)error;
}

static void take(const bench_case *what, exact_fold *fold, const void *x, ptrdiff_t i, int64_t at)
{
    if (!is_float(what)) {
        fold->integer += integer_at(what, x, i);
    } else if (is_op(what, "cumsum")) {
        exact_add(fold, real_at(what, x, i));
    } else if (is_op(what, "cumprod")) {
        exact_multiply(fold, real_at(what, x, i));
    } else if (is_extreme(what)) {
        exact_extreme(fold, real_at(what, x, i), at, is_op(what, "cummax"));
    } else {
        exact_log_add(fold, real_at(what, x, i));
    }
}

static double compare(const bench_case *what, const bench_arrays *arrays, const exact_fold *fold,
                      ptrdiff_t at)
{
    if (!is_float(what)) {
        const uint64_t got = integer_at(what, arrays->y, at);
        return what->element_size == 4 ? got != (uint32_t)fold->integer : got != fold->integer;
    }
    const double error = error_of(what, real_at(what, arrays->y, at), fold);
    return error == 0 && arrays->index && arrays->index[at] != fold->index ? 1 : error;
}

/* Errors of exact operations are counted, of others the largest is kept. */
static void gather(const bench_case *what, double *worst, double error)
{
    if (is_extreme(what) || !is_float(what))
        *worst += error;
    else if (error > *worst)
        *worst = error;
}

static void check_line(const bench_case *what, const bench_arrays *arrays, const walk *way,
                       size_t line, double *worst)
{
    const bool last_only = is_op(what, "logsumexp");
    exact_fold fold = exact_begin(what->op);
    for (size_t k = 0; k < way->length; k++) {
        const ptrdiff_t j = (ptrdiff_t)(way->reverse ? way->length - 1 - k : k);
        const ptrdiff_t in = (ptrdiff_t)line * way->in_between + j * way->in_step;
        const ptrdiff_t out = (ptrdiff_t)line * way->out_between + j * way->out_step;
        if (way->exclusive)
            gather(what, worst, compare(what, arrays, &fold, out));
        take(what, &fold, arrays->x, in, j);
        if (!way->exclusive && !last_only)
            gather(what, worst, compare(what, arrays, &fold, out));
    }
    if (last_only)
        gather(what, worst, compare(what, arrays, &fold, 0));
}

static walk walk_of(const bench_arrays *arrays, const bench_shape *shape)
{
    walk way = { .length = arrays->n, .num_lines = 1, .in_step = 1, .out_step = 1 };
    if (!shape)
        return way;
    way.reverse = shape->options.flags & LANESCAN_REVERSE;
    way.exclusive = shape->options.flags & LANESCAN_EXCLUSIVE;
    way.length = shape->length;
    const int dim = shape->layout.dim, other = 1 - dim;
    way.in_step = (ptrdiff_t)shape->input_strides[dim];
    if (shape->layout.ndim < 2)
        return way;
    way.num_lines = (size_t)shape->extents[other];
    way.out_step = (ptrdiff_t)shape->output_strides[dim];
    way.in_between = (ptrdiff_t)shape->input_strides[other];
    way.out_between = (ptrdiff_t)shape->output_strides[other];
    return way;
}

double bench_error(const bench_case *what, const bench_arrays *arrays, const bench_shape *shape)
{
    double worst = 0;
    const bool is_too_narrow = LDBL_MANT_DIG < 64 && is_float(what) && !is_extreme(what);
    if (is_too_narrow || !exact_has(what->op))
        return (double)NAN;
    if (is_op(what, "linear_recurrence")) {
        exact_fold fold = exact_begin(what->op);
        for (size_t i = 0; i < arrays->n; i++) {
            const ptrdiff_t at = (ptrdiff_t)i;
            exact_recur(&fold, i ? real_at(what, arrays->x, at) : 0, real_at(what, arrays->b, at));
            gather(what, &worst, compare(what, arrays, &fold, at));
        }
        return worst;
    }
    if (what->binary) {
        for (size_t i = 0; i < arrays->n; i++) {
            const ptrdiff_t at = (ptrdiff_t)i;
            const exact_fold pair = exact_log_pair(real_at(what, arrays->x, at),
                                                   real_at(what, arrays->b, at));
            gather(what, &worst, compare(what, arrays, &pair, at));
        }
        return worst;
    }
    const walk way = walk_of(arrays, shape);
    for (size_t line = 0; line < way.num_lines; line++)
        check_line(what, arrays, &way, line, &worst);
    return worst;
}
