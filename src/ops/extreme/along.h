/* cummax and cummin along a line, a vector at a time. */
#ifndef LANESCAN_EXTREME_ALONG_H
#define LANESCAN_EXTREME_ALONG_H

#include "fold/group.h"
#include "ops/extreme/extreme.h"
#include "ops/extreme/last_set.h"

/* Eight integers: results or indices. */
LANESCAN_INLINE void integer_store(bool backwards, int64_t *y, size_t i, i64v v)
{
    i64v_store(y + offset_of_vector(backwards, i, LANES), backwards ? i64v_reverse(v) : v);
}

/* The index of eight results, from the bits of those that are new extremes: the latest of them up
 * to each lane, else the index so far. */
LANESCAN_INLINE i64v latest_index(unsigned bits, int64_t first, int64_t increment, i64v so_far)
{
    const i64v latest = i64v_load_i8(lanescan_last_set[bits]), base = i64v_splat(first);
    return i64v_select_negative(latest, so_far,
                                increment < 0 ? i64v_sub(base, latest) : i64v_add(base, latest));
}

/* Two vectors of indices, from the bits of sixteen lanes. Returns the index so far after them. */
LANESCAN_INLINE i64v latest_indices(bool backwards, unsigned bits, const extreme_run *run, size_t i,
                                    int64_t *index, i64v so_far)
{
    const int64_t first = extreme_index(run, i), increment = run->increment;
    i64v at = latest_index(bits & 0xff, first, increment, so_far);
    integer_store(backwards, index, i, at);
    at = latest_index(bits >> 8, first + increment * LANES, increment, i64v_splat_last(at));
    integer_store(backwards, index, i + LANES, at);
    return i64v_splat_last(at);
}

/* Most vectors are below the extreme so far, which is a short way: their results are that extreme.
 * Where few values are common, or values grow slowly, others come among them in no order that a
 * processor could guess, and each wrong guess costs more than the longer way. So a vector that
 * reaches the extreme soon after another one makes the next ones take the longer way too, whatever
 * they are, and one that goes beyond the extreme makes them be scanned. (Of pieces with indices,
 * forwards: elsewhere it is not worth its code.) */
typedef struct extreme_recent {
    /* A vector that begins before this element is near the last one that reached the extreme. */
    size_t until;
    /* Of such vectors a bit for each lane, in the lower half of lanes that reached the extreme, in
     * the upper half of those beyond it. With each vector all move one place down and out, so that
     * the next ten or so take the longer way. */
    uint32_t bits;
} extreme_recent;

enum { NEAR_VECTORS = 3, HALVES = 0x7fff7fff };

/* The vector at element i, of `lanes`, goes the longer way: lanes that reach the extreme, and those
 * beyond it. Is it scanned? If not, its results are the extreme so far. */
LANESCAN_INLINE bool extreme_is_scanned(extreme_recent *recent, size_t lanes, size_t i,
                                        unsigned reach, unsigned beyond)
{
    const uint32_t is_near = i < recent->until, up = lanes == 8 ? 2 : 0, down = lanes == 8 ? 0 : 6;
    const uint32_t bits = (beyond << up >> down) << 16 | reach << up >> down;
    recent->bits = (recent->bits >> 1 & HALVES) | (bits & -is_near);
    recent->until = i + NEAR_VECTORS * lanes;
    return beyond | recent->bits >> 16;
}

