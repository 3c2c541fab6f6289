#include "tensor/short_logs.h"

#include "golden/random.h"
#include "harness/check.h"

#include <math.h>
#include <string.h>

enum { MOST_LINES = 67, MOST = 8, AROUND = 8, ALL = AROUND + MOST_LINES * MOST + 2 * AROUND };

typedef struct lines {
    bool is_double;
    size_t n, count;
    double x[ALL], want[ALL], y[ALL];
    float x_narrow[ALL], want_narrow[ALL];
} lines;

/* Elements whose lines are summed differently: ones; terms below the normal numbers, beside ones or
 * not; beyond the window; lines that begin with what cannot begin a sum; and what no sum is made
 * of. */
static double hard_element(generator *g, bool is_double)
{
    static const double hard[] = { -1,   -0.9999, 0,   -0.0,  -811,      -813, -900, -599,
                                   -601, 580,     700, -1e30, -INFINITY, -3,   -40,  2 };
    switch (random_below(g, 40)) {
    case 0:
        return NAN;
    case 1:
        return INFINITY;
    case 2:
        return random_sign(g) * (is_double ? 1.7e308 : 3.4e38);
    case 3:
        return random_normal(g) * 1e-9;
    default:
        return hard[random_below(g, sizeof hard / sizeof *hard)];
    }
}

/* Sets of lines of which many, few or none have such elements. */
static void fill(lines *l, generator *g)
{
    static const size_t one_in[] = { 1, 3, 12, 100, SIZE_MAX };
    const size_t rare = one_in[random_below(g, sizeof one_in / sizeof *one_in)];
    const double scale = random_below(g, 2) ? 1 : 300, shift = random_below(g, 2) ? 0 : -4;
    for (size_t i = 0; i < l->count * l->n; i++) {
        const double usual = shift + scale * random_normal(g);
        const double value = random_below(g, rare) == 0 ? hard_element(g, l->is_double) : usual;
        l->x_narrow[i] = (float)value;
        l->x[AROUND + i] = l->is_double ? value : (double)l->x_narrow[i];
    }
}

static void expect(const lanescan_kernels *reference, lines *l)
{
    const size_t all = l->count * l->n;
    for (size_t i = 0; i < all; i += l->n)
        if (l->is_double)
            reference->logcumsumexp_f64(l->n, l->x + AROUND + i, l->want + i);
        else
            reference->logcumsumexp_f32(l->n, l->x_narrow + i, l->want_narrow + i);
    for (size_t i = 0; i < all && !l->is_double; i++)
        l->want[i] = (double)l->want_narrow[i];
}

/* Results of floats are still to be rounded. */
static bool is_same(const lines *l, double want, double got)
{
    const float rounded = (float)got;
    const double y = l->is_double ? got : (double)rounded;
    uint64_t bits_wanted, bits;
    memcpy(&bits_wanted, &want, sizeof want);
    memcpy(&bits, &y, sizeof y);
    return bits == bits_wanted || (want != want && y != y);
}

static void judge(const lines *l, bool only_totals)
{
    const size_t step = only_totals ? l->n : 1, results = l->count * l->n / step;
    const double untouched = -1234.5;
    for (size_t i = 0; i < results; i++) {
        const size_t at = (i + 1) * step - 1;
        check(is_same(l, l->want[at], l->y[i]),
              "%s, %zu lines of %zu, %s, element %zu: %.17g, not %.17g",
              l->is_double ? "f64" : "f32", l->count, l->n, only_totals ? "totals" : "results", at,
              l->y[i], l->want[at]);
    }
    for (size_t i = results + AROUND; i < ALL; i++)
        check(l->y[i] == untouched, "%zu lines of %zu: wrote too far", l->count, l->n);
}

void short_logs_check(const lanescan_kernels *table, const lanescan_kernels *reference)
{
    static lines l;
    if (!table->short_logs)
        return;
    for (size_t i = 0; i < 6000 / check_scale(); i++) {
        generator g = random_seeded(check_stream_seed("short logs") + i);
        l.is_double = random_below(&g, 2);
        l.n = 1 + random_below(&g, MOST);
        l.count = 1 + random_below(&g, MOST_LINES);
        for (size_t k = 0; k < ALL; k++)
            l.x[k] = hard_element(&g, true); /* around the lines too */
        fill(&l, &g);
        expect(reference, &l);
        for (int only_totals = 0; only_totals < 2; only_totals++) {
            for (size_t k = 0; k < ALL; k++)
                l.y[k] = -1234.5;
            table->short_logs(l.is_double, only_totals, l.count, l.n, l.x + AROUND, l.y);
            judge(&l, only_totals);
        }
    }
}
