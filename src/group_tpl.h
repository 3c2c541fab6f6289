/* The scan of a group of 32 elements, for any operation: the order of operations of every f64 scan.
 *
 * A group is loaded with four consecutive elements (a run) in each lane, so that most of the work is
 * plain lane-wise arithmetic and one network over the eight run totals serves 32 elements:
 *     run       a, a b, (a b) c, (a b)(c d)                   depth 2
 *     network   Sklansky over the eight run totals            depth 3
 *     apply     (carry op totals of the runs before) op run   depth 2
 * The carry between groups is the business of each operation. */
#ifndef LANESCAN_GROUP_TPL_H
#define LANESCAN_GROUP_TPL_H

#include "convert_tpl.h"
#include "kernels.h"
#include "vocabulary.h" /* and, before this file, a block.h */

/* Is it faster to load and scan a group's runs before the group before it is done? That takes registers, of which products need
 * about twice as many as sums. */
#ifndef LANESCAN_SUMS_AHEAD
#define LANESCAN_SUMS_AHEAD 0
#endif
#ifndef LANESCAN_PRODUCTS_AHEAD
#define LANESCAN_PRODUCTS_AHEAD 0
#endif

/* Are cumsum and cumprod of halves faster when these are converted before and after? */
#ifndef LANESCAN_HALVES_BY_PIECES
#define LANESCAN_HALVES_BY_PIECES 0
#endif

/* The kernels of a scan that goes piece by piece, for all layouts: `piece` is its always inlined form. */
#define LANESCAN_STEP(name, piece, in, out)                                                   \
    static void name(lanescan_state *state, size_t n, const void *x, void *y, int64_t *index) \
    {                                                                                         \
        (void)index;                                                                          \
        piece(in, out, n, x, y, state);                                                       \
    }
