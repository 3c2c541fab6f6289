/* cumsum of real numbers: the kernels of one instruction set. */
#include "block.h"
#include "fold/halves.h"
#include "fold/lines_overlapping.h"
#include "ops/own.h"

#if LANES > 1
#include "ops/sum/across.h"
#include "ops/sum/along.h"
#else
#include "ops/sum/scalars.h"
#endif

#include "ops/sum/parts_short.h"

#ifndef LANESCAN_WITHOUT_CUMSUM

/* The two directions are loops of their own. */
LANESCAN_INLINE void sum_either_way(element in, element out, bool backwards, size_t n,
                                    const void *x, void *y, lanescan_state *state)
{
    if (backwards_if_built(backwards))
        sum_piece(in, out, true, n, x, y, state);
    else
        sum_piece(in, out, false, n, x, y, state);
}

#define SUM_PIECE(name, in, out)                            \
    PIECE_KERNEL(name)                                      \
    {                                                       \
        (void)index;                                        \
        sum_either_way(in, out, backwards, n, x, y, state); \
    }
SUM_PIECE(cumsum_piece_f32, ELEMENT_F32, ELEMENT_F32)
SUM_PIECE(cumsum_piece_f64, ELEMENT_F64, ELEMENT_F64)

#ifndef LANESCAN_WITHOUT_TENSORS
#if LANESCAN_HALVES_BY_PIECES
lanescan_piece KERNEL(cumsum_piece_f32_f64);
SUM_PIECE(cumsum_piece_f32_f64, ELEMENT_F32, ELEMENT_F64)

LANESCAN_INLINE void sum_halves(element type, lanescan_state *state, bool backwards, size_t n,
                                const void *x, void *y)
{
    halves_by_pieces(type, KERNEL(cumsum_piece_f32_f64), state, backwards, n, x, y);
}

#define SUM_HALF_PIECE(name, type)                   \
    PIECE_KERNEL(name)                               \
    {                                                \
        (void)index;                                 \
        sum_halves(type, state, backwards, n, x, y); \
    }
SUM_HALF_PIECE(cumsum_piece_f16, ELEMENT_F16)
SUM_HALF_PIECE(cumsum_piece_bf16, ELEMENT_BF16)
#else
SUM_PIECE(cumsum_piece_f16, ELEMENT_F16, ELEMENT_F16)
SUM_PIECE(cumsum_piece_bf16, ELEMENT_BF16, ELEMENT_BF16)
#endif

#define SUM_ACROSS(name, type)                       \
    ACROSS_KERNEL(name)                              \
    {                                                \
        sum_across(type, state, rows, lines, where); \
    }
SUM_ACROSS(cumsum_across_f32, ELEMENT_F32)
SUM_ACROSS(cumsum_across_f64, ELEMENT_F64)

/* Eight elements are a vector. */
LANESCAN_INLINE void sum_short_lines(element type, size_t lines, size_t n, const char *x,
                                     ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch,
                                     lanescan_piece *piece)
{
    if (n > 8)
        sum_longer_lines(type, lines, n, x, x_pitch, y, y_pitch, piece);
    else if (n == 8)
        sum_short(type, true, lines, n, x, x_pitch, y, y_pitch);
    else
        sum_short(type, false, lines, n, x, x_pitch, y, y_pitch);
}

OVERLAPPING_SHORT_KERNEL(cumsum_short_f32, ELEMENT_F32, sum_short_lines, KERNEL(cumsum_piece_f32))
OVERLAPPING_SHORT_KERNEL(cumsum_short_f64, ELEMENT_F64, sum_short_lines, KERNEL(cumsum_piece_f64))

#ifndef LANESCAN_WITHOUT_COMPLEX
PARTS_KERNEL(cumsum_parts_c128)
{
    sum_parts(KERNEL(cumsum_piece_f64), state, n, x, x_stride, y, y_stride);
}

PARTS_KERNEL(cumsum_parts_c64)
{
    sum_float_parts(KERNEL(cumsum_parts_c128), state, n, x, x_stride, y, y_stride);
}

SHORT_KERNEL(cumsum_short_c64)
{
    parts_short(ELEMENT_F32, KERNEL(cumsum_parts_c64), lines, n, x, x_pitch, y, y_pitch);
}

SHORT_KERNEL(cumsum_short_c128)
{
    parts_short(ELEMENT_F64, KERNEL(cumsum_parts_c128), lines, n, x, x_pitch, y, y_pitch);
}
#endif
#endif /* tensors */

LINE_KERNEL(void, cumsum_f32)(size_t n, const float *x, float *y)
{
    sum_line(ELEMENT_F32, n, x, y, KERNEL(cumsum_piece_f32));
}

LINE_KERNEL(void, cumsum_f64)(size_t n, const double *x, double *y)
{
    sum_line(ELEMENT_F64, n, x, y, KERNEL(cumsum_piece_f64));
}

#endif /* cumsum */
