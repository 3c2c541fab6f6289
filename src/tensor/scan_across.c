/* Many lines side by side, in tiles. */
#include "scan_job.h"
#include "tile_copy.h"

#include <string.h>

/* One row more than a tile: the results before, which an exclusive scan begins with. */
typedef struct tile_buffers {
    _Alignas(64) char tile[(TILE_ROWS + 1) * ACROSS_LINES * 8];
    _Alignas(64) int64_t index[(TILE_ROWS + 1) * ACROSS_LINES];
    tile_raw raw;
} tile_buffers;

typedef struct across_plan {
    const scan_job *job;
    line_kind kind;
    lanescan_across_step step;
    conversion read, write;
    lanescan_across begun;
    size_t begun_bytes;        /* what of it is in use */
    _Alignas(8) char first[8]; /* of the tile's type */
} across_plan;

/* A row of one element, `count` times. */
static void fill_row(size_t count, const char element[8], char *row)
{
    for (size_t l = 0; l < count; l++)
        memcpy(row + 8 * l, element, 8);
}

static void to_tile_type(const across_plan *plan, const unsigned char *from, char to[8])
{
    const scan_job *const job = plan->job;
    conversion convert = lanescan_conversion(job->kernels, job->dtype, job->dtype, plan->kind.in);
    convert.biased = plan->kind.biased;
    lanescan_read_elements(&convert, 1, (const char *)from, (ptrdiff_t)job->size, to);
}

static void begin(across_plan *plan, tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    lanescan_across_begin(&plan->begun, job->op, plan->kind.type);
    plan->begun_bytes = lanescan_across_bytes(job->op, plan->kind.type);
    /* Kernels compute with the lines that a block lacks, too: with whatever numbers, but numbers. */
    const size_t rows = job->n < TILE_ROWS ? (size_t)job->n : TILE_ROWS;
    memset(buffers->tile, 0, (rows + 1) * ACROSS_LINES * 8);
    if (job->has_initial) {
        _Alignas(8) char initial[8];
        to_tile_type(plan, job->initial, initial);
        fill_row(ACROSS_LINES, initial, buffers->tile);
        plan->step(&plan->begun, 1, ACROSS_LINES, buffers->tile, NULL);
        plan->begun.position = 0;
    }
    if (op_is_extreme(job->op)) {
        for (size_t l = 0; l < ACROSS_LINES; l++)
            plan->begun.as.extreme.index[l] = -1;
        plan->begun.as.extreme.first_index = job->first_index;
        plan->begun.as.extreme.index_step = job->index_increment;
    }
    if (job->is_exclusive)
        to_tile_type(plan, job->first, plan->first);
}

/* Blocks of lines that go down together, a tile of each at a time: so rows are read and written hundreds of bytes at a time,
 * which is what long steps between rows need of the caches and of the page tables. */
enum { STRIP_BLOCKS = 2 };

typedef struct strip_block {
    line_block lines;
    lanescan_across state;
    char last[ACROSS_LINES * 8]; /* the row before the next tile, for exclusive scans */
    int64_t last_index[ACROSS_LINES];
} strip_block;

static void begin_block(const across_plan *plan, strip_block *block)
{
    memcpy(&block->state, &plan->begun, plan->begun_bytes);
    if (plan->job->is_exclusive) {
        fill_row(block->lines.count, plan->first, block->last);
        for (size_t l = 0; l < block->lines.count; l++)
            block->last_index[l] = -1;
    }
}

/* Where a row of tiles begins in memory. */
typedef struct tile_place {
    const char *in;
    char *out, *index;
} tile_place;

/* The next tile of a block: `rows` elements of each line, `left` with those after them; none are left where only the total
 * remains to be written. */
