/* A group of 32 elements along a line, in four vectors: vector k has element k of each of the eight
 * runs. Whole groups are loaded and stored by the vocabulary; here are those at the end of a
 * line. */
#ifndef LANESCAN_GROUP_H
#define LANESCAN_GROUP_H

#include "fold/lines_overlapping.h"
#include "fold/scalars.h"
#include "fold/trees_in_lanes.h"
#include "math/exp_log.h"

/* Is it faster to load and scan a group's runs before the group before it is done? That takes
 * registers, of which products need about twice as many as sums. */
#ifndef LANESCAN_SUMS_AHEAD
#define LANESCAN_SUMS_AHEAD 0
#endif
#ifndef LANESCAN_PRODUCTS_AHEAD
#define LANESCAN_PRODUCTS_AHEAD 0
#endif

/* Are a sum's results faster as fused multiply-adds, by 1, than as additions? */
#ifndef LANESCAN_RESULTS_FUSED
#define LANESCAN_RESULTS_FUSED 0
#endif

/* Before a loop over a group's vectors or runs: it is written out where several are worked on at a
 * time, and stays a loop where that is less code and no slower. */
#if LANESCAN_VECTORS_AT_ONCE > 1
#define LANESCAN_ONE_BY_ONE
#else
#define LANESCAN_ONE_BY_ONE LANESCAN_UNROLL(1)
#endif

/* How many of `count` elements are in vector k of a group in the order of memory. */
LANESCAN_INLINE size_t count_in_vector(size_t count, size_t k)
{
    return count <= LANES * k ? 0 : count - LANES * k < LANES ? count - LANES * k : LANES;
}

/* A vector of `count` elements, which is as a rule all of it. */
LANESCAN_INLINE f64v f64v_load_some(element type, const void *p, size_t count, double rest)
{
    return LANESCAN_LIKELY(count == LANES) ? f64v_load(type, p)
                                           : f64v_load_part(type, p, count, rest);
}

LANESCAN_INLINE void f64v_store_some(element type, void *p, size_t count, f64v v)
{
    if (LANESCAN_LIKELY(count == LANES))
        f64v_store(type, p, v);
    else
        f64v_store_part(type, p, count, v);
}

/* `count` elements and `rest` in the other places. */
LANESCAN_INLINE f64_group group_load_part(element type, bool backwards, const void *p, size_t count,
                                          double rest)
{
    f64v block[RUN];
    if (backwards) {
        double elements[GROUP];
        read_elements(type, true, count, p, elements);
        for (size_t i = count; i < GROUP; i++)
            elements[i] = rest;
        return f64_group_load(ELEMENT_F64, false, elements);
    }
    for (size_t k = 0; k < RUN; k++) {
        const size_t live = count_in_vector(count, k);
        block[k] = live ? f64v_load_part(type, element_at(type, false, p, LANES * k), live, rest)
                        : f64v_splat(rest);
    }
    return f64_group_of_blocks(block[0], block[1], block[2], block[3]);
}

LANESCAN_INLINE void group_store_part(element type, bool backwards, void *p, size_t count,
                                      f64_group g)
{
    f64v block[RUN];
    if (backwards) {
        double elements[GROUP];
        f64_group_store(ELEMENT_F64, false, elements, g);
        write_elements(type, true, count, elements, p);
        return;
    }
    f64_group_to_blocks(g, block);
    f64v last = block[0];
    for (size_t k = 0; k + 1 < RUN; k++)
        if (count >= LANES * (k + 1)) {
            f64v_store(type, output_at(type, false, p, LANES * k), block[k]);
            last = block[k + 1];
        }
    const size_t rest = count % LANES;
    if (rest)
        f64v_store_part(type, output_at(type, false, p, count - rest), rest, last);
}

LANESCAN_INLINE f64_group group_load(element type, bool backwards, const void *p, size_t count,
                                     double rest)
{
    return count == GROUP ? f64_group_load(type, backwards, p)
                          : group_load_part(type, backwards, p, count, rest);
}

/* Loads and stores of a part of a vector do not make a processor fetch what lies beyond, as those
 * of whole vectors do: it is asked for here, for lines of so many bytes. */
LANESCAN_INLINE void fetch_lines_beyond(const void *x, const void *y, size_t bytes)
{
    enum { BEYOND = 1024 };
    for (size_t at = BEYOND; at < BEYOND + bytes; at += CACHE_LINE) {
        __builtin_prefetch((const char *)x + at);
        __builtin_prefetch((const char *)y + at, 1);
    }
}

