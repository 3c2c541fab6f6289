/* Linear recurrences: the kernels of one instruction set. */
#include "block.h"

LANESCAN_LOOPS_ONCE

#include "ops/own.h"

#ifndef LANESCAN_WITHOUT_LINEAR_RECURRENCE

#if LANES > 1
#include "ops/recurrence/across.h"
#include "ops/recurrence/along.h"
#include "ops/recurrence/short.h"
#else
#include "ops/recurrence/few.h"
#include "ops/recurrence/scalars.h"
#endif

/* Shorter lines have no whole block, and need no state. */
enum { RECURRENCE_FEW = LANES > 1 ? 8 * GROUP : CHUNK };

/* Portable lines call it, which takes 1 ns more. */
IN_SCALARS(LANESCAN_ONE_COPY) RECURRENCE_KERNEL(linear_recurrence_piece_f32)
{
    recurrence_piece(ELEMENT_F32, backwards_if_built(backwards), one_coefficient, n, a, b, y,
                     state);
}

IN_SCALARS(LANESCAN_ONE_COPY) RECURRENCE_KERNEL(linear_recurrence_piece_f64)
{
    recurrence_piece(ELEMENT_F64, backwards_if_built(backwards), one_coefficient, n, a, b, y,
                     state);
}

LINE_KERNEL(void, linear_recurrence_f32)(size_t n, const float *a, const float *b, float *y)
{
    lanescan_state state;
    if (n - 1 < RECURRENCE_FEW - 1) {
        PORTABLE(recurrence_few_f32)(n, a, b, y);
        return;
    }
    recurrence_begin(&state);
    KERNEL(linear_recurrence_piece_f32)(&state, false, false, n, a, b, y);
}

LINE_KERNEL(void, linear_recurrence_f64)(size_t n, const double *a, const double *b, double *y)
{
    lanescan_state state;
    if (n - 1 < RECURRENCE_FEW - 1) {
        PORTABLE(recurrence_few_f64)(n, a, b, y);
        return;
    }
    recurrence_begin(&state);
    KERNEL(linear_recurrence_piece_f64)(&state, false, false, n, a, b, y);
}

#ifndef LANESCAN_WITHOUT_TENSORS

RECURRENCE_ACROSS_KERNEL(linear_recurrence_across_f32)
{
    recurrence_across(ELEMENT_F32, state, rows, lines, where);
}

RECURRENCE_ACROSS_KERNEL(linear_recurrence_across_f64)
{
    recurrence_across(ELEMENT_F64, state, rows, lines, where);
}

#endif /* tensors */

#endif /* linear recurrences */
