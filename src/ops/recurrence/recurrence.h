/* Linear recurrences of f32 and f64: y[j] = a[j] y[j-1] + b[j], accumulated in double-double.
 *
 * An element is a map, y -> a y + b, and maps are folded: first (a1, b1), then (a2, b2) is
 * (a2 a1, a2 b1 + b2). (Kogge and Stone, IEEE Trans. Comput. C-22, 1973; Blelloch, CMU-CS-90-190.)
 *
 * Within a run of four an element's map is folded in f64. The runs of a group are folded from left
 * to right, in double-double: the factor of a map multiplies all that comes before it, so its
 * relative errors would add up over the line. (TwoProduct, TwoSum; docs/contract.md.) The carry
 * goes from group to group, and the fold of a chunk from chunk to chunk, as for sums and products.
 *
 * The factor of a chunk may be far beyond the range where the results are not: it has an exponent
 * of its own (wide_product). Within a group it must stay in range: no product of coefficients may
 * leave 2^-816 .. 2^208 but by a coefficient of 0. From where one does, and where results are not
 * finite, a group goes from left to right.
 *
 * scalars.h is the definition, a group of a line, with regular.h for those that are regular. Sets
 * with lanes take regular groups, eight at a time, and leave the rest to it. */
#ifndef LANESCAN_RECURRENCE_H
#define LANESCAN_RECURRENCE_H

#include "fold/product_carry.h"
#include "lanes/sets.h"
#include "lanes/span.h"
#include "math/exact.h"
#include "ops/own.h"
#include "ops/recurrence/state.h"

/* What is in no place of a line is a map that changes nothing. So is the first coefficient of a
 * line without an initial value: it has nothing to multiply but 0. */
#define NO_COEFFICIENT 1.0
#define NO_ADDEND      0.0

/* ---- maps ---- */

typedef struct recurrence_element {
    f64v a, b;
} recurrence_element;

/* y -> a y + b */
typedef struct recurrence_map {
    f64v_pair a, b;
} recurrence_map;

/* Of a run: b in f64. */
typedef struct recurrence_run_map {
    f64v_pair a;
    f64v b;
} recurrence_run_map;

/* Results of a run are factor[k] times what is before the run, plus addend[k]. */
LANESCAN_INLINE void recurrence_run_addends(const f64v a[RUN], const f64v b[RUN], f64v addend[RUN])
{
    addend[0] = b[0];
    for (size_t k = 1; k < RUN; k++)
        addend[k] = f64v_fma(a[k], addend[k - 1], b[k]);
}

/* Returns the factor of the whole run; `last_two` is the product of its last two coefficients. */
LANESCAN_INLINE f64v_pair recurrence_run_factors(const f64v a[RUN], f64v factor[RUN],
                                                 f64v *last_two)
{
    const f64v_pair first = f64v_two_product(a[0], a[1]), second = f64v_two_product(a[2], a[3]);
    const f64v_pair total = f64v_pair_multiply(first, second);
    factor[0] = a[0];
    factor[1] = first.high;
    factor[2] = f64v_fma(first.high, a[2], f64v_mul(first.low, a[2]));
    factor[3] = f64v_add(total.high, total.low);
    *last_two = second.high;
    return total;
}

/* Of no elements. */
LANESCAN_INLINE recurrence_run_map recurrence_no_run(void)
{
    return (recurrence_run_map){ { f64v_splat(NO_COEFFICIENT), f64v_splat(0) },
                                 f64v_splat(NO_ADDEND) };
}

LANESCAN_INLINE recurrence_map recurrence_of_run(recurrence_run_map run)
{
    return (recurrence_map){ run.a, { run.b, f64v_splat(0) } };
}

/* First a map with the addend b, then the run: the addend of both, */
LANESCAN_INLINE f64v_pair recurrence_append_addend(f64v_pair b, recurrence_run_map run)
{
    const f64v_pair product = f64v_two_product(run.a.high, b.high);
    const f64v_pair sum = f64v_two_sum(product.high, run.b);
    const f64v low = f64v_fma(run.a.high, b.low, f64v_fma(run.a.low, b.high, product.low));
    return (f64v_pair){ sum.high, f64v_add(low, sum.low) };
}

/* and both maps. */
LANESCAN_INLINE recurrence_map recurrence_append(recurrence_map m, recurrence_run_map run)
{
    return (recurrence_map){ f64v_pair_multiply(m.a, run.a), recurrence_append_addend(m.b, run) };
}

