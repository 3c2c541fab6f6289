/* cumprod, logcumsumexp, logaddexp and linear recurrences of complex numbers: the kernels of one
 * instruction set. */
#include "block.h"

#include "ops/own.h"

#if !defined(LANESCAN_WITHOUT_COMPLEX) && !defined(LANESCAN_WITHOUT_TENSORS)

#include "ops/complex/logaddexp.h"
#include "ops/complex/logsumexp.h"

#ifndef LANESCAN_WITHOUT_LINEAR_RECURRENCE
#if LANES == 1
#include "ops/complex/recurrence_scalars.h"
#else
#include "ops/complex/recurrence_lanes.h"
#endif
#endif

LANESCAN_LOOPS_ONCE

#if LANES == 1
#include "ops/complex/irregular.h"
#include "ops/complex/product_scalars.h"
#else
#include "ops/complex/product_lanes.h"
#endif

/* `part` is the type of real and imaginary parts. */
#define COMPLEX_PIECE(name, piece, part)        \
    PIECE_KERNEL(name)                          \
    {                                           \
        (void)index;                            \
        piece(part, backwards, state, n, x, y); \
    }
#ifndef LANESCAN_WITHOUT_CUMPROD
COMPLEX_PIECE(cumprod_piece_c64, complex_product_piece, ELEMENT_F32)
COMPLEX_PIECE(cumprod_piece_c128, complex_product_piece, ELEMENT_F64)

#define COMPLEX_LINES(type, part)                                      \
    ACROSS_KERNEL(cumprod_across_##type)                               \
    {                                                                  \
        complex_product_across(part, state, rows, lines, where);       \
    }                                                                  \
    SHORT_KERNEL(cumprod_short_##type)                                 \
    {                                                                  \
        complex_product_short(part, lines, n, x, x_pitch, y, y_pitch); \
    }
COMPLEX_LINES(c64, ELEMENT_F32)
COMPLEX_LINES(c128, ELEMENT_F64)
#endif

#if !defined(LANESCAN_WITHOUT_LOGCUMSUMEXP) || !defined(LANESCAN_WITHOUT_LOGSUMEXP)
COMPLEX_PIECE(logcumsumexp_piece_c64, complex_logsumexp_piece, ELEMENT_F32)
COMPLEX_PIECE(logcumsumexp_piece_c128, complex_logsumexp_piece, ELEMENT_F64)
#endif

#ifndef LANESCAN_WITHOUT_LOGADDEXP
BINARY_KERNEL(logaddexp_binary_c64)
{
    complex_logaddexp_line(ELEMENT_F32, n, a, b, y);
}

BINARY_KERNEL(logaddexp_binary_c128)
{
    complex_logaddexp_line(ELEMENT_F64, n, a, b, y);
}
#endif

#ifndef LANESCAN_WITHOUT_LINEAR_RECURRENCE
RECURRENCE_KERNEL(linear_recurrence_piece_c64)
{
    complex_recurrence_piece(ELEMENT_F32, backwards, one_coefficient, n, a, b, y, state);
}

RECURRENCE_KERNEL(linear_recurrence_piece_c128)
{
    complex_recurrence_piece(ELEMENT_F64, backwards, one_coefficient, n, a, b, y, state);
}

RECURRENCE_ACROSS_KERNEL(linear_recurrence_across_c64)
{
    complex_recurrence_across(ELEMENT_F32, state, rows, lines, where);
}

RECURRENCE_ACROSS_KERNEL(linear_recurrence_across_c128)
{
    complex_recurrence_across(ELEMENT_F64, state, rows, lines, where);
}
#endif

#if !defined(LANESCAN_WITHOUT_GRADIENTS) &&                                             \
    (!defined(LANESCAN_WITHOUT_LOGCUMSUMEXP) || !defined(LANESCAN_WITHOUT_LOGSUMEXP) || \
     !defined(LANESCAN_WITHOUT_LOGADDEXP))
#include "ops/gradient/complex_exponential.h"
#endif

#endif /* complex */
