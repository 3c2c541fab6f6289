/* Element j depends on elements 0 .. j alone: the scan of a prefix is the prefix of the scan, to
 * the bit. And logsumexp is the last element of logcumsumexp. */
#include "lines/bits.h"

#include "harness/check.h"

#include <stdlib.h>

enum { SHORT = 200, LONG = 3 * 4096 + 100, LONG_CUTS = 12 };

static void check_cut(comparison *c, const lanescan_kernels *target, size_t cut, const char *what)
{
    c->n = cut;
    comparison_check(c, target, (placement){ .with_index = true }, what);
}

void bits_prefixes(const lanescan_kernels *target, const kernel *k)
{
    if (k->is_reduction)
        return;
    comparison c = comparison_new(LONG);
    generator g = random_seeded(check_stream_seed("prefixes"));
    for (size_t d = 0; d < dataset_count(); d++) {
        const dataset *data = dataset_at(d);
        bits_fill(&c, k, data, SHORT, k->name);
        comparison_expect(&c, k, target, SHORT);
        for (size_t cut = 0; cut < SHORT; cut += random_below(&g, check_scale()) + 1)
            check_cut(&c, target, cut, data->name);
        if (d % check_scale())
            continue;
        bits_fill(&c, k, data, LONG, k->name);
        comparison_expect(&c, k, target, LONG);
        for (int i = 0; i < LONG_CUTS; i++)
            check_cut(&c, target, random_below(&g, LONG), data->name);
    }
    comparison_free(&c);
}

void bits_last_is_reduction(const lanescan_kernels *target)
{
    generator g = random_seeded(check_stream_seed("reductions"));
    double *x = check_alloc(LONG * sizeof *x), *y = check_alloc(LONG * sizeof *y);
    float *x32 = check_alloc(LONG * sizeof *x32), *y32 = check_alloc(LONG * sizeof *y32);
    for (size_t d = 0; d < dataset_count(); d++) {
        const dataset *data = dataset_at(d);
        for (size_t n = 1; n <= LONG; n += n < SHORT ? 1 + random_below(&g, check_scale())
                                                     : 1 + random_below(&g, LONG / 4)) {
            char got[ELEMENT_TEXT], last[ELEMENT_TEXT];
            dataset_make(data, &g, TYPE_F64, n, x);
            target->logcumsumexp_f64(n, x, y);
            const double total = target->logsumexp_f64(n, x);
            check(element_mismatch(TYPE_F64, 1, &total, &y[n - 1]) == 1,
                  "logsumexp_f64 %s n=%zu: %s, but the scan ends with %s", data->name, n,
                  element_text(got, TYPE_F64, &total, 0), element_text(last, TYPE_F64, y, n - 1));
            dataset_make(data, &g, TYPE_F32, n, x32);
            target->logcumsumexp_f32(n, x32, y32);
            const float total32 = target->logsumexp_f32(n, x32);
            check(element_mismatch(TYPE_F32, 1, &total32, &y32[n - 1]) == 1,
                  "logsumexp_f32 %s n=%zu: %s, but the scan ends with %s", data->name, n,
                  element_text(got, TYPE_F32, &total32, 0),
                  element_text(last, TYPE_F32, y32, n - 1));
        }
    }
    free(x);
    free(y);
    free(x32);
    free(y32);
}