/* A map that is only to be applied: rounded once. */
LANESCAN_INLINE recurrence_element recurrence_rounded(recurrence_map m)
{
    return (recurrence_element){ f64v_add(m.a.high, m.a.low), f64v_add(m.b.high, m.b.low) };
}

LANESCAN_INLINE f64v recurrence_apply(recurrence_element m, f64v y)
{
    return f64v_fma(m.a, y, m.b);
}

/* The maps of a run's elements, to what is before it. */
LANESCAN_INLINE void recurrence_apply_run(const f64v factor[RUN], const f64v addend[RUN],
                                          f64v before, f64v y[RUN])
{
    for (size_t k = 0; k < RUN; k++)
        y[k] = recurrence_apply((recurrence_element){ factor[k], addend[k] }, before);
}

/* The next run of a group. `before` is the map of those before it, rounded. */
LANESCAN_INLINE recurrence_map recurrence_fold_run(recurrence_map m, recurrence_run_map run,
                                                   recurrence_element *before)
{
    *before = recurrence_rounded(m);
    return recurrence_append(m, run);
}

/* The fold of a group's runs. Nothing is before the first. */
LANESCAN_INLINE recurrence_map recurrence_fold_runs(const recurrence_run_map of_run[RUNS],
                                                    recurrence_element before[RUNS])
{
    recurrence_map m = recurrence_of_run(of_run[0]);
    for (size_t run = 1; run < RUNS; run++)
        m = recurrence_fold_run(m, of_run[run], &before[run]);
    return m;
}

/* ---- which products are regular ---- */

/* Regular products have biased exponents from FACTOR_LOWEST to FACTOR_LOWEST + 1023. With
 * FACTOR_LOWEST subtracted these are 0 to 1023, so FACTOR_FAR_BIT, the highest bit of the exponent,
 * is 0. */
enum { FACTOR_LOWEST = 1023 - 816 };
#define FACTOR_FAR_BIT (INT64_C(1) << 62)

LANESCAN_INLINE bool factor_is_regular(double product)
{
    return ((bits_of_f64(product) - ((uint64_t)FACTOR_LOWEST << 52)) & FACTOR_FAR_BIT) == 0;
}

/* A quick test: all products of a group are certain to be regular if four numbers of each run are
 * near 1, from 2^-51 to below 2^13: the first coefficient, the third, and the products of the first
 * two and of the last two. (Every product is one of at most 16 such numbers.) With NEAR_LOWEST
 * subtracted their biased exponents are 0 to 63, so NOT_NEAR_BITS, the higher bits of the exponent,
 * are 0. */
enum { NEAR_LOWEST = 1023 - 51 };
#define NOT_NEAR_BITS (INT64_C(0x7c) << 56)

/* Some of NOT_NEAR_BITS where a number is not near 1, or none. */
LANESCAN_INLINE i64v not_near_bits(f64v x)
{
    return i64v_add(i64v_of_f64(x), i64v_splat(-((int64_t)NEAR_LOWEST << 52)));
}

LANESCAN_INLINE i64v not_near_bits_of_run(const f64v a[RUN], f64v first_two, f64v last_two)
{
    return i64v_or(i64v_or(not_near_bits(a[0]), not_near_bits(a[2])),
                   i64v_or(not_near_bits(first_two), not_near_bits(last_two)));
}

/* A product of 0 either has a factor of 0, which is regular, or was too small for a double. To tell
 * which, products are formed again with 1 in the place of each 0: the first is the case if these
 * are well within the limits. */
typedef struct products_but_zeros {
    f64v before, smallest, largest;
} products_but_zeros;

LANESCAN_INLINE products_but_zeros no_products(void)
{
    return (products_but_zeros){ f64v_splat(1), f64v_splat(1), f64v_splat(1) };
}

LANESCAN_INLINE void products_look_at(products_but_zeros *p, f64v product)
{
    p->smallest = f64v_min(p->smallest, product);
    p->largest = f64v_max(p->largest, product);
}

LANESCAN_INLINE void products_append(products_but_zeros *p, f64v factor)
{
    p->before = f64v_mul(p->before, factor);
    products_look_at(p, p->before);
}

