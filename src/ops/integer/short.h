/* cumsum of many lines of a few integers on sets with lanes: eight elements are one vector. */
#ifndef LANESCAN_INTEGER_SHORT_H
#define LANESCAN_INTEGER_SHORT_H

#include "ops/integer/along.h"
#include "ops/own.h"

#if !defined(LANESCAN_WITHOUT_CUMSUM) && !defined(LANESCAN_WITHOUT_TENSORS)
lanescan_short_lines GENERIC(cumsum_short_i64);

SHORT_KERNEL(cumsum_short_i64)
{
    if (n == LANES)
        integer_vectors_64(lines, x, x_pitch, y, y_pitch);
    else
        GENERIC(cumsum_short_i64)(lines, n, x, x_pitch, y, y_pitch);
}
#endif

#endif
