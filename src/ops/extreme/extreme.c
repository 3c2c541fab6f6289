/* cummax and cummin: the kernels of one instruction set. */
#include "block.h"

#if LANES > 1
LANESCAN_LOOPS_ONCE
#include "ops/extreme/across.h"
#include "ops/extreme/along.h"
#else
#include "ops/extreme/scalars.h"
#endif
#include "ops/own.h"

#define NUMBER float
#define FIELD  real
#include "ops/extreme/ways_tpl.h"

#define NUMBER double
#define FIELD  real
#include "ops/extreme/ways_tpl.h"

#define NUMBER int64_t
#define FIELD  integer
#include "ops/extreme/ways_tpl.h"

#ifndef LANESCAN_WITHOUT_TENSORS
#include "ops/extreme/indexed.h"
#if LANES == 1
#include "ops/extreme/short.h"
#endif

LANESCAN_INLINE void extreme_across_kernel(element type, operation op, lanescan_columns *state,
                                           size_t rows, size_t lines, const lanescan_rows *where)
{
    if (where->index)
        extreme_across(type, op, true, state, rows, lines, where);
    else
        extreme_across(type, op, false, state, rows, lines, where);
}
#endif

#define EXTREME_ACROSS(name, type, op)                              \
    ACROSS_KERNEL(name)                                             \
    {                                                               \
        extreme_across_kernel(type, op, state, rows, lines, where); \
    }

/* Short lines without indices. */
#define EXTREME_SHORT(name, number, op, identity)                                              \
    IN_SCALARS(LANESCAN_LOOPS_ALIGNED)                                                         \
    SHORT_KERNEL(name)                                                                         \
    {                                                                                          \
        extreme_short_##number(GENERIC(name), op, identity, lines, n, x, x_pitch, y, y_pitch); \
    }

#define EXTREME_SHORT_INDEXED(name, number, op, identity)              \
    SHORT_INDEXED_KERNEL(name)                                         \
    {                                                                  \
        extreme_short_indexed_##number(op, 0, identity, lines, n, at); \
    }
#define EXTREME_SHORT_INTEGERS(name, number, flip)           \
    SHORT_INDEXED_KERNEL(name)                               \
    {                                                        \
        extreme_short_integers_##number(flip, lines, n, at); \
    }

#define EXTREME_INDEXED(name, flip)                     \
    PIECE_KERNEL(name)                                  \
    {                                                   \
        (void)backwards; /* never */                    \
        extreme_i32_piece(flip, state, n, x, y, index); \
    }

#define EXTREME_LINE(name, number, scan_line, op, identity)                       \
    LANESCAN_LOOPS_ALIGNED                                                        \
    LINE_KERNEL(void, name)(size_t n, const number *x, number *y, int64_t *index) \
    {                                                                             \
        scan_line(op, identity, n, x, y, index);                                  \
    }

#ifndef LANESCAN_WITHOUT_CUMMAX
EXTREME_LINE(cummax_f32, float, extreme_line_float, OP_MAX, -__builtin_inf())
EXTREME_LINE(cummax_f64, double, extreme_line_double, OP_MAX, -__builtin_inf())
#ifndef LANESCAN_WITHOUT_TENSORS
#define OP     OP_MAX
#define PIECE  cummax_piece_f32
#define NUMBER float
#include "ops/extreme/piece_tpl.h"
#define PIECE  cummax_piece_f64
#define NUMBER double
#include "ops/extreme/piece_tpl.h"
#define PIECE  cummax_piece_i64
#define NUMBER int64_t
#include "ops/extreme/piece_tpl.h"
#undef OP
EXTREME_ACROSS(cummax_across_f32, ELEMENT_F32, OP_MAX)
EXTREME_ACROSS(cummax_across_f64, ELEMENT_F64, OP_MAX)
EXTREME_ACROSS(cummax_across_i64, ELEMENT_I64, OP_MAX)
EXTREME_SHORT(cummax_short_f32, float, OP_MAX, -__builtin_inf())
IN_SCALARS(EXTREME_SHORT(cummax_short_f64, double, OP_MAX, -__builtin_inf()))
EXTREME_INDEXED(cummax_indexed_i32, 0)
EXTREME_SHORT(cummax_short_i64, int64_t, OP_MAX, INT64_MIN)
IN_SCALARS(EXTREME_SHORT_INDEXED(cummax_short_indexed_f32, float, OP_MAX, -__builtin_inff()))
IN_SCALARS(EXTREME_SHORT_INDEXED(cummax_short_indexed_f64, double, OP_MAX, -__builtin_inf()))
IN_SCALARS(EXTREME_SHORT_INTEGERS(cummax_short_indexed_i32, int32_t, 0))
IN_SCALARS(EXTREME_SHORT_INTEGERS(cummax_short_indexed_i64, int64_t, 0))
#endif
#endif

#ifndef LANESCAN_WITHOUT_CUMMIN
EXTREME_LINE(cummin_f32, float, extreme_line_float, OP_MIN, __builtin_inf())
EXTREME_LINE(cummin_f64, double, extreme_line_double, OP_MIN, __builtin_inf())
#ifndef LANESCAN_WITHOUT_TENSORS
#define OP     OP_MIN
#define PIECE  cummin_piece_f32
#define NUMBER float
#include "ops/extreme/piece_tpl.h"
#define PIECE  cummin_piece_f64
#define NUMBER double
#include "ops/extreme/piece_tpl.h"
#define PIECE  cummin_piece_i64
#define NUMBER int64_t
#include "ops/extreme/piece_tpl.h"
#undef OP
EXTREME_ACROSS(cummin_across_f32, ELEMENT_F32, OP_MIN)
EXTREME_ACROSS(cummin_across_f64, ELEMENT_F64, OP_MIN)
EXTREME_ACROSS(cummin_across_i64, ELEMENT_I64, OP_MIN)
EXTREME_SHORT(cummin_short_f32, float, OP_MIN, __builtin_inf())
IN_SCALARS(EXTREME_SHORT(cummin_short_f64, double, OP_MIN, __builtin_inf()))
EXTREME_INDEXED(cummin_indexed_i32, -1)
EXTREME_SHORT(cummin_short_i64, int64_t, OP_MIN, INT64_MAX)
IN_SCALARS(EXTREME_SHORT_INDEXED(cummin_short_indexed_f32, float, OP_MIN, __builtin_inff()))
IN_SCALARS(EXTREME_SHORT_INDEXED(cummin_short_indexed_f64, double, OP_MIN, __builtin_inf()))
IN_SCALARS(EXTREME_SHORT_INTEGERS(cummin_short_indexed_i32, int32_t, -1))
IN_SCALARS(EXTREME_SHORT_INTEGERS(cummin_short_indexed_i64, int64_t, -1))
#endif
#endif
