/* Copies along rows or along lines, whichever is shorter, or by squares in registers. */
#include "tensor/tile_copy.h"

#include "tensor/layout.h"

#include <string.h>

/* With this many lines a block may end early: before a run that does not fit as a whole, or after
 * its first run, since a half-full block of one run is copied faster than a full one of several. A
 * run of whole vectors need not be copied. */
enum { ENOUGH_LINES = ACROSS_LINES / 2, WHOLE_VECTORS = 8 };

void line_block_take(walk *lines, size_t limit, line_block *block)
{
    for (int a = 0; a < WALK_ARRAYS; a++)
        block->pitch[a] = lines->stride[lines->ndim - 1][a];
    block->count = block->num_runs = 0;
    while (lines->left && block->count < limit) {
        const size_t room = limit - block->count, run = block->num_runs;
        const uint64_t there = walk_run(lines);
        if (run && there > room && block->count >= ENOUGH_LINES)
            return;
        const size_t length = there < room ? (size_t)there : room;
        for (int a = 0; a < WALK_ARRAYS; a++)
            block->at[run][a] = lines->offset[a];
        block->run_length[run] = (uint8_t)length;
        block->num_runs++;
        block->count += length;
        walk_pass(lines, length);
        if (run == 0 && (length >= ENOUGH_LINES || length % WHOLE_VECTORS == 0))
            return;
    }
}

/* A line whose elements are next to each other in memory, seen from its lowest element upwards:
 * bytes from the line's first element to the lowest, bytes from the tile's first row to the row of
 * the lowest, and bytes from there to the row of the next one. */
typedef struct upward {
    ptrdiff_t lowest, row, row_bytes;
} upward;

static upward upward_of(ptrdiff_t row_bytes, size_t rows, ptrdiff_t stride)
{
    const ptrdiff_t last = (ptrdiff_t)rows - 1;
    return stride > 0 ? (upward){ 0, 0, row_bytes }
                      : (upward){ last * stride, last * row_bytes, -row_bytes };
}

static lanescan_transpose *transpose_of(const tile_side *side, size_t size)
{
    if (size > 8 || (side->stride != (ptrdiff_t)size && side->stride != -(ptrdiff_t)size))
        return NULL;
    return transpose_of_size(side->kernels, size);
}

static void copy_parts(size_t part, size_t bytes, size_t rows, const char *from, ptrdiff_t from_row,
                       char *to, ptrdiff_t to_row)
{
    for (size_t r = 0; r < rows; r++, from += from_row, to += to_row)
        for (size_t at = 0; at < bytes; at += part)
            memcpy(to + at, from + at, part);
}

/* Rows of elements that follow each other: the few lengths that most have are copied in line. */
static void copy_rows(size_t bytes, size_t rows, const char *from, ptrdiff_t from_row, char *to,
                      ptrdiff_t to_row)
{
    if (bytes % 64 == 0)
        copy_parts(64, bytes, rows, from, from_row, to, to_row);
    else if (bytes == 32)
        copy_parts(32, 32, rows, from, from_row, to, to_row);
    else
        for (size_t r = 0; r < rows; r++)
            memcpy(to + (ptrdiff_t)r * to_row, from + (ptrdiff_t)r * from_row, bytes);
}

/* Along whichever of the two directions has the shorter steps. */
static void gather_run(const tile_side *side, size_t size, size_t rows, size_t lines,
                       ptrdiff_t pitch, const char *from, char *to)
{
    const ptrdiff_t row_bytes = (ptrdiff_t)(size * side->width);
    lanescan_transpose *const transpose = transpose_of(side, size);
    if (transpose) {
        const upward up = upward_of(row_bytes, rows, side->stride);
        transpose(lines, rows, from + up.lowest, pitch, to + up.row, up.row_bytes);
    } else if (pitch == (ptrdiff_t)size) {
        copy_rows(size * lines, rows, from, side->stride, to, row_bytes);
    } else if (layout_magnitude(pitch) < layout_magnitude(side->stride)) {
        for (size_t r = 0; r < rows; r++)
            lanescan_copy_elements(size, lines, from + (ptrdiff_t)r * side->stride, pitch,
                                   to + (ptrdiff_t)r * row_bytes, (ptrdiff_t)size);
    } else {
        for (size_t l = 0; l < lines; l++)
            lanescan_copy_elements(size, rows, from + (ptrdiff_t)l * pitch, side->stride,
                                   to + l * size, row_bytes);
    }
}

