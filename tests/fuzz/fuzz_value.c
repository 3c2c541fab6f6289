#include "fuzz_value.h"

#include "harness/check.h"
#include "tensor/reference.h"

/* Elements of a case that are judged: an exponential takes MPFR some ten microseconds. */
enum { MOST_FOLDS = 200, MOST_EXPONENTIALS = 48 };

static size_t folds_left, exponentials_left;

void value_begin(void)
{
    folds_left = MOST_FOLDS;
    exponentials_left = MOST_EXPONENTIALS;
}

static size_t *budget(lanescan_op op)
{
    return op == LANESCAN_LOGCUMSUMEXP ? &exponentials_left : &folds_left;
}

/* The result after i folds of the scan; NULL where it is not written. */
static const char *result_after(const line_task *task, const char *y, size_t i)
{
    const size_t count = task->n + task->one_more;
    const size_t at = task->flags & LANESCAN_EXCLUSIVE ? i : i - 1;
    if ((i == 0 && !(task->flags & LANESCAN_EXCLUSIVE)) || at >= count)
        return NULL;
    return y + (task->flags & LANESCAN_REVERSE ? count - 1 - at : at) * dtype_of(task->dtype).size;
}

static bool holds(reference *r, const char *what, size_t i, const char *result)
{
    char text[DTYPE_TEXT];
    double error = 0;
    const bool is_accepted = reference_accepts(r, result, &error);
    return check(is_accepted, "%s %s: after %zu elements %s, exactly %.17g %+.17gi: %.3g bounds",
                 what, dtype_of(r->dtype).name, i, dtype_text(text, r->dtype, result),
                 mpfr_get_d(r->re, MPFR_RNDN), mpfr_get_d(r->im, MPFR_RNDN), error);
}

void value_judge_scan(const line_task *task, const void *x, const void *y)
{
    const size_t from = dtype_of(task->input_dtype).size;
    size_t *const left = budget(task->op);
    if (!reference_is_rounded(task->op, task->dtype))
        return;
    reference r = reference_begin(task->op, task->dtype);
    if (task->initial)
        reference_fold(&r, number_read(task->dtype, task->initial));
    for (size_t i = 0; i < task->n && *left && !r.is_lost; (*left)--) {
        char element[LARGEST_ELEMENT];
        const size_t j = task->flags & LANESCAN_REVERSE ? task->n - 1 - i : i;
        number_write(task->dtype, element,
                     number_read(task->input_dtype, (const char *)x + j * from));
        reference_fold(&r, number_read(task->dtype, element));
        const char *const result = result_after(task, y, ++i);
        if (result && !r.is_lost && !holds(&r, op_name(task->op), i, result))
            break;
    }
    reference_end(&r);
}

static void judge_last(const char *what, int dtype, size_t n, const void *line, const void *result,
                       bool is_pair)
{
    const size_t size = dtype_of(dtype).size;
    if (n > exponentials_left || n == 0)
        return;
    exponentials_left -= n;
    reference r = reference_begin(LANESCAN_LOGCUMSUMEXP, dtype);
    r.is_pair = is_pair;
    for (size_t i = 0; i < n; i++)
        reference_fold(&r, number_read(dtype, (const char *)line + i * size));
    if (!r.is_lost)
        holds(&r, what, n, result);
    reference_end(&r);
}

void value_judge_reduction(int dtype, size_t n, const void *line, const void *result)
{
    judge_last("logsumexp", dtype, n, line, result, false);
}

void value_judge_pair(int dtype, size_t n, const void *pair, const void *result)
{
    judge_last("logaddexp", dtype, n, pair, result, true);
}
