#include "tensor/line.h"

#include "harness/check.h"
#include "harness/line_calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool reaches(lanescan_op op, number element, number so_far)
{
    if (element.kind == KIND_FLOAT) {
        if (isnan(element.re) || isnan(so_far.re))
            return isnan(element.re);
        return op == LANESCAN_CUMMAX ? element.re >= so_far.re : element.re <= so_far.re;
    }
    const bool is_signed = element.kind == KIND_SIGNED;
    const uint64_t top = (uint64_t)is_signed << 63; /* makes the order of signed numbers unsigned */
    const uint64_t a = element.integer ^ top, b = so_far.integer ^ top;
    return op == LANESCAN_CUMMAX ? a >= b : a <= b;
}

static void scan_extreme(const line_task *task, const char *x, char *y, int64_t *index)
{
    const size_t size = dtype_of(task->dtype).size;
    const char *so_far = task->initial;
    int64_t position = -1;
    for (size_t i = 0; i < task->n; i++) {
        const char *element = x + i * size;
        if (!so_far || reaches(task->op, number_read(task->dtype, element),
                               number_read(task->dtype, so_far))) {
            so_far = element;
            position = (int64_t)i;
        }
        number_write(task->dtype, y + i * size, number_read(task->dtype, so_far));
        index[i] = position;
    }
}

static void scan_integers(const line_task *task, const char *x, char *y)
{
    const size_t size = dtype_of(task->dtype).size;
    number so_far = { KIND_UNSIGNED, task->op == LANESCAN_CUMPROD, 0, 0 };
    if (task->initial)
        so_far.integer = number_read(task->dtype, task->initial).integer;
    for (size_t i = 0; i < task->n; i++) {
        const uint64_t element = number_read(task->dtype, x + i * size).integer;
        so_far.integer = task->op == LANESCAN_CUMPROD ? so_far.integer * element
                                                      : so_far.integer + element;
        number_write(task->dtype, y + i * size, so_far);
    }
}

/* The line functions of the header, where there is one. */
static bool scan_by_name(const line_task *task, const void *x, void *y)
{
    const size_t call = line_call_of(op_name(task->op), dtype_of(task->dtype).name);
    if (task->initial || call == line_call_count())
        return false;
    line_call(call, task->n, x, NULL, y, NULL);
    return true;
}

static void scan_contiguous(const line_task *task, void *x, void *y)
{
    const int64_t extent = (int64_t)task->n;
    const lanescan_options options = { .struct_size = sizeof options, .initial = task->initial };
    const lanescan_tensor input = { x, &extent, NULL, 1, task->dtype };
    const lanescan_tensor output = { y, &extent, NULL, 1, task->dtype };
    const lanescan_status status = lanescan_scan(task->op, &input, 0, &options, &output);
    check(status == LANESCAN_OK, "%s of a contiguous line of %zu %s: %s", op_name(task->op),
          task->n, dtype_of(task->dtype).name, lanescan_status_string(status));
}

static void inclusive(const line_task *task, char *x, char *y, int64_t *index);

/* The sum of complex numbers is the sum of the real parts and the sum of the imaginary parts. */
static void scan_parts(const line_task *task, const char *x, char *y)
{
    line_task part = *task;
    part.dtype = dtype_of(task->dtype).part;
    const size_t size = dtype_of(part.dtype).size;
    char *in = check_alloc(task->n * size), *out = check_alloc(task->n * size);
    int64_t *index = check_alloc(task->n * sizeof *index);
    for (size_t which = 0; which < 2; which++) {
        part.initial = task->initial ? (const char *)task->initial + which * size : NULL;
        for (size_t i = 0; i < task->n; i++)
            memcpy(in + i * size, x + (2 * i + which) * size, size);
        inclusive(&part, in, out, index);
        for (size_t i = 0; i < task->n; i++)
            memcpy(y + (2 * i + which) * size, out + i * size, size);
    }
    free(in);
    free(out);
    free(index);
}

static void inclusive(const line_task *task, char *x, char *y, int64_t *index)
{
    const dtype_kind kind = dtype_of(task->dtype).kind;
    if (op_has_index(task->op))
        scan_extreme(task, x, y, index);
    else if (kind <= KIND_SIGNED)
        scan_integers(task, x, y);
    else if (kind == KIND_COMPLEX && task->op == LANESCAN_CUMSUM)
        scan_parts(task, x, y);
    else if (!scan_by_name(task, x, y))
        scan_contiguous(task, x, y);
}

/* Converted, and in the order of the scan. */
static void take(const line_task *task, const char *x, char *line)
{
    const size_t from = dtype_of(task->input_dtype).size, to = dtype_of(task->dtype).size;
    for (size_t i = 0; i < task->n; i++) {
        const size_t j = task->flags & LANESCAN_REVERSE ? task->n - 1 - i : i;
        number_write(task->dtype, line + i * to, number_read(task->input_dtype, x + j * from));
    }
}

void line_expect(const line_task *task, const void *x, void *y, int64_t *index)
{
    const size_t n = task->n, size = dtype_of(task->dtype).size;
    /* The first of n + 1 results is what the scan starts from. */
    char *line = check_alloc(n * size), *result = check_alloc((n + 1) * size);
    int64_t *position = check_alloc((n + 1) * sizeof *position);
    take(task, x, line);
    inclusive(task, line, result + size, position + 1);
    if (task->initial)
        number_write(task->dtype, result, number_read(task->dtype, task->initial));
    else
        dtype_identity(task->op, task->dtype, result);
    position[0] = -1;
    const size_t count = n + task->one_more, first = !(task->flags & LANESCAN_EXCLUSIVE);
    for (size_t i = 0; i < count; i++) {
        const bool reverse = task->flags & LANESCAN_REVERSE;
        const size_t j = reverse ? count - 1 - i : i;
        memcpy((char *)y + j * size, result + (first + i) * size, size);
        const int64_t at = position[first + i];
        index[j] = at < 0 || !reverse ? at : (int64_t)n - 1 - at;
    }
    free(line);
    free(result);
    free(position);
}