#define LANESCAN_STEPS(op, piece)                                                            \
    LANESCAN_STEP(op##_step_f32, piece, ELEMENT_F32, ELEMENT_F32)                            \
    LANESCAN_STEP(op##_step_f64, piece, ELEMENT_F64, ELEMENT_F64)                            \
    LANESCAN_STEP(op##_step_f32_reversed, piece, ELEMENT_F32_REVERSED, ELEMENT_F32_REVERSED) \
    LANESCAN_STEP(op##_step_f64_reversed, piece, ELEMENT_F64_REVERSED, ELEMENT_F64_REVERSED)
#define LANESCAN_HALF_STEPS(op, piece)                                                       \
    LANESCAN_STEP(op##_step_f16, piece, ELEMENT_F16, ELEMENT_F16)                            \
    LANESCAN_STEP(op##_step_bf16, piece, ELEMENT_BF16, ELEMENT_BF16)                         \
    LANESCAN_STEP(op##_step_f16_reversed, piece, ELEMENT_F16_REVERSED, ELEMENT_F16_REVERSED) \
    LANESCAN_STEP(op##_step_bf16_reversed, piece, ELEMENT_BF16_REVERSED, ELEMENT_BF16_REVERSED)

enum { CHUNK = 4096 }; /* elements whose total is folded from the identity; a multiple of GROUP */

/* Where element i is in an array that may be reversed. */
LANESCAN_INLINE ptrdiff_t offset_of(bool reversed, size_t i)
{
    return reversed ? -(ptrdiff_t)i : (ptrdiff_t)i;
}

/* Where a vector of `lanes` from element i on begins in memory. */
LANESCAN_INLINE ptrdiff_t offset_of_vector(bool reversed, size_t i, size_t lanes)
{
    return reversed ? -(ptrdiff_t)(i + lanes - 1) : (ptrdiff_t)i;
}

/* How many elements of `size` bytes come before the first vector whose results are a whole cache line. Vectors that lie
 * across two cost twice as much where they go down in memory, because neighbours are not written one after the other. */
LANESCAN_INLINE size_t elements_to_alignment(bool reversed, size_t size, size_t n, const void *y)
{
    enum { CACHE_LINE = 64, WORTH_IT = 512 };
    if (LANESCAN_LANES_ARE_SCALARS || n < WORTH_IT)
        return 0;
    const size_t beyond = ((uintptr_t)y + (reversed ? size : 0)) % CACHE_LINE;
    return (reversed ? beyond : (CACHE_LINE - beyond) % CACHE_LINE) / size;
}

/* The steps of halves; or, where a group of halves is so long that the processor does not get to the next one meanwhile, steps
 * from floats to doubles on pieces that are converted before and after. */
#if LANESCAN_HALVES_BY_PIECES
LANESCAN_APART void step_by_pieces(bool reversed, lanescan_convert widen, lanescan_step step,
                                   lanescan_convert narrow, lanescan_state *state, size_t n,
                                   const uint16_t *x, uint16_t *y)
{
    enum { ELEMENTS = 16 * GROUP };
    float in[ELEMENTS]; /* in the order of memory */
    double out[ELEMENTS];
    for (size_t i = 0; i < n; i += ELEMENTS) {
        const size_t count = n - i < ELEMENTS ? n - i : ELEMENTS, first = reversed ? count - 1 : 0;
        const ptrdiff_t lowest = offset_of_vector(reversed, i, count);
        widen(count, x + lowest, in);
        step(state, count, in + first, out + first, NULL);
        narrow(count, out, y + lowest);
    }
}

#define LANESCAN_STEP_BY_PIECES(name, reversed, half, step)                                       \
    static void name(lanescan_state *state, size_t n, const void *x, void *y, int64_t *index)     \
    {                                                                                             \
        (void)index;                                                                              \
        step_by_pieces(reversed, convert_##half##_f32, step, convert_f64_##half, state, n, x, y); \
    }
#define LANESCAN_HALF_STEPS_BY_PIECES(op, piece)                                                   \
    LANESCAN_STEP(op##_step_float_to_double, piece, ELEMENT_F32, ELEMENT_F64)                      \
    LANESCAN_STEP(op##_step_float_to_double_reversed, piece, ELEMENT_F32_REVERSED,                 \
                  ELEMENT_F64_REVERSED)                                                            \
    LANESCAN_STEP_BY_PIECES(op##_step_f16, false, f16, op##_step_float_to_double)                  \
    LANESCAN_STEP_BY_PIECES(op##_step_bf16, false, bf16, op##_step_float_to_double)                \
    LANESCAN_STEP_BY_PIECES(op##_step_f16_reversed, true, f16, op##_step_float_to_double_reversed) \
    LANESCAN_STEP_BY_PIECES(op##_step_bf16_reversed, true, bf16, op##_step_float_to_double_reversed)
#else
#define LANESCAN_HALF_STEPS_BY_PIECES LANESCAN_HALF_STEPS
#endif

/* Eight results in the order of the line. */
LANESCAN_INLINE void block_store(element type, void *p, f64x8 v)
{
    if (IS_REVERSED(type))
        f64x8_store(element_forwards(type), output_at(type, p, LANES - 1), f64x8_reverse(v));
    else
        f64x8_store(type, p, v);
}

#ifndef LANESCAN_HAVE_GROUP_PART

/* How many of `count` elements are in block k of a group. */
LANESCAN_INLINE size_t count_in_block(size_t count, size_t k)
{
    return count <= LANES * k ? 0 : count - LANES * k < LANES ? count - LANES * k : LANES;
}

/* The last group of a line: `count` elements and `rest` in the other places. */
LANESCAN_INLINE f64x32 group_load_rest(element type, const void *p, size_t count, double rest)
{
    f64x8 block[4];
    if (IS_REVERSED(type)) {
        double elements[GROUP];
        for (size_t i = 0; i < GROUP; i++)
            elements[i] = i < count ? read_element(type, p, i) : rest;
        return f64x32_load(ELEMENT_F64, elements);
    }
    for (size_t k = 0; k < 4; k++) {
        const size_t live = count_in_block(count, k);
        block[k] = live ? f64x8_load_part(type, element_at(type, p, LANES * k), live, rest)
                        : f64x8_splat(rest);
    }
    return f64x32_of_blocks(block[0], block[1], block[2], block[3]);
}

LANESCAN_INLINE void group_store_part(element type, void *p, size_t count, f64x32 g)
{
    f64x8 block[4];
    if (IS_REVERSED(type)) {
        double elements[GROUP];
        f64x32_store(ELEMENT_F64, elements, g);
        for (size_t i = 0; i < count; i++)
            write_element(type, p, i, elements[i]);
        return;
    }
    f64x32_to_blocks(g, block);
    for (size_t k = 0; k < 4; k++) {
        const size_t live = count_in_block(count, k);
        if (live)
            f64x8_store_part(type, output_at(type, p, LANES * k), live, block[k]);
    }
}

#endif

/* Stores that go down in memory and lie across two cache lines each, as those of exclusive scans do, wait for every one of
 * them unless the lines are there: asked for this early. */
LANESCAN_INLINE void fetch_lines_below(element type, const void *p)
{
    enum { CACHE_LINE = 64, AHEAD = 512 };
    const char *const lowest = (const char *)element_at(type, p, GROUP) - AHEAD;
    for (size_t at = 0; at < GROUP * element_bytes(type); at += CACHE_LINE)
        __builtin_prefetch(lowest + at, 1);
}

LANESCAN_INLINE void group_store(element type, void *p, size_t count, f64x32 g)
{
    if (LANESCAN_LIKELY(count == GROUP)) {
        if (IS_REVERSED(type))
            fetch_lines_below(type, p);
        f64x32_store(type, p, g);
    } else {
        group_store_part(type, p, count, g);
    }
}

/* For slow paths: results of a group as they lie in the lanes, and where element i is among them. (In the order of
 * memory they would share shuffles with the fast path's store, and compilers then make these too early.) */
LANESCAN_INLINE void group_store_lanes(double lanes[GROUP], f64x32 g)
{
    for (int k = 0; k < RUN; k++)
        f64x8_store(ELEMENT_F64, lanes + LANES * k, g.v[k]);
}

LANESCAN_INLINE double *element_in_lanes(double lanes[GROUP], size_t i)
{
    return &lanes[i % RUN * LANES + i / RUN];
}

/* A group with its runs summed up, and the inclusive scan of the run totals. */
typedef struct group_runs {
    f64x32 g;
    f64x8 totals;
} group_runs;

LANESCAN_INLINE group_runs group_scan_runs(f64x32 g)
{
    const f64x8 later_half = f64x8_add(g.v[2], g.v[3]);
    g.v[1] = f64x8_add(g.v[0], g.v[1]);
    g.v[2] = f64x8_add(g.v[1], g.v[2]);
    g.v[3] = f64x8_add(g.v[1], later_half);
    return (group_runs){ g, f64x8_scan(OP_ADD, g.v[3]) };
}

/* This far a group needs nothing of what is before it. With LANESCAN_SUMS_AHEAD kernels come here one group ahead, so
 * that the work of two groups overlaps. */
LANESCAN_INLINE group_runs group_load_runs(element type, const void *p)
{
    return group_scan_runs(f64x32_load(type, p));
}

LANESCAN_INLINE group_runs group_load_part(element type, const void *p, size_t count)
{
    return group_scan_runs(group_load_rest(type, p, count, 0));
}

/* Completes the sums: adds the carry and the totals of the runs before to each run. */
LANESCAN_INLINE f64x32 group_add_carry(group_runs runs, f64x8 carry)
{
    const f64x8 before = f64x8_add(carry, f64x8_shift_in(f64x8_splat(0), runs.totals));
    for (int k = 0; k < RUN; k++)
        runs.g.v[k] = f64x8_add(before, runs.g.v[k]);
    return runs.g;
}

/* From where a sum is infinite or NaN, or a product also zero, the left-to-right scan is all there is to say. */
LANESCAN_INLINE double line_ended(operation op, element in, element out, size_t n, const void *x,
                                  void *y, double value)
{
    for (size_t i = 0; i < n; i++) {
        value = f64_apply(op, value, read_element(in, x, i));
        write_element(out, y, i, value);
    }
    return value;
}

#endif
