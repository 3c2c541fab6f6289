/* Scans of real numbers in portable code: group by group along a line, whatever its elements are,
 * and line by line across. */
#include "fold/scalars.h"
#include "block.h"

/* ---- along a line ---- */

/* Groups that are converted in one go. */
enum { CONVERTED = 4 * GROUP };

LANESCAN_INLINE void next_group(const group_scan *scan, lanescan_state *state)
{
    state->position += GROUP;
    if (state->position % CHUNK == 0)
        scan->end_chunk(state);
}

/* Groups by way of buffers of doubles; after them the line may end. */
LANESCAN_NOINLINE void scan_converted(const group_scan *scan, precision of, lanescan_state *state,
                                      bool backwards, size_t count, source from, target to)
{
    lanescan_convert *const widen = doubles_from(from.type), *const narrow = doubles_to(to.type);
    const size_t whole = (count + GROUP - 1) / GROUP * GROUP;
    const size_t lowest = backwards ? whole - count : 0, last = backwards ? count - 1 : 0;
    double elements[CONVERTED], results[CONVERTED];
    source x = source_of(ELEMENT_F64, backwards, elements + (backwards ? whole - 1 : 0));
    target y = target_of(ELEMENT_F64, backwards, results + (backwards ? whole - 1 : 0));
    for (size_t i = 0; i < whole - count; i++)
        elements[backwards ? i : count + i] = scan->rest;
    widen(count, source_from(from, last).at, elements + lowest);
    for (size_t left = count, n; left; left -= n) {
        n = left < GROUP ? left : GROUP;
        scan->doubles(state, of, n, &x, to.at ? &y : &to);
        if (n == GROUP)
            next_group(scan, state);
        x = source_from(x, GROUP);
        y = target_from(y, GROUP);
    }
    state->position += count % GROUP;
    if (to.at)
        narrow(count, results + lowest, target_from(to, last).at);
}

/* Fewer elements than a group: for so few, compilers' own way to copy takes long to begin. */
LANESCAN_INLINE void copy_few(size_t size, size_t count, const char *from, char *to)
{
    size_t i = 0;
    for (; i + RUN <= count; i += RUN)
        memcpy(to + i * size, from + i * size, RUN * size);
    for (; i < count; i++)
        memcpy(to + i * size, from + i * size, size);
}

LANESCAN_NOINLINE void copy_few_floats(size_t count, const void *from, void *to)
{
    copy_few(sizeof(float), count, from, to);
}

LANESCAN_NOINLINE void copy_few_doubles(size_t count, const void *from, void *to)
{
    copy_few(sizeof(double), count, from, to);
}

typedef union group_elements {
    double doubles[GROUP];
    float floats[GROUP];
} group_elements;

/* The rest of a line of doubles or floats. */
LANESCAN_INLINE void scan_part(scan_group *group, double rest, precision of, element type,
                               lanescan_state *state, bool backwards, size_t count, source from,
                               target to)
{
    void (*const copy)(size_t, const void *, void *) = type == ELEMENT_F64 ? copy_few_doubles
                                                                           : copy_few_floats;
    const size_t run_bytes = RUN * element_bytes(type);
    group_elements elements, results;
    const source x = source_of(type, false, elements.doubles),
                 done = source_of(type, false, results.doubles);
    const target into = target_of(type, false, elements.doubles),
                 y = target_of(type, false, results.doubles);
    for (size_t i = 0; i < RUN; i++)
        target_write(into, i, rest);
    for (size_t run = 1; run < RUNS; run++)
        memcpy((char *)&elements + run * run_bytes, &elements, run_bytes);
    if (backwards)
        for (size_t i = 0; i < count; i++)
            target_write(into, i, source_read(from, i));
    else
        copy(count, from.at, &elements);
    group(state, of, count, &x, to.at ? &y : &to);
    if (to.at && backwards)
        for (size_t i = 0; i < count; i++)
            target_write(to, i, source_read(done, i));
    else if (to.at)
        copy(count, &results, to.at);
}