static void scatter_run(const tile_side *side, size_t size, size_t rows, size_t lines,
                        ptrdiff_t pitch, const char *from, char *to)
{
    const ptrdiff_t row_bytes = (ptrdiff_t)(size * side->width);
    lanescan_transpose *const transpose = transpose_of(side, size);
    if (transpose) {
        const upward up = upward_of(row_bytes, rows, side->stride);
        transpose(rows, lines, from + up.row, up.row_bytes, to + up.lowest, pitch);
    } else if (pitch == (ptrdiff_t)size) {
        copy_rows(size * lines, rows, from, row_bytes, to, side->stride);
    } else if (layout_magnitude(pitch) < layout_magnitude(side->stride)) {
        for (size_t r = 0; r < rows; r++)
            lanescan_copy_elements(size, lines, from + (ptrdiff_t)r * row_bytes, (ptrdiff_t)size,
                                   to + (ptrdiff_t)r * side->stride, pitch);
    } else {
        for (size_t l = 0; l < lines; l++)
            lanescan_copy_elements(size, rows, from + l * size, row_bytes,
                                   to + (ptrdiff_t)l * pitch, side->stride);
    }
}

bool tile_has_rows(const line_block *block, int array, size_t size)
{
    return block->num_runs == 1 && block->pitch[array] == (ptrdiff_t)size;
}

/* Are rows converted one by one, from where they are to where they go? Short ones are put together
 * first. */
static bool converts_rows(const tile_side *side, const line_block *block, size_t size)
{
    return !conversion_is_none(side->convert) && tile_has_rows(block, side->array, size) &&
           (block->count < side->width || side->width == ACROSS_LINES);
}

/* Elements of the rows from r on that are next to each other in the tile, and in raw; at most a
 * BATCH. */
static size_t elements_from(const line_block *block, size_t width, size_t rows, size_t r)
{
    const size_t at_once = BATCH / width;
    if (block->count < width)
        return block->count;
    return width * (rows - r < at_once ? rows - r : at_once);
}

static size_t rows_of(size_t elements, size_t width)
{
    return elements < width ? 1 : elements / width;
}

void tile_fetch_row(const tile_side *side, const line_block *block, const char *memory)
{
    if (!tile_has_rows(block, side->array, side->in_memory))
        return;
    const char *const row = memory + block->at[0][side->array];
    for (size_t at = 0; at < block->count * side->in_memory; at += CACHE_LINE)
        __builtin_prefetch(row + at);
}

void tile_read(const tile_side *side, const line_block *block, size_t rows, const char *memory,
               char *tile, tile_raw *raw)
{
    const conversion *const convert = side->convert;
    const size_t size = convert->from_size, tile_row = side->width * convert->to_size;
    if (converts_rows(side, block, size)) {
        for (size_t r = 0; r < rows; r++)
            lanescan_read_elements(convert, block->count,
                                   memory + block->at[0][side->array] + (ptrdiff_t)r * side->stride,
                                   (ptrdiff_t)size, tile + r * tile_row);
        return;
    }
    char *to = conversion_is_none(convert) ? tile : raw->bytes;
    for (size_t run = 0; run < block->num_runs; run++) {
        gather_run(side, size, rows, block->run_length[run], block->pitch[side->array],
                   memory + block->at[run][side->array], to);
        to += block->run_length[run] * size;
    }
    if (conversion_is_none(convert))
        return;
    for (size_t r = 0, n; r < rows; r += rows_of(n, side->width)) {
        n = elements_from(block, side->width, rows, r);
        lanescan_read_elements(convert, n, raw->bytes + r * size * side->width, (ptrdiff_t)size,
                               tile + r * tile_row);
    }
}

void tile_write(const tile_side *side, const line_block *block, size_t rows, const char *tile,
                char *memory, tile_raw *raw)
{
    const conversion *const convert = side->convert;
    const size_t size = convert->to_size, tile_row = side->width * convert->from_size;
    if (converts_rows(side, block, size)) {
        for (size_t r = 0; r < rows; r++)
            lanescan_write_elements(
                convert, block->count, tile + r * tile_row,
                memory + block->at[0][side->array] + (ptrdiff_t)r * side->stride, (ptrdiff_t)size);
        return;
    }
    const bool as_it_is = conversion_is_none(convert);
    for (size_t r = 0, n; r < rows && !as_it_is; r += rows_of(n, side->width)) {
        n = elements_from(block, side->width, rows, r);
        lanescan_write_elements(convert, n, tile + r * tile_row,
                                raw->bytes + r * size * side->width, (ptrdiff_t)size);
    }
    const char *from = as_it_is ? tile : raw->bytes;
    for (size_t run = 0; run < block->num_runs; run++) {
        scatter_run(side, size, rows, block->run_length[run], block->pitch[side->array], from,
                    memory + block->at[run][side->array]);
        from += block->run_length[run] * size;
    }
}