/* Of several lines of at most a few groups, those whose ends are parts of vectors. */
LANESCAN_INLINE void fetch_after_line(element type, size_t lines, size_t n, const void *x,
                                      const void *y)
{
    if (lines > 1 && n > 2 * LANES && n % GROUP)
        fetch_lines_beyond(x, y, n * element_bytes(type));
}

/* Two lines of nine to sixteen elements are a group, four runs each. */
LANESCAN_INLINE f64_group group_of_two_lines(element type, size_t n, const char *x, ptrdiff_t pitch,
                                             double rest)
{
    const size_t half = LANES * element_bytes(type), more = n - LANES;
    return f64_group_of_blocks(f64v_load(type, x), f64v_load_some(type, x + half, more, rest),
                               f64v_load(type, x + pitch),
                               f64v_load_some(type, x + pitch + half, more, rest));
}

LANESCAN_INLINE void group_to_two_lines(element type, size_t n, f64_group g, char *y,
                                        ptrdiff_t pitch)
{
    const size_t half = LANES * element_bytes(type), more = n - LANES;
    f64v block[RUN];
    f64_group_to_blocks(g, block);
    f64v_store(type, y, block[0]);
    f64v_store_some(type, y + half, more, block[1]);
    f64v_store(type, y + pitch, block[2]);
    f64v_store_some(type, y + pitch + half, more, block[3]);
}

/* Do lines of a run, of half of it, or of three elements that may overlap, follow each other
 * without gaps? */
LANESCAN_INLINE bool lines_are_runs(element type, size_t n, const char *x, ptrdiff_t x_pitch,
                                    const char *y, ptrdiff_t y_pitch)
{
    const ptrdiff_t bytes = (ptrdiff_t)(n * element_bytes(type));
    return (n == 2 || n == RUN || (LANESCAN_LINES_OVERLAP && n == 3 && x != y)) &&
           x_pitch == bytes && y_pitch == bytes;
}

/* `scan` makes results of the runs of a group, or of their halves, or returns false where they are
 * not regular; such lines go `one_by_one`. Returns how many lines are done: those in whole
 * groups. */
LANESCAN_INLINE size_t runs_as_lines(bool (*scan)(size_t n, f64_group *g),
                                     void (*one_by_one)(element type, size_t lines, size_t n,
                                                        const void *x, void *y),
                                     element type, size_t lines, size_t n, const char *x, char *y)
{
    const size_t together = n == 2 ? 2 * RUNS : RUNS, bytes = together * n * element_bytes(type);
    const size_t behind = n == 3; /* what the last run reaches into */
    size_t done = 0;
    for (; lines - done >= together + behind; done += together, x += bytes, y += bytes) {
        const ptrdiff_t step = n == 3 ? 3 : RUN;
        f64_group g = LANESCAN_LINES_OVERLAP ? f64_runs_load(type, x, step)
                                             : f64_group_load(type, false, x);
        if (LANESCAN_UNLIKELY(!scan(n, &g)))
            one_by_one(type, together, n, x, y);
        else if (LANESCAN_LINES_OVERLAP)
            f64_runs_store(type, y, step, g);
        else
            f64_group_store(type, false, y, g);
    }
    return done;
}

/* A group with its runs summed up, and the inclusive scan of the run totals: this far it needs
 * nothing of what is before it. */
typedef struct sum_runs {
    f64_group g;
    f64v totals;
} sum_runs;

LANESCAN_INLINE sum_runs sum_scan_runs(f64_group g)
{
    sum_runs runs;
    sum_run(g.v, runs.g.v);
    runs.totals = sum_network_in_lanes(runs.g.v[RUN - 1]);
    return runs;
}

LANESCAN_INLINE f64_group sum_apply_runs(sum_runs runs, f64v carry)
{
    const f64v before = sum_before_in_lanes(carry, runs.totals);
    f64_group g;
    if (LANESCAN_RESULTS_FUSED) /* (the product is exact) */
        for (int k = 0; k < RUN; k++)
            g.v[k] = f64v_fma(runs.g.v[k], f64v_splat(1), before);
    else
        sum_apply(before, runs.g.v, g.v);
    return g;
}

/* A scan that goes down in memory asks for the cache lines of its results AHEAD bytes before it
 * writes them. Else every store would wait for its line; in an exclusive scan, whose vectors lie
 * across two lines each, for both. */
