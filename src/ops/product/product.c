/* cumprod of real numbers: the kernels of one instruction set. */
#include "block.h"
#include "fold/halves.h"
#include "fold/lines_overlapping.h"
#include "ops/own.h"

#if LANES > 1
#include "ops/product/across.h"
#include "ops/product/short.h"
#else
#include "ops/product/scalars.h"
#endif

#ifndef LANESCAN_WITHOUT_CUMPROD

/* The two directions are loops of their own. */
LANESCAN_INLINE void product_either_way(element in, element out, bool backwards, size_t n,
                                        const void *x, void *y, lanescan_state *state)
{
    if (backwards_if_built(backwards))
        product_piece(in, out, true, n, x, y, state);
    else
        product_piece(in, out, false, n, x, y, state);
}

#define PRODUCT_PIECE(name, in, out)                            \
    PIECE_KERNEL(name)                                          \
    {                                                           \
        (void)index;                                            \
        product_either_way(in, out, backwards, n, x, y, state); \
    }
PRODUCT_PIECE(cumprod_piece_f32, ELEMENT_F32, ELEMENT_F32)
PRODUCT_PIECE(cumprod_piece_f64, ELEMENT_F64, ELEMENT_F64)

#ifndef LANESCAN_WITHOUT_TENSORS
#if LANESCAN_HALVES_BY_PIECES
lanescan_piece KERNEL(cumprod_piece_f32_f64);
PRODUCT_PIECE(cumprod_piece_f32_f64, ELEMENT_F32, ELEMENT_F64)

LANESCAN_INLINE void product_halves(element type, lanescan_state *state, bool backwards, size_t n,
                                    const void *x, void *y)
{
    halves_by_pieces(type, KERNEL(cumprod_piece_f32_f64), state, backwards, n, x, y);
}

#define PRODUCT_HALF_PIECE(name, type)                   \
    PIECE_KERNEL(name)                                   \
    {                                                    \
        (void)index;                                     \
        product_halves(type, state, backwards, n, x, y); \
    }
PRODUCT_HALF_PIECE(cumprod_piece_f16, ELEMENT_F16)
PRODUCT_HALF_PIECE(cumprod_piece_bf16, ELEMENT_BF16)
#else
PRODUCT_PIECE(cumprod_piece_f16, ELEMENT_F16, ELEMENT_F16)
PRODUCT_PIECE(cumprod_piece_bf16, ELEMENT_BF16, ELEMENT_BF16)
#endif

#define PRODUCT_ACROSS(name, type)                       \
    ACROSS_KERNEL(name)                                  \
    {                                                    \
        product_across(type, state, rows, lines, where); \
    }
PRODUCT_ACROSS(cumprod_across_f32, ELEMENT_F32)
PRODUCT_ACROSS(cumprod_across_f64, ELEMENT_F64)

OVERLAPPING_SHORT_KERNEL(cumprod_short_f32, ELEMENT_F32, product_short, KERNEL(cumprod_piece_f32))
OVERLAPPING_SHORT_KERNEL(cumprod_short_f64, ELEMENT_F64, product_short, KERNEL(cumprod_piece_f64))
#define PRODUCT_LINES(type) KERNEL(cumprod_short_##type)
#else
#define PRODUCT_LINES(type) NULL
#endif /* tensors */

LINE_KERNEL(void, cumprod_f32)(size_t n, const float *x, float *y)
{
    product_line(ELEMENT_F32, n, x, y, KERNEL(cumprod_piece_f32), PRODUCT_LINES(f32));
}

LINE_KERNEL(void, cumprod_f64)(size_t n, const double *x, double *y)
{
    product_line(ELEMENT_F64, n, x, y, KERNEL(cumprod_piece_f64), PRODUCT_LINES(f64));
}

#endif /* cumprod */
