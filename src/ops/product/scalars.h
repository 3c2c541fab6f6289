/* cumprod in portable code, which defines it: a group of a line. */
#ifndef LANESCAN_PRODUCT_SCALARS_H
#define LANESCAN_PRODUCT_SCALARS_H

#include "ops/product/product.h"

/* The results of a group when the running product has an exponent. Returns whether all are normal
 * numbers. */
LANESCAN_COLD bool group_scale(double *y, int64_t exponent)
{
    bool normal = group_can_scale(exponent);
    const double scale = normal ? f64_power_of_two(exponent) : 1;
    for (size_t run = 0; run < RUNS; run++) {
        double sum = 0;
        for (size_t k = RUN * run; k < RUN * run + RUN; k++) {
            y[k] *= scale;
            sum += y[k];
            normal &= !(y[k] < 0x1p-1021 && -y[k] < 0x1p-1021);
        }
        normal &= f64_is_finite(sum);
    }
    return normal;
}

/* A group with an element far from 1, or a result that is not a normal number; y has the results of
 * the usual order. From the first such element on, and wherever a result is no normal number,
 * elements are multiplied from left to right, mantissa and exponent apart. The other results stay
 * as they are, because none depends on elements after it. */
LANESCAN_COLD void product_irregular_group(lanescan_state *state, size_t count, const source *x,
                                           double *y)
{
    product_state *const s = &state->as.product;
    wide_product p = s->line;
    bool over = false, near = group_can_scale(p.exponent);
    wide_normalise(&p);
    for (size_t i = 0; i < count; i++) {
        const double factor = source_read(*x, i);
        const bool normal = (unsigned)(f64_biased_exponent(y[i]) - 1) < 2046;
        near = near && element_is_near(factor);
        if (near && normal && !over) {
            wide_multiply_element(&p, factor);
            continue;
        }
        if (!over && factor != 0 && f64_is_finite(factor)) {
            wide_multiply_element(&p, factor);
            state->ended = wide_value(&p);
            over = state->ended == 0 || !f64_is_finite(state->ended);
        } else {
            state->ended = (over ? state->ended : wide_value(&p)) * factor;
            over = true;
        }
        y[i] = state->ended;
    }
    s->line = p;
    s->chunk.value = (f64_pair){ 1, 0 };
    s->chunk_lost = true;
    state->over = over;
    product_end_group(s);
}

/* An element's bits less those of the lowest one near 1. Which of them show that it is far from 1:
 * element_far_bits. */
LANESCAN_INLINE uint64_t source_distance(source x, size_t i)
{
    const void *const at = source_from(x, i).at;
    uint64_t bits;
    uint32_t bits_of_float;
    if (x.type == ELEMENT_F32) {
        memcpy(&bits_of_float, at, sizeof bits_of_float);
        return bits_of_float - ((uint32_t)(ELEMENT_LOWEST - 1023 + 127) << 23);
    }
    memcpy(&bits, at, sizeof bits);
    return bits - ((uint64_t)ELEMENT_LOWEST << 52);
}

LANESCAN_INLINE uint64_t element_far_bits(element type)
{
    return type == ELEMENT_F32 ? UINT64_C(7) << 28 : ELEMENT_FAR_BITS;
}

/* The products of a run: those of its first elements go to `prefixes`. Sets some of
 * element_far_bits if an element is far from 1. */
LANESCAN_INLINE f64v_pair product_run_total(source x, double prefixes[RUN], uint64_t *far)
{
    f64v_pair prefix[RUN];
    *far |= (source_distance(x, 0) | source_distance(x, 1)) |
            (source_distance(x, 2) | source_distance(x, 3));
#if defined(__x86_64__)
    /* Elements are read twice, which compilers must not see: the bits of a number in a register
     * are had by one of the ports that multiply. */
    __asm__("" : "+r"(x.at), "+r"(*far));
#endif
    exact_product_run((const double[RUN]){ source_read(x, 0), source_read(x, 1), source_read(x, 2),
                                           source_read(x, 3) },
                      prefix);
    for (size_t k = 0; k < RUN; k++)
        prefixes[k] = prefix[k].high;
    return prefix[RUN - 1];
}

