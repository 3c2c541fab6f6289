/* cummax and cummin: the kernels of one instruction set. */
#include "block.h"

#if LANES > 1
#include "ops/extreme/across.h"
#include "ops/extreme/along.h"
#else
#include "ops/extreme/scalars.h"
#endif
#include "ops/own.h"

/* With and without indices are loops of their own, and so are the two directions. */
#define EXTREME_PIECE(name, scan, op)                                                           \
    void KERNEL(name)(lanescan_state * state, bool backwards, size_t n, const void *x, void *y, \
                      int64_t *index)                                                           \
    {                                                                                           \
        extreme_run run = extreme_run_begin(state);                                             \
        if (!y)                                                                                 \
            scan##_alone(op, backwards, n, x, &run);                                            \
        else if (index && backwards)                                                            \
            scan(op, true, n, x, y, index, &run);                                               \
        else if (index)                                                                         \
            scan(op, false, n, x, y, index, &run);                                              \
        else if (backwards)                                                                     \
            scan(op, true, n, x, y, NULL, &run);                                                \
        else                                                                                    \
            scan(op, false, n, x, y, NULL, &run);                                               \
        extreme_run_end(state, &run, n);                                                        \
    }
EXTREME_PIECE(cummax_piece_f32, extreme_scan_f32, OP_MAX)
EXTREME_PIECE(cummax_piece_f64, extreme_scan_f64, OP_MAX)
EXTREME_PIECE(cummax_piece_i64, extreme_scan_i64, OP_MAX)
EXTREME_PIECE(cummin_piece_f32, extreme_scan_f32, OP_MIN)
EXTREME_PIECE(cummin_piece_f64, extreme_scan_f64, OP_MIN)
EXTREME_PIECE(cummin_piece_i64, extreme_scan_i64, OP_MIN)

#define EXTREME_ACROSS(name, type, op)                                             \
    void KERNEL(name)(lanescan_columns * state, size_t rows, size_t lines,         \
                      const lanescan_rows *where)                                  \
    {                                                                              \
        if (where->index)                                                          \
            extreme_across(type, op, true, state, rows, lines, where);             \
        else                                                                       \
            extreme_across(type, op, false, state, rows, lines, where);            \
    }
EXTREME_ACROSS(cummax_across_f32, ELEMENT_F32, OP_MAX)
EXTREME_ACROSS(cummax_across_f64, ELEMENT_F64, OP_MAX)
EXTREME_ACROSS(cummax_across_i64, ELEMENT_I64, OP_MAX)
EXTREME_ACROSS(cummin_across_f32, ELEMENT_F32, OP_MIN)
EXTREME_ACROSS(cummin_across_f64, ELEMENT_F64, OP_MIN)
EXTREME_ACROSS(cummin_across_i64, ELEMENT_I64, OP_MIN)

/* A line goes without a state, and without a call for it. */
#define EXTREME_LINE(name, number, scan, op, identity)                                           \
    void KERNEL(name)(size_t n, const number *x, number *y, int64_t *index)                      \
    {                                                                                            \
        extreme_run run = { { .real = identity }, -1, 0, 1 };                                    \
        if (index)                                                                               \
            scan(op, false, n, x, y, index, &run);                                               \
        else                                                                                     \
            scan(op, false, n, x, y, NULL, &run);                                                \
    }
EXTREME_LINE(cummax_f32, float, extreme_scan_f32, OP_MAX, -__builtin_inf())
EXTREME_LINE(cummax_f64, double, extreme_scan_f64, OP_MAX, -__builtin_inf())
EXTREME_LINE(cummin_f32, float, extreme_scan_f32, OP_MIN, __builtin_inf())
EXTREME_LINE(cummin_f64, double, extreme_scan_f64, OP_MIN, __builtin_inf())
