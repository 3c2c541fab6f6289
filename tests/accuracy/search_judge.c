#include "accuracy/search_judge.h"

#include "harness/check.h"
#include "tensor/reference.h"

#include <stdio.h>
#include <string.h>

const char *search_task_name(const search_task *t)
{
    return t->is_pair ? "logaddexp" : op_name(t->op);
}

static void compute(const search_task *t, const search_line *line, char *x, char *y)
{
    const size_t size = dtype_of(t->dtype).size;
    const int64_t n = (int64_t)line->n;
    for (size_t i = 0; i < line->n; i++)
        number_write(t->dtype, x + i * size, line->x[i]);
    const lanescan_tensor in = { x, &n, NULL, 1, t->dtype }, out = { y, &n, NULL, 1, t->dtype };
    const lanescan_tensor a = { x, NULL, NULL, 0, t->dtype },
                          b = { x + size, NULL, NULL, 0, t->dtype },
                          sum = { y + size, NULL, NULL, 0, t->dtype };
    const lanescan_status status = t->is_pair ? lanescan_logaddexp(&a, &b, NULL, &sum)
                                              : lanescan_scan(t->op, &in, 0, NULL, &out);
    check(status == LANESCAN_OK, "%s %s: %s", search_task_name(t), dtype_of(t->dtype).name,
          lanescan_status_string(status));
}

void search_print(const search_task *t, double error, const search_line *line)
{
    printf("%s %s %.2f", search_task_name(t), dtype_of(t->dtype).name, error);
    for (size_t i = 0; i < line->n; i++) {
        printf(" %a", line->x[i].re);
        if (dtype_of(t->dtype).kind == KIND_COMPLEX)
            printf(",%a", line->x[i].im);
    }
    putchar('\n');
}

double search_judge(const search_task *t, const search_line *line, size_t *at, void *result)
{
    _Alignas(16) char x[LONGEST_LINE * LARGEST_ELEMENT], y[LONGEST_LINE * LARGEST_ELEMENT];
    const size_t size = dtype_of(t->dtype).size;
    double worst = 0, part;
    char text[DTYPE_TEXT];
    compute(t, line, x, y);
    reference r = reference_begin(t->op, t->dtype);
    r.is_pair = t->is_pair;
    for (size_t i = 0; i < line->n && !r.is_lost; i++) {
        reference_fold(&r, line->x[i]);
        if (r.is_lost || (t->is_pair && i == 0))
            continue;
        const char *const got = y + i * size;
        if (!check(reference_accepts(&r, got, &part),
                   "%s %s: element %zu is %s, exactly %.17g %+.17gi", search_task_name(t),
                   dtype_of(t->dtype).name, i, dtype_text(text, t->dtype, got),
                   mpfr_get_d(r.re, MPFR_RNDN), mpfr_get_d(r.im, MPFR_RNDN)))
            search_print(t, reference_error(&r, got), line);
        const double error = reference_error(&r, got);
        if (error > worst || i == 0) {
            worst = error;
            *at = i;
            memcpy(result, got, size);
        }
    }
    reference_end(&r);
    return worst;
}
