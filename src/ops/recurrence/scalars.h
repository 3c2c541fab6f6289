/* Linear recurrences in portable code, which defines them: any group of a line. */
#ifndef LANESCAN_RECURRENCE_SCALARS_H
#define LANESCAN_RECURRENCE_SCALARS_H

#include "ops/recurrence/regular.h"

/* ---- from left to right ---- */

/* a y + b in double-double. What rounding takes from results that are not finite counts as zero. */
LANESCAN_INLINE f64_pair recurrence_step_within(f64_pair y, double a, double b)
{
    const f64_pair product = f64_two_product(a, y.high), sum = f64_two_sum(product.high, b);
    const f64_pair next = { sum.high, f64_fma(a, y.low, product.low) + sum.low };
    return f64_is_finite(next.high + next.low) ? next : (f64_pair){ sum.high, 0 };
}

LANESCAN_COLD f64_pair recurrence_step_scaled(f64_pair y, double a, double b)
{
    const double down = 0x1p-64, up = 0x1p64;
    const f64_pair scaled = recurrence_step_within((f64_pair){ y.high * down, y.low * down }, a,
                                                   b * down);
    return (f64_pair){ (scaled.high + scaled.low) * up, 0 };
}

/* The same where a y may be beyond the range although a y + b is not, or b is an infinity. y is
 * finite. */
LANESCAN_INLINE f64_pair recurrence_step(f64_pair y, double a, double b)
{
    const f64_pair next = recurrence_step_within(y, a, b);
    if (LANESCAN_LIKELY(f64_is_finite(next.high)))
        return next;
    if (!f64_is_finite(a) || !f64_is_finite(b))
        return (f64_pair){ f64_fma(a, y.high + y.low, b), 0 };
    return recurrence_step_scaled(y, a, b);
}

/* The chunk's factor. An infinite one, or NaN, makes the line's result so too. */
LANESCAN_INLINE void factor_multiply_element(wide_product *factor, double a)
{
    const f64_pair by = { a, 0 };
    if (a == 0 || factor->value.high == 0) {
        *factor = (wide_product){ { 0, 0 }, 0 };
    } else if (!product_is_far(a) && !product_is_far(factor->value.high)) {
        factor->value = f64_pair_multiply(factor->value, by);
    } else if (f64_is_finite(a)) {
        wide_normalise(factor);
        wide_multiply_element(factor, a);
    }
}

/* ---- a group ---- */

typedef struct recurrence_elements {
    double a[GROUP], b[GROUP];
} recurrence_elements;

/* Elements that change nothing are after the last of a line. */
LANESCAN_INLINE void recurrence_gather(size_t count, source a, source b, recurrence_elements *x)
{
    for (size_t i = 0; i < GROUP; i++) {
        x->a[i] = i < count ? source_read(a, i) : NO_COEFFICIENT;
        x->b[i] = i < count ? source_read(b, i) : NO_ADDEND;
    }
}

/* The carry moves on by the map of a group. */
LANESCAN_INLINE f64_pair recurrence_carry_on(f64_pair y, recurrence_map m)
{
    const f64v_pair next = f64v_pair_fma(m.a, (f64v_pair){ y.high, y.low }, m.b);
    return (f64_pair){ next.high, next.low };
}

LANESCAN_INLINE void recurrence_chunk_carry_on(recurrence_state *s, recurrence_map m)
{
    s->chunk = recurrence_carry_on(s->chunk, m);
    s->factor.value = f64_pair_multiply(s->factor.value, (f64_pair){ m.a.high, m.a.low });
    recurrence_end_group(s);
}

LANESCAN_INLINE void recurrence_chunk_carry_on_in_steps(recurrence_state *s,
                                                        const recurrence_elements *x)
{
    for (size_t i = 0; i < GROUP; i++) {
        s->chunk = recurrence_step(s->chunk, x->a[i], x->b[i]);
        factor_multiply_element(&s->factor, x->a[i]);
    }
}

/* The maps of a run's elements, and of what is before it. */
typedef struct recurrence_runs {
    double addend[RUNS][RUN], factor[RUNS][RUN];
    recurrence_element before[RUNS];
} recurrence_runs;

LANESCAN_INLINE recurrence_map recurrence_scan_runs(const recurrence_elements *x,
                                                    recurrence_runs *runs)
{
    recurrence_run_map of_run[RUNS];
    for (size_t run = 0; run < RUNS; run++) {
        double last_two;
        recurrence_run_addends(x->a + RUN * run, x->b + RUN * run, runs->addend[run]);
        of_run[run].a = recurrence_run_factors(x->a + RUN * run, runs->factor[run], &last_two);
        of_run[run].b = runs->addend[run][RUN - 1];
    }
    return recurrence_fold_runs(of_run, runs->before);
}

