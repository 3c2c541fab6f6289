/* Between memory and tiles: 32 elements of up to 64 lines, row by row, as a kernel takes them. */
#ifndef LANESCAN_TILE_COPY_H
#define LANESCAN_TILE_COPY_H

#include "fold/state.h" /* ACROSS_LINES */
#include "memory/elements.h"
#include "tensor/walk.h"

#define line_block_take lanescan_line_block_take
#define tile_read       lanescan_tile_read
#define tile_write      lanescan_tile_write
#define tile_fetch_row  lanescan_tile_fetch_row
#define tile_has_rows   lanescan_tile_has_rows

enum { TILE_ROWS = GROUP };

/* The lines of a tile, as runs of lines that follow each other at the same distance. */
typedef struct line_block {
    size_t count; /* lines */
    size_t num_runs;
    uint8_t run_length[ACROSS_LINES];
    ptrdiff_t at[ACROSS_LINES][WALK_ARRAYS]; /* a run's first line */
    ptrdiff_t pitch[WALK_ARRAYS];            /* from line to line within a run */
} line_block;

/* The next lines of a walk, at most `limit`. */
void line_block_take(walk *lines, size_t limit, line_block *block);

/* Do the elements of a row follow each other in this array, `size` bytes each? Then it is as good
 * as a tile. */
bool tile_has_rows(const line_block *block, int array, size_t size);

/* How one array of the walk is read or written. */
typedef struct tile_side {
    const lanescan_memory_kernels *kernels;
    const conversion *convert;
    int array;
    ptrdiff_t stride; /* bytes from row to row */
    size_t in_memory; /* bytes of an element there */
    size_t width;     /* elements from row to row of a tile, at most ACROSS_LINES */
} tile_side;

/* Room for the elements of a tile as they are in memory. */
typedef struct tile_raw {
    _Alignas(64) char bytes[TILE_ROWS * ACROSS_LINES * 8];
} tile_raw;

/* `memory` is where row 0 of the walk's first line is. */
void tile_read(const tile_side *side, const line_block *block, size_t rows, const char *memory,
               char *tile, tile_raw *raw);
void tile_write(const tile_side *side, const line_block *block, size_t rows, const char *tile,
                char *memory, tile_raw *raw);

/* Asks for the cache lines of a row that is read soon, if it is in memory as it is in a tile: then
 * the row before it is far away, and the processor does not foresee this one. */
void tile_fetch_row(const tile_side *side, const line_block *block, const char *memory);

#endif
