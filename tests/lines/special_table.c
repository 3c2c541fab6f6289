/* The table of infinities and NaN (PyTorch's behaviour). One line a row and operation, in the row's
 * order: cumsum, cumprod, logcumsumexp, logsumexp, logaddexp. */
#include "lines/special.h"

#include <math.h>

/* clang-format off */
#define inf INFINITY
#define nan NAN
#define eps 0x1p-52
#define BOTH SPECIAL_BOTH
#define ROW(...) { __VA_ARGS__ }

const special_case special_cases[] = {
    { "cumsum", BOTH, 2, ROW(-inf, -inf), ROW(-inf, -inf), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(-inf, -inf), ROW(-inf, inf), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(-inf, -inf), ROW(-inf, -inf), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(-inf, -inf), ROW(-inf), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(-inf, -inf), ROW(-inf), { 0 }, 0 },

    { "cumsum", BOTH, 2, ROW(inf, inf), ROW(inf, inf), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(inf, inf), ROW(inf, inf), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(inf, inf), ROW(inf, inf), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(inf, inf), ROW(inf), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(inf, inf), ROW(inf), { 0 }, 0 },

    { "cumsum", BOTH, 2, ROW(inf, -inf), ROW(inf, nan), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(inf, -inf), ROW(inf, -inf), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(inf, -inf), ROW(inf, inf), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(inf, -inf), ROW(inf), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(inf, -inf), ROW(inf), { 0 }, 0 },

    { "cumsum", BOTH, 2, ROW(-inf, inf), ROW(-inf, nan), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(-inf, inf), ROW(-inf, -inf), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(-inf, inf), ROW(-inf, inf), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(-inf, inf), ROW(inf), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(-inf, inf), ROW(inf), { 0 }, 0 },

    { "cumsum", BOTH, 2, ROW(nan, inf), ROW(nan, nan), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(nan, inf), ROW(nan, nan), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(nan, inf), ROW(nan, nan), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(nan, inf), ROW(nan), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(nan, inf), ROW(nan), { 0 }, 0 },

    { "cumsum", BOTH, 2, ROW(nan, -inf), ROW(nan, nan), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(nan, -inf), ROW(nan, nan), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(nan, -inf), ROW(nan, nan), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(nan, -inf), ROW(nan), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(nan, -inf), ROW(nan), { 0 }, 0 },

    { "cumsum", BOTH, 2, ROW(inf, nan), ROW(inf, nan), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(inf, nan), ROW(inf, nan), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(inf, nan), ROW(inf, nan), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(inf, nan), ROW(nan), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(inf, nan), ROW(nan), { 0 }, 0 },

    { "cumsum", BOTH, 3, ROW(1, nan, 2), ROW(1, nan, nan), { 0 }, 0 },
    { "cumprod", BOTH, 3, ROW(1, nan, 2), ROW(1, nan, nan), { 0 }, 0 },
    { "logcumsumexp", BOTH, 3, ROW(1, nan, 2), ROW(1, nan, nan), { 0 }, 0 },
    { "logsumexp", BOTH, 3, ROW(1, nan, 2), ROW(nan), { 0 }, 0 },

    { "cumsum", BOTH, 3, ROW(0, inf, 1), ROW(0, inf, inf), { 0 }, 0 },
    { "cumprod", BOTH, 3, ROW(0, inf, 1), ROW(0, nan, nan), { 0 }, 0 },
    { "logcumsumexp", BOTH, 3, ROW(0, inf, 1), ROW(0, inf, inf), { 0 }, 0 },
    { "logsumexp", BOTH, 3, ROW(0, inf, 1), ROW(inf), { 0 }, 0 },

    { "cumsum", BOTH, 2, ROW(-inf, 0), ROW(-inf, -inf), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(-inf, 0), ROW(-inf, nan), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(-inf, 0), ROW(-inf, 0), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(-inf, 0), ROW(0), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(-inf, 0), ROW(0), { 0 }, 0 },

    { "cumsum", BOTH, 2, ROW(1e4, -1e4), ROW(1e4, 0), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(1e4, -1e4), ROW(1e4, -1e8), { 0 }, 0 },
    { "logcumsumexp", BOTH, 2, ROW(1e4, -1e4), ROW(1e4, 1e4), { 0 }, 0 },
    { "logsumexp", BOTH, 2, ROW(1e4, -1e4), ROW(1e4), { 0 }, 0 },
    { "logaddexp", BOTH, 2, ROW(1e4, -1e4), ROW(1e4), { 0 }, 0 },

    /* The tolerance of the logarithms is the bound of the contract, 2 eps C, and for 32 bits 2^-32
     * C, over |y|. */
    { "cumsum", BOTH, 2, ROW(0, -40), ROW(0, -40), { 0 }, 0 },
    { "cumprod", BOTH, 2, ROW(0, -40), ROW(0, -0.0), { 0 }, 0 },
    { "logcumsumexp", SPECIAL_F64, 2, ROW(0, -40),
      ROW(0, 4.248354255291589e-18), { 0 }, 2 * eps * 40 },
    { "logsumexp", SPECIAL_F64, 2, ROW(0, -40), ROW(4.248354255291589e-18), { 0 }, 2 * eps * 40 },
    { "logaddexp", SPECIAL_F64, 2, ROW(0, -40), ROW(4.248354255291589e-18), { 0 }, 2 * eps * 40 },

    { "logcumsumexp", SPECIAL_F64, 2, ROW(1e-20, -46.051701859880914),
      ROW(1e-20, 2e-20), { 0 }, 2 * eps * 47.06 / 2 },
    { "logsumexp", SPECIAL_F64, 2, ROW(1e-20, -46.051701859880914),
      ROW(2e-20), { 0 }, 2 * eps * 47.06 / 2 },
    { "logaddexp", SPECIAL_F64, 2, ROW(1e-20, -46.051701859880914),
      ROW(2e-20), { 0 }, 2 * eps * 47.06 / 2 },

    /* Near the ends of what exponentials without headroom have: TERM_LOWEST of
     * src/ops/logsumexp/logsumexp.h, and the lowest elements that can begin a sum. */
    { "logcumsumexp", SPECIAL_F64, 2, ROW(0, -700),
      ROW(0, 9.85967654375977e-305), { 0 }, 2 * eps * 701 },
    { "logsumexp", SPECIAL_F64, 2, ROW(0, -700), ROW(9.85967654375977e-305), { 0 }, 2 * eps * 701 },
    { "logaddexp", SPECIAL_F64, 2, ROW(0, -700), ROW(9.85967654375977e-305), { 0 }, 2 * eps * 701 },
    { "logaddexp", SPECIAL_F64, 2, ROW(-670, 0),
      ROW(1.0536518276694175e-291), { 0 }, 2 * eps * 671 },
    { "logcumsumexp", SPECIAL_F64, 2, ROW(-599, -604),
      ROW(-599, -598.9932846515109), { 0 }, 2 * eps * 1.1 },
    { "logsumexp", SPECIAL_F64, 2, ROW(-599, -604), ROW(-598.9932846515109), { 0 }, 2 * eps * 1.1 },
    { "logsumexp", SPECIAL_F64, 1, ROW(-599), ROW(-599), { 0 }, 2 * eps },

#define LOG_2 0x1.62e430p-1 /* log 2 rounded to 24 bits */
    { "logsumexp", SPECIAL_F32, 2, ROW(-LOG_2, -LOG_2),
      ROW(-1.9046542e-09), { 0 }, 0x1p-32 * LOG_2 / 1.9046542e-09 },
    { "logaddexp", SPECIAL_F32, 2, ROW(-LOG_2, -LOG_2),
      ROW(-1.9046542e-09), { 0 }, 0x1p-32 * LOG_2 / 1.9046542e-09 },

    { "logsumexp", BOTH, 0, ROW(0), ROW(-inf), { 0 }, 0 },

    /* cummax and cummin: NaN is sticky; ties, and repeated NaNs, take the latest index. */
    { "cummax", BOTH, 7, ROW(4, inf, 1.5, -inf, 0, nan, 1),
      ROW(4, inf, inf, inf, inf, nan, nan), { 0, 1, 1, 1, 1, 5, 5 }, 0 },
    { "cummin", BOTH, 7, ROW(4, inf, 1.5, -inf, 0, nan, 1),
      ROW(4, 4, 1.5, -inf, -inf, nan, nan), { 0, 0, 2, 3, 3, 5, 5 }, 0 },
    { "cummax", BOTH, 5, ROW(1, nan, 5, nan, inf),
      ROW(1, nan, nan, nan, nan), { 0, 1, 1, 3, 3 }, 0 },
    { "cummin", BOTH, 5, ROW(1, nan, 5, nan, -inf),
      ROW(1, nan, nan, nan, nan), { 0, 1, 1, 3, 3 }, 0 },
    { 0 },
};