LANESCAN_INLINE void scan_direct(scan_group *group, const group_scan *scan, precision of,
                                 element type, lanescan_state *state, bool backwards, size_t n,
                                 const void *x, void *y)
{
    source from = source_of(type, backwards, x);
    target to = target_of(type, backwards, y);
    for (; n >= GROUP; n -= GROUP) {
        group(state, of, GROUP, &from, &to);
        next_group(scan, state);
        from = source_from(from, GROUP);
        to = y ? target_from(to, GROUP) : to;
    }
    if (n)
        scan_part(group, scan->rest, of, type, state, backwards, n, from, to);
    state->position += n;
}

void GENERIC(scan_piece)(const group_scan *scan, precision of, element type, lanescan_state *state,
                         bool backwards, size_t n, const void *x, void *y)
{
    backwards = backwards_if_built(backwards);
    if (type == ELEMENT_F64) {
        scan_direct(scan->doubles, scan, of, ELEMENT_F64, state, backwards, n, x, y);
        return;
    }
    if (type == ELEMENT_F32 && scan->floats) {
        scan_direct(scan->floats, scan, of, ELEMENT_F32, state, backwards, n, x, y);
        return;
    }
    source from = source_of(type, backwards, x);
    target to = target_of(type, backwards, y);
    for (size_t count; n; n -= count) {
        count = n < CONVERTED ? n : CONVERTED;
        scan_converted(scan, of, state, backwards, count, from, to);
        from = source_from(from, count);
        to = y ? target_from(to, count) : to;
    }
}

void GENERIC(scan_irregular)(const group_scan *scan, precision of, element in, element out,
                             const in_doubles *conversions, bool backwards, size_t n, const void *x,
                             void *y, lanescan_state *state)
{
    for (size_t i = 0; i < n; i += GROUP) {
        const size_t count = n - i < GROUP ? n - i : GROUP;
        const void *const from = element_at(in, backwards, x, i);
        double elements[GROUP], results[GROUP];
        const source group = source_of(ELEMENT_F64, false, elements);
        const target sums = target_of(ELEMENT_F64, false, y ? results : NULL);
        if (backwards || !conversions->widen)
            read_elements(in, backwards, count, from, elements);
        else
            conversions->widen(count, from, elements);
        for (size_t k = count; k < GROUP; k++)
            elements[k] = scan->rest;
        scan->doubles(state, of, count, &group, &sums);
        if (!y)
            continue;
        if (backwards || !conversions->narrow)
            write_elements(out, backwards, count, results, output_at(out, backwards, y, i));
        else
            conversions->narrow(count, results, output_at(out, false, y, i));
    }
}

#ifndef LANESCAN_WITHOUT_TENSORS

/* ---- across lines ---- */

/* As many lines as fill a cache line of floats: each row is read and written once. */
enum { BLOCK = 16 };

/* Whole rows, in the lanes that compilers find. */

LANESCAN_VECTORIZED void read_doubles(size_t rows, const char *in, ptrdiff_t stride,
                                      double elements[GROUP][BLOCK])
{
    for (size_t r = 0; r < rows; r++, in += stride)
        memcpy(elements[r], in, sizeof elements[r]);
}

LANESCAN_VECTORIZED void read_floats(size_t rows, const char *in, ptrdiff_t stride,
                                     double elements[GROUP][BLOCK])
{
    for (size_t r = 0; r < rows; r++, in += stride)
        for (size_t l = 0; l < BLOCK; l++)
            elements[r][l] = ((const float *)(const void *)in)[l];
}

LANESCAN_VECTORIZED void write_doubles(size_t rows, double results[GROUP][BLOCK], char *out,
                                       ptrdiff_t stride)
{
    for (size_t r = 0; r < rows; r++, out += stride)
        memcpy(out, results[r], sizeof results[r]);
}

LANESCAN_VECTORIZED void write_floats(size_t rows, double results[GROUP][BLOCK], char *out,
                                      ptrdiff_t stride)
{
    for (size_t r = 0; r < rows; r++, out += stride)
        for (size_t l = 0; l < BLOCK; l++)
            ((float *)(void *)out)[l] = (float)results[r][l];
}