LANESCAN_INLINE void products_append_run(products_but_zeros *p, const f64v a[RUN])
{
    f64v factor[RUN];
    for (size_t k = 0; k < RUN; k++) {
        const m64v is_zero = i64v_lacks(i64v_of_f64(a[k]), INT64_MAX);
        const f64v magnitude = f64v_max(a[k], f64v_mul(a[k], f64v_splat(-1)));
        factor[k] = f64v_select(is_zero, f64v_splat(1), magnitude);
    }
    const f64v first = f64v_mul(factor[0], factor[1]), last = f64v_mul(factor[2], factor[3]);
    products_look_at(p, factor[0]);
    products_look_at(p, first);
    products_look_at(p, last);
    products_look_at(p, f64v_mul(first, factor[2]));
    products_look_at(p, f64v_mul(first, last));
    products_append(p, f64v_mul(first, last));
}

/* (A NaN stays in `before`, and is looked at last.) */
LANESCAN_INLINE m64v products_are_regular(products_but_zeros p)
{
    return m64v_and(f64v_gt(f64v_min(p.smallest, p.before), f64v_splat(0x1p-700)),
                    f64v_gt(f64v_splat(0x1p150), p.largest));
}

/* ---- from group to group ---- */

/* The factor of a chunk is brought back to 1 from outside 2^-100 .. 2^400, unless it is 0: then its
 * product with that of a regular group is in range. */
LANESCAN_INLINE bool factor_is_far(double high)
{
    return (unsigned)(f64_biased_exponent(high) - (1023 - 100)) > 500 && high != 0;
}

LANESCAN_INLINE void recurrence_end_group(recurrence_state *s)
{
    if (LANESCAN_UNLIKELY(factor_is_far(s->factor.value.high)))
        wide_normalise(&s->factor);
}

/* A group in scalars, of up to 32 elements (at the end of a line fewer): the state moves on but for
 * its position. y.at may be a.at or b.at, or NULL: then nothing is written, and the state is `over`
 * where it is not certain that the line would be regular. */
void PORTABLE(recurrence_group)(lanescan_state *state, size_t count, const source *a,
                                const source *b, const target *y);

/* A line of less than a chunk, in scalars. */
void PORTABLE(recurrence_few_f32)(size_t n, const float *a, const float *b, float *y);
void PORTABLE(recurrence_few_f64)(size_t n, const double *a, const double *b, double *y);

/* A line's coefficients from element i on. */
LANESCAN_INLINE source coefficients_of(element type, bool backwards, bool one_coefficient,
                                       const void *a, size_t i)
{
    return one_coefficient ? (source){ type, a, 0 }
                           : source_of(type, backwards, element_at(type, backwards, a, i));
}

/* At the end of a chunk. */
void PORTABLE(recurrence_end_chunk)(lanescan_state *state);

/* Of many lines, where their position is the end of a chunk. */
void PORTABLE(recurrence_columns_end_group)(lanescan_columns *columns, size_t lines);

/* One line's numbers from many and to them. */
LANESCAN_INLINE void recurrence_from_columns(const lanescan_columns *columns, size_t line,
                                             lanescan_state *state)
{
    ended_get(columns, line, state);
    recurrence_get(&columns->as.recurrence, line, &state->as.recurrence);
}

LANESCAN_INLINE void recurrence_to_columns(lanescan_columns *columns, size_t line,
                                           const lanescan_state *state)
{
    ended_put(columns, line, state);
    recurrence_put(&columns->as.recurrence, line, &state->as.recurrence);
}

/* ---- chunks by themselves ---- */

/* Without results a group is certain to be regular if at its end the chunk's own result and factor
 * are below these, and so is the sum of the squares of what its runs begin with. */
#define RECURRENCE_CHUNK_HIGHEST   0x1p400
#define RECURRENCE_FACTOR_HIGHEST  0x1p200
#define RECURRENCE_SQUARES_HIGHEST 0x1p800
/* Then all results of the chunk are finite if the line's before it is at most this. */
#define RECURRENCE_LINE_HIGHEST 0x1p250

LANESCAN_INLINE bool is_below(double value, double bound)
{
    return value < bound && -value < bound;
}

LANESCAN_INLINE bool recurrence_stays(const recurrence_state *s)
{
    return is_below(s->chunk.high, RECURRENCE_CHUNK_HIGHEST) && s->factor.exponent <= 0 &&
           is_below(s->factor.value.high, RECURRENCE_FACTOR_HIGHEST);
}

#endif