LANESCAN_INLINE void product_run_results(double before, const double prefixes[RUN], target y)
{
    double product[RUN];
    exact_product_apply(before, prefixes, product);
    target_write_run(y, product);
}

/* From the inclusive scan of the run totals. */
LANESCAN_INLINE void product_results(double line, const f64v_pair total[RUNS],
                                     const double prefixes[GROUP], target y)
{
    product_run_results(line, prefixes, y);
    LANESCAN_UNROLL(1)
    for (size_t run = 1; run < RUNS; run++) {
        y = target_from(y, RUN);
        product_run_results(exact_product_before(line, total[run - 1]), prefixes + RUN * run, y);
    }
}

LANESCAN_INLINE void product_next_group(product_state *s, f64v_pair total)
{
    product_multiply_group(s, (f64_pair){ total.high, total.low });
    product_end_group(s);
}

/* A group without results. */
LANESCAN_COLD void product_total(lanescan_state *state, bool near, f64v_pair total)
{
    product_state *const s = &state->as.product;
    product_multiply_group(s, (f64_pair){ total.high, total.low });
    state->over = !near || !product_stays(s->line.value.high);
}

/* A group that may not be regular. */
LANESCAN_COLD void product_unusual_group(lanescan_state *state, bool near,
                                         const f64v_pair total[RUNS], const double prefixes[GROUP],
                                         size_t count, const source *x, const target *y)
{
    product_state *const s = &state->as.product;
    double results[GROUP];
    product_results(s->line.value.high + s->line.value.low, total, prefixes,
                    target_of(ELEMENT_F64, false, results));
    const bool normal = s->line.exponent == 0 || group_scale(results, s->line.exponent);
    if (near && normal)
        product_next_group(s, total[RUNS - 1]);
    else
        product_irregular_group(state, count, x, results);
    for (size_t i = 0; i < count; i++)
        target_write(*y, i, results[i]);
}

LANESCAN_INLINE void product_group(lanescan_state *state, size_t count, source x, target y)
{
    product_state *const s = &state->as.product;
    f64v_pair total[RUNS];
    double prefixes[GROUP];
    uint64_t far = 0;
    if (LANESCAN_UNLIKELY(state->over)) {
        if (y.at)
            scan_ended(state, OP_MULTIPLY, count, x, y);
        return;
    }
    source of_run = x;
    LANESCAN_UNROLL(1)
    for (size_t run = 0; run < RUNS; run++) {
        total[run] = product_run_total(of_run, prefixes + RUN * run, &far);
        of_run = source_from(of_run, RUN);
    }
    exact_product_network(total);
    const bool near = (far & element_far_bits(x.type)) == 0;
    if (!y.at) {
        product_total(state, near, total[RUNS - 1]);
        return;
    }
    if (LANESCAN_LIKELY(near && s->line.exponent == 0)) {
        product_results(s->line.value.high + s->line.value.low, total, prefixes, y);
        product_next_group(s, total[RUNS - 1]);
    } else {
        product_unusual_group(state, near, total, prefixes, count, &x, &y);
    }
}

LANESCAN_NOINLINE void product_doubles(lanescan_state *state, precision of, size_t count,
                                       const source *x, const target *y)
{
    (void)of; /* as good as can be for both */
    product_group(state, count, (source){ ELEMENT_F64, x->at, x->stride },
                  (target){ ELEMENT_F64, y->at, y->stride });
}

LANESCAN_NOINLINE void product_floats(lanescan_state *state, precision of, size_t count,
                                      const source *x, const target *y)
{
    (void)of;
    product_group(state, count, (source){ ELEMENT_F32, x->at, x->stride },
                  (target){ ELEMENT_F32, y->at, y->stride });
}