LANESCAN_INLINE void recurrence_results(double carry, const recurrence_runs *runs, double y[GROUP])
{
    for (size_t run = 0; run < RUNS; run++) {
        const double before = run ? recurrence_apply(runs->before[run], carry) : carry;
        recurrence_apply_run(runs->factor[run], runs->addend[run], before, y + RUN * run);
    }
}

/* Is a product regular, or 0 because a factor is? */
LANESCAN_INLINE bool is_product_regular(double product, bool has_zero)
{
    return factor_is_regular(product) || (product == 0 && has_zero);
}

/* How many results come from regular products: more than GROUP if that of the group is regular
 * too. */
LANESCAN_INLINE size_t count_regular(const recurrence_elements *x, const recurrence_runs *runs,
                                     recurrence_map of_group)
{
    bool has_zero = false; /* before this run */
    for (size_t i = 0; i < GROUP; i += RUN) {
        const double *const a = x->a + i;
        const double *const factor = runs->factor[i / RUN];
        const bool upper = a[0] == 0 || a[1] == 0, lower = a[2] == 0 || a[3] == 0;
        if ((i && !is_product_regular(runs->before[i / RUN].a, has_zero)) ||
            !is_product_regular(a[0], a[0] == 0))
            return i;
        if (!is_product_regular(factor[1], upper))
            return i + 1;
        if (!is_product_regular(factor[2], upper || a[2] == 0))
            return i + 2;
        if (!is_product_regular(a[2] * a[3], lower) ||
            !is_product_regular(factor[3], upper || lower))
            return i + 3;
        has_zero = has_zero || upper || lower;
    }
    return is_product_regular(of_group.a.high, has_zero) ? GROUP + 1 : GROUP;
}

/* A group that is not regular; y has the results of the usual order, of which the first `usual` are
 * from regular products. From there on, and wherever a result is not finite, it goes from left to
 * right. The other results stay as they are, because none depends on elements after it. Once a
 * result is not finite it stays so. */
LANESCAN_COLD void recurrence_irregular_group(lanescan_state *state, recurrence_map total,
                                              size_t usual, const recurrence_elements *x, double *y)
{
    recurrence_state *const s = &state->as.recurrence;
    f64_pair line = s->line;
    for (size_t i = 0; i < GROUP; i++) {
        if (state->over) {
            state->ended = f64_fma(x->a[i], state->ended, x->b[i]);
            y[i] = state->ended;
            continue;
        }
        const bool is_usual = i < usual && f64_is_finite(y[i]);
        line = recurrence_step(line, x->a[i], x->b[i]);
        if (!f64_is_finite(line.high + line.low) && is_usual)
            line = (f64_pair){ y[i], 0 };
        if (!is_usual)
            y[i] = line.low == 0 ? line.high : line.high + line.low;
        state->over = !f64_is_finite(y[i]);
        state->ended = y[i];
    }
    s->line = line;
    if (usual > GROUP)
        recurrence_chunk_carry_on(s, total);
    else
        recurrence_chunk_carry_on_in_steps(s, x);
}

LANESCAN_INLINE bool all_are_finite(const double y[GROUP])
{
    double sum[RUN] = { 0 };
    for (size_t i = 0; i < GROUP; i++)
        sum[i % RUN] += y[i] * 0;
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0;
}

/* Without results. */
LANESCAN_COLD void recurrence_group_total(lanescan_state *state, recurrence_map total,
                                          bool is_regular, const double b[GROUP])
{
    recurrence_state *const s = &state->as.recurrence;
    double squares = 0;
    for (size_t i = 0; i < GROUP; i++)
        squares = f64_fma(b[i], b[i], squares);
    recurrence_chunk_carry_on(s, total);
    state->over = state->over || !is_regular || !(squares < RECURRENCE_SQUARES_HIGHEST) ||
                  !recurrence_stays(s);
}

/* Left to right is all there is to say of a line that is not finite. */
LANESCAN_COLD void recurrence_ended(lanescan_state *state, size_t count, source a, source b,
                                    target y)
{
    for (size_t i = 0; y.at && i < count; i++) {
        state->ended = f64_fma(source_read(a, i), state->ended, source_read(b, i));
        target_write(y, i, state->ended);
    }
}

/* The line's and the chunk's carry move on. */
LANESCAN_INLINE void recurrence_carries_on(recurrence_state *s, recurrence_map of_group)
{
    s->line = recurrence_carry_on(s->line, of_group);
    recurrence_chunk_carry_on(s, of_group);
}

