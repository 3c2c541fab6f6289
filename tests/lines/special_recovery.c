/* Zeros, ties, prefixes that leave the range and come back, and regrouping that must not show. */
#include "lines/special.h"

#include <float.h>
#include <math.h>

/* clang-format off */
#define inf INFINITY
#define nan NAN
#define eps 0x1p-52
#define BOTH SPECIAL_BOTH
#define ROW(...) { __VA_ARGS__ }

const special_case special_cases_recovery[] = {
    /* The accumulator starts at +0, 1 and -inf. */
    { "cumsum", BOTH, 1, ROW(-0.0), ROW(0.0), { 0 }, 0 },
    { "cumsum", BOTH, 3, ROW(-0.0, -0.0, -0.0), ROW(0.0, 0.0, 0.0), { 0 }, 0 },
    { "cumsum", BOTH, 4, ROW(1, -1, -0.0, -0.0), ROW(1, 0.0, 0.0, 0.0), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(-0.0, -0.0), ROW(-0.0, 0.0), { 0 }, 0 },
    { "cumprod", BOTH, 4, ROW(0, -5, -3, -1), ROW(0.0, -0.0, 0.0, -0.0), { 0 }, 0 },
    { "cumprod", BOTH, 3, ROW(-1, 0, 1), ROW(-1, -0.0, -0.0), { 0 }, 0 },
    { "logcumsumexp", BOTH, 1, ROW(-0.0), ROW(0.0), { 0 }, 0 },
    { "logsumexp", BOTH, 1, ROW(-0.0), ROW(0.0), { 0 }, 0 },

    /* The value is the element at the index, so the latest of equal zeros gives its sign. */
    { "cummax", BOTH, 4, ROW(-0.0, 0.0, -0.0, -1), ROW(-0.0, 0.0, -0.0, -0.0), { 0, 1, 2, 2 }, 0 },
    { "cummin", BOTH, 4, ROW(-0.0, 0.0, -0.0, 1), ROW(-0.0, 0.0, -0.0, -0.0), { 0, 1, 2, 2 }, 0 },
    { "cummax", BOTH, 6, ROW(2, 1, 2, 3, 3, 0), ROW(2, 2, 2, 3, 3, 3), { 0, 0, 2, 3, 4, 4 }, 0 },
    { "cummin", BOTH, 6, ROW(2, 3, 2, 1, 1, 4), ROW(2, 2, 2, 1, 1, 1), { 0, 0, 2, 3, 4, 4 }, 0 },
    { "cummax", BOTH, 4, ROW(-inf, -inf, inf, inf), ROW(-inf, -inf, inf, inf), { 0, 1, 2, 3 }, 0 },
    { "cummin", BOTH, 4, ROW(inf, inf, -inf, -inf), ROW(inf, inf, -inf, -inf), { 0, 1, 2, 3 }, 0 },
    { "cummax", BOTH, 3, ROW(nan, nan, inf), ROW(nan, nan, nan), { 0, 1, 1 }, 0 },

    /* f32: the accumulator is double, so a prefix may overflow and a later one come back. */
    { "cumsum", SPECIAL_F32, 4, ROW(3e38, 3e38, -3e38, -3e38), ROW(3e38, inf, 3e38, 0), { 0 }, 0 },
    { "cumprod", SPECIAL_F32, 4, ROW(1e30, 1e30, 1e-30, 1e-30), ROW(1e30, inf, 1e30, 1), { 0 }, 0 },
    { "cumprod", SPECIAL_F32, 4, ROW(0x1p-100, 0x1p-100, 0x1p100, 0x1p100),
      ROW(0x1p-100, 0, 0x1p-100, 1), { 0 }, 0 },

    /* f64: left to right is finite, a sum or product of the last two alone is not. */
    { "cumsum", SPECIAL_F64, 4, ROW(-1e308, 0, 1e308, 1e308),
      ROW(-1e308, -1e308, 0, 1e308), { 0 }, 0 },
    { "cumsum", SPECIAL_F64, 5, ROW(1e308, -1e308, -1e308, 1e308, 1e308),
      ROW(1e308, 0, -1e308, 0, 1e308), { 0 }, 0 },
    { "cumprod", SPECIAL_F64, 3, ROW(0x1p-1000, 0x1p700, 0x1p700),
      ROW(0x1p-1000, 0x1p-300, 0x1p400), { 0 }, 0 },
    { "cumprod", SPECIAL_F64, 3, ROW(0x1p1000, 0x1p-700, 0x1p-700),
      ROW(0x1p1000, 0x1p300, 0x1p-400), { 0 }, 0 },
    { "cumprod", SPECIAL_F64, 3, ROW(0x1p1000, 0x1p-1060, 0x1.8p-2),
      ROW(0x1p1000, 0x1p-60, 0x1.8p-62), { 0 }, 0 },
    { "cumprod", SPECIAL_F64, 3, ROW(1e-300, 1e200, 1e200),
      ROW(1e-300, 1e-100, 1e100), { 0 }, 4 * eps },

    /* f64: infinity stays, and is not turned into NaN by its own rounding error. */
    { "cumsum", SPECIAL_F64, 4, ROW(1e308, 1e308, 1, -1e308), ROW(1e308, inf, inf, inf), { 0 }, 0 },
    { "cumsum", SPECIAL_F64, 4, ROW(-1e308, -1e308, 1, 1e308),
      ROW(-1e308, -inf, -inf, -inf), { 0 }, 0 },
    { "cumsum", SPECIAL_F64, 4, ROW(1e308, 1e308, -inf, 1), ROW(1e308, inf, nan, nan), { 0 }, 0 },
    { "cumsum", SPECIAL_F64, 4, ROW(1.7e308, 1.7e307, -1.7e308, 1),
      ROW(1.7e308, inf, inf, inf), { 0 }, 0 },
    { "cumprod", SPECIAL_F64, 4, ROW(1e200, -1e200, 1e-300, 2),
      ROW(1e200, -inf, -inf, -inf), { 0 }, 0 },
    { "cumprod", SPECIAL_F64, 4, ROW(1e200, 1e200, 0, 2), ROW(1e200, inf, nan, nan), { 0 }, 0 },

    /* The logarithm of a sum of exponentials that no double could hold. */
    { "logcumsumexp", SPECIAL_F64, 3, ROW(DBL_MAX, DBL_MAX, -DBL_MAX),
      ROW(DBL_MAX, DBL_MAX, DBL_MAX), { 0 }, 0 },
    { "logcumsumexp", SPECIAL_F64, 3, ROW(-DBL_MAX, 0, DBL_MAX),
      ROW(-DBL_MAX, 0, DBL_MAX), { 0 }, 0 },
    { "logcumsumexp", SPECIAL_F32, 3, ROW(FLT_MAX, FLT_MAX, -FLT_MAX),
      ROW(FLT_MAX, FLT_MAX, FLT_MAX), { 0 }, 0 },
    /* A NaN hides what is beside it from comparisons; the results before it stay. */
    { "logcumsumexp", SPECIAL_F64, 2, ROW(1e-20, nan), ROW(1e-20, nan), { 0 }, 0 },
    { "logcumsumexp", SPECIAL_F64, 4, ROW(0, -inf, nan, 1), ROW(0, 0, nan, nan), { 0 }, 0 },
    /* From huge elements back to others: the sum so far still counts. */
    { "logcumsumexp", SPECIAL_F64, 3, ROW(-0x1p40, -0x1p39, -0x1p39 + 0.5),
      ROW(-0x1p40, -0x1p39, -549755813887.02594), { 0 }, 4 * eps },
    { "logcumsumexp", BOTH, 3, ROW(-1e4, 0, 1e4), ROW(-1e4, 0, 1e4), { 0 }, 0 },
    { "logcumsumexp", BOTH, 4, ROW(-inf, -inf, -1e4, -inf), ROW(-inf, -inf, -1e4, -1e4), { 0 }, 0 },
    { "logsumexp", SPECIAL_F64, 3, ROW(-DBL_MAX, DBL_MAX, DBL_MAX), ROW(DBL_MAX), { 0 }, 0 },
    { "logaddexp", SPECIAL_F64, 2, ROW(DBL_MAX, DBL_MAX), ROW(DBL_MAX), { 0 }, 0 },
    { "logaddexp", SPECIAL_F64, 2, ROW(-DBL_MAX, DBL_MAX), ROW(DBL_MAX), { 0 }, 0 },
    { "logaddexp", SPECIAL_F64, 2, ROW(-DBL_MAX, -DBL_MAX), ROW(-DBL_MAX), { 0 }, 0 },
    { 0 },
};
