/* Many lines side by side, 32 rows of 64 lines at a time: where they are, if rows are there as a kernel takes them, else by way
 * of a tile. */
#include "layout.h"
#include "scan_job.h"
#include "tile_copy.h"

#include <string.h>

/* One row more than a tile: the results before, which an exclusive scan begins with. */
typedef struct tile_buffers {
    _Alignas(64) char tile[(TILE_ROWS + 1) * ACROSS_LINES * 8];
    tile_raw raw;
    int64_t *index; /* as many rows; NULL where no indices are wanted */
} tile_buffers;

typedef struct across_plan {
    const scan_job *job;
    line_kind kind;
    lanescan_across_step step;
    conversion read, write;
    tile_side reads, writes, writes_index;
    ptrdiff_t row; /* bytes of a tile's row */
    lanescan_across begun;
    size_t begun_bytes;        /* what of it is in use */
    bool is_large;             /* too large for the inner caches */
    bool is_streamed;          /* results go past all caches */
    _Alignas(8) char first[8]; /* of the tile's type */
} across_plan;

/* A row of one element, `count` times. */
static void fill_row(size_t size, size_t count, const char *element, char *row)
{
    for (size_t l = 0; l < count; l++)
        memcpy(row + size * l, element, size);
}

static void to_tile_type(const across_plan *plan, const unsigned char *from, char *to)
{
    const scan_job *const job = plan->job;
    conversion convert = lanescan_conversion(job->kernels, job->dtype, job->dtype,
                                             plan->kind.dtype);
    convert.biased = plan->kind.biased;
    lanescan_read_elements(&convert, 1, (const char *)from, (ptrdiff_t)job->size, to);
}

/* The initial value is a row of its own. */
static void fold_initial(across_plan *plan, tile_buffers *buffers)
{
    const lanescan_rows where = { buffers->tile, buffers->tile, NULL, plan->row, plan->row, 0 };
    _Alignas(8) char initial[8];
    to_tile_type(plan, plan->job->initial, initial);
    fill_row(plan->read.to_size, ACROSS_LINES, initial, buffers->tile);
    plan->step(&plan->begun, 1, ACROSS_LINES, &where);
    plan->begun.position = 0;
}

static void begin(across_plan *plan, tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    lanescan_across_begin(&plan->begun, job->op, plan->kind.type);
    plan->begun_bytes = lanescan_across_bytes(job->op, plan->kind.type);
    if (job->has_initial)
        fold_initial(plan, buffers);
    if (op_is_extreme(job->op)) {
        for (size_t l = 0; l < ACROSS_LINES; l++)
            plan->begun.as.extreme.index[l] = -1;
        plan->begun.as.extreme.first_index = job->first_index;
        plan->begun.as.extreme.index_step = job->index_increment;
    }
    if (job->is_exclusive)
        to_tile_type(plan, job->first, plan->first);
}

/* Blocks of lines that go down together, a tile of each at a time, are a strip. Where rows are far apart and beyond the inner
 * caches, it is wide: long pieces of rows, of a page at best, are what caches, page tables and memory itself deliver fast. */
enum { NARROW_STRIP = 2, WIDE_STRIP = 8 };

typedef struct strip_block {
    line_block lines;
    bool reads_rows, writes_rows, writes_index_rows; /* where they are, and not by way of a tile */
    bool streams_rows;                               /* from the tile */
    char *last; /* the row before the next tile, for exclusive scans; NULL in others */
    int64_t *last_index;
    lanescan_across state; /* there is memory for plan.begun_bytes of it, and then for those rows */
} strip_block;

enum { LAST_BYTES = ACROSS_LINES * 8, LAST_INDEX_BYTES = ACROSS_LINES * sizeof(int64_t) };

/* Memory for the blocks, and before them for the tile of indices. */
enum {
    STRIP_BYTES = 48 << 10,
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
    const scan_job *const job = plan->job;
    const size_t index_bytes = job->index ? INDEX_TILE_BYTES : 0;
    const size_t last_bytes = job->is_exclusive ? LAST_BYTES + LAST_INDEX_BYTES : 0;
    buffers->index = job->index ? (int64_t *)(void *)s->bytes : NULL;
    s->blocks = s->bytes + index_bytes;
    s->block_bytes = (offsetof(strip_block, state) + plan->begun_bytes + last_bytes + 63) / 64 * 64;
    const size_t room = (STRIP_BYTES - index_bytes) / s->block_bytes;
    s->max_blocks = !plan->is_large ? NARROW_STRIP : room < WIDE_STRIP ? room : WIDE_STRIP;
}

/* Results where they belong begin one row later in an exclusive scan: this is the row before. */
static void write_first_row(const across_plan *plan, strip_block *block, tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    if (block->writes_rows)
        tile_write(&plan->writes, &block->lines, 1, block->last, job->out, &buffers->raw);
    if (block->writes_index_rows)
        tile_write(&plan->writes_index, &block->lines, 1, (const char *)block->last_index,
                   job->index, &buffers->raw);
}