LANESCAN_INLINE void fetch_lines_below(element type, const void *p)
{
    enum { AHEAD = 512 };
    const char *const lowest = (const char *)element_at(type, true, p, GROUP) - AHEAD;
    for (size_t at = 0; at < GROUP * element_bytes(type); at += CACHE_LINE)
        __builtin_prefetch(lowest + at, 1);
}

LANESCAN_INLINE void group_store(element type, bool backwards, void *p, size_t count, f64_group g)
{
    if (LANESCAN_LIKELY(count == GROUP)) {
        if (backwards)
            fetch_lines_below(type, p);
        f64_group_store(type, backwards, p, g);
    } else {
        group_store_part(type, backwards, p, count, g);
    }
}

/* Where totals alone are wanted, four groups share one network. Their run totals, 32 numbers, are
 * transposed like a group: then lane 2g has the first four totals of group g, lane 2g + 1 the last
 * four, one in each vector. Two levels of the network add whole vectors; the third adds lane 2g to
 * lane 2g + 1, where the group's total is then. */
enum { GROUPS_TOGETHER = 4 };

/* Where the total of one of the four is. */
LANESCAN_INLINE size_t lane_of_total(size_t group)
{
    return 2 * group + 1;
}

LANESCAN_INLINE f64v sum_network_of_four(const f64v totals[GROUPS_TOGETHER])
{
    const f64_group quarters = f64_group_of_blocks(totals[0], totals[1], totals[2], totals[3]);
    return sum_level_in_lanes(1, sum_last_of_four(quarters.v));
}

LANESCAN_INLINE f64v_pair exact_product_network_of_four(const f64v_pair totals[GROUPS_TOGETHER])
{
    const f64_group high = f64_group_of_blocks(totals[0].high, totals[1].high, totals[2].high,
                                               totals[3].high);
    const f64_group low = f64_group_of_blocks(totals[0].low, totals[1].low, totals[2].low,
                                              totals[3].low);
    f64v_pair quarters[RUN];
    for (int k = 0; k < RUN; k++)
        quarters[k] = (f64v_pair){ high.v[k], low.v[k] };
    return exact_product_level_in_lanes(1, exact_product_last_of_four(quarters));
}

/* Elements in no regular group: the state moves on but for its position. y may be NULL where the
 * operation allows that. */
LANESCAN_INLINE void elements_in_scalars(const group_scan *scan, precision of, element in,
                                         element out, bool backwards, size_t n, const void *x,
                                         void *y, lanescan_state *state)
{
    const in_doubles conversions = { in == ELEMENT_F64 ? NULL : doubles_from(in),
                                     out == ELEMENT_F64 ? NULL : doubles_to(out) };
    GENERIC(scan_irregular)(scan, of, in, out, &conversions, backwards, n, x, y, state);
}

/* Eight elements from element i of a line on. */
LANESCAN_INLINE f64v vector_load(element type, bool backwards, const void *x, size_t i)
{
    if (backwards)
        return f64v_reverse(f64v_load(type, element_at(type, true, x, i + LANES - 1)));
    return f64v_load(type, element_at(type, false, x, i));
}

/* Eight results. */
LANESCAN_INLINE void vector_store(element type, bool backwards, void *y, size_t i, f64v v)
{
    if (backwards)
        f64v_store(type, output_at(type, true, y, i + LANES - 1), f64v_reverse(v));
    else
        f64v_store(type, output_at(type, false, y, i), v);
}

/* `count` of them. */
LANESCAN_INLINE void vector_store_part(element type, bool backwards, void *y, size_t i,
                                       size_t count, f64v v)
{
    if (LANESCAN_LIKELY(count == LANES)) {
        vector_store(type, backwards, y, i, v);
    } else if (backwards) {
        double values[LANES];
        f64v_store(ELEMENT_F64, values, v);
        write_elements(type, true, count, values, output_at(type, true, y, i));
    } else {
        f64v_store_part(type, output_at(type, false, y, i), count, v);
    }
}

/* How many elements of `size` bytes come before the first vector of results that does not lie
 * across two cache lines. Such vectors cost twice as much where they go down in memory, because the
 * two parts of a line are not written one after the other. */
LANESCAN_INLINE size_t elements_to_alignment(bool backwards, size_t size, size_t n, const void *y)
{
    enum { WORTH_IT = 512 };
    if (n < WORTH_IT)
        return 0;
    const size_t beyond = ((uintptr_t)y + (backwards ? size : 0)) % CACHE_LINE;
    return (backwards ? beyond : (CACHE_LINE - beyond) % CACHE_LINE) / size;
}

#endif
