/* Many lines side by side, 32 rows of 64 lines at a time: where they are, if the plan says that
 * rows are there as a kernel takes them and the lines are one run, else by way of a tile. */
#include "tensor/tile_copy.h"
#include "tensor/ways.h"

#include <string.h>

/* One row more than a tile: the results before, which an exclusive scan begins with. */
typedef struct tile_buffers {
    _Alignas(64) char tile[(TILE_ROWS + 1) * ACROSS_LINES * 8];
    tile_raw raw;
    int64_t *index;     /* as many rows; NULL where no indices are wanted */
    char *coefficients; /* a tile of them; NULL in scans */
} tile_buffers;

typedef struct across_plan {
    const scan_plan *scan;
    tile_side reads, writes, writes_index, reads_coefficients;
    size_t width;  /* lines of a tile: fewer where an element takes 16 bytes */
    ptrdiff_t row; /* bytes of a tile's row */
    lanescan_columns begin;
} across_plan;

_Static_assert((ACROSS_LINES & (ACROSS_LINES - 1)) == 0, "fill_row doubles what is there");

/* A row of one element. */
static void fill_row(size_t size, size_t bytes, const void *value, void *row)
{
    lanescan_copy_element(size, value, row);
    for (size_t done = size; done < bytes; done *= 2)
        memcpy((char *)row + done, row, done);
}

/* Blocks of lines that go down together, a tile of each at a time, are a strip. Where rows are far
 * apart and beyond the inner caches, it is wide: long pieces of rows, of a page at best, are what
 * caches, page tables and memory itself deliver fast. */
enum { NARROW_STRIP = 2, WIDE_STRIP = 8 };

typedef struct strip_block {
    line_block lines;
    /* As the plan says, if the lines are one run: where rows are, and not by way of a tile. */
    bool reads_rows, writes_rows, writes_index_rows, reads_coefficient_rows;
    bool past_caches;         /* from the tile; */
    bool past_caches_at_once; /* by the kernel */
    bool index_past_caches;
    char *last; /* the row before the next tile, for exclusive scans; NULL in others */
    int64_t *last_index;
    lanescan_columns state; /* there is memory for what is in use of it, and then for those rows */
} strip_block;

enum { LAST_BYTES = ACROSS_LINES * 8, LAST_INDEX_BYTES = ACROSS_LINES * sizeof(int64_t) };

/* Memory for the blocks, and before them for the tile of indices, or coefficients. */
enum {
    STRIP_BYTES = 48 << 10,
    COEFFICIENT_TILE_BYTES = TILE_ROWS * ACROSS_LINES * 8,
    INDEX_TILE_BYTES = (TILE_ROWS + 1) * ACROSS_LINES * sizeof(int64_t)
};

_Static_assert(STRIP_BYTES - INDEX_TILE_BYTES >=
                   NARROW_STRIP * (sizeof(strip_block) + LAST_BYTES + LAST_INDEX_BYTES + 64),
               "memory for a narrow strip of the largest state");

typedef struct strip {
    _Alignas(64) char bytes[STRIP_BYTES];
    char *blocks; /* of bytes */
    size_t block_bytes, max_blocks, num_blocks;
} strip;

static strip_block *strip_at(strip *s, size_t b)
{
    return (strip_block *)(void *)(s->blocks + b * s->block_bytes);
}

static void strip_divide(const across_plan *plan, strip *s, tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    const size_t tile_bytes = scan->index          ? INDEX_TILE_BYTES
                              : scan->coefficients ? COEFFICIENT_TILE_BYTES
                                                   : 0;
    const size_t last_bytes = scan->is_exclusive ? LAST_BYTES + LAST_INDEX_BYTES : 0;
    buffers->index = scan->index ? (int64_t *)(void *)s->bytes : NULL;
    buffers->coefficients = scan->coefficients ? s->bytes : NULL;
    s->blocks = s->bytes + tile_bytes;
    s->block_bytes = (offsetof(strip_block, state) + scan->how.states->columns_bytes + last_bytes +
                      63) /
                     64 * 64;
    const size_t room = (STRIP_BYTES - tile_bytes) / s->block_bytes;
    s->max_blocks = !scan->is_large ? NARROW_STRIP : room < WIDE_STRIP ? room : WIDE_STRIP;
}

/* Results where they belong begin one row later in an exclusive scan: this is the row before. */
static void write_first_row(const across_plan *plan, strip_block *block, tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    if (block->writes_rows)
        tile_write(&plan->writes, &block->lines, 1, block->last, scan->out, &buffers->raw);
    if (block->writes_index_rows)
        tile_write(&plan->writes_index, &block->lines, 1, (const char *)block->last_index,
                   scan->index, &buffers->raw);
}