LANESCAN_INLINE void read_rows(element type, size_t rows, size_t width, const char *in,
                               ptrdiff_t stride, double elements[GROUP][BLOCK])
{
    const size_t size = element_bytes(type);
    for (size_t r = 0; r < rows; r++, in += stride)
        for (size_t l = 0; l < width; l++)
            elements[r][l] = read_element(type, in + l * size);
}

LANESCAN_INLINE void write_rows(element type, size_t rows, size_t width,
                                double results[GROUP][BLOCK], char *out, ptrdiff_t stride)
{
    const size_t size = element_bytes(type);
    for (size_t r = 0; r < rows; r++, out += stride)
        for (size_t l = 0; l < width; l++)
            write_element(type, out + l * size, results[r][l]);
}

LANESCAN_NOINLINE void read_block(element type, size_t rows, size_t width, const char *in,
                                  ptrdiff_t stride, double elements[GROUP][BLOCK])
{
    if (width == BLOCK && type == ELEMENT_F64)
        read_doubles(rows, in, stride, elements);
    else if (width == BLOCK)
        read_floats(rows, in, stride, elements);
    else if (type == ELEMENT_F64)
        read_rows(ELEMENT_F64, rows, width, in, stride, elements);
    else
        read_rows(ELEMENT_F32, rows, width, in, stride, elements);
}

LANESCAN_NOINLINE void write_block(element type, size_t rows, size_t width,
                                   double results[GROUP][BLOCK], char *out, ptrdiff_t stride)
{
    if (width == BLOCK && type == ELEMENT_F64)
        write_doubles(rows, results, out, stride);
    else if (width == BLOCK)
        write_floats(rows, results, out, stride);
    else if (type == ELEMENT_F64)
        write_rows(ELEMENT_F64, rows, width, results, out, stride);
    else
        write_rows(ELEMENT_F32, rows, width, results, out, stride);
}

LANESCAN_INLINE void scan_block(const group_scan *scan, precision of, element type,
                                lanescan_columns *columns, size_t rows, size_t first, size_t width,
                                const lanescan_rows *where)
{
    const size_t offset = first * element_bytes(type);
    const bool any_wanted = where->wanted_from < rows;
    double elements[GROUP][BLOCK], results[GROUP][BLOCK];
    read_block(type, rows, width, where->in + offset, where->in_stride, elements);
    for (size_t r = rows; r < GROUP; r++)
        for (size_t l = 0; l < BLOCK; l++)
            elements[r][l] = scan->rest;
    for (size_t l = 0; l < width; l++) {
        lanescan_state line;
        scan->get(columns, first + l, &line);
        const source x = { ELEMENT_F64, elements[0] + l, sizeof elements[0] };
        const target y = { ELEMENT_F64, any_wanted ? results[0] + l : NULL, sizeof results[0] };
        scan->doubles(&line, of, rows, &x, &y);
        scan->put(columns, first + l, &line);
    }
    if (any_wanted)
        write_block(type, rows, width, results, where->out + offset, where->out_stride);
}

void GENERIC(scan_across)(const group_scan *scan, precision of, element type,
                          lanescan_columns *columns, size_t rows, size_t lines,
                          const lanescan_rows *where)
{
    for (size_t first = 0; first < lines; first += BLOCK) {
        const size_t width = lines - first < BLOCK ? lines - first : BLOCK;
        scan_block(scan, of, type, columns, rows, first, width, where);
    }
    columns->position += rows;
    GENERIC(columns_end_group)(scan, columns, lines);
}

void GENERIC(columns_end_group)(const group_scan *scan, lanescan_columns *columns, size_t lines)
{
    for (size_t l = 0; columns->position % CHUNK == 0 && l < lines; l++) {
        lanescan_state line;
        scan->get(columns, l, &line);
        scan->end_chunk(&line);
        scan->put(columns, l, &line);
    }
}

#endif /* tensors */
