/* cummax and cummin, with and without the index of the extreme: exact in any order, so each type uses its
 * native lanes. NaN is sticky; of equal values, and of NaNs, the latest counts.
 *
 * Most vectors of most data hold nothing that reaches the extreme so far: those cost a comparison and the
 * store. A vector with a NaN, and all after it, goes element by element. */
#ifndef LANESCAN_CUMEXTREME_TPL_H
#define LANESCAN_CUMEXTREME_TPL_H

#include "group_tpl.h"
#include "last_set.h"

/* Elements from `i` on, left to right. */
LANESCAN_INLINE void cumextreme_elements(element type, operation op, size_t i, size_t n,
                                         const void *x, void *y, int64_t *index, double so_far,
                                         int64_t at)
{
    for (; i < n; i++) {
        const double value = read_element(type, x, i);
        const bool beyond = op == OP_MAX ? value >= so_far : value <= so_far;
        if (value != value || beyond) { /* never a number after a NaN: it is not beyond */
            so_far = value;
            at = (int64_t)i;
        }
        write_element(type, y, i, so_far);
        if (index)
            index[i] = at;
    }
}

/* The index of eight results, from the bits of those that are new extremes: the latest of them up to each
 * lane, else the index so far. */
LANESCAN_INLINE i64x8 latest_index(unsigned bits, size_t base, i64x8 so_far)
{
    const i64x8 latest = i64x8_load_i8(lanescan_last_set[bits]);
    return i64x8_select_negative(latest, so_far, i64x8_add(latest, i64x8_splat((int64_t)base)));
}

LANESCAN_INLINE void cumextreme_f64_line(operation op, size_t n, const double *x, double *y,
                                         int64_t *index)
{
    const double identity = op == OP_MAX ? -__builtin_inf() : __builtin_inf();
    size_t i = 0;
    if (!LANESCAN_LANES_ARE_SCALARS) {
        f64x8 so_far = f64x8_splat(identity);
        i64x8 at = i64x8_splat(0);
        for (; n - i >= LANES; i += LANES) {
            const f64x8 v = f64x8_load(ELEMENT_F64, x + i);
            if (LANESCAN_LIKELY(!m64x8_any(f64x8_takes_over(op, so_far, v)))) {
                f64x8_store(ELEMENT_F64, y + i, so_far);
                if (index)
                    i64x8_store(index + i, at);
                continue;
            }
            if (LANESCAN_UNLIKELY(f64x8_any_nan(v)))
                break;
            const f64x8 local = f64x8_scan(op, v), extreme = f64x8_apply(op, so_far, local);
            f64x8_store(ELEMENT_F64, y + i, extreme);
            if (index) {
                const m64x8 fresh = f64x8_takes_over(op, f64x8_shift_in(so_far, extreme), v);
                const i64x8 latest = latest_index(m64x8_bits(fresh), i, at);
                i64x8_store(index + i, latest);
                at = i64x8_splat_last(latest);
            }
            so_far = f64x8_apply(op, so_far, f64x8_splat_last(local));
        }
    }
    cumextreme_elements(ELEMENT_F64, op, i, n, x, y, index, i ? y[i - 1] : identity,
                        i && index ? index[i - 1] : 0);
}

LANESCAN_INLINE void cumextreme_f32_line(operation op, size_t n, const float *x, float *y,
                                         int64_t *index)
{
    const float identity = op == OP_MAX ? -__builtin_inff() : __builtin_inff();
    size_t i = 0;
    if (!LANESCAN_LANES_ARE_SCALARS) {
        f32x16 so_far = f32x16_splat(identity);
        i64x8 at = i64x8_splat(0);
        for (; n - i >= 16; i += 16) {
            const f32x16 v = f32x16_load(x + i);
            if (LANESCAN_LIKELY(!f32x16_takes_over(op, so_far, v))) {
                f32x16_store(y + i, so_far);
                if (index) {
                    i64x8_store(index + i, at);
                    i64x8_store(index + i + LANES, at);
                }
                continue;
            }
            if (LANESCAN_UNLIKELY(f32x16_any_nan(v)))
                break;
            const f32x16 local = f32x16_scan(op, v), extreme = f32x16_apply(op, so_far, local);
            f32x16_store(y + i, extreme);
            if (index) {
                const unsigned fresh = f32x16_takes_over(op, f32x16_shift_in(so_far, extreme), v);
                const i64x8 first = latest_index(fresh & 0xff, i, at);
                const i64x8 second = latest_index(fresh >> 8, i + LANES, i64x8_splat_last(first));
                i64x8_store(index + i, first);
                i64x8_store(index + i + LANES, second);
                at = i64x8_splat_last(second);
            }
            so_far = f32x16_apply(op, so_far, f32x16_splat_last(local));
        }
    }
    cumextreme_elements(ELEMENT_F32, op, i, n, x, y, index, (double)(i ? y[i - 1] : identity),
                        i && index ? index[i - 1] : 0);
}

static void cummax_f32(size_t n, const float *x, float *y, int64_t *index)
{
    if (index)
        cumextreme_f32_line(OP_MAX, n, x, y, index);
    else
        cumextreme_f32_line(OP_MAX, n, x, y, NULL);
}

static void cummin_f32(size_t n, const float *x, float *y, int64_t *index)
{
    if (index)
        cumextreme_f32_line(OP_MIN, n, x, y, index);
    else
        cumextreme_f32_line(OP_MIN, n, x, y, NULL);
}

static void cummax_f64(size_t n, const double *x, double *y, int64_t *index)
{
    if (index)
        cumextreme_f64_line(OP_MAX, n, x, y, index);
    else
        cumextreme_f64_line(OP_MAX, n, x, y, NULL);
}

static void cummin_f64(size_t n, const double *x, double *y, int64_t *index)
{
    if (index)
        cumextreme_f64_line(OP_MIN, n, x, y, index);
    else
        cumextreme_f64_line(OP_MIN, n, x, y, NULL);
}

#endif