static void scan_tile(const across_plan *plan, strip_block *block, size_t rows, uint64_t left,
                      tile_place at, tile_buffers *buffers)
{
    static const conversion none = { .from_size = sizeof(int64_t),
                                     .through_size = sizeof(int64_t),
                                     .to_size = sizeof(int64_t) };
    const scan_job *const job = plan->job;
    const tile_side reads = { job->kernels, &plan->read, 1, job->in_step, job->in_size },
                    writes = { job->kernels, &plan->write, 0, job->out_step, job->size },
                    writes_index = { job->kernels, &none, 2, job->index_step, sizeof(int64_t) };
    const size_t skip = job->is_exclusive ? 0 : ACROSS_LINES;
    if (job->is_exclusive) {
        memcpy(buffers->tile, block->last, sizeof block->last);
        memcpy(buffers->index, block->last_index, sizeof block->last_index);
    }
    if (left) {
        tile_read(&reads, &block->lines, rows, at.in, buffers->tile + ACROSS_LINES * 8,
                  &buffers->raw);
        if (left > TILE_ROWS)
            tile_fetch(&reads, &block->lines, TILE_ROWS, at.in + TILE_ROWS * job->in_step);
        if (left > TILE_ROWS && !job->is_in_place)
            tile_fetch(&writes, &block->lines, TILE_ROWS, at.out + TILE_ROWS * job->out_step);
        plan->step(&block->state, rows, block->lines.count, buffers->tile + ACROSS_LINES * 8,
                   at.index ? buffers->index + ACROSS_LINES : NULL);
    }
    if (!job->only_total)
        tile_write(&writes, &block->lines, rows, buffers->tile + skip * 8, at.out, &buffers->raw);
    else if (rows == left)
        tile_write(&writes, &block->lines, 1, buffers->tile + rows * ACROSS_LINES * 8, at.out,
                   &buffers->raw);
    if (at.index)
        tile_write(&writes_index, &block->lines, rows, (const char *)(buffers->index + skip),
                   at.index, &buffers->raw);
    if (job->is_exclusive) {
        memcpy(block->last, buffers->tile + rows * ACROSS_LINES * 8, sizeof block->last);
        memcpy(block->last_index, buffers->index + rows * ACROSS_LINES, sizeof block->last_index);
    }
}

/* All tiles of a strip of lines. */
static void scan_strip(const across_plan *plan, strip_block *blocks, size_t num_blocks,
                       tile_buffers *buffers)
{
    const scan_job *const job = plan->job;
    tile_place at = { job->in, job->out, job->index };
    for (size_t b = 0; b < num_blocks; b++)
        begin_block(plan, &blocks[b]);
    for (uint64_t done = 0; done < job->n + (job->has_total ? 1 : 0);) {
        const uint64_t left = job->n - done;
        const size_t rows = left == 0 ? 1 : left < TILE_ROWS ? (size_t)left : TILE_ROWS;
        for (size_t b = 0; b < num_blocks; b++)
            scan_tile(plan, &blocks[b], rows, left, at, buffers);
        done += rows;
        at.in += (ptrdiff_t)rows * job->in_step;
        at.out += (ptrdiff_t)rows * job->out_step;
        if (at.index)
            at.index += (ptrdiff_t)rows * job->index_step;
    }
}

bool lanescan_scan_across(const scan_job *job)
{
    across_plan plan = { .job = job };
    tile_buffers buffers;
    strip_block strip[STRIP_BLOCKS];
    if (!lanescan_across_kind(job->op, job->dtype, &plan.kind))
        return false;
    plan.step = job->kernels->across[job->op][plan.kind.type];
    if (!plan.step)
        return false;
    plan.read = lanescan_conversion(job->kernels, job->in_dtype, job->dtype, plan.kind.in);
    plan.write = lanescan_conversion(job->kernels, plan.kind.out, job->dtype, job->dtype);
    plan.read.biased = plan.write.biased = plan.kind.biased;
    begin(&plan, &buffers);
    walk lines = job->lines;
    while (lines.left) {
        size_t num_blocks = 0;
        do
            line_block_take(&lines, &strip[num_blocks++].lines);
        while (lines.left && num_blocks < STRIP_BLOCKS);
        scan_strip(&plan, strip, num_blocks, &buffers);
    }
    return true;
}