static void begin_block(const across_plan *plan, strip_block *block, tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    /* An exclusive scan in place would overwrite elements before it has read them. */
    const bool may_write = !job->only_total && !(job->is_exclusive && job->is_in_place);
    memcpy(&block->state, &plan->begun, plan->begun_bytes);
    block->reads_rows = conversion_is_none(&plan->read) &&
                        tile_has_rows(&block->lines, 1, job->in_size);
    const bool has_rows = may_write && conversion_is_none(&plan->write) &&
                          tile_has_rows(&block->lines, 0, job->size);
    block->streams_rows = has_rows && plan->is_streamed &&
                          block->lines.count * job->size >= 2 * CACHE_LINE;
    block->writes_rows = has_rows && !block->streams_rows;
    block->writes_index_rows = job->index && tile_has_rows(&block->lines, 2, sizeof(int64_t));
    block->last = NULL;
    block->last_index = NULL;
    if (job->is_exclusive) {
        block->last = (char *)&block->state + plan->begun_bytes;
        fill_row(plan->read.to_size, block->lines.count, plan->first, block->last);
        if (job->index) {
            block->last_index = (int64_t *)(void *)(block->last + LAST_BYTES);
            for (size_t l = 0; l < block->lines.count; l++)
                block->last_index[l] = -1;
        }
        write_first_row(plan, block, buffers);
    }
}

/* Where a row of tiles begins in memory. */
typedef struct tile_place {
    const char *in;
    char *out, *index;
} tile_place;

/* The elements of a tile, and where its results go. */
static lanescan_rows place_tile(const across_plan *plan, const strip_block *block, tile_place at,
                                tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    const ptrdiff_t index_row = ACROSS_LINES * sizeof(int64_t);
    lanescan_rows where = {
        buffers->tile + plan->row, buffers->tile + plan->row, NULL, plan->row, plan->row, index_row
    };
    if (block->reads_rows) {
        where.in = at.in + block->lines.at[0][1];
        where.in_step = job->in_step;
    }
    if (block->writes_rows) {
        where.out = at.out + block->lines.at[0][0] + (job->is_exclusive ? job->out_step : 0);
        where.out_step = job->out_step;
    }
    if (block->writes_index_rows) {
        where.index = at.index + block->lines.at[0][2] + (job->is_exclusive ? job->index_step : 0);
        where.index_step = job->index_step;
    } else if (job->index) {
        where.index = (char *)buffers->index + index_row;
    }
    return where;
}

/* What went to tiles instead of memory: `rows` results, of which the first was there before in an exclusive scan. */
static void write_tile(const across_plan *plan, strip_block *block, size_t rows, bool is_last,
                       tile_place at, tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    const char *const tile = buffers->tile + (job->is_exclusive ? 0 : plan->row);
    const size_t skipped = job->is_exclusive ? 0 : ACROSS_LINES;
    if (job->only_total && is_last)
        tile_write(&plan->writes, &block->lines, 1, buffers->tile + (ptrdiff_t)rows * plan->row,
                   at.out, &buffers->raw);
    else if (block->streams_rows)
        job->kernels->rows_past_caches(rows, block->lines.count * job->size, tile, plan->row,
                                       at.out + block->lines.at[0][0], job->out_step);
    else if (!job->only_total && !block->writes_rows)
        tile_write(&plan->writes, &block->lines, rows, tile, at.out, &buffers->raw);
    if (job->index && !block->writes_index_rows)
        tile_write(&plan->writes_index, &block->lines, rows,
                   (const char *)(buffers->index + skipped), at.index, &buffers->raw);
}

/* The next tile of a block: `rows` results of each line; `elements` are left there, none where only the total remains to be
 * written. */
static void scan_tile(const across_plan *plan, strip_block *block, size_t rows, uint64_t elements,
                      tile_place at, tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    const lanescan_rows where = place_tile(plan, block, at, buffers);
    const bool is_last = elements <= rows;
    size_t fresh = elements == 0 ? 0 : rows;
    if (block->last) {
        memcpy(buffers->tile, block->last, (size_t)plan->row);
        if (block->last_index && buffers->index)
            memcpy(buffers->index, block->last_index, LAST_INDEX_BYTES);
        fresh -= fresh && is_last && !job->has_total; /* the total is no result */
    }
    if (fresh) {
        if (!block->reads_rows)
            tile_read(&plan->reads, &block->lines, fresh, at.in, buffers->tile + plan->row,
                      &buffers->raw);
        plan->step(&block->state, fresh, block->lines.count, &where);
    }
    write_tile(plan, block, rows, is_last, at, buffers);
    if (block->last && fresh == rows) {
        memcpy(block->last, buffers->tile + (ptrdiff_t)rows * plan->row, (size_t)plan->row);
        if (block->last_index && buffers->index)
            memcpy(block->last_index, buffers->index + rows * ACROSS_LINES, LAST_INDEX_BYTES);
    }
}