/* Up to a NaN; returns how far. */
LANESCAN_INLINE size_t extreme_scan_double(operation op, bool backwards, size_t n, const double *x,
                                           double *y, int64_t *index, extreme_run *run)
{
    const bool adapts = run->adapts && index && !backwards;
    size_t i = elements_to_alignment(backwards, sizeof *y, n, y);
    const size_t done = extreme_elements_double(op, backwards, 0, i, x, y, index, run);
    if (LANESCAN_UNLIKELY(done < i))
        return done;
    if (run->so_far.real == run->so_far.real) {
        f64v so_far = f64v_splat(run->so_far.real);
        i64v at = i64v_splat(run->at);
        extreme_recent recent = { 0 };
        for (; n - i >= LANES; i += LANES) {
            const f64v in_memory = f64v_load(ELEMENT_F64,
                                             x + offset_of_vector(backwards, i, LANES));
            const f64v v = backwards ? f64v_reverse(in_memory) : in_memory;
            const m64v reaches = f64v_takes_over(op, so_far, v);
            if (LANESCAN_LIKELY(!m64v_any(reaches) && !recent.bits)) {
                vector_store(ELEMENT_F64, backwards, y, i, so_far);
                if (index)
                    integer_store(backwards, index, i, at);
                continue;
            }
            if (LANESCAN_UNLIKELY(f64v_any_nan(v)))
                break;
            const unsigned reach = m64v_bits(reaches);
            const unsigned same = m64v_bits(
                i64v_lacks(i64v_sub(i64v_of_f64(v), i64v_of_f64(so_far)), -1));
            f64v extreme = so_far, before = so_far;
            if (!adapts || extreme_is_scanned(&recent, LANES, i, reach, reach & ~same)) {
                const f64v local = f64v_scan(op, v);
                extreme = f64v_apply(op, so_far, local);
                before = f64v_shift_in(so_far, extreme);
                so_far = f64v_apply(op, so_far, f64v_splat_last(local));
            }
            vector_store(ELEMENT_F64, backwards, y, i, extreme);
            if (index) {
                const unsigned fresh = m64v_bits(f64v_takes_over(op, before, v));
                at = latest_index(fresh, extreme_index(run, i), run->increment, at);
                integer_store(backwards, index, i, at);
                at = i64v_splat_last(at);
            }
        }
        run->so_far.real = f64v_first(so_far);
        if (index)
            run->at = i64v_first(at);
    }
    return i == n ? n : extreme_elements_double(op, backwards, i, n, x, y, index, run);
}

LANESCAN_INLINE size_t extreme_scan_float(operation op, bool backwards, size_t n, const float *x,
                                          float *y, int64_t *index, extreme_run *run)
{
    const bool adapts = run->adapts && index && !backwards;
    size_t i = elements_to_alignment(backwards, sizeof *y, n, y);
    const size_t done = extreme_elements_float(op, backwards, 0, i, x, y, index, run);
    if (LANESCAN_UNLIKELY(done < i))
        return done;
    if (run->so_far.real == run->so_far.real) {
        f32v so_far = f32v_splat((float)run->so_far.real);
        i64v at = i64v_splat(run->at);
        extreme_recent recent = { 0 };
        for (; n - i >= FLOAT_LANES; i += FLOAT_LANES) {
            const ptrdiff_t offset = offset_of_vector(backwards, i, FLOAT_LANES);
            const f32v in_memory = f32v_load(x + offset);
            const f32v v = backwards ? f32v_reverse(in_memory) : in_memory;
            const unsigned reach = f32v_takes_over(op, so_far, v);
            if (LANESCAN_LIKELY(!reach && !recent.bits)) {
                f32v_store(y + offset, so_far);
                if (index) {
                    integer_store(backwards, index, i, at);
                    integer_store(backwards, index, i + LANES, at);
                }
                continue;
            }
            if (LANESCAN_UNLIKELY(f32v_any_nan(v)))
                break;
            const unsigned beyond = reach & ~f32v_same_bits(v, so_far);
            f32v extreme = so_far, before = so_far;
            if (!adapts || extreme_is_scanned(&recent, FLOAT_LANES, i, reach, beyond)) {
                const f32v local = f32v_scan(op, v);
                extreme = f32v_apply(op, so_far, local);
                before = f32v_shift_in(so_far, extreme);
                so_far = f32v_apply(op, so_far, f32v_splat_last(local));
            }
            f32v_store(y + offset, backwards ? f32v_reverse(extreme) : extreme);
            if (index)
                at = latest_indices(backwards, f32v_takes_over(op, before, v), run, i, index, at);
        }
        run->so_far.real = (double)f32v_first(so_far);
        if (index)
            run->at = i64v_first(at);
    }
    return i == n ? n : extreme_elements_float(op, backwards, i, n, x, y, index, run);
}

/* ---- integers: the lane moves are those of doubles ---- */

LANESCAN_INLINE i64v i64v_scan_level(operation op, int half, i64v v)
{
    const double identity = f64_of_bits((uint64_t)(op == OP_MAX ? INT64_MIN : INT64_MAX));
    const i64v before = i64v_of_f64(f64v_spread(half, f64v_of_i64(v), identity));
    const i64v after = i64v_apply(op, before, v);
    return i64v_of_f64(f64v_after_spread(half, f64v_of_i64(v), f64v_of_i64(after)));
}

LANESCAN_INLINE i64v i64v_scan(operation op, i64v v)
{
    return i64v_scan_level(op, 4, i64v_scan_level(op, 2, i64v_scan_level(op, 1, v)));
}

