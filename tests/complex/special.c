#include "complex/special.h"

#include "harness/check.h"
#include "ops/complex/state.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { MOST = 4 };

#define INF INFINITY
#define PI  0x1.921fb54442d18p+1
#define LN2 0x1.62e42fefa39efp-1

typedef struct row {
    size_t n;
    double x[2 * MOST], y[2 * MOST];
} row;

/* clang-format off */
static const row log_rows[] = {
    { 2, { 1, 10, 2, 20 }, { 1, 10, 0x1.abcca8a94fe93p+0, 0x1.44823763e0944p+4 } },
    { 1, { 1e300, 1e300 }, { 1e300, 1e300 } },
    { 3, { -INF, 3, -INF, -4, 0.5, 7 }, { -INF, 0, -INF, 0, 0.5, 7 } },
    { 2, { -INF, INF, -INF, NAN }, { -INF, 0, NAN, NAN } },
    { 3, { NAN, 0, 0, 0, -INF, 0 }, { NAN, NAN, NAN, NAN, NAN, NAN } },
    { 3, { 0, NAN, INF, 0, 1, 1 }, { NAN, NAN, NAN, NAN, NAN, NAN } },
    { 2, { 1, 2, 3, INF }, { 1, 2, NAN, NAN } },
    { 3, { 1, 2, INF, 5, 3, 4 }, { 1, 2, INF, 5, INF, 5 } },
    { 3, { INF, 5, -INF, 1, 1e308, 2 }, { INF, 5, INF, 5, INF, 5 } },
    { 2, { INF, 0, INF, 0 }, { INF, 0, INF, 0 } },
    { 2, { INF, 1, INF, 0.5 }, { INF, 1, INF, PI / 4 } },
    { 2, { INF, 2, INF, 2.5 }, { INF, 2, INF, 3 * (PI / 4) } },
    { 3, { INF, 1, INF, 4, 0, 0 }, { INF, 1, INF, NAN, NAN, NAN } },
    /* opposite in one part only */
    { 2, { INF, 1, INF, 2 }, { INF, 1, INF, NAN } },
    { 2, { INF, 1, INF, -1 }, { INF, 1, INF, NAN } },
    /* equal real parts: the new element is the base; the turns follow it */
    { 2, { 0, 0, 0, 8 * PI }, { 0, 0, LN2, 8 * PI } },
    { 2, { 0, 8 * PI, -1e-9, 0 }, { 0, 8 * PI, LN2 - 5e-10, 8 * PI } },
    { 3, { 0, 8 * PI, -50, 0, -60, 100 * PI }, { 0, 8 * PI, 0, 8 * PI, 0, 8 * PI } },
    { 3, { 0, 0x1p60, -80, 0, -81, 0 }, { 0, 0x1p60, 0, 0x1p60, 0, 0x1p60 } },
    { 2, { 0, 0, -40, 0 }, { 0, 0, 4.248354255291589e-18, 0 } },
    { 2, { 0, 0, -40, PI / 2 }, { 0, 0, 0, 4.248354255291589e-18 } },
    { 3, { -1e300, 0, 0, 0, 1e300, 0 }, { -1e300, 0, 0, 0, 1e300, 0 } },
    { 3, { -1e4, 1, 0, 2, 1e4, 3 }, { -1e4, 1, 0, 2, 1e4, 3 } },
    { 3, { DBL_MAX, 1, DBL_MAX, 1, -DBL_MAX, 0 }, { DBL_MAX, 1, DBL_MAX, 1, DBL_MAX, 1 } },
};

static const row product_rows[] = {
    { 3, { 1, 2, 3, 4, 0.5, -1 }, { 1, 2, -5, 10, 7.5, 10 } },
    { 2, { 1e300, 1e-300, 1e-300, 0 }, { 1e300, 1e-300, 1, 0 } },
    { 3, { 1e-300, 0, 1e200, 0, 1e200, 0 }, { 1e-300, 0, 1e-100, 0, 1e100, 0 } },
    /* no overflow on the way */
    { 2, { DBL_MAX, DBL_MAX, 0.5, 0.5 }, { DBL_MAX, DBL_MAX, 0, DBL_MAX } },
    { 2, { 0x1p600, 0x1p600, 0x1p423, -0x1p423 }, { 0x1p600, 0x1p600, INF, 0 } },
    { 2, { 0x1p-600, 0x1p-600, 0x1p-473, -0x1p-473 }, { 0x1p-600, 0x1p-600, 0x1p-1072, 0 } },
    { 3, { 0x1p-1074, -0x1p-1074, 4, 0, 0x1p1000, 0 },
         { 0x1p-1074, -0x1p-1074, 0x1p-1072, -0x1p-1072, 0x1p-72, -0x1p-72 } },
    /* zero stays zero */
    { 3, { 0x1p-600, 0, 0, 0x1p-600, 0x1p1000, 0 }, { 0x1p-600, 0, 0, 0, 0, 0 } },
    { 3, { 0, 0, 5, 5, INF, 0 }, { 0, 0, 0, 0, NAN, NAN } },
    { 2, { INF, 0, 2, 0 }, { INF, NAN, NAN, NAN } }, /* 1 * inf - 0 * 0, 1 * 0 + 0 * inf */
    { 3, { 1, 1, NAN, 0, 0, 0 }, { 1, 1, NAN, NAN, NAN, NAN } },
    { 3, { 1e300, 0, 1e300, 0, 1e-300, 0 }, { 1e300, 0, INF, 0, INF, NAN } },
    /* far from 1, and one of the parts zero */
    { 4, { 0, 0x1p600, 1, 0, 0.25, 0, 0, 1 }, { 0, 0x1p600, 0, 0x1p600, 0, 0x1p598, -0x1p598, 0 } },
    { 4, { 0x1p600, 0, 1, 0, 0.25, 0, 0, 1 }, { 0x1p600, 0, 0x1p600, 0, 0x1p598, 0, 0, 0x1p598 } },
};

