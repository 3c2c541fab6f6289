/* Scans of real numbers in portable code, whatever the elements are: a group at a time, as doubles.
 * The other sets take regular groups in lanes and leave the rest to this. */
#ifndef LANESCAN_SCALARS_H
#define LANESCAN_SCALARS_H

#include "fold/group_scan.h"
#include "lanes/sets.h"
#include "memory/own.h"

/* As lanescan_piece and lanescan_across. */
void GENERIC(scan_piece)(const group_scan *scan, precision of, element type, lanescan_state *state,
                         bool backwards, size_t n, const void *x, void *y);
void GENERIC(scan_across)(const group_scan *scan, precision of, element type,
                          lanescan_columns *columns, size_t rows, size_t lines,
                          const lanescan_rows *where);

/* Elements in no regular group of another set: the state moves on but for its position. y may be
 * NULL where the operation allows that. */
void GENERIC(scan_irregular)(const group_scan *scan, precision of, element in, element out,
                             const in_doubles *conversions, bool backwards, size_t n, const void *x,
                             void *y, lanescan_state *state);

/* `lines` lines are at the end of a group: if of a chunk too, it is folded. */
void GENERIC(columns_end_group)(const group_scan *scan, lanescan_columns *columns, size_t lines);

/* ---- elements as doubles ---- */

/* The conversion of elements that are no doubles to such, and back. */
LANESCAN_INLINE lanescan_convert *doubles_from(element type)
{
    static const uint8_t step[] = {
        [ELEMENT_F16] = STEP_f16_f64, [ELEMENT_BF16] = STEP_bf16_f64, [ELEMENT_F32] = STEP_f32_f64
    };
    return own_step(step[type]);
}

LANESCAN_INLINE lanescan_convert *doubles_to(element type)
{
    static const uint8_t step[] = {
        [ELEMENT_F16] = STEP_f64_f16, [ELEMENT_BF16] = STEP_f64_bf16, [ELEMENT_F32] = STEP_f64_f32
    };
    return own_step(step[type]);
}

/* ---- for operations ---- */

/* A group's elements next to each other. */
LANESCAN_INLINE source gather_group(source x, void *elements)
{
    const target to = { x.type, elements, (ptrdiff_t)element_bytes(x.type) };
    for (size_t i = 0; i < GROUP; i++)
        target_write(to, i, source_read(x, i));
    return (source){ x.type, elements, to.stride };
}

LANESCAN_INLINE void target_write_run(target y, const double result[RUN])
{
    target_write(y, 0, result[0]);
    target_write(y, 1, result[1]);
    target_write(y, 2, result[2]);
    target_write(y, 3, result[3]);
}

/* ---- lines that have ended ---- */

/* A line whose sum or product is infinite, NaN or 0 for good. Each element is first combined with
 * that, as with `each`, and becomes infinite, NaN or 0 too. These may be scanned in whichever order
 * is quick: inf + inf is inf, inf * inf is inf, 0 * 0 is 0, signs are exact, and a NaN stays. The
 * sign of a product must count once, not with each element, so `each` is its modulus. (Elements
 * beyond `count` change nothing.) */
LANESCAN_INLINE double ended_factor(operation op, double ended)
{
    return op == OP_MULTIPLY ? __builtin_fabs(ended) : ended;
}

LANESCAN_INLINE void scan_ended(lanescan_state *state, operation op, size_t count, source x,
                                target y)
{
    const double each = ended_factor(op, state->ended);
    double ended = state->ended;
    for (size_t i = 0; i < count; i += RUN) {
        double v[RUN];
        for (size_t k = 0; k < RUN; k++)
            v[k] = f64_apply(op, each, source_read(x, i + k));
        const double first_half = f64_apply(op, v[0], v[1]),
                     second_half = f64_apply(op, v[2], v[3]);
        target_write(y, i, f64_apply(op, ended, v[0]));
        target_write(y, i + 1, f64_apply(op, ended, first_half));
        target_write(y, i + 2, f64_apply(op, ended, f64_apply(op, first_half, v[2])));
        ended = f64_apply(op, ended, f64_apply(op, first_half, second_half));
        target_write(y, i + 3, ended);
    }
    state->ended = ended;
}

#endif
