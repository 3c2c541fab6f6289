/* Many lines side by side, in tiles. */
#include "scan_job.h"
#include "tile_copy.h"

#include <string.h>

/* Lines that the kernels take together. */
enum { LANES_AT_ONCE = 8 };

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

/* All tiles of a block of lines. */
static void scan_block(const across_plan *plan, const line_block *block, tile_buffers *buffers)
{
    static const conversion none = { .from_size = sizeof(int64_t),
                                     .through_size = sizeof(int64_t),
                                     .to_size = sizeof(int64_t) };
    const scan_job *const job = plan->job;
    const tile_side reads = { job->kernels, &plan->read, 1, job->in_step },
                    writes = { job->kernels, &plan->write, 0, job->out_step },
                    writes_index = { job->kernels, &none, 2, job->index_step };
    const size_t skip = job->is_exclusive ? 0 : ACROSS_LINES;
    const char *in = job->in;
    char *out = job->out, *index = job->index;
    lanescan_across state;
    memcpy(&state, &plan->begun, plan->begun_bytes);
    if (block->count % LANES_AT_ONCE) { /* kernels compute with the lines that are missing, too */
        const size_t rows = job->n < TILE_ROWS ? (size_t)job->n : TILE_ROWS;
        memset(buffers->tile, 0, (rows + 1) * ACROSS_LINES * 8);
    }
    if (job->is_exclusive) {
        fill_row(block->count, plan->first, buffers->tile);
        for (size_t l = 0; l < block->count; l++)
            buffers->index[l] = -1;
    }
    for (uint64_t done = 0; done < job->n + (job->has_total ? 1 : 0);) {
        const uint64_t left = job->n - done;
        const size_t rows = left == 0 ? 1 : left < TILE_ROWS ? (size_t)left : TILE_ROWS;
        if (left) {
            tile_read(&reads, block, rows, in, buffers->tile + ACROSS_LINES * 8, &buffers->raw);
            plan->step(&state, rows, block->count, buffers->tile + ACROSS_LINES * 8,
                       index ? buffers->index + ACROSS_LINES : NULL);
        }
        if (!job->only_total)
            tile_write(&writes, block, rows, buffers->tile + skip * 8, out, &buffers->raw);
        else if (rows == left)
            tile_write(&writes, block, 1, buffers->tile + rows * ACROSS_LINES * 8, out,
                       &buffers->raw);
        if (index)
            tile_write(&writes_index, block, rows, (const char *)(buffers->index + skip), index,
                       &buffers->raw);
        if (job->is_exclusive) {
            memcpy(buffers->tile, buffers->tile + rows * ACROSS_LINES * 8, ACROSS_LINES * 8);
            memcpy(buffers->index, buffers->index + rows * ACROSS_LINES, ACROSS_LINES * 8);
        }
        done += rows;
        in += (ptrdiff_t)rows * job->in_step;
        out += (ptrdiff_t)rows * job->out_step;
        if (index)
            index += (ptrdiff_t)rows * job->index_step;
    }
}

bool lanescan_scan_across(const scan_job *job)
{
    across_plan plan = { .job = job };
    tile_buffers buffers;
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
        line_block block;
        line_block_take(&lines, &block);
        scan_block(&plan, &block, &buffers);
    }
    return true;
}