/* The next tiles' rows, each from the first line of the strip to the last. */
static void fetch_tiles(const across_plan *plan, strip *s, size_t rows, const char *in)
{
    for (size_t r = 0; r < rows; r++, in += plan->job->in_step)
        for (size_t b = 0; b < s->num_blocks; b++)
            tile_fetch_row(&plan->reads, &strip_at(s, b)->lines, in);
}

/* All tiles of a strip of lines. */
static void scan_strip(const across_plan *plan, strip *s, tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    tile_place at = { job->in, job->out, job->index };
    for (size_t b = 0; b < s->num_blocks; b++)
        begin_block(plan, strip_at(s, b), buffers);
    for (uint64_t done = 0; done < job->n + (job->has_total ? 1 : 0);) {
        const uint64_t left = job->n - done;
        const size_t rows = left == 0 ? 1 : left < TILE_ROWS ? (size_t)left : TILE_ROWS;
        if (plan->is_large && !plan->is_streamed && left >= 2 * TILE_ROWS)
            fetch_tiles(plan, s, TILE_ROWS, at.in + TILE_ROWS * job->in_step);
        for (size_t b = 0; b < s->num_blocks; b++)
            scan_tile(plan, strip_at(s, b), rows, left, at, buffers);
        done += rows;
        at.in += (ptrdiff_t)rows * job->in_step;
        at.out += (ptrdiff_t)rows * job->out_step;
        if (at.index)
            at.index += (ptrdiff_t)rows * job->index_step;
    }
}

/* Bytes between a line's first element and its last from which strips are wide, and the next tiles are asked for early. */
enum { LARGE = 1 << 20 };

/* Results of so many bytes in all, elsewhere than the elements, go past the caches, if their cache lines begin at the same columns in
 * every row. (Then asking for tiles early does not pay.) */
enum { STREAM_ROWS_FROM = 8 << 20 };

static bool is_streamed(const across_plan *plan)
{
    const scan_job *const job = plan->job;
    return plan->is_large && !job->is_in_place && job->out_step % CACHE_LINE == 0 &&
           (uintptr_t)job->out % job->size == 0 &&
           (uint64_t)job->lines.left >= STREAM_ROWS_FROM / job->size / job->n;
}

/* How many lines to take: with streamed results the block after this one begins at a cache line. */
static size_t block_limit(const across_plan *plan, const walk *lines)
{
    const size_t size = plan->job->size,
                 skipped = -(uintptr_t)(plan->job->out + lines->offset[0]) % CACHE_LINE;
    if (!plan->is_streamed || skipped == 0)
        return ACROSS_LINES;
    return ACROSS_LINES - (CACHE_LINE - skipped) / size;
}

static const conversion unchanged_index = { .from_size = sizeof(int64_t),
                                            .through_size = sizeof(int64_t),
                                            .to_size = sizeof(int64_t) };

bool lanescan_scan_across(const scan_job *job)
{
    across_plan plan = { .job = job };
    tile_buffers buffers;
    strip s;
    if (!lanescan_across_kind(job->op, job->dtype, &plan.kind))
        return false;
    plan.step = job->kernels->across[job->op][plan.kind.type];
    plan.read = lanescan_conversion(job->kernels, job->in_dtype, job->dtype, plan.kind.dtype);
    plan.write = lanescan_conversion(job->kernels, plan.kind.dtype, job->dtype, job->dtype);
    plan.read.biased = plan.write.biased = plan.kind.biased;
    plan.is_large = job->in_step && job->n > LARGE / layout_magnitude(job->in_step);
    plan.is_streamed = is_streamed(&plan);
    plan.row = (ptrdiff_t)(ACROSS_LINES * plan.read.to_size);
    plan.reads = (tile_side){ job->kernels, &plan.read, 1, job->in_step, job->in_size };
    plan.writes = (tile_side){ job->kernels, &plan.write, 0, job->out_step, job->size };
    plan.writes_index = (tile_side){ job->kernels, &unchanged_index, 2, job->index_step,
                                     sizeof(int64_t) };
    begin(&plan, &buffers);
    strip_divide(&plan, &s, &buffers);
    walk lines = job->lines;
    while (lines.left) {
        s.num_blocks = 0;
        do
            line_block_take(&lines, block_limit(&plan, &lines),
                            &strip_at(&s, s.num_blocks++)->lines);
        while (lines.left && s.num_blocks < s.max_blocks);
        scan_strip(&plan, &s, &buffers);
    }
    if (plan.is_streamed)
        job->kernels->past_caches_done();
    return true;
}
