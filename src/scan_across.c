/* Many lines side by side, in tiles of 32 elements of up to 64 lines. */
#include "scan_job.h"

#include <string.h>

enum { ROWS = 32 };

/* A block of lines: where each begins, in bytes from the first, and the bytes from line to line where that is always the same. */
typedef struct line_places {
    ptrdiff_t at[ACROSS_LINES];
    ptrdiff_t pitch;
    bool is_even;
} line_places;

/* One row more than a tile: the results before, which an exclusive scan begins with. */
typedef struct tile_buffers {
    _Alignas(64) char tile[(ROWS + 1) * ACROSS_LINES * 8];
    _Alignas(64) int64_t index[(ROWS + 1) * ACROSS_LINES];
    _Alignas(64) char raw[ROWS * ACROSS_LINES * 8]; /* elements as they are in memory, row by row */
} tile_buffers;

typedef struct across_plan {
    const scan_job *job;
    line_kind kind;
    lanescan_across_step step;
    conversion read, write;
    lanescan_across begun;
    char first[8]; /* of the tile's type */
} across_plan;

static void find_places(walk *lines, size_t count, int array, line_places *places, bool advance)
{
    walk here = *lines;
    for (size_t l = 0; l < count; l++, walk_next(&here))
        places->at[l] = here.offset[array];
    places->pitch = count > 1 ? places->at[1] - places->at[0] : 0;
    places->is_even = true;
    for (size_t l = 1; l < count; l++)
        places->is_even = places->is_even && places->at[l] - places->at[l - 1] == places->pitch;
    if (advance)
        *lines = here;
}

/* Between memory and rows of raw elements, along whichever of the two directions has the shorter steps. */
static void gather_tile(size_t size, size_t rows, size_t count, const char *in, ptrdiff_t step,
                        const line_places *places, char *raw)
{
    const ptrdiff_t row_bytes = (ptrdiff_t)size * ACROSS_LINES;
    const ptrdiff_t pitch = places->pitch < 0 ? -places->pitch : places->pitch;
    if (places->is_even && pitch < (step < 0 ? -step : step))
        for (size_t r = 0; r < rows; r++)
            lanescan_copy_elements(size, count, in + places->at[0] + (ptrdiff_t)r * step,
                                   places->pitch, raw + (ptrdiff_t)r * row_bytes, (ptrdiff_t)size);
    else
        for (size_t l = 0; l < count; l++)
            lanescan_copy_elements(size, rows, in + places->at[l], step, raw + l * size, row_bytes);
}

static void scatter_tile(size_t size, size_t rows, size_t count, const char *raw, char *out,
                         ptrdiff_t step, const line_places *places)
{
    const ptrdiff_t row_bytes = (ptrdiff_t)size * ACROSS_LINES;
    const ptrdiff_t pitch = places->pitch < 0 ? -places->pitch : places->pitch;
    if (places->is_even && pitch < (step < 0 ? -step : step))
        for (size_t r = 0; r < rows; r++)
            lanescan_copy_elements(size, count, raw + (ptrdiff_t)r * row_bytes, (ptrdiff_t)size,
                                   out + places->at[0] + (ptrdiff_t)r * step, places->pitch);
    else
        for (size_t l = 0; l < count; l++)
            lanescan_copy_elements(size, rows, raw + l * size, row_bytes, out + places->at[l],
                                   step);
}

static void read_tile(const conversion *read, size_t rows, size_t count, const char *in,
                      ptrdiff_t step, const line_places *places, tile_buffers *buffers)
{
    const size_t size = read->from_size;
    char *const tile = buffers->tile + ACROSS_LINES * 8;
    if (places->is_even && places->pitch == (ptrdiff_t)size) {
        for (size_t r = 0; r < rows; r++)
            lanescan_read_elements(read, count, in + places->at[0] + (ptrdiff_t)r * step,
                                   (ptrdiff_t)size, tile + r * ACROSS_LINES * 8);
        return;
    }
    const bool as_it_is = conversion_is_none(read);
    gather_tile(size, rows, count, in, step, places, as_it_is ? tile : buffers->raw);
    for (size_t r = 0; r < rows && !as_it_is; r++)
        lanescan_read_elements(read, count, buffers->raw + r * size * ACROSS_LINES, (ptrdiff_t)size,
                               tile + r * ACROSS_LINES * 8);
}

/* Rows of results, from `from` on. */
static void write_tile(const conversion *write, size_t rows, size_t count, const char *from,
                       char *out, ptrdiff_t step, const line_places *places, char *raw)
{
    const size_t size = write->to_size;
    if (places->is_even && places->pitch == (ptrdiff_t)size) {
        for (size_t r = 0; r < rows; r++)
            lanescan_write_elements(write, count, from + r * ACROSS_LINES * 8,
                                    out + places->at[0] + (ptrdiff_t)r * step, (ptrdiff_t)size);
        return;
    }
    const bool as_it_is = conversion_is_none(write);
    for (size_t r = 0; r < rows && !as_it_is; r++)
        lanescan_write_elements(write, count, from + r * ACROSS_LINES * 8,
                                raw + r * size * ACROSS_LINES, (ptrdiff_t)size);
    scatter_tile(size, rows, count, as_it_is ? from : raw, out, step, places);
}

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
    if (job->has_initial) {
        char initial[8];
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
static void scan_block(const across_plan *plan, size_t count, const line_places places[WALK_ARRAYS],
                       tile_buffers *buffers)
{
    static const conversion none = { .from_size = sizeof(int64_t),
                                     .through_size = sizeof(int64_t),
                                     .to_size = sizeof(int64_t) };
    const scan_job *const job = plan->job;
    const size_t skip = job->is_exclusive ? 0 : ACROSS_LINES;
    lanescan_across state = plan->begun;
    const char *in = job->in;
    char *out = job->out, *index = job->index;
    if (job->is_exclusive) {
        fill_row(count, plan->first, buffers->tile);
        for (size_t l = 0; l < count; l++)
            buffers->index[l] = -1;
    }
    for (uint64_t done = 0; done < job->n + (job->has_total ? 1 : 0);) {
        const bool is_total = done == job->n;
        const size_t rows = is_total ? 1 : job->n - done < ROWS ? (size_t)(job->n - done) : ROWS;
        if (!is_total) {
            read_tile(&plan->read, rows, count, in, job->in_step, &places[1], buffers);
            plan->step(&state, rows, count, buffers->tile + ACROSS_LINES * 8,
                       index ? buffers->index + ACROSS_LINES : NULL);
        }
        if (!job->only_total || done + rows == job->n)
            write_tile(&plan->write, job->only_total ? 1 : rows, count,
                       buffers->tile + (job->only_total ? rows * ACROSS_LINES : skip) * 8, out,
                       job->out_step, &places[0], buffers->raw);
        if (index)
            write_tile(&none, rows, count, (const char *)(buffers->index + skip), index,
                       job->index_step, &places[2], buffers->raw);
        memcpy(buffers->tile, buffers->tile + rows * ACROSS_LINES * 8, ACROSS_LINES * 8);
        memcpy(buffers->index, buffers->index + rows * ACROSS_LINES, ACROSS_LINES * 8);
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
        const size_t count = lines.left < ACROSS_LINES ? (size_t)lines.left : ACROSS_LINES;
        line_places places[WALK_ARRAYS];
        find_places(&lines, count, 2, &places[2], false);
        find_places(&lines, count, 1, &places[1], false);
        find_places(&lines, count, 0, &places[0], true);
        scan_block(&plan, count, places, &buffers);
    }
    return true;
}