static void begin_block(const across_plan *plan, strip_block *block, tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    const passage *const pass = method_side_by_side(&scan->how);
    const bool is_run = block->lines.num_runs == 1, writes_rows = is_run && scan->writes_rows;
    memcpy(&block->state, &plan->begin, scan->how.states->columns_bytes);
    block->reads_rows = is_run && scan->reads_rows;
    block->past_caches = writes_rows && scan->is_past_caches &&
                         block->lines.count * scan->size >= 2 * CACHE_LINE;
    block->past_caches_at_once = block->past_caches && scan->coefficients &&
                                 scan->how.type == ELEMENT_F64 &&
                                 (uintptr_t)(scan->out + block->lines.at[0][0]) % CACHE_LINE == 0;
    block->past_caches = block->past_caches && !block->past_caches_at_once;
    block->writes_rows = writes_rows && !block->past_caches;
    block->reads_coefficient_rows = is_run && scan->reads_coefficient_rows;
    block->index_past_caches = block->past_caches && scan->writes_index_rows &&
                               scan->index_stride % CACHE_LINE == 0;
    block->writes_index_rows = is_run && scan->writes_index_rows && !block->index_past_caches;
    block->last = NULL;
    block->last_index = NULL;
    if (scan->is_exclusive) {
        block->last = (char *)&block->state + scan->how.states->columns_bytes;
        fill_row(pass->read.to_size, (size_t)plan->row, pass->first.bytes, block->last);
        if (scan->index) {
            static const int64_t none = -1;
            block->last_index = (int64_t *)(void *)(block->last + LAST_BYTES);
            fill_row(sizeof none, LAST_INDEX_BYTES, &none, block->last_index);
        }
        write_first_row(plan, block, buffers);
    }
}

/* Where a row of tiles begins in memory. */
typedef struct tile_place {
    const char *in, *coefficients;
    char *out, *index;
} tile_place;

/* The elements of a tile, and where its results go. */
static lanescan_rows place_tile(const across_plan *plan, const strip_block *block, tile_place at,
                                tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    const ptrdiff_t index_row = ACROSS_LINES * sizeof(int64_t);
    lanescan_rows where = { buffers->tile + plan->row,
                            buffers->tile + plan->row,
                            NULL,
                            plan->row,
                            plan->row,
                            index_row,
                            0 };
    if (block->reads_rows) {
        where.in = at.in + block->lines.at[0][1];
        where.in_stride = scan->in_stride;
    }
    if (block->writes_rows) {
        where.out = at.out + block->lines.at[0][0] + (scan->is_exclusive ? scan->out_stride : 0);
        where.out_stride = scan->out_stride;
    }
    if (block->writes_index_rows) {
        where.index = at.index + block->lines.at[0][2] +
                      (scan->is_exclusive ? scan->index_stride : 0);
        where.index_stride = scan->index_stride;
    } else if (scan->index) {
        where.index = (char *)buffers->index + index_row;
    }
    return where;
}

/* The block's next tile, of so many rows: a share of it for each run of this one. */
static lanescan_fetch fetch_tile(const tile_side *side, const line_block *lines, size_t rows,
                                 const char *tile)
{
    const char *const at = tile + TILE_ROWS * side->stride + lines->at[0][side->array];
    const size_t bytes = lines->count * side->in_memory,
                 row_lines = ((uintptr_t)at % CACHE_LINE + bytes + CACHE_LINE - 1) / CACHE_LINE,
                 shares = (lines->count + 7) / 8 * 8;
    if (side->stride == 0 || !tile_has_rows(lines, side->array, side->in_memory))
        return (lanescan_fetch){ .rows = 0 };
    return (lanescan_fetch){ .at = at,
                             .to_next_row = side->stride - (ptrdiff_t)(row_lines * CACHE_LINE),
                             .row_lines = row_lines,
                             .left_in_row = row_lines,
                             .rows = rows,
                             .share = (rows * row_lines + shares - 1) / shares };
}

