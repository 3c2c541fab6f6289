/* Line by line: kernels go straight over lines that lie as they take them; others pass through
 * buffers, piece by piece. */
#include "tensor/ways.h"

#include <string.h>

static void store_index(char *to, int64_t value)
{
    memcpy(to, &value, sizeof value);
}

/* What is left to do of a line: inclusive results, one for each element. */
typedef struct line_rest {
    const char *in, *coefficients;
    char *out, *index;
    uint64_t n;
} line_rest;

/* Of the line at this offset from the first; NULL in scans. */
static inline const char *coefficients_at(const scan_plan *plan, ptrdiff_t offset, ptrdiff_t first)
{
    return plan->coefficients ? plan->coefficients + offset + first * plan->coefficient_stride
                              : NULL;
}

/* Elements `from` .. `from` + count - 1 of the line at these offsets from the first. An exclusive
 * line is its first result, and the inclusive one an element further. */
static inline line_rest begin_line(const scan_plan *plan, const ptrdiff_t offset[WALK_ARRAYS],
                                   uint64_t from, uint64_t count)
{
    const ptrdiff_t first = (ptrdiff_t)from;
    line_rest rest = { plan->in + offset[1] + first * plan->in_stride,
                       coefficients_at(plan, offset[2], first),
                       plan->out + offset[0] + first * plan->out_stride,
                       plan->index ? plan->index + offset[2] + first * plan->index_stride : NULL,
                       count };
    if (plan->is_exclusive && !plan->is_in_place) {
        if (first == 0) {
            lanescan_copy_element(plan->size, plan->how.first.bytes, rest.out);
            if (rest.index)
                store_index(rest.index, -1);
        }
        rest.out += plan->out_stride;
        if (rest.index)
            rest.index += plan->index_stride;
        rest.n -= plan->has_total || from + count < plan->n ? 0 : 1;
    }
    return rest;
}

static line_rest begin_part(const line_part *part)
{
    return begin_line(part->plan, part->plan->lines->offset, part->first, part->count);
}

/* The next piece of a line by the kernel. */
static void scan_piece(const scan_plan *plan, bool backwards, size_t n, const void *x,
                       const void *coefficients, void *y, void *index, lanescan_state *state,
                       lanescan_terms *terms)
{
    if (coefficients)
        plan->how.recurrence_piece(state, backwards, plan->coefficient_stride == 0, n, coefficients,
                                   x, y);
    else if (terms)
        plan->how.keeping_piece(state, backwards, n, x, y, terms);
    else if (n)
        plan->how.piece(state, backwards, n, x, y, index);
}

/* Buffers for a piece of a line, in the order of memory: where the scan goes backwards, its last
 * element comes first. */
typedef struct line_buffers {
    _Alignas(64) char in[BATCH * LARGEST_ELEMENT];
    _Alignas(64) char results[BATCH * LARGEST_ELEMENT];
    union { /* scans with indices have no coefficients */
        int64_t index[BATCH];
        _Alignas(64) char coefficients[BATCH * LARGEST_ELEMENT];
    };
} line_buffers;

/* Of `count` elements that are `stride` bytes apart in the order of the scan: by how much the
 * lowest in memory is from the first. */
static ptrdiff_t lowest(bool backwards, size_t count, ptrdiff_t stride)
{
    return backwards ? ((ptrdiff_t)count - 1) * stride : 0;
}

/* `count` results and indices, in the order of memory, to the line from `out` on. */
LANESCAN_NOINLINE void write_results(const scan_plan *plan, bool backwards, size_t count,
                                     const void *results, const int64_t *indices, char *out,
                                     char *index)
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

void lanescan_write_before_part(const line_part *part, const last_result *last)
{
    const line_rest line = begin_part(part);
    write_results(part->plan, false, 1, last->value.bytes, &last->index, line.out, line.index);
}

/* Exclusive in place: result i belongs where element i + 1 was, so a piece is read before it is
 * written. Its first place gets the last result of the piece before; at the beginning of a part
 * lanescan_write_before_part writes that, once it is known. Its own last result waits in `last`. */
static void write_exclusive(const scan_plan *plan, bool backwards, bool begins_part,
                            const line_buffers *buffers, size_t count, char *out, char *index,
                            last_result *last)
{
    const size_t size = plan->how.along.write.from_size, later = backwards ? 1 : 0,
                 end = backwards ? 0 : count - 1;
    if (!begins_part)
        write_results(plan, backwards, 1, last->value.bytes, &last->index, out, index);
    write_results(plan, backwards, count - 1, buffers->results + later * size,
                  buffers->index + later, out + plan->out_stride,
                  index ? index + plan->index_stride : NULL);
    lanescan_copy_element(size, buffers->results + end * size, last->value.bytes);
    last->index = buffers->index[end];
}

