/* logcumsumexp, logsumexp and logaddexp of real numbers: the kernels of one instruction set. */
#include "block.h"

#if LANES > 1
LANESCAN_LOOPS_ONCE
#include "ops/logsumexp/across.h"
#include "ops/logsumexp/along.h"
#include "ops/logsumexp/logaddexp_lanes.h"
#include "ops/logsumexp/short.h"
#else
#include "ops/logsumexp/logaddexp_scalars.h"
#include "ops/logsumexp/scalars.h"
#endif
#include "ops/own.h"

/* ---- logcumsumexp ---- */

LANESCAN_NOINLINE void logsumexp_piece_single(element type, bool backwards, size_t n, const void *x,
                                              void *y, lanescan_state *state, lanescan_terms *kept)
{
    logsumexp_piece(SINGLE, type, backwards_if_built(backwards), n, x, y, state, kept);
}

LANESCAN_NOINLINE void logsumexp_piece_double(bool backwards, size_t n, const void *x, void *y,
                                              lanescan_state *state, lanescan_terms *kept)
{
    logsumexp_piece(DOUBLE, ELEMENT_F64, backwards_if_built(backwards), n, x, y, state, kept);
}

#if (!defined(LANESCAN_WITHOUT_LOGCUMSUMEXP) || !defined(LANESCAN_WITHOUT_LOGSUMEXP)) && \
    !defined(LANESCAN_WITHOUT_TENSORS)
#define LOGSUMEXP_PIECE(name, keeping_name, type)                       \
    PIECE_KERNEL(name)                                                  \
    {                                                                   \
        (void)index;                                                    \
        logsumexp_piece_single(type, backwards, n, x, y, state, NULL);  \
    }                                                                   \
    KEEPING_KERNEL(keeping_name)                                        \
    {                                                                   \
        logsumexp_piece_single(type, backwards, n, x, y, state, terms); \
    }
LOGSUMEXP_PIECE(logcumsumexp_piece_f16, logcumsumexp_keeping_f16, ELEMENT_F16)
LOGSUMEXP_PIECE(logcumsumexp_piece_bf16, logcumsumexp_keeping_bf16, ELEMENT_BF16)
LOGSUMEXP_PIECE(logcumsumexp_piece_f32, logcumsumexp_keeping_f32, ELEMENT_F32)

PIECE_KERNEL(logcumsumexp_piece_f64)
{
    (void)index;
    logsumexp_piece_double(backwards, n, x, y, state, NULL);
}

KEEPING_KERNEL(logcumsumexp_keeping_f64)
{
    logsumexp_piece_double(backwards, n, x, y, state, terms);
}

/* Floats, and halves as doubles that are still to be rounded: where a row is read and written is
 * asked for each. */
LANESCAN_NOINLINE void logsumexp_across_single(bool is_float, lanescan_columns *state, size_t rows,
                                               size_t lines, const lanescan_rows *where)
{
    logsumexp_across(SINGLE, is_float ? ELEMENT_F32 : ELEMENT_F64, state, rows, lines, where);
}

ACROSS_KERNEL(logcumsumexp_across_f32)
{
    logsumexp_across_single(true, state, rows, lines, where);
}

ACROSS_KERNEL(logcumsumexp_across_half)
{
    logsumexp_across_single(false, state, rows, lines, where);
}

ACROSS_KERNEL(logcumsumexp_across_f64)
{
    logsumexp_across(DOUBLE, ELEMENT_F64, state, rows, lines, where);
}

#if LANES > 1
SHORT_LOGS_KERNEL(logcumsumexp_short)
{
    logsumexp_short(is_double ? DOUBLE : SINGLE, only_totals, lines, n, x, y);
}
#endif
#endif /* tensors */

#ifndef LANESCAN_WITHOUT_LOGCUMSUMEXP
LINE_KERNEL(void, logcumsumexp_f32)(size_t n, const float *x, float *y)
{
    lanescan_state state;
    logsumexp_begin(&state);
    logsumexp_piece_single(ELEMENT_F32, false, n, x, y, &state, NULL);
}

LINE_KERNEL(void, logcumsumexp_f64)(size_t n, const double *x, double *y)
{
    lanescan_state state;
    logsumexp_begin(&state);
    logsumexp_piece_double(false, n, x, y, &state, NULL);
}
#endif

/* ---- logsumexp: the last result of logcumsumexp, to the bit; logarithms only of the last group --
 */

#ifndef LANESCAN_WITHOUT_LOGSUMEXP
LINE_KERNEL(float, logsumexp_f32)(size_t n, const float *x)
{
    const size_t before = n ? (n - 1) / GROUP * GROUP : 0;
    float results[GROUP] = { -__builtin_inff() };
    lanescan_state state;
    logsumexp_begin(&state);
    if (before)
        logsumexp_piece_single(ELEMENT_F32, false, before, x, NULL, &state, NULL);
    logsumexp_piece_single(ELEMENT_F32, false, n - before, x ? x + before : x, results, &state,
                           NULL);
    return results[n ? n - before - 1 : 0];
}

LINE_KERNEL(double, logsumexp_f64)(size_t n, const double *x)
{
    const size_t before = n ? (n - 1) / GROUP * GROUP : 0;
    double results[GROUP] = { -__builtin_inf() };
    lanescan_state state;
    logsumexp_begin(&state);
    if (before)
        logsumexp_piece_double(false, before, x, NULL, &state, NULL);
    logsumexp_piece_double(false, n - before, x ? x + before : x, results, &state, NULL);
    return results[n ? n - before - 1 : 0];
}
#endif

/* ---- logaddexp ---- */

#ifndef LANESCAN_WITHOUT_LOGADDEXP
#define LOGADDEXP_BINARY(name, of, type)      \
    BINARY_KERNEL(name)                       \
    {                                         \
        logaddexp_line(of, type, n, a, b, y); \
    }
LOGADDEXP_BINARY(logaddexp_binary_f32, SINGLE, ELEMENT_F32)
LOGADDEXP_BINARY(logaddexp_binary_f64, DOUBLE, ELEMENT_F64)
#ifndef LANESCAN_WITHOUT_TENSORS
/* In portable code, which of the two halves are of is asked for each element, which costs nothing
 * there. */
LANESCAN_INLINE_IN_LANES void logaddexp_halves(bool is_f16, size_t n, const void *a, const void *b,
                                               void *y)
{
    logaddexp_line(SINGLE, is_f16 ? ELEMENT_F16 : ELEMENT_BF16, n, a, b, y);
}

BINARY_KERNEL(logaddexp_binary_f16)
{
    logaddexp_halves(true, n, a, b, y);
}

BINARY_KERNEL(logaddexp_binary_bf16)
{
    logaddexp_halves(false, n, a, b, y);
}
#endif

LINE_KERNEL(void, logaddexp_f32)(size_t n, const float *a, const float *b, float *y)
{
    KERNEL(logaddexp_binary_f32)(n, a, b, y);
}

LINE_KERNEL(void, logaddexp_f64)(size_t n, const double *a, const double *b, double *y)
{
    KERNEL(logaddexp_binary_f64)(n, a, b, y);
}
#endif
