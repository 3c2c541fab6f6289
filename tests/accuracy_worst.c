/* The worst errors known, computed again, MPFR as the judge: each line of worst.txt has the error that stands there, and the
 * header and the contract quote the largest of each operation and type.
 *     accuracy_worst <worst.txt> <lanescan.h> <contract.md>                                             */
#include "check.h"
#include "search_judge.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole file, with a zero at its end. */
static char *read_file(const char *name)
{
    FILE *const file = fopen(name, "rb");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size < 0 || fseek(file, 0, SEEK_SET)) {
        fprintf(stderr, "cannot read %s\n", name);
        exit(1);
    }
    char *const text = check_alloc((size_t)size + 1);
    text[fread(text, 1, (size_t)size, file)] = '\0';
    fclose(file);
    return text;
}

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

typedef struct quotes {
    const char *header, *contract;
} quotes;

/* Is the figure in both, as they put it? Those of narrower types are half an ulp, and that only. Of several lines of one
 * operation and type the first is quoted, and the others are no worse. */
static void check_quotes(const search_task *t, double error, const quotes *q)
{
    static search_task last;
    static double quoted;
    if (quoted > 0 && last.op == t->op && last.dtype == t->dtype && last.is_pair == t->is_pair) {
        check(error <= quoted, "%s %s: %.2f stands after %.2f", search_task_name(t),
              dtype_of(t->dtype).name, error, quoted);
        return;
    }
    last = *t;
    quoted = error;
    char in_header[64], in_contract[32];
    if (dtype_of(t->dtype).precision < 53) {
        check(error == 0.5, "%s %s: not half an ulp", search_task_name(t), dtype_of(t->dtype).name);
        return;
    }
    snprintf(in_header, sizeof in_header, "Worst found: %.2f eps", error);
    snprintf(in_contract, sizeof in_contract, "%.2f", error);
    check(strstr(q->header, in_header) != NULL, "the header lacks \"%s\"", in_header);
    check(strstr(q->contract, in_contract) != NULL, "the contract lacks \"%s\"", in_contract);
}

static void check_line(char *text, const quotes *q)
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
    check_quotes(&t, stated, q);
    printf("%s %s: %.4f, y[%zu] = %s\n", operation, type, error, at,
           dtype_text(result, t.dtype, element));
}

int main(int argc, char **argv)
{
    check_start("accuracy_worst", lanescan_isa());
    if (argc < 4)
        return 1;
    char *const worst = read_file(argv[1]), *const header = read_file(argv[2]),
                *const contract = read_file(argv[3]);
    const quotes q = { header, contract };
    mpfr_set_emin(mpfr_get_emin_min());
    for (char *line = strtok(worst, "\n"); line; line = strtok(NULL, "\n"))
        if (*line != '#')
            check_line(line, &q);
    free(worst);
    free(header);
    free(contract);
    mpfr_free_cache();
    return check_finish();
}
