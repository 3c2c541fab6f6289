/* cummax and cummin in portable code: element by element. */
#ifndef LANESCAN_EXTREME_SCALARS_H
#define LANESCAN_EXTREME_SCALARS_H

#include "ops/extreme/extreme.h"

LANESCAN_INLINE void extreme_scan_f64(operation op, bool backwards, size_t n, const double *x,
                                       double *y, int64_t *index, extreme_run *run)
{
    extreme_elements(op, ELEMENT_F64, backwards, 0, n, x, y, index, run);
}

LANESCAN_INLINE void extreme_scan_f32(operation op, bool backwards, size_t n, const float *x,
                                       float *y, int64_t *index, extreme_run *run)
{
    extreme_elements(op, ELEMENT_F32, backwards, 0, n, x, y, index, run);
}

LANESCAN_INLINE void extreme_scan_i64(operation op, bool backwards, size_t n, const int64_t *x,
                                       int64_t *y, int64_t *index, extreme_run *run)
{
    extreme_integers(op, backwards, 0, n, x, y, index, run);
}

LANESCAN_INLINE void extreme_across(element type, operation op, bool with_index,
                                    lanescan_columns *state, size_t rows, size_t lines,
                                    const lanescan_rows *where)
{
    (void)with_index;
    extreme_rows(op, type, state, 0, rows, lines, where);
    state->position += rows;
}

#endif