/* Which lanes of x are as extreme as what came before, as bits. */
LANESCAN_INLINE unsigned i64v_takes_over(operation op, i64v before, i64v x)
{
    const m64v beyond = op == OP_MAX ? i64v_gt(before, x) : i64v_gt(x, before);
    return ~m64v_bits(beyond) & ((1u << LANES) - 1);
}

LANESCAN_INLINE unsigned i64v_beyond(operation op, i64v before, i64v x)
{
    return m64v_bits(op == OP_MAX ? i64v_gt(x, before) : i64v_gt(before, x));
}

LANESCAN_INLINE size_t extreme_scan_int64_t(operation op, bool backwards, size_t n,
                                            const int64_t *x, int64_t *y, int64_t *index,
                                            extreme_run *run)
{
    i64v so_far = i64v_splat(run->so_far.integer), at = i64v_splat(run->at);
    const bool adapts = run->adapts && index && !backwards;
    extreme_recent recent = { 0 };
    size_t i = 0;
    for (; n - i >= LANES; i += LANES) {
        const ptrdiff_t offset = offset_of_vector(backwards, i, LANES);
        const i64v in_memory = i64v_load(x + offset);
        /* One that is as extreme as what came before is a new extreme by its index alone. */
        const unsigned reach = index ? i64v_takes_over(op, so_far, in_memory)
                                     : i64v_beyond(op, so_far, in_memory);
        if (LANESCAN_LIKELY(!reach && !recent.bits)) {
            i64v_store(y + offset, so_far);
            if (index)
                i64v_store(index + offset, at);
            continue;
        }
        const i64v v = backwards ? i64v_reverse(in_memory) : in_memory;
        i64v extreme = so_far, before = so_far;
        if (!adapts || extreme_is_scanned(&recent, LANES, i, reach, i64v_beyond(op, so_far, v))) {
            const i64v local = i64v_scan(op, v);
            extreme = i64v_apply(op, so_far, local);
            before = i64v_of_f64(f64v_shift_in(f64v_of_i64(so_far), f64v_of_i64(extreme)));
            so_far = i64v_apply(op, so_far, i64v_splat_last(local));
        }
        integer_store(backwards, y, i, extreme);
        if (index) {
            at = latest_index(i64v_takes_over(op, before, v), extreme_index(run, i), run->increment,
                              at);
            integer_store(backwards, index, i, at);
            at = i64v_splat_last(at);
        }
    }
    run->so_far.integer = i64v_first(so_far);
    if (index)
        run->at = i64v_first(at);
    return extreme_elements_int64_t(op, backwards, i, n, x, y, index, run);
}

/* The extreme alone: first the value, of all vectors in any order; then, if it is as extreme as
 * what was before, the latest element that has it. A NaN, and all after it, go element by
 * element. */
enum { VECTORS_TOGETHER = 4 /* which do not wait for each other */ };

LANESCAN_INLINE void extreme_scan_alone_double(operation op, bool backwards, size_t n,
                                               const double *x, extreme_run *run)
{
    enum { TOGETHER = VECTORS_TOGETHER * LANES };
    const size_t whole = run->so_far.real == run->so_far.real ? n / TOGETHER * TOGETHER : 0;
    f64v extremes[VECTORS_TOGETHER];
    size_t i = 0;
    for (size_t k = 0; k < VECTORS_TOGETHER; k++)
        extremes[k] = f64v_splat(f64_identity(op));
    for (bool any_nan = false; i < whole; i += TOGETHER) {
        f64v v[VECTORS_TOGETHER];
        for (size_t k = 0; k < VECTORS_TOGETHER; k++) {
            v[k] = f64v_load(ELEMENT_F64, x + offset_of_vector(backwards, i + k * LANES, LANES));
            any_nan |= f64v_any_nan(v[k]);
        }
        if (LANESCAN_UNLIKELY(any_nan))
            break;
        for (size_t k = 0; k < VECTORS_TOGETHER; k++)
            extremes[k] = f64v_apply(op, extremes[k], v[k]);
    }
    for (size_t k = 1; k < VECTORS_TOGETHER; k++)
        extremes[0] = f64v_apply(op, extremes[0], extremes[k]);
    const f64v extreme = f64v_splat_last(f64v_scan(op, extremes[0]));
    if (i && extreme_replaces(op, run->so_far.real, f64v_first(extreme))) {
        size_t at = i - LANES;
        while (!m64v_any(f64v_takes_over(
            op, extreme, f64v_load(ELEMENT_F64, x + offset_of_vector(backwards, at, LANES)))))
            at -= LANES;
        extreme_alone_double(op, backwards, at, at + LANES, x, run);
    }
    extreme_alone_double(op, backwards, i, n, x, run);
}