/* `count` elements from `in` on as the kernel takes them: where they are, or in the buffer. */
LANESCAN_NOINLINE const void *read_piece(const scan_plan *plan, bool backwards, size_t count,
                                         const char *in, char *buffer)
{
    const conversion *const read = &plan->how.along.read;
    const int sign = backwards ? -1 : 1;
    if (plan_has_elements(plan, sign))
        return in;
    lanescan_read_elements(read, count, in + lowest(backwards, count, plan->in_stride),
                           sign * plan->in_stride, buffer);
    return buffer + (backwards ? count - 1 : 0) * read->to_size;
}

/* The same of coefficients. A single one is in the buffer from the first piece on. */
LANESCAN_NOINLINE const void *read_coefficients(const scan_plan *plan, bool backwards,
                                                bool is_first, size_t count, const char *from,
                                                char *buffer)
{
    const conversion *const read = &plan->how.coefficients;
    const ptrdiff_t stride = plan->coefficient_stride;
    const int sign = backwards ? -1 : 1;
    if (!from || plan_has_coefficients(plan, sign))
        return from;
    if (stride == 0) {
        if (is_first)
            lanescan_read_elements(read, 1, from, 0, buffer);
        return buffer;
    }
    lanescan_read_elements(read, count, from + lowest(backwards, count, stride), sign * stride,
                           buffer);
    return buffer + (backwards ? count - 1 : 0) * read->to_size;
}

/* Where the kernel writes indices itself; NULL if they do not lie as it does. */
static char *direct_index_of(const scan_plan *plan, bool backwards, char *index)
{
    const ptrdiff_t size = sizeof(int64_t);
    return plan->index_stride == (backwards ? -size : size) ? index : NULL;
}

static void scan_by_pieces(const scan_plan *plan, bool begins_part, const line_rest *whole,
                           lanescan_state *state, lanescan_terms *terms, last_result *last)
{
    line_rest line = *whole;
    const bool backwards = plan->is_backwards;
    const size_t result_size = plan->how.along.write.from_size;
    line_buffers buffers;
    bool is_first = true;
    while (line.n) {
        const size_t count = line.n < BATCH ? (size_t)line.n : BATCH;
        const size_t first = backwards ? count - 1 : 0;
        const void *const x = read_piece(plan, backwards, count, line.in, buffers.in);
        const void *const a = read_coefficients(plan, backwards, is_first, count, line.coefficients,
                                                buffers.coefficients);
        is_first = false;
        if (plan->writes_directly) {
            scan_piece(plan, backwards, count, x, a, line.out, line.index, state, terms);
        } else {
            const bool shifts = plan->is_exclusive && plan->is_in_place;
            char *const direct_index = shifts ? NULL : direct_index_of(plan, backwards, line.index);
            scan_piece(plan, backwards, count, x, a, buffers.results + first * result_size,
                       direct_index ? (int64_t *)(void *)direct_index
                       : line.index ? buffers.index + first
                                    : NULL,
                       state, terms);
            if (shifts)
                write_exclusive(plan, backwards, begins_part, &buffers, count, line.out, line.index,
                                last);
            else
                write_results(plan, backwards, count, buffers.results, buffers.index, line.out,
                              direct_index ? NULL : line.index);
        }
        begins_part = false;
        line.n -= count;
        line.in += (ptrdiff_t)count * plan->in_stride;
        if (line.coefficients)
            line.coefficients += (ptrdiff_t)count * plan->coefficient_stride;
        line.out += (ptrdiff_t)count * plan->out_stride;
        if (line.index)
            line.index += (ptrdiff_t)count * plan->index_stride;
    }
}

static inline void scan_rest(const scan_plan *plan, bool begins_part, const line_rest *line,
                             lanescan_state *state, lanescan_terms *terms, last_result *last)
{
    if (plan->is_direct)
        scan_piece(plan, plan->is_backwards, (size_t)line->n, line->in, line->coefficients,
                   line->out, line->index, state, terms);
    else
        scan_by_pieces(plan, begins_part, line, state, terms, last);
}

void lanescan_scan_part(const line_part *part, lanescan_state *state, lanescan_terms *terms,
                        last_result *last)
{
    const line_rest line = begin_part(part);
    scan_rest(part->plan, part->first != 0, &line, state, terms, last);
}

