/* Line by line: kernels go straight over lines that lie as they take them; others pass through
 * buffers, piece by piece. */
#include "tensor/plan.h"

#include <string.h>

/* Do the lines lie in memory as kernels take them, forwards (1) or backwards (-1)? */
static bool lies_directly(const scan_plan *plan, int direction)
{
    /* What needs no conversion before the kernel needs none after it. */
    return conversion_is_none(&plan->how.along.read) &&
           !(plan->is_in_place && plan->is_exclusive) &&
           plan->in_stride == direction * (ptrdiff_t)plan->in_size &&
           plan->out_stride == direction * (ptrdiff_t)plan->size &&
           (!plan->index || plan->index_stride == direction * (ptrdiff_t)sizeof(int64_t));
}

static void store_index(char *to, int64_t value)
{
    memcpy(to, &value, sizeof value);
}

/* What is left to do of a line: inclusive results, one for each element. */
typedef struct line_rest {
    const char *in;
    char *out, *index;
    uint64_t n;
} line_rest;

/* An exclusive line is its first result, and the inclusive one an element further. */
static line_rest begin_line(const scan_plan *plan, const walk *lines)
{
    line_rest rest = { plan->in + lines->offset[1], plan->out + lines->offset[0],
                       plan->index ? plan->index + lines->offset[2] : NULL, plan->n };
    if (plan->is_exclusive && !plan->is_in_place) {
        memcpy(rest.out, plan->how.first.bytes, plan->size);
        rest.out += plan->out_stride;
        if (rest.index) {
            store_index(rest.index, -1);
            rest.index += plan->index_stride;
        }
        rest.n -= plan->has_total ? 0 : 1;
    }
    return rest;
}

static void scan_directly(const scan_plan *plan, bool backwards, line_rest line)
{
    lanescan_state state = plan->how.begin;
    if (line.n)
        plan->how.piece(&state, backwards, (size_t)line.n, line.in, line.out,
                        (int64_t *)(void *)line.index);
}

/* A piece of a line: in the order of memory, which is that of the scan from its end when
 * `backwards`. */
typedef struct line_buffers {
    _Alignas(64) char in[BATCH * LARGEST_ELEMENT];
    _Alignas(64) char results[BATCH * LARGEST_ELEMENT];
    int64_t index[BATCH];
    /* In place, an exclusive line has its elements read before the results that take their places
     * are written. */
    any_element last_result;
    int64_t last_index;
} line_buffers;

/* Of `count` elements that are `stride` bytes apart in the order of the scan: by how much the
 * lowest in memory is from the first. */
static ptrdiff_t lowest(bool backwards, size_t count, ptrdiff_t stride)
{
    return backwards ? ((ptrdiff_t)count - 1) * stride : 0;
}

/* `count` results and indices, in the order of memory, to the line from `out` on. */
static void write_results(const scan_plan *plan, bool backwards, size_t count, const void *results,
                          const int64_t *indices, char *out, char *index)
{
    const int sign = backwards ? -1 : 1;
    if (count == 0)
        return;
    lanescan_write_elements(&plan->how.along.write, count, results,
                            out + lowest(backwards, count, plan->out_stride),
                            sign * plan->out_stride);
    if (index)
        lanescan_copy_elements(sizeof(int64_t), count, (const char *)indices, sizeof(int64_t),
                               index + lowest(backwards, count, plan->index_stride),
                               sign * plan->index_stride);
}

/* The last result of the piece before, and those of this one but the last. */
static void write_exclusive(const scan_plan *plan, bool backwards, line_buffers *buffers,
                            size_t count, char *out, char *index)
{
    const size_t size = plan->how.along.write.from_size, later = backwards ? 1 : 0,
                 last = backwards ? 0 : count - 1;
    write_results(plan, backwards, 1, buffers->last_result.bytes, &buffers->last_index, out, index);
    write_results(plan, backwards, count - 1, buffers->results + later * size,
                  buffers->index + later, out + plan->out_stride,
                  index ? index + plan->index_stride : NULL);
    memcpy(buffers->last_result.bytes, buffers->results + last * size, size);
    buffers->last_index = buffers->index[last];
}

static void scan_by_pieces(const scan_plan *plan, bool backwards, line_buffers *buffers,
                           line_rest line)
{
    const passage *const pass = &plan->how.along;
    const int sign = backwards ? -1 : 1;
    const size_t in_size = pass->read.to_size, result_size = pass->write.from_size;
    const bool is_exclusive_in_place = plan->is_exclusive && plan->is_in_place;
    const bool reads_directly = conversion_is_none(&pass->read) &&
                                sign * plan->in_stride == (ptrdiff_t)plan->in_size;
    const bool writes_directly = conversion_is_none(&pass->write) && !is_exclusive_in_place &&
                                 sign * plan->out_stride == (ptrdiff_t)plan->size &&
                                 (!plan->index || sign * plan->index_stride == sizeof(int64_t));
    lanescan_state state = plan->how.begin;
    buffers->last_result = pass->first;
    buffers->last_index = -1;
    while (line.n) {
        const size_t count = line.n < BATCH ? (size_t)line.n : BATCH;
        const size_t first = backwards ? count - 1 : 0;
        const void *x = line.in;
        if (!reads_directly) {
            lanescan_read_elements(&pass->read, count,
                                   line.in + lowest(backwards, count, plan->in_stride),
                                   sign * plan->in_stride, buffers->in);
            x = buffers->in + first * in_size;
        }
        if (writes_directly) {
            plan->how.piece(&state, backwards, count, x, line.out, (int64_t *)(void *)line.index);
        } else {
            plan->how.piece(&state, backwards, count, x, buffers->results + first * result_size,
                            line.index ? buffers->index + first : NULL);
            if (is_exclusive_in_place)
                write_exclusive(plan, backwards, buffers, count, line.out, line.index);
            else
                write_results(plan, backwards, count, buffers->results, buffers->index, line.out,
                              line.index);
        }
        line.n -= count;
        line.in += (ptrdiff_t)count * plan->in_stride;
        line.out += (ptrdiff_t)count * plan->out_stride;
        if (line.index)
            line.index += (ptrdiff_t)count * plan->index_stride;
    }
}

void lanescan_scan_lines(const scan_plan *plan)
{
    const bool forwards = lies_directly(plan, 1);
    walk lines = plan->lines;
    if (forwards || lies_directly(plan, -1)) {
        for (; lines.left; walk_next(&lines))
            scan_directly(plan, !forwards, begin_line(plan, &lines));
        return;
    }
    const bool backwards = plan->in_stride < 0 && plan->out_stride < 0 &&
                           (!plan->index || plan->index_stride < 0);
    line_buffers buffers;
    for (; lines.left; walk_next(&lines))
        scan_by_pieces(plan, backwards, &buffers, begin_line(plan, &lines));
}