/* Two elements: the operands of logaddexp; one result. */
static const row pair_rows[] = {
    { 1, { 1, 10, 2, 20 }, { 0x1.abcca8a94fe93p+0, 0x1.44823763e0944p+4 } },
    { 1, { -INF, 1, -INF, 2 }, { -INF, 0 } },
    { 1, { -INF, 1, 3, 2 }, { 3, 2 } },
    { 1, { 3, 2, -INF, INF }, { NAN, NAN } },
    { 1, { -INF, NAN, -INF, 0 }, { NAN, NAN } },
    { 1, { 1, INF, 2, 0 }, { NAN, NAN } },
    { 1, { INF, 7, 2, 0 }, { INF, 7 } },
    { 1, { INF, 1, INF, 0.5 }, { INF, PI / 4 } },
    { 1, { INF, 0, INF, 0 }, { INF, 0 } },
    { 1, { 0, 0, 0, 8 * PI }, { LN2, 0 } }, /* equal: a is the base */
    { 1, { 0, 8 * PI, 0, 0 }, { LN2, 8 * PI } },
    { 1, { 1e308, 1, -1e308, 2 }, { 1e308, 1 } },
    { 1, { 0, 0, -40, PI / 2 }, { 0, 4.248354255291589e-18 } },
};
/* clang-format on */

/* Special values are exact; others may be rounded otherwise than the table's. */
static bool agrees(double want, double got, double largest)
{
    if (isnan(want) || isinf(want) || want == 0)
        return isnan(want)   ? isnan(got)
               : isinf(want) ? got == want
                             : fabs(got) <= largest * 0x1p-50;
    return fabs(got - want) <= fabs(want) * 0x1p-50;
}

static void expect(const char *operation, const char *type, size_t index, size_t n,
                   const double *want, const double *got)
{
    for (size_t i = 0; i < 2 * n; i++) {
        const double largest = isfinite(want[i ^ 1]) ? fabs(want[i ^ 1]) : 0;
        check(agrees(want[i], got[i], largest),
              "%s %s, row %zu: part %zu of element %zu is %a, expected %a", operation, type, index,
              i % 2, i / 2, got[i], want[i]);
    }
}

/* With `lead` elements of the identity before the row, the results are the same. */
static void judge_row(const lanescan_kernels *table, lanescan_op op, size_t index, const row *r,
                      size_t lead)
{
    double x[2 * (MOST + 40)], y[2 * (MOST + 40)];
    lanescan_state state;
    for (size_t i = 0; i < lead; i++) {
        x[2 * i] = op == LANESCAN_CUMPROD ? 1 : -INF;
        x[2 * i + 1] = 0;
    }
    for (size_t i = 0; i < 2 * r->n; i++)
        x[2 * lead + i] = r->x[i];
    lanescan_state_kinds[op][ELEMENT_C128]->begin(&state);
    table->piece[op][ELEMENT_C128](&state, false, lead + r->n, x, y, NULL);
    expect(op == LANESCAN_CUMPROD ? "cumprod" : "logcumsumexp", "c128", index, r->n, r->y,
           y + 2 * lead);
    if (op == LANESCAN_LOGCUMSUMEXP) {
        double value[2];
        const double re = r->y[2 * r->n - 2], im = r->y[2 * r->n - 1];
        complex_logsumexp_value(&state, value);
        const double principal = isfinite(im) && fabs(im) < 1e6 ? atan2(sin(im), cos(im))
                                                                : value[1];
        check(isnan(re) ? isnan(value[0]) : value[0] == y[2 * (lead + r->n) - 2],
              "logsumexp, row %zu: real part %a", index, value[0]);
        check(isnan(im)
                  ? isnan(value[1])
                  : fabs(value[1] - principal) < 1e-12 && value[1] > -PI - 1e-15 && value[1] <= PI,
              "logsumexp, row %zu: phase %a, expected %a", index, value[1], principal);
    }
}

void complex_special(const lanescan_kernels *table)
{
    static const size_t leads[] = { 0, 1, 30, 32, 37 };
    for (size_t l = 0; l < sizeof leads / sizeof leads[0]; l++) {
        for (size_t i = 0; i < sizeof log_rows / sizeof log_rows[0]; i++)
            judge_row(table, LANESCAN_LOGCUMSUMEXP, i, &log_rows[i], leads[l]);
        for (size_t i = 0; i < sizeof product_rows / sizeof product_rows[0]; i++)
            judge_row(table, LANESCAN_CUMPROD, i, &product_rows[i], leads[l]);
    }
    for (size_t i = 0; i < sizeof pair_rows / sizeof pair_rows[0]; i++) {
        double y[2];
        table->logaddexp[ELEMENT_C128](1, pair_rows[i].x, pair_rows[i].x + 2, y);
        expect("logaddexp", "c128", i, 1, pair_rows[i].y, y);
    }
}
