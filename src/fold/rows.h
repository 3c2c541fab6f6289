/* Many lines side by side: a lane is a line, and a group of a line, 32 elements, goes down a
 * column. The order of operations is that along a line; where lanes are moved there, here whole
 * vectors are taken, which costs nothing. Each element is read once and each result is written
 * once, so rows may be far apart in memory; between the two a block of eight lines waits in a
 * buffer.
 *
 * Columns that are not regular are left to the portable kernels, which scan them in scalars into
 * the buffer that the results are written from. */
#ifndef LANESCAN_ROWS_H
#define LANESCAN_ROWS_H

#include "fold/scalars.h"
#include "fold/trees.h"

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
    return block->at.in + (ptrdiff_t)row * block->at.in_stride;
}

LANESCAN_INLINE char *row_out(const row_block *block, size_t row)
{
    return block->at.out + (ptrdiff_t)row * block->at.out_stride;
}

LANESCAN_INLINE char *row_index(const row_block *block, size_t row)
{
    return block->at.index + (ptrdiff_t)row * block->at.index_stride;
}

/* Row `row` of eight lines, which is there; `rest` in the place of lines that are not. */
LANESCAN_INLINE f64v row_read(element type, const row_block *block, size_t row, double rest)
{
    if (block->lanes == LANES)
        return f64v_load(type, row_in(block, row));
    return f64v_load_part(type, row_in(block, row), block->lanes, rest);
}

LANESCAN_INLINE void row_write(element type, const row_block *block, size_t row, f64v v)
{
    if (block->lanes == LANES)
        f64v_store(type, row_out(block, row), v);
    else
        f64v_store_part(type, row_out(block, row), block->lanes, v);
}

/* Is all of a run there, of eight lines? `whole`: so it is for each, which is known when this is
 * compiled. */
LANESCAN_INLINE bool run_is_whole(bool whole, const row_block *block, size_t run)
{
    return whole || (block->lanes == LANES && RUN * (run + 1) <= block->rows);
}

/* The rows of a run; `rest` where there is none. */
LANESCAN_INLINE void run_read(element type, bool whole, const row_block *block, size_t run,
                              double rest, f64v x[RUN])
{
    const size_t row = RUN * run;
    if (run_is_whole(whole, block, run))
        for (size_t k = 0; k < RUN; k++)
            x[k] = f64v_load(type, row_in(block, row + k));
    else
        for (size_t k = 0; k < RUN; k++)
            x[k] = row + k < block->rows ? row_read(type, block, row + k, rest) : f64v_splat(rest);
}

LANESCAN_INLINE void run_write(element type, bool whole, const row_block *block, size_t run,
                               const f64v y[RUN])
{
    const size_t row = RUN * run;
    if (run_is_whole(whole, block, run))
        for (size_t k = 0; k < RUN; k++)
            f64v_store(type, row_out(block, row + k), y[k]);
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
    double v[GROUP * LANES] LANESCAN_ALIGNED(64);
} row_buffer;

LANESCAN_INLINE f64v buffer_load(const row_buffer *buffer, size_t row)
{
    return f64v_load(ELEMENT_F64, buffer->v + LANES * row);
}

/* A run's rows, and one of them. */
LANESCAN_INLINE const double *buffer_run(const row_buffer *buffer, size_t run)
{
    return buffer->v + LANES * RUN * run;
}

LANESCAN_INLINE f64v row_in_buffer(const void *rows, size_t k)
{
    return f64v_load(ELEMENT_F64, (const double *)rows + LANES * k);
}

LANESCAN_INLINE void buffer_store(row_buffer *buffer, size_t row, f64v v)
{
    f64v_store(ELEMENT_F64, buffer->v + LANES * row, v);
}

LANESCAN_INLINE void buffer_load_run(const row_buffer *buffer, size_t run, f64v v[RUN])
{
    for (size_t k = 0; k < RUN; k++)
        v[k] = buffer_load(buffer, RUN * run + k);
}

LANESCAN_INLINE void buffer_store_run(row_buffer *buffer, size_t run, const f64v v[RUN])
{
    for (size_t k = 0; k < RUN; k++)
        buffer_store(buffer, RUN * run + k, v[k]);
}

/* Numbers that the state holds for each line. */
LANESCAN_INLINE f64v lines_load(const double *of_lines)
{
    return f64v_load(ELEMENT_F64, of_lines);
}

/* Only where `regular`: what other lines know has moved on already. */
LANESCAN_INLINE void lines_store(double *of_lines, m64v regular, f64v v)
{
    f64v_store(ELEMENT_F64, of_lines, f64v_select(regular, v, lines_load(of_lines)));
}

LANESCAN_INLINE f64v_pair lines_load_pair(const pair_columns *columns, size_t first)
{
    return (f64v_pair){ lines_load(columns->high + first), lines_load(columns->low + first) };
}

LANESCAN_INLINE f64v lines_sum(const pair_columns *columns, size_t first)
{
    const f64v_pair pair = lines_load_pair(columns, first);
    return f64v_add(pair.high, pair.low);
}

LANESCAN_INLINE void lines_store_pair(pair_columns *columns, size_t first, m64v regular,
                                      f64v_pair v)
{
    lines_store(columns->high + first, regular, v.high);
    lines_store(columns->low + first, regular, v.low);
}

/* Which of eight lanes are lines, as bits. */
LANESCAN_INLINE unsigned lanes_in_use(const row_block *block)
{
    return (1u << block->lanes) - 1;
}

/* ---- columns that are not regular ---- */

/* Which of eight lines have not ended. */
LANESCAN_INLINE m64v lines_go_on(const lanescan_columns *state, size_t first)
{
    return i64v_lacks(i64v_load_i8((const int8_t *)state->over + first), -1);
}

/* Those of the block that have, as bits. */
LANESCAN_INLINE unsigned lines_over(const lanescan_columns *state, const row_block *block)
{
    return lanes_in_use(block) & ~m64v_bits(lines_go_on(state, block->first));
}

/* The columns of these lanes: their results take their places in the buffer. */
LANESCAN_COLD void columns_in_scalars(const group_scan *scan, precision of, element type,
                                      unsigned lanes, lanescan_columns *columns,
                                      const row_block *block, row_buffer *results)
{
    for (size_t lane = 0; lane < LANES; lane++) {
        double column[GROUP], y[GROUP];
        const source from = source_of(ELEMENT_F64, false, column);
        const target to = target_of(ELEMENT_F64, false, y);
        lanescan_state line;
        if (!(lanes >> lane & 1))
            continue;
        for (size_t row = 0; row < block->rows; row++)
            column[row] = read_element(type, row_in(block, row) + lane * element_bytes(type));
        for (size_t row = block->rows; row < GROUP; row++)
            column[row] = scan->rest;
        scan->get(columns, block->first + lane, &line);
        scan->doubles(&line, of, block->rows, &from, &to);
        scan->put(columns, block->first + lane, &line);
        for (size_t row = 0; row < block->rows; row++)
            results->v[LANES * row + lane] = y[row];
    }
}

/* The buffer, to where results go. */
LANESCAN_COLD void buffer_write(element type, const row_block *block, const row_buffer *buffer)
{
    for (size_t row = 0; row < block->rows; row++)
        row_write(type, block, row, buffer_load(buffer, row));
}

#endif