LANESCAN_INLINE void extreme_scan_alone_float(operation op, bool backwards, size_t n,
                                              const float *x, extreme_run *run)
{
    enum { TOGETHER = VECTORS_TOGETHER * FLOAT_LANES };
    const size_t whole = run->so_far.real == run->so_far.real ? n / TOGETHER * TOGETHER : 0;
    f32v extremes[VECTORS_TOGETHER];
    size_t i = 0;
    for (size_t k = 0; k < VECTORS_TOGETHER; k++)
        extremes[k] = f32v_splat((float)f64_identity(op));
    for (bool any_nan = false; i < whole; i += TOGETHER) {
        f32v v[VECTORS_TOGETHER];
        for (size_t k = 0; k < VECTORS_TOGETHER; k++) {
            v[k] = f32v_load(x + offset_of_vector(backwards, i + k * FLOAT_LANES, FLOAT_LANES));
            any_nan |= f32v_any_nan(v[k]);
        }
        if (LANESCAN_UNLIKELY(any_nan))
            break;
        for (size_t k = 0; k < VECTORS_TOGETHER; k++)
            extremes[k] = f32v_apply(op, extremes[k], v[k]);
    }
    for (size_t k = 1; k < VECTORS_TOGETHER; k++)
        extremes[0] = f32v_apply(op, extremes[0], extremes[k]);
    const f32v extreme = f32v_splat_last(f32v_scan(op, extremes[0]));
    if (i && extreme_replaces(op, run->so_far.real, (double)f32v_first(extreme))) {
        size_t at = i - FLOAT_LANES;
        while (!f32v_takes_over(op, extreme,
                                f32v_load(x + offset_of_vector(backwards, at, FLOAT_LANES))))
            at -= FLOAT_LANES;
        extreme_alone_float(op, backwards, at, at + FLOAT_LANES, x, run);
    }
    extreme_alone_float(op, backwards, i, n, x, run);
}

LANESCAN_INLINE void extreme_scan_alone_int64_t(operation op, bool backwards, size_t n,
                                                const int64_t *x, extreme_run *run)
{
    const size_t whole = n / LANES * LANES;
    i64v extreme = i64v_splat(op == OP_MAX ? INT64_MIN : INT64_MAX);
    for (size_t i = 0; i < whole; i += LANES)
        extreme = i64v_apply(op, extreme, i64v_load(x + offset_of_vector(backwards, i, LANES)));
    extreme = i64v_splat_last(i64v_scan(op, extreme));
    if (whole && extreme_replaces_integer(op, run->so_far.integer, i64v_first(extreme))) {
        size_t at = whole - LANES;
        while (!i64v_takes_over(op, extreme, i64v_load(x + offset_of_vector(backwards, at, LANES))))
            at -= LANES;
        extreme_alone_int64_t(op, backwards, at, at + LANES, x, run);
    }
    extreme_alone_int64_t(op, backwards, whole, n, x, run);
}

/* ---- lines of two ---- */

/* Short lines: those of two numbers without gaps between them in lanes, of which the first level of
 * a scan is all, four lines at a time; the others element by element. */
LANESCAN_INLINE void extreme_short_float(lanescan_short_lines *in_scalars, operation op,
                                         double identity, size_t lines, size_t n, const char *x,
                                         ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    const ptrdiff_t bytes = LANES * sizeof(float);
    (void)identity;
    if (n == 2 && x_pitch == 2 * sizeof(float) && y_pitch == x_pitch)
        for (; lines >= LANES / 2; lines -= LANES / 2, x += bytes, y += bytes) {
            const f64v v = f64v_load(ELEMENT_F32, x), before = f64v_spread(1, v, f64_identity(op));
            f64v_store(ELEMENT_F32, y, f64v_select(f64v_replaces(op, before, v), v, before));
        }
    in_scalars(lines, n, x, x_pitch, y, y_pitch);
}

LANESCAN_INLINE void extreme_short_int64_t(lanescan_short_lines *in_scalars, operation op,
                                           int64_t identity, size_t lines, size_t n, const char *x,
                                           ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    const ptrdiff_t bytes = LANES * sizeof(int64_t);
    (void)identity;
    if (n == 2 && x_pitch == 2 * sizeof(int64_t) && y_pitch == x_pitch)
        for (; lines >= LANES / 2; lines -= LANES / 2, x += bytes, y += bytes)
            i64v_store((void *)y, i64v_scan_level(op, 1, i64v_load((const void *)x)));
    in_scalars(lines, n, x, x_pitch, y, y_pitch);
}

#endif
