/* Scans of many lines side by side: a lane is a line, and a group of a line, 32 elements, goes down a column. The order of
 * operations is that of the line kernels; where these have lane moves, here whole blocks of eight lines are moved, which
 * costs nothing. Each element is read once and each result is written once, so rows may be far apart in memory; between the
 * two a block of eight lines waits in a buffer.
 *
 * A column that the line kernel might not find regular is set aside, done by the line kernel's own code, and written
 * over what the lanes made of it; so the two cannot differ in what is regular, nor in what is done then. */
#ifndef LANESCAN_ACROSS_ROWS_TPL_H
#define LANESCAN_ACROSS_ROWS_TPL_H

#include "across.h"
#include "group_tpl.h"

/* Eight lines, fewer in the last block, of at most a group of rows. */
typedef struct row_block {
    lanescan_rows at;
    size_t first, lanes, rows;
} row_block;

/* The lines from `first` on, elements of `size` bytes. */
LANESCAN_INLINE row_block row_block_of(const lanescan_rows *where, size_t size, size_t first,
                                       size_t rows, size_t lines)
{
    row_block block = { *where, first, lines - first < LANES ? lines - first : LANES, rows };
    block.at.in += first * size;
    block.at.out += first * size;
    if (block.at.index)
        block.at.index += first * sizeof(int64_t);
    return block;
}

LANESCAN_INLINE const char *row_in(const row_block *block, size_t row)
{
    return block->at.in + (ptrdiff_t)row * block->at.in_step;
}

LANESCAN_INLINE char *row_out(const row_block *block, size_t row)
{
    return block->at.out + (ptrdiff_t)row * block->at.out_step;
}

/* Row `row` of eight lines, which is there; `rest` in the place of lines that are not. */
LANESCAN_INLINE f64x8 row_read(element type, const row_block *block, size_t row, double rest)
{
    if (block->lanes == LANES)
        return f64x8_load(type, row_in(block, row));
    return f64x8_load_part(type, row_in(block, row), block->lanes, rest);
}

LANESCAN_INLINE void row_write(element type, const row_block *block, size_t row, f64x8 v)
{
    if (block->lanes == LANES)
        f64x8_store(type, row_out(block, row), v);
    else
        f64x8_store_part(type, row_out(block, row), block->lanes, v);
}

/* Is all of a run there, of eight lines? `whole`: so it is for each, which is known when this is compiled. */
LANESCAN_INLINE bool run_is_whole(bool whole, const row_block *block, size_t run)
{
    return whole || (block->lanes == LANES && RUN * (run + 1) <= block->rows);
}

/* The rows of a run; `rest` where there is none. */
LANESCAN_INLINE void run_read(element type, bool whole, const row_block *block, size_t run,
                              double rest, f64x8 x[RUN])
{
    const size_t row = RUN * run;
    if (run_is_whole(whole, block, run))
        for (size_t k = 0; k < RUN; k++)
            x[k] = f64x8_load(type, row_in(block, row + k));
    else
        for (size_t k = 0; k < RUN; k++)
            x[k] = row + k < block->rows ? row_read(type, block, row + k, rest) : f64x8_splat(rest);
}

LANESCAN_INLINE void run_write(element type, bool whole, const row_block *block, size_t run,
                               const f64x8 y[RUN])
{
    const size_t row = RUN * run;
    if (run_is_whole(whole, block, run))
        for (size_t k = 0; k < RUN; k++)
            f64x8_store(type, row_out(block, row + k), y[k]);
    else
        for (size_t k = 0; k < RUN && row + k < block->rows; k++)
            row_write(type, block, row + k, y[k]);
}

LANESCAN_INLINE bool row_block_is_whole(const row_block *block)
{
    return block->rows == GROUP && block->lanes == LANES;
}

/* The last block of a line has fewer runs than others. */
LANESCAN_INLINE size_t runs_of(size_t rows)
{
    return (rows + RUN - 1) / RUN;
}

/* A block between reading and writing. */
typedef struct row_buffer {
    double v[GROUP * LANES] __attribute__((aligned(64)));
} row_buffer;

LANESCAN_INLINE f64x8 buffer_load(const row_buffer *buffer, size_t row)
{
    return f64x8_load(ELEMENT_F64, buffer->v + LANES * row);
}

LANESCAN_INLINE void buffer_store(row_buffer *buffer, size_t row, f64x8 v)
{
    f64x8_store(ELEMENT_F64, buffer->v + LANES * row, v);
}

/* Numbers that the state holds for each line. */
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
LANESCAN_INLINE unsigned lanes_in_use(const row_block *block)
{
    return (1u << block->lanes) - 1;
}

/* Columns that go through the line kernel's code: their elements, then their results. */
typedef struct columns_aside {
    unsigned lanes; /* which, as bits */
    double x[LANES][GROUP];
} columns_aside;

LANESCAN_INLINE double *column_take(element type, columns_aside *aside, size_t lane,
                                    const row_block *block)
{
    for (size_t row = 0; row < block->rows; row++)
        aside->x[lane][row] = read_element(type, row_in(block, row), lane);
    return aside->x[lane];
}

LANESCAN_APART void columns_put_back(element type, const columns_aside *aside,
                                     const row_block *block)
{
    for (size_t lane = 0; lane < LANES; lane++)
        if (aside->lanes >> lane & 1)
            for (size_t row = 0; row < block->rows; row++)
                write_element(type, row_out(block, row), lane, aside->x[lane][row]);
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
LANESCAN_APART void across_ended(element type, operation op, lanescan_across *state,
                                 const row_block *block)
{
    double *const ended = state->ended + block->first;
    for (size_t row = 0; row < block->rows; row++)
        for (size_t lane = 0; lane < block->lanes; lane++) {
            ended[lane] = f64_apply(op, ended[lane], read_element(type, row_in(block, row), lane));
            write_element(type, row_out(block, row), lane, ended[lane]);
        }
}

/* The network of f64x8_scan over eight blocks: with half = 1, 2, 4 in turn, block `at` with at & half is combined with
 * this earlier one. */
LANESCAN_INLINE int network_before(int half, int at)
{
    return (at & ~(2 * half - 1)) + half - 1;
}

#endif