LANESCAN_COLD void product_end_chunk(lanescan_state *state)
{
    product_fold_chunk(&state->as.product);
}

LANESCAN_NOINLINE void product_from_columns(const lanescan_columns *columns, size_t line,
                                            lanescan_state *state)
{
    ended_get(columns, line, state);
    product_get(&columns->as.product, line, &state->as.product);
}

LANESCAN_NOINLINE void product_to_columns(lanescan_columns *columns, size_t line,
                                          const lanescan_state *state)
{
    ended_put(columns, line, state);
    product_put(&columns->as.product, line, &state->as.product);
}

#ifndef LANESCAN_WITHOUT_CUMPROD
const group_scan KERNEL(product_scan) = {
    product_doubles, product_floats, 1, product_end_chunk, product_from_columns, product_to_columns
};
#endif

#if !defined(LANESCAN_WITHOUT_CUMPROD) && !defined(LANESCAN_WITHOUT_TENSORS)
/* ---- chunks by themselves ---- */

static uint64_t product_mood(const lanescan_state *line)
{
    return line->over || line->as.product.line.exponent != 0 ? LANESCAN_MOOD_ALONE : 0;
}

static void product_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    (void)mood;
    (void)position;
    product_begin(chunk);
    chunk->position = CHUNK_BY_ITSELF;
}

/* All of the line's groups are regular if its elements are near, and its products normal numbers.
 * (An initial value counts as the first chunk's, which is then not known by itself.) */
static bool product_fold(lanescan_state *line, const lanescan_state *chunk, uint64_t mood)
{
    (void)mood;
    product_state *const s = &line->as.product;
    if (line->over || chunk->over || s->line.exponent != 0 ||
        !product_is_within(s->line.value.high, PRODUCT_LINE_ORDERS) || s->chunk_lost ||
        s->chunk.value.high != 1 || s->chunk.value.low != 0)
        return false;
    s->chunk.value = chunk->as.product.chunk.value;
    product_fold_chunk(s);
    line->position += CHUNK;
    return true;
}

const lanescan_fold KERNEL(product_folding) = { product_mood, product_begin_chunk, product_fold };
#endif

LANESCAN_INLINE void product_piece(element in, element out, bool backwards, size_t n, const void *x,
                                   void *y, lanescan_state *state)
{
    (void)out; /* the same */
    GENERIC(scan_piece)(&KERNEL(product_scan), precision_of(in), in, state, backwards, n, x, y);
}

LANESCAN_INLINE void product_across(element type, lanescan_columns *state, size_t rows,
                                    size_t lines, const lanescan_rows *where)
{
    GENERIC(scan_across)
    (&KERNEL(product_scan), precision_of(type), type, state, rows, lines, where);
}

LANESCAN_INLINE void product_short(element type, size_t lines, size_t n, const char *x,
                                   ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch,
                                   lanescan_piece *piece)
{
    const size_t size = element_bytes(type);
    double elements[GROUP], results[GROUP];
    const source from = source_of(ELEMENT_F64, false, elements);
    const target to = target_of(ELEMENT_F64, false, results);
    for (size_t i = n; i < GROUP; i++)
        elements[i] = 1;
    for (; lines; lines--, x += x_pitch, y += y_pitch) {
        lanescan_state state;
        product_begin(&state);
        if (n > GROUP) {
            piece(&state, false, n, x, y, NULL);
            continue;
        }
        for (size_t i = 0; i < n; i++)
            elements[i] = read_element(type, x + i * size);
        KERNEL(product_scan).doubles(&state, precision_of(type), n, &from, &to);
        for (size_t i = 0; i < n; i++)
            write_element(type, y + i * size, results[i]);
    }
}

LANESCAN_INLINE void product_line(element type, size_t n, const void *x, void *y,
                                  lanescan_piece *piece, lanescan_short_lines *short_lines)
{
    lanescan_state state;
    (void)type;
    (void)short_lines;
    product_begin(&state);
    piece(&state, false, n, x, y, NULL);
}

#endif