/* The kernel of a linear recurrence, on elements and results that are placed. */
static void recur(const across_plan *plan, strip_block *block, size_t rows, uint64_t elements,
                  tile_place at, const lanescan_rows *placed, tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    const uint64_t left = elements - rows;
    const size_t next = left < TILE_ROWS ? (size_t)left : TILE_ROWS;
    lanescan_fetch fetch[2];
    lanescan_recurrence_rows where = {
        buffers->coefficients, placed->in,         placed->out, plan->row,
        placed->in_stride,     placed->out_stride, NULL,        block->past_caches_at_once
    };
    if (scan->is_large && next != 0) {
        fetch[0] = fetch_tile(&plan->reads_coefficients, &block->lines, next, at.coefficients);
        fetch[1] = fetch_tile(&plan->reads, &block->lines, next, at.in);
        where.fetch = fetch;
    }
    if (block->reads_coefficient_rows) {
        where.a = at.coefficients + block->lines.at[0][2];
        where.a_stride = scan->coefficient_stride;
    } else if (!scan->is_one_coefficient) {
        tile_read(&plan->reads_coefficients, &block->lines, rows, at.coefficients,
                  buffers->coefficients, &buffers->raw);
    }
    scan->how.recurrence_across(&block->state, rows, block->lines.count, &where);
}

/* What went to tiles instead of memory: `rows` results, of which the first was there before in an
 * exclusive scan. */
static void write_tile(const across_plan *plan, strip_block *block, size_t rows, bool is_last,
                       tile_place at, tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    const char *const tile = buffers->tile + (scan->is_exclusive ? 0 : plan->row);
    const size_t skipped = scan->is_exclusive ? 0 : ACROSS_LINES;
    if (scan->only_total && is_last)
        tile_write(&plan->writes, &block->lines, 1, buffers->tile + (ptrdiff_t)rows * plan->row,
                   at.out, &buffers->raw);
    else if (block->past_caches)
        scan->how.kernels->memory.copy_rows_nontemporal(rows, block->lines.count * scan->size, tile,
                                                        plan->row, at.out + block->lines.at[0][0],
                                                        scan->out_stride);
    else if (!scan->only_total && !block->writes_rows)
        tile_write(&plan->writes, &block->lines, rows, tile, at.out, &buffers->raw);
    if (block->index_past_caches)
        scan->how.kernels->memory.copy_rows_nontemporal(
            rows, block->lines.count * sizeof(int64_t), (const char *)(buffers->index + skipped),
            ACROSS_LINES * sizeof(int64_t), at.index + block->lines.at[0][2], scan->index_stride);
    else if (scan->index && !block->writes_index_rows)
        tile_write(&plan->writes_index, &block->lines, rows,
                   (const char *)(buffers->index + skipped), at.index, &buffers->raw);
}

/* The next tile of a block: `rows` results of each line; `elements` are left there, none where only
 * the total remains to be written. */
static void scan_tile(const across_plan *plan, strip_block *block, size_t rows, uint64_t elements,
                      tile_place at, tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    lanescan_rows where = place_tile(plan, block, at, buffers);
    const bool is_last = elements <= rows;
    size_t fresh = elements == 0 ? 0 : rows;
    if (scan->only_total)
        where.wanted_from = is_last ? rows - 1 : rows;
    if (block->last) {
        memcpy(buffers->tile, block->last, (size_t)plan->row);
        if (block->last_index && buffers->index)
            memcpy(buffers->index, block->last_index, LAST_INDEX_BYTES);
        fresh -= fresh && is_last && !scan->has_total; /* the total is no result */
    }
    if (fresh) {
        if (!block->reads_rows)
            tile_read(&plan->reads, &block->lines, fresh, at.in, buffers->tile + plan->row,
                      &buffers->raw);
        if (scan->coefficients)
            recur(plan, block, fresh, elements, at, &where, buffers);
        else
            scan->how.across(&block->state, fresh, block->lines.count, &where);
    }
    write_tile(plan, block, rows, is_last, at, buffers);
    if (block->last && fresh == rows) {
        memcpy(block->last, buffers->tile + (ptrdiff_t)rows * plan->row, (size_t)plan->row);
        if (block->last_index && buffers->index)
            memcpy(block->last_index, buffers->index + rows * ACROSS_LINES, LAST_INDEX_BYTES);
    }
}

/* The rows of the tiles after those at `in`, each from the first of `count` blocks to the last. */
static void fetch_tiles(const across_plan *plan, strip *s, size_t first, size_t count,
                        const char *in)
{
    const ptrdiff_t stride = plan->scan->in_stride;
    for (size_t r = TILE_ROWS; r < 2 * TILE_ROWS; r++)
        for (size_t b = first; b < first + count; b++)
            tile_fetch_row(&plan->reads, &strip_at(s, b)->lines, in + (ptrdiff_t)r * stride);
}

