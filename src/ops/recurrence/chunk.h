/* Chunks of linear recurrences in portable code: how one ends, and how those that were scanned by
 * themselves are folded. */
#ifndef LANESCAN_RECURRENCE_CHUNK_H
#define LANESCAN_RECURRENCE_CHUNK_H

#include "ops/recurrence/recurrence.h"

/* ---- the end of a chunk ---- */

/* factor * y, each part rounded once more where it is subnormal. */
LANESCAN_INLINE f64_pair factor_times(wide_product factor, f64_pair y)
{
    int64_t exponent = factor.exponent;
    if (factor.value.high == 0 || y.high == 0)
        return (f64_pair){ 0, 0 };
    if (f64_biased_exponent(y.high) < 200) { /* it may be subnormal, */
        y = (f64_pair){ y.high * 0x1p300, y.low * 0x1p300 };
        exponent -= 300;
    } else if (f64_biased_exponent(y.high) > 1900) { /* or its reciprocal */
        y = (f64_pair){ y.high * 0x1p-300, y.low * 0x1p-300 };
        exponent += 300;
    }
    wide_product product = { y, exponent };
    factor.exponent = 0;
    wide_multiply(&product, factor);
    return (f64_pair){ f64_scale(product.value.high, product.exponent),
                       f64_scale(product.value.low, product.exponent) };
}

/* Folds the chunk into what is before it. Where that is not finite although the line is (the
 * chunk's own result went beyond the range), the running result takes its place. */
LANESCAN_NOINLINE void recurrence_chunk_ends(lanescan_state *state)
{
    recurrence_state *const s = &state->as.recurrence;
    if (state->over) /* the fold may be finite, and the line would seem to go on */
        return;
    const f64_pair before = factor_times(s->factor, s->before);
    f64_pair sum = f64_two_sum(before.high, s->chunk.high);
    sum.low += before.low + s->chunk.low;
    if (LANESCAN_UNLIKELY(!f64_is_finite(sum.high + sum.low)))
        sum = s->line;
    sum = f64_fast_two_sum(sum.high, sum.low);
    if (!f64_is_finite(sum.high))
        sum.low = 0;
    *s = (recurrence_state){ .line = sum, .before = sum, .factor = { { 1, 0 }, 0 } };
}

void KERNEL(recurrence_end_chunk)(lanescan_state *state)
{
    recurrence_chunk_ends(state);
}

#ifndef LANESCAN_WITHOUT_TENSORS
void KERNEL(recurrence_columns_end_group)(lanescan_columns *columns, size_t lines)
{
    for (size_t l = 0; columns->position % CHUNK == 0 && l < lines; l++) {
        lanescan_state line;
        recurrence_from_columns(columns, l, &line);
        recurrence_chunk_ends(&line);
        recurrence_to_columns(columns, l, &line);
    }
}

/* ---- chunks by themselves ---- */

static uint64_t recurrence_mood(const lanescan_state *line)
{
    return line->over ? LANESCAN_MOOD_ALONE : 0;
}

/* `chunk` is a copy of the line's beginning. */
static void recurrence_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    const bool is_fresh = position == 0 && chunk->as.recurrence.is_fresh;
    (void)mood;
    recurrence_begin(chunk);
    chunk->as.recurrence.is_fresh = is_fresh;
    chunk->position = CHUNK_BY_ITSELF;
}

static bool recurrence_fold_chunk(lanescan_state *line, const lanescan_state *chunk, uint64_t mood)
{
    (void)mood;
    recurrence_state *const s = &line->as.recurrence;
    if (line->over || chunk->over || !is_below(s->line.high, RECURRENCE_LINE_HIGHEST))
        return false;
    s->chunk = chunk->as.recurrence.chunk;
    s->factor = chunk->as.recurrence.factor;
    recurrence_chunk_ends(line);
    line->position += CHUNK;
    return true;
}

const lanescan_fold KERNEL(recurrence_folding) = { recurrence_mood, recurrence_begin_chunk,
                                                   recurrence_fold_chunk };

#endif /* tensors */

#endif