/* A group that may have anything in it, and is looked at closely. */
LANESCAN_COLD void recurrence_any_elements(lanescan_state *state, size_t count, const source *a,
                                           const source *b, const target *y)
{
    recurrence_state *const s = &state->as.recurrence;
    recurrence_runs runs;
    recurrence_elements x;
    double results[GROUP];
    if (state->over) {
        recurrence_ended(state, count, *a, *b, *y);
        return;
    }
    recurrence_gather(count, *a, *b, &x);
    if (s->is_fresh)
        x.a[0] = NO_COEFFICIENT;
    s->is_fresh = false;
    const recurrence_map of_group = recurrence_scan_runs(&x, &runs);
    const size_t regular = count_regular(&x, &runs, of_group);
    if (!y->at) {
        recurrence_group_total(state, of_group, regular > GROUP, x.b);
        return;
    }
    recurrence_results(s->line.high + s->line.low, &runs, results);
    const double low = recurrence_carry_on(s->line, of_group).low;
    if (LANESCAN_LIKELY(regular > GROUP && low == low && all_are_finite(results)))
        recurrence_carries_on(s, of_group);
    else
        recurrence_irregular_group(state, of_group, regular, &x, results);
    for (size_t i = 0; i < count; i++)
        target_write(*y, i, results[i]);
}

LANESCAN_INLINE bool is_in_one_piece(const source *x)
{
    return x->stride == (ptrdiff_t)element_bytes(x->type);
}

LANESCAN_ONE_COPY
void KERNEL(recurrence_group)(lanescan_state *state, size_t count, const source *a, const source *b,
                              const target *y)
{
    recurrence_state *const s = &state->as.recurrence;
    const double carry = s->line.high + s->line.low;
    recurrence_input x = { a->at, b->at, { 0 }, { 0 }, s->is_fresh };
    recurrence_map of_group;
    double of_a[GROUP], of_b[GROUP], results[GROUP];
    bool is_regular = false;
    if (LANESCAN_LIKELY(!state->over && y->at)) {
        const bool in_one_piece = is_in_one_piece(a) && is_in_one_piece(b);
        if (!in_one_piece) {
            x.a = recurrence_as_doubles(a, count, of_a);
            x.b = recurrence_as_doubles(b, count, of_b);
        }
        is_regular = in_one_piece && a->type == ELEMENT_F32
                         ? recurrence_results_f32(&x, count, carry, results, &of_group)
                         : recurrence_results_f64(&x, count, carry, results, &of_group);
    }
    if (LANESCAN_LIKELY(is_regular)) {
        s->is_fresh = false;
        recurrence_carries_on(s, of_group);
        results_write(y, count, results);
    } else {
        recurrence_any_elements(state, count, a, b, y);
    }
}

#ifndef LANESCAN_WITHOUT_TENSORS

/* ---- across lines ---- */

LANESCAN_NOINLINE void recurrence_across(element type, lanescan_columns *columns, size_t rows,
                                         size_t lines, const lanescan_recurrence_rows *where)
{
    const size_t size = element_bytes(type);
    for (size_t l = 0; l < lines; l++) {
        const source a = { type, where->a + l * size, where->a_stride };
        const source b = { type, where->b + l * size, where->b_stride };
        const target y = { type, where->y + l * size, where->y_stride };
        lanescan_state line;
        recurrence_from_columns(columns, l, &line);
        if (where->fetch) {
            fetch_share(&where->fetch[0]);
            fetch_share(&where->fetch[1]);
        }
        KERNEL(recurrence_group)(&line, rows, &a, &b, &y);
        recurrence_to_columns(columns, l, &line);
    }
    columns->position += rows;
    KERNEL(recurrence_columns_end_group)(columns, lines);
}
#endif /* tensors */

/* ---- along a line ---- */

LANESCAN_NOINLINE void recurrence_piece(element type, bool backwards, bool one_coefficient,
                                        size_t n, const void *a, const void *b, void *y,
                                        lanescan_state *state)
{
    for (size_t i = 0, count; i < n; i += count) {
        const source of_a = coefficients_of(type, backwards, one_coefficient, a, i);
        const source of_b = source_of(type, backwards, element_at(type, backwards, b, i));
        const target of_y = target_of(type, backwards, y ? output_at(type, backwards, y, i) : NULL);
        count = n - i < GROUP ? n - i : GROUP;
        KERNEL(recurrence_group)(state, count, &of_a, &of_b, &of_y);
        state->position += count;
        if (state->position % CHUNK == 0)
            recurrence_chunk_ends(state);
    }
}

#endif
