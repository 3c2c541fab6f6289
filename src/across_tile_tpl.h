/* Scans of many lines side by side: a tile's element r of line l is tile[r * ACROSS_LINES + l], so that a lane is a line, and
 * a group of a line, 32 elements, goes down a column. The order of operations is that of the line kernels; where
 * these have lane moves, here whole blocks of eight lines are moved, which costs nothing.
 *
 * A column that the line kernel might not find regular is set aside, done by the line kernel's own code, and put
 * back over what the lanes made of it; so the two cannot differ in what is regular, nor in what is done then. */
#ifndef LANESCAN_ACROSS_TILE_TPL_H
#define LANESCAN_ACROSS_TILE_TPL_H

#include "across.h"
#include "group_tpl.h"

/* Row `row` of eight lines. */
LANESCAN_INLINE f64x8 row_load(const double *block, size_t row)
{
    return f64x8_load(ELEMENT_F64, block + row * ACROSS_LINES);
}

LANESCAN_INLINE void row_store(double *block, size_t row, f64x8 v)
{
    f64x8_store(ELEMENT_F64, block + row * ACROSS_LINES, v);
}

/* The same of numbers that the state holds for each line. */
LANESCAN_INLINE f64x8 lines_load(const double *of_lines)
{
    return f64x8_load(ELEMENT_F64, of_lines);
}

/* Only where `regular`: what other lines know has moved on already. */
LANESCAN_INLINE void lines_store(double *of_lines, m64x8 regular, f64x8 v)
{
    f64x8_store(ELEMENT_F64, of_lines, f64x8_select(regular, v, lines_load(of_lines)));
}

/* Which of eight lanes are lines, as bits. */
LANESCAN_INLINE unsigned lines_from(size_t first, size_t lines)
{
    return lines - first < LANES ? (1u << (lines - first)) - 1 : 0xff;
}

/* The last tile may have fewer rows than a group, in fewer runs. */
LANESCAN_INLINE size_t runs_of(size_t rows)
{
    return (rows + RUN - 1) / RUN;
}

/* A tile that has `wanted` rows, the missing ones of `identity`: then it is a copy. */
LANESCAN_INLINE double *tile_whole(size_t rows, size_t wanted, double *tile, double *copy,
                                   double identity)
{
    if (LANESCAN_LIKELY(rows == wanted))
        return tile;
    memcpy(copy, tile, rows * ACROSS_LINES * sizeof *tile);
    for (size_t i = rows * ACROSS_LINES; i < wanted * ACROSS_LINES; i++)
        copy[i] = identity;
    return copy;
}

LANESCAN_INLINE void tile_return(size_t rows, double *tile, const double *whole)
{
    if (LANESCAN_UNLIKELY(whole != tile))
        memcpy(tile, whole, rows * ACROSS_LINES * sizeof *tile);
}

/* Columns that go through the line kernel's code: their elements, then their results. */
typedef struct columns_aside {
    unsigned lanes; /* which, as bits */
    double x[LANES][GROUP];
} columns_aside;

LANESCAN_INLINE double *column_take(columns_aside *aside, size_t lane, const double *block,
                                    size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        aside->x[lane][row] = block[row * ACROSS_LINES + lane];
    return aside->x[lane];
}

LANESCAN_APART void columns_put_back(const columns_aside *aside, double *block, size_t rows)
{
    for (size_t lane = 0; lane < LANES; lane++)
        if (aside->lanes >> lane & 1)
            for (size_t row = 0; row < rows; row++)
                block[row * ACROSS_LINES + lane] = aside->x[lane][row];
}

/* Bits of lines that have ended. */
LANESCAN_INLINE unsigned lines_over(const lanescan_across *state, size_t first)
{
    unsigned bits = 0;
    for (size_t lane = 0; lane < LANES; lane++)
        bits |= (unsigned)state->over[first + lane] << lane;
    return bits;
}

/* Eight lines that have all ended go left to right. */
LANESCAN_APART void across_ended(operation op, lanescan_across *state, size_t first, size_t rows,
                                 double *block)
{
    f64x8 value = lines_load(state->ended + first);
    for (size_t row = 0; row < rows; row++) {
        value = op == OP_ADD ? f64x8_add(value, row_load(block, row))
                             : f64x8_mul(value, row_load(block, row));
        row_store(block, row, value);
    }
    f64x8_store(ELEMENT_F64, state->ended + first, value);
}

/* The network of f64x8_scan over eight blocks: with half = 1, 2, 4 in turn, block `at` with at & half is combined with
 * this earlier one. */
LANESCAN_INLINE int network_before(int half, int at)
{
    return (at & ~(2 * half - 1)) + half - 1;
}

#endif
