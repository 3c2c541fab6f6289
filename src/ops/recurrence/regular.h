/* Linear recurrences in portable code: a regular group, from its elements to its results. */
#ifndef LANESCAN_RECURRENCE_REGULAR_H
#define LANESCAN_RECURRENCE_REGULAR_H

#include "fold/scalars.h"
#include "ops/recurrence/chunk.h"

/* What a group is computed from: doubles or floats next to each other, and, where its last run is
 * not whole, that run among elements that change nothing. */
typedef struct recurrence_input {
    const char *a, *b;
    char last_a[RUN * sizeof(double)] LANESCAN_ALIGNED(8); /* of the type that a and b have */
    char last_b[RUN * sizeof(double)] LANESCAN_ALIGNED(8);
    bool is_fresh;
} recurrence_input;

LANESCAN_INLINE void read_as(element type, source x, size_t count, double copies[GROUP])
{
    const source from = { type, x.at, x.stride };
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < count; i++)
        copies[i] = source_read(from, i);
}

/* Elements that are not next to each other, as doubles that are. */
LANESCAN_NOINLINE const char *recurrence_as_doubles(const source *x, size_t count,
                                                    double copies[GROUP])
{
    if (x->type == ELEMENT_F64)
        read_as(ELEMENT_F64, *x, count, copies);
    else
        read_as(ELEMENT_F32, *x, count, copies);
    return (const char *)copies;
}

/* The run at the end that is not whole. */
LANESCAN_NOINLINE void recurrence_last_run(element type, size_t count, const char *x,
                                           double nothing, char *last)
{
    const source from = source_of(type, false, element_at(type, false, x, count - count % RUN));
    const target to = target_of(type, false, last);
    LANESCAN_UNROLL(1)
    for (size_t k = 0; k < RUN; k++)
        target_write(to, k, k < count % RUN ? source_read(from, k) : nothing);
}

/* The results of a group that is regular after `carry`, and its map; false if it may not be so, or
 * a result not finite. Runs without elements change nothing, and have no results. */
LANESCAN_INLINE bool recurrence_regular_results(element type, recurrence_input *x, size_t count,
                                                double carry, double results[GROUP],
                                                recurrence_map *of_group)
{
    double squares = carry * carry;
    int64_t not_near = 0;
    recurrence_map m = recurrence_of_run(recurrence_no_run());
    if (count % RUN) {
        recurrence_last_run(type, count, x->a, NO_COEFFICIENT, x->last_a);
        recurrence_last_run(type, count, x->b, NO_ADDEND, x->last_b);
    }
    for (size_t i = 0; i < count; i += RUN) {
        const bool is_whole = count - i >= RUN;
        const size_t at = i * element_bytes(type);
        const source a = source_of(type, false, is_whole ? x->a + at : x->last_a);
        const source b = source_of(type, false, is_whole ? x->b + at : x->last_b);
        double of_a[RUN], of_b[RUN], addend[RUN], factor[RUN], last_two, before_run = carry;
        for (size_t k = 0; k < RUN; k++) {
            of_a[k] = source_read(a, k);
            of_b[k] = source_read(b, k);
        }
        if (i == 0 && x->is_fresh)
            of_a[0] = NO_COEFFICIENT;
        recurrence_run_addends(of_a, of_b, addend);
        const f64v_pair total = recurrence_run_factors(of_a, factor, &last_two);
        const recurrence_run_map of_run = { total, addend[RUN - 1] };
        not_near |= not_near_bits_of_run(of_a, factor[1], last_two);
        if (i == 0) {
            m = recurrence_of_run(of_run);
        } else {
            recurrence_element before;
            m = recurrence_fold_run(m, of_run, &before);
            squares = f64_fma(before.b, before.b, squares);
            before_run = recurrence_apply(before, carry);
        }
        recurrence_apply_run(factor, addend, before_run, results + i);
    }
    squares = f64_fma(m.b.high, m.b.high, squares); /* what is not finite makes it so too */
    *of_group = m;
    return (not_near & NOT_NEAR_BITS) == 0 && squares < RECURRENCE_SQUARES_HIGHEST;
}

LANESCAN_NOINLINE bool recurrence_results_f64(recurrence_input *x, size_t count, double carry,
                                              double results[GROUP], recurrence_map *of_group)
{
    return recurrence_regular_results(ELEMENT_F64, x, count, carry, results, of_group);
}

LANESCAN_NOINLINE bool recurrence_results_f32(recurrence_input *x, size_t count, double carry,
                                              double results[GROUP], recurrence_map *of_group)
{
    return recurrence_regular_results(ELEMENT_F32, x, count, carry, results, of_group);
}

/* Number by number: a load of two that were stored one by one would wait until both stores are
 * done. */
LANESCAN_INLINE void results_write_as(element type, target y, size_t count,
                                      const double results[GROUP])
{
    const target to = { type, y.at, y.stride };
    size_t i = 0;
    LANESCAN_UNROLL(1)
    for (; count - i >= RUN; i += RUN)
        target_write_run(target_from(to, i), results + i);
    LANESCAN_UNROLL(1)
    for (; i < count; i++)
        target_write(to, i, results[i]);
}

LANESCAN_NOINLINE void results_write(const target *y, size_t count, const double results[GROUP])
{
    if (y->type == ELEMENT_F64)
        results_write_as(ELEMENT_F64, *y, count, results);
    else
        results_write_as(ELEMENT_F32, *y, count, results);
}

#endif
