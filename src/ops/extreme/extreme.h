/* cummax and cummin, with and without the index of the extreme. NaN is sticky; of equal values, and
 * of NaNs, the latest counts.
 *
 * Exact in any order, so each type uses its native lanes. Most vectors of most data hold nothing
 * that reaches the extreme so far: those cost a comparison and the store. A vector with a NaN, and
 * all after it, goes element by element, as everything does in portable code. */
#ifndef LANESCAN_EXTREME_H
#define LANESCAN_EXTREME_H

#include "block.h"
#include "ops/extreme/state.h"
#include "ops/own.h"

/* The extreme while a piece is scanned, and what the index of the piece's element i is made of. */
typedef struct extreme_run {
    extreme_value so_far;
    int64_t at, first_index, increment;
    bool adapts; /* to how often vectors reach the extreme */
} extreme_run;

LANESCAN_INLINE extreme_run extreme_run_begin(const lanescan_state *state)
{
    const extreme_state *const e = &state->as.extreme;
    const uint64_t before = (uint64_t)e->index_increment * state->position;
    return (extreme_run){ e->so_far, e->index, (int64_t)((uint64_t)e->first_index + before),
                          e->index_increment, true };
}

LANESCAN_INLINE void extreme_run_end(lanescan_state *state, const extreme_run *run, size_t n)
{
    state->as.extreme.so_far = run->so_far;
    state->as.extreme.index = run->at;
    state->position += n;
}

LANESCAN_INLINE int64_t extreme_index(const extreme_run *run, size_t i)
{
    return run->first_index + run->increment * (int64_t)i;
}

/* Is x as extreme as what came before, or NaN? (Then it is the extreme; a number after a NaN never
 * is.) */
LANESCAN_INLINE bool extreme_replaces(operation op, double so_far, double x)
{
    return x != x || (op == OP_MAX ? x >= so_far : x <= so_far);
}

LANESCAN_INLINE bool extreme_replaces_integer(operation op, int64_t so_far, int64_t x)
{
    return op == OP_MAX ? x >= so_far : x <= so_far;
}

/* In portable code, lines side by side whose extremes are in registers together. */
enum { COLUMNS_TOGETHER = 8 };

#define IS_BEYOND(op, a, b) ((op) == OP_MAX ? (a) > (b) : (a) < (b))
#define LATER(op, a, b)     (IS_BEYOND(op, a, b) ? (a) : (b))

#define NUMBER        float
#define FIELD         real
#define IS_NAN(value) ((value) != (value))
#define ANY_NAN       __builtin_isunordered
#include "ops/extreme/elements_tpl.h"

#define NUMBER        double
#define FIELD         real
#define IS_NAN(value) ((value) != (value))
#define ANY_NAN       __builtin_isunordered
#include "ops/extreme/elements_tpl.h"

#define NUMBER        int64_t
#define FIELD         integer
#define IS_NAN(value) ((void)(value), false)
#define ANY_NAN(a, b) ((void)(a), (void)(b), false)
#include "ops/extreme/elements_tpl.h"

/* ---- many lines side by side ---- */

/* The index of elements of row `row` of a tile. */
LANESCAN_INLINE int64_t columns_index(const lanescan_columns *state, size_t row)
{
    const extreme_columns *const e = &state->as.extreme;
    const uint64_t position = state->position + row;
    return (int64_t)((uint64_t)e->first_index + (uint64_t)e->index_increment * position);
}

/* Lines from `first` on, in scalars: all lines of portable code, elsewhere those that do not fill a
 * vector. */
void GENERIC(extreme_columns)(operation op, element type, lanescan_columns *state, size_t first,
                              size_t rows, size_t lines, const lanescan_rows *where);

/* Lines of a few elements, of which lanes take only those of two. */
lanescan_short_lines GENERIC(cummax_short_f32), GENERIC(cummax_short_i64);
lanescan_short_lines GENERIC(cummin_short_f32), GENERIC(cummin_short_i64);

#endif