void lanescan_scan_part_without_results(const line_part *part, lanescan_state *state,
                                        lanescan_terms *terms)
{
    const scan_plan *const plan = part->plan;
    const bool backwards = plan->is_backwards_without_results;
    const ptrdiff_t first = (ptrdiff_t)part->first;
    const char *in = plan->in + plan->lines->offset[1] + first * plan->in_stride;
    const char *coefficients = coefficients_at(plan, plan->lines->offset[2], first);
    _Alignas(64) char buffer[BATCH * LARGEST_ELEMENT], second_buffer[BATCH * LARGEST_ELEMENT];
    for (uint64_t left = part->count; left;) {
        size_t count = left < BATCH ? (size_t)left : BATCH;
        const void *const x = read_piece(plan, backwards, count, in, buffer);
        const void *const a = read_coefficients(plan, backwards, left == part->count, count,
                                                coefficients, second_buffer);
        if (x == in && a == coefficients)
            count = (size_t)left;
        scan_piece(plan, backwards, count, x, a, NULL, NULL, state, terms);
        left -= count;
        in += (ptrdiff_t)count * plan->in_stride;
        if (coefficients)
            coefficients += (ptrdiff_t)count * plan->coefficient_stride;
    }
}

/* Lines that fit a buffer, and have neither indices nor coefficients: for short ones what
 * scan_by_pieces does beside counts. */
static bool are_single_pieces(const scan_plan *plan)
{
    return !plan->is_direct && plan->n < BATCH && !plan->index && !plan->coefficients &&
           !(plan->is_exclusive && plan->is_in_place);
}

static void scan_single_pieces(const scan_plan *plan, uint64_t run)
{
    const walk *const lines = plan->lines;
    const bool backwards = plan->is_backwards, writes_directly = plan->writes_directly;
    const ptrdiff_t out_step = walk_stride(lines, 0), in_step = walk_stride(lines, 1);
    ptrdiff_t out = lines->offset[0], in = lines->offset[1];
    _Alignas(64) char elements[BATCH * LARGEST_ELEMENT], results[BATCH * LARGEST_ELEMENT];
    for (; run; run--, out += out_step, in += in_step) {
        lanescan_state state = plan->how.begin;
        const line_rest line = begin_line(plan, (const ptrdiff_t[]){ out, in, 0 }, 0, plan->n);
        const size_t count = (size_t)line.n, first = backwards ? count - 1 : 0;
        if (count == 0)
            continue;
        const void *const x = read_piece(plan, backwards, count, line.in, elements);
        char *const y = writes_directly ? line.out
                                        : results + first * plan->how.along.write.from_size;
        plan->how.piece(&state, backwards, count, x, y, NULL);
        if (!writes_directly)
            write_results(plan, backwards, count, results, NULL, line.out, NULL);
    }
}

/* Lines that follow each other at one distance. Three offsets move on, each in a register: of an
 * array compilers make vectors, which go through memory at each call of a kernel. */
static void scan_run(const scan_plan *plan, uint64_t run)
{
    const walk *const lines = plan->lines;
    const ptrdiff_t out_step = walk_stride(lines, 0), in_step = walk_stride(lines, 1),
                    third_step = walk_stride(lines, 2);
    ptrdiff_t out = lines->offset[0], in = lines->offset[1], third = lines->offset[2];
    last_result last;
    for (; run; run--) {
        lanescan_state state = plan->how.begin;
        const line_rest line = begin_line(plan, (const ptrdiff_t[]){ out, in, third }, 0, plan->n);
        if (!plan->is_direct)
            last = (last_result){ plan->how.along.first, -1 };
        scan_rest(plan, false, &line, &state, NULL, &last);
        out += out_step;
        in += in_step;
        third += third_step;
    }
}

void lanescan_scan_parts(const scan_plan *plan)
{
    for (; plan->lines->left; walk_next(plan->lines)) {
        lanescan_state state[2] = { plan->how.begin, plan->how.begin };
        const line_rest line = begin_line(plan, plan->lines->offset, 0, plan->n);
        plan->parts(state, (size_t)line.n, line.in, plan->in_stride, line.out, plan->out_stride);
    }
}

void lanescan_scan_lines(const scan_plan *plan)
{
    walk *const lines = plan->lines;
    for (uint64_t run; lines->left; walk_pass(lines, run)) {
        run = walk_run(lines);
        if (are_single_pieces(plan))
            scan_single_pieces(plan, run);
        else
            scan_run(plan, run);
    }
}
