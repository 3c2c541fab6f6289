/* The values: every operation, input type, output type and kind of data against exact integers and
 * MPFR, folded from left to right, with and without an initial value. Strides, reversal and
 * shifting are a matter of tensor_bits. */
#include "harness/check.h"
#include "tensor/data.h"
#include "tensor/line.h"
#include "tensor/reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 150 };

static double worst[NUM_OPS][NUM_DTYPES];

static void judge_floats(lanescan_op op, int from, int to, data_kind data, size_t n, const char *x,
                         const char *initial, const char *y)
{
    char text[DTYPE_TEXT], element[LARGEST_ELEMENT];
    reference r = reference_begin(op, to);
    if (initial)
        reference_fold(&r, number_read(to, initial));
    for (size_t i = 0; i < n; i++) {
        number_write(to, element, number_read(from, x + i * dtype_of(from).size));
        reference_fold(&r, number_read(to, element));
        if (r.is_lost)
            break;
        const char *got = y + i * dtype_of(to).size;
        double error = 0;
        const bool holds = reference_accepts(&r, got, &error);
        worst[op][to] = fmax(worst[op][to], error);
        if (!check(holds,
                   "%s %s -> %s %s n=%zu%s: element %zu is %s, exactly %.17g %+.17gi: %.3g bounds",
                   op_name(op), dtype_of(from).name, dtype_of(to).name, data_name(data), n,
                   initial ? " initial" : "", i, dtype_text(text, to, got),
                   mpfr_get_d(r.re, MPFR_RNDN), mpfr_get_d(r.im, MPFR_RNDN), error))
            break;
    }
    reference_end(&r);
}

static void judge_exact(const line_task *task, data_kind data, const char *x, const char *y)
{
    const size_t size = dtype_of(task->dtype).size;
    char expected[LONGEST * LARGEST_ELEMENT], text[2][DTYPE_TEXT];
    int64_t index[LONGEST + 1];
    line_expect(task, x, expected, index);
    size_t i = 0;
    while (i < task->n && dtype_same(task->dtype, y + i * size, expected + i * size))
        i++;
    check(i == task->n, "%s %s -> %s %s n=%zu%s: element %zu is %s, exactly %s", op_name(task->op),
          dtype_of(task->input_dtype).name, dtype_of(task->dtype).name, data_name(data), task->n,
          task->initial ? " initial" : "", i,
          i < task->n ? dtype_text(text[0], task->dtype, y + i * size) : "",
          i < task->n ? dtype_text(text[1], task->dtype, expected + i * size) : "");
}

static void judge(lanescan_op op, int from, int to, data_kind data, size_t n, generator *g)
{
    char x[LONGEST * LARGEST_ELEMENT], y[LONGEST * LARGEST_ELEMENT], start[LARGEST_ELEMENT];
    data_fill(data, g, from, n, x);
    data_fill(data, g, to, 1, start);
    const bool has_initial = random_below(g, 2);
    const int64_t extent = (int64_t)n;
    const lanescan_options options = { .struct_size = sizeof options,
                                       .initial = has_initial ? start : NULL };
    const lanescan_tensor input = { x, &extent, NULL, 1, from },
                          output = { y, &extent, NULL, 1, to };
    const lanescan_status status = lanescan_scan(op, &input, 0, &options, &output);
    if (!check(status == LANESCAN_OK, "%s %s -> %s: %s", op_name(op), dtype_of(from).name,
               dtype_of(to).name, lanescan_status_string(status)))
        return;
    const line_task task = { op, from, to, 0, options.initial, n, false };
    if (reference_is_rounded(op, to))
        judge_floats(op, from, to, data, n, x, options.initial, y);
    else
        judge_exact(&task, data, x, y);
}

/* More lines where nothing is converted. */
static void judge_pair(lanescan_op op, int from, int to)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s %s", op_name(op), dtype_of(from).name, dtype_of(to).name);
    generator g = random_seeded(check_stream_seed(name));
    const size_t rounds = (from == to ? 40 : 5) / check_scale() + 1;
    for (int data = 0; data < NUM_DATA_KINDS; data++) {
        for (size_t i = 0; i < rounds; i++) {
            const size_t n = random_below(&g, 4) ? 1 + random_below(&g, 20)
                                                 : LONGEST - random_below(&g, 30);
            judge(op, from, to, (data_kind)data, n, &g);
        }
    }
}

int main(void)
{
    check_start("tensor_values", lanescan_isa());
    for (int op = 0; op < NUM_OPS; op++)
        for (int to = 0; to < NUM_DTYPES; to++)
            for (int from = 0; from < NUM_DTYPES; from++)
                if (op_is_defined((lanescan_op)op, to) && dtype_converts(from, to))
                    judge_pair((lanescan_op)op, from, to);
    puts("largest error found, as a part of its bound");
    for (int op = 0; op < NUM_OPS; op++)
        for (int to = 0; to < NUM_DTYPES; to++)
            if (worst[op][to] > 0)
                printf("%-14s %-5s %.3f\n", op_name((lanescan_op)op), dtype_of(to).name,
                       worst[op][to]);
            else
                check(!reference_is_rounded((lanescan_op)op, to), "no error of %s %s was judged",
                      op_name((lanescan_op)op), dtype_of(to).name);
    mpfr_free_cache();
    return check_finish();
}
