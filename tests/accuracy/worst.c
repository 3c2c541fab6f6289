/* The worst errors known, computed again, MPFR as the judge: each line of worst.txt has the error
 * that stands there, and the header and the contract quote the largest of each operation and type.
 *     accuracy_worst <worst.txt> <lanescan.h> <contract.md> <complex.md> */
#include "accuracy/search_judge.h"
#include "accuracy/worst_quotes.h"
#include "harness/check.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 64, RESULT_TEXT = 96 };

static bool find_task(const char *operation, const char *type, search_task *t)
{
    for (int op = 0; op < NUM_OPS; op++)
        for (int dtype = LANESCAN_F16; dtype < NUM_DTYPES; dtype++) {
            *t = (search_task){ (lanescan_op)op, dtype, false };
            if (op == LANESCAN_LOGCUMSUMEXP)
                t->is_pair = strcmp(operation, "logaddexp") == 0;
            if (strcmp(search_task_name(t), operation) == 0 &&
                strcmp(dtype_of(dtype).name, type) == 0)
                return true;
        }
    return false;
}

/* Numbers, complex ones as re,im. Returns whether all of `text` was understood. */
static bool read_elements(int dtype, const char *text, search_line *line)
{
    for (line->n = 0; *text; line->n++) {
        number *const x = &line->x[line->n];
        char *end;
        if (line->n == LONGEST_LINE)
            return false;
        *x = number_real(strtod(text, &end));
        if (end == text)
            return false;
        x->kind = dtype_of(dtype).kind;
        if (x->kind == KIND_COMPLEX) {
            if (*end != ',')
                return false;
            text = end + 1;
            x->im = strtod(text, &end);
        }
        text = end + strspn(end, " \r\n");
    }
    return line->n > 0;
}

/* The tasks of which there are lines, in the order of the file. */
static search_task seen[MOST_LINES];
static size_t num_seen;

static bool is_same_task(const search_task *a, const search_task *b)
{
    return a->op == b->op && a->dtype == b->dtype && a->is_pair == b->is_pair;
}

/* As the header has it: the result, or the two that were added. */
static void write_result(const search_task *t, const search_line *line, size_t at,
                         const void *element, char text[RESULT_TEXT])
{
    const number y = number_read(t->dtype, element);
    if (t->is_pair)
        snprintf(text, RESULT_TEXT, "a = %a, b = %a", line->x[0].re, line->x[1].re);
    else if (y.kind == KIND_COMPLEX)
        snprintf(text, RESULT_TEXT, "y[%zu] = %a %c %a i", at, y.re, y.im < 0 ? '-' : '+',
                 fabs(y.im));
    else
        snprintf(text, RESULT_TEXT, "y[%zu] = %a", at, y.re);
}

/* Those of narrower types are half an ulp, and that only. Of several lines of one operation and
 * type the first is quoted, and the others are no worse. */
static void check_stated(const search_task *t, const search_line *line, double stated, size_t at,
                         const void *element)
{
    static double quoted;
    char figure[32], result[RESULT_TEXT];
    if (num_seen && is_same_task(&seen[num_seen - 1], t)) {
        check(stated <= quoted, "%s %s: %.2f stands after %.2f", search_task_name(t),
              dtype_of(t->dtype).name, stated, quoted);
        return;
    }
    if (check(num_seen < MOST_LINES, "too many lines"))
        seen[num_seen++] = *t;
    quoted = stated;
    if (dtype_of(t->dtype).precision < 53) {
        check(stated == 0.5, "%s %s: not half an ulp", search_task_name(t),
              dtype_of(t->dtype).name);
        return;
    }
    snprintf(figure, sizeof figure, "%.2f", stated);
    write_result(t, line, at, element, result);
    worst_quotes_check(search_task_name(t), dtype_of(t->dtype).name, figure, result);
}

/* Every operation that rounds, in every type: sums of complex numbers are two sums, and for pairs
 * of them there is another judge. */
static void check_all_seen(void)
{
    for (int kind = 0; kind < 4; kind++)
        for (int dtype = LANESCAN_F16; dtype < NUM_DTYPES; dtype++) {
            static const lanescan_op ops[] = { LANESCAN_CUMSUM, LANESCAN_CUMPROD,
                                               LANESCAN_LOGCUMSUMEXP, LANESCAN_LOGCUMSUMEXP };
            const search_task wanted = { ops[kind], dtype, kind == 3 };
            const bool is_complex = dtype_of(dtype).kind == KIND_COMPLEX;
            size_t i = 0;
            while (i < num_seen && !is_same_task(&seen[i], &wanted))
                i++;
            check(i < num_seen || (is_complex && (kind == 0 || kind == 3)),
                  "there is no line of %s %s", search_task_name(&wanted), dtype_of(dtype).name);
        }
}

static void check_line(const char *text)
{
    char operation[32] = "", type[32] = "", result[DTYPE_TEXT];
    double stated = 0;
    int used = 0;
    search_task t;
    search_line line;
    unsigned char element[LARGEST_ELEMENT] = { 0 };
    size_t at = 0;
    if (!check(sscanf(text, "%31s %31s %lf %n", operation, type, &stated, &used) == 3 &&
                   find_task(operation, type, &t) && read_elements(t.dtype, text + used, &line),
               "not a line of this file: %.60s", text))
        return;
    const double error = search_judge(&t, &line, &at, element);
    check(fabs(error - stated) < 0.006, "%s %s: %.4f instead of %.2f", operation, type, error,
          stated);
    check_stated(&t, &line, stated, at, element);
    printf("%s %s: %.4f, y[%zu] = %s\n", operation, type, error, at,
           dtype_text(result, t.dtype, element));
}

int main(int argc, char **argv)
{
    check_start("accuracy_worst", lanescan_isa());
    if (argc < 5)
        return 1;
    char *const worst = worst_read_file(argv[1]);
    worst_quotes_read((const char *const *)argv + 2);
    mpfr_set_emin(mpfr_get_emin_min());
    for (const char *line = strtok(worst, "\n"); line; line = strtok(NULL, "\n"))
        if (*line != '#')
            check_line(line);
    check_all_seen();
    worst_quotes_end();
    free(worst);
    mpfr_free_cache();
    return check_finish();
}
