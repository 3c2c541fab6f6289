/* Of each line only the total, line by line: elements in C order, whatever dimensions they have. */
#include "memory/dtype.h"
#include "ops/complex/state.h"
#include "tensor/ways.h"

/* Where the next element of a line is. */
typedef struct line_reader {
    const line_dims *dims;
    const char *here;
    int64_t at[LANESCAN_MAX_NDIM];
} line_reader;

/* At element `first` of the line that begins at `line`. */
static line_reader reader_at(const line_dims *dims, const char *line, uint64_t first)
{
    line_reader reader = { dims, line, { 0 } };
    for (int d = dims->ndim - 1; d >= 0; d--) {
        reader.at[d] = (int64_t)(first % (uint64_t)dims->shape[d]);
        reader.here += (ptrdiff_t)reader.at[d] * dims->stride[d];
        first /= (uint64_t)dims->shape[d];
    }
    return reader;
}

static void next_run(line_reader *reader)
{
    const line_dims *const dims = reader->dims;
    for (int d = dims->ndim - 1; d >= 0; d--) {
        if (reader->at[d] < dims->shape[d])
            return;
        reader->here -= dims->stride[d] * (ptrdiff_t)dims->shape[d];
        reader->at[d] = 0;
        if (d > 0) {
            reader->here += dims->stride[d - 1];
            reader->at[d - 1]++;
        }
    }
}

/* The next `count` elements of the line, converted. */
static void read_line(line_reader *reader, const conversion *read, size_t count, char *to)
{
    const line_dims *const dims = reader->dims;
    const int inner = dims->ndim - 1;
    while (count) {
        const int64_t left = dims->shape[inner] - reader->at[inner];
        const size_t run = left < (int64_t)count ? (size_t)left : count;
        lanescan_read_elements(read, run, reader->here, dims->stride[inner], to);
        to += run * read->to_size;
        count -= run;
        reader->here += (ptrdiff_t)run * dims->stride[inner];
        reader->at[inner] += (int64_t)run;
        next_run(reader);
    }
}

void lanescan_finish_total(lanescan_piece *piece, int dtype, lanescan_state *state, size_t count,
                           const char *x, char *result)
{
    _Alignas(64) char results[GROUP * LARGEST_ELEMENT];
    const size_t size = dtype_size(dtype);
    const bool is_complex = dtype_is_complex(dtype);
    const size_t before = is_complex ? count : (count - 1) / GROUP * GROUP;
    if (before)
        piece(state, false, before, x, NULL, NULL);
    if (is_complex) {
        double value[2];
        complex_logsumexp_value(state, value);
        const float rounded[2] = { (float)value[0], (float)value[1] };
        lanescan_copy_element(size, dtype == LANESCAN_C64 ? (const void *)rounded : value, result);
        return;
    }
    piece(state, false, count - before, x + before * size, results, NULL);
    lanescan_copy_element(size, results + (count - before - 1) * size, result);
}

/* Part of a line. `result` is NULL unless the line ends with it. Not inlined, because its buffer
 * would add to that of lines side by side. (A kernel that takes floating or complex elements as
 * they are has results of the same size, so LARGEST_ELEMENT is enough for both.) */
LANESCAN_NOINLINE void read_part(const line_part *part, lanescan_state *state, char *result)
{
    _Alignas(64) char buffer[BATCH * LARGEST_ELEMENT];
    const scan_plan *const plan = part->plan;
    const conversion *const read = &plan->how.along.read;
    const uint64_t most = plan->is_direct ? part->count : BATCH;
    line_reader reader = reader_at(plan->dims, plan->in + plan->lines->offset[1], part->first);
    for (uint64_t left = part->count; left;) {
        const size_t count = left < most ? (size_t)left : (size_t)most;
        const char *x = reader.here;
        if (!plan->is_direct) {
            read_line(&reader, read, count, buffer);
            x = buffer;
        }
        left -= count;
        if (left || !result)
            plan->how.piece(state, false, count, x, NULL, NULL);
        else
            lanescan_finish_total(plan->how.piece, plan->how.dtype, state, count, x, result);
    }
}

void lanescan_total_lines(const scan_plan *plan)
{
    const line_part all = { plan, 0, plan->n };
    for (; plan->lines->left; walk_next(plan->lines)) {
        char *const result = plan->out + plan->lines->offset[0];
        lanescan_state state = plan->how.begin;
        if (plan->n)
            read_part(&all, &state, result);
        else
            lanescan_copy_element(plan->size, plan->how.first.bytes, result);
    }
}

/* ---- long lines, divided ---- */

void lanescan_total_part_without_results(const line_part *part, lanescan_state *state,
                                         lanescan_terms *terms)
{
    (void)terms;
    read_part(part, state, NULL);
}

/* What chunks by themselves have done already is only done again where there is a result. */
void lanescan_total_part(const line_part *part, lanescan_state *state, lanescan_terms *terms,
                         last_result *last)
{
    const scan_plan *const plan = part->plan;
    const bool ends_line = part->first + part->count == plan->n;
    (void)last;
    if (ends_line || !terms)
        read_part(part, state, ends_line ? plan->out + plan->lines->offset[0] : NULL);
}