/* All tiles of a strip of lines. */
static void scan_strip(const across_plan *plan, strip *s, tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    tile_place at = { scan->in, scan->coefficients, scan->out, scan->index };
    for (size_t b = 0; b < s->num_blocks; b++)
        begin_block(plan, strip_at(s, b), buffers);
    for (uint64_t done = 0; done < scan->n + (scan->has_total ? 1 : 0);) {
        const uint64_t left = scan->n - done;
        const size_t rows = left == 0 ? 1 : left < TILE_ROWS ? (size_t)left : TILE_ROWS;
        const bool has_next = left >= 2 * TILE_ROWS;
        if (has_next && scan->asks_early == EARLY_BY_STRIP)
            fetch_tiles(plan, s, 0, s->num_blocks, at.in);
        for (size_t b = 0; b < s->num_blocks; b++) {
            if (has_next && scan->asks_early == EARLY_BY_BLOCK)
                fetch_tiles(plan, s, b, 1, at.in);
            scan_tile(plan, strip_at(s, b), rows, left, at, buffers);
        }
        done += rows;
        at.in += (ptrdiff_t)rows * scan->in_stride;
        at.out += (ptrdiff_t)rows * scan->out_stride;
        if (at.index)
            at.index += (ptrdiff_t)rows * scan->index_stride;
        if (at.coefficients)
            at.coefficients += (ptrdiff_t)rows * scan->coefficient_stride;
    }
}

/* Where memory is read in its order, a strip ends with what lies together. */
static bool strip_ends(const across_plan *plan, const walk *lines)
{
    return plan->scan->asks_early == EARLY_BY_BLOCK && lines->at[lines->ndim - 1] == 0;
}

/* How many lines to take: past the caches the block after this one begins at a cache line. */
static size_t block_limit(const across_plan *plan, const walk *lines)
{
    const size_t size = plan->scan->size,
                 skipped = -(uintptr_t)(plan->scan->out + lines->offset[0]) % CACHE_LINE;
    if (!plan->scan->is_past_caches || skipped == 0)
        return plan->width;
    return plan->width - (CACHE_LINE - skipped) / size;
}

static const conversion unchanged_index = { .from_size = sizeof(int64_t),
                                            .to_size = sizeof(int64_t) };

static size_t tile_width(const scan_plan *scan, const passage *pass)
{
    const bool is_wide = scan->size > 8 || scan->in_size > 8 || pass->read.to_size > 8;
    return is_wide ? ACROSS_LINES / 2 : ACROSS_LINES;
}

static void resolve(across_plan *plan, const scan_plan *scan)
{
    const lanescan_memory_kernels *const memory = &scan->how.kernels->memory;
    const passage *const pass = method_side_by_side(&scan->how);
    plan->scan = scan;
    plan->width = tile_width(scan, pass);
    plan->row = (ptrdiff_t)(plan->width * pass->read.to_size);
    plan->reads =
        (tile_side){ memory, &pass->read, 1, scan->in_stride, scan->in_size, plan->width };
    plan->writes =
        (tile_side){ memory, &pass->write, 0, scan->out_stride, scan->size, plan->width };
    plan->writes_index = (tile_side){ memory,          &unchanged_index, 2, scan->index_stride,
                                      sizeof(int64_t), ACROSS_LINES };
    plan->reads_coefficients = (tile_side){
        memory,     &scan->how.coefficients, 2, scan->coefficient_stride, scan->coefficient_size,
        plan->width
    };
    lanescan_state_broadcast(scan->how.states, &scan->how.begin, &plan->begin);
}

/* A tile of the coefficient that all elements have. */
static void fill_with_coefficient(const across_plan *plan, tile_buffers *buffers)
{
    const scan_plan *const scan = plan->scan;
    const conversion *const read = &scan->how.coefficients;
    any_element value;
    lanescan_read_elements(read, 1, scan->coefficients + scan->lines->offset[2], 0, value.bytes);
    for (size_t r = 0; r < TILE_ROWS; r++)
        fill_row(read->to_size, (size_t)plan->row, value.bytes,
                 buffers->coefficients + (ptrdiff_t)r * plan->row);
}

uint64_t lanescan_across_unit(const scan_plan *scan)
{
    return scan->is_large ? WIDE_STRIP * ACROSS_LINES : ACROSS_LINES;
}

void lanescan_scan_across(const scan_plan *scan)
{
    across_plan plan;
    tile_buffers buffers;
    strip s;
    resolve(&plan, scan);
    strip_divide(&plan, &s, &buffers);
    if (scan->is_one_coefficient)
        fill_with_coefficient(&plan, &buffers);
    walk *const lines = scan->lines;
    while (lines->left) {
        s.num_blocks = 0;
        do
            line_block_take(lines, block_limit(&plan, lines), &strip_at(&s, s.num_blocks++)->lines);
        while (lines->left && s.num_blocks < s.max_blocks && !strip_ends(&plan, lines));
        scan_strip(&plan, &s, &buffers);
    }
    if (scan->is_past_caches)
        scan->how.kernels->memory.nontemporal_fence();
}
