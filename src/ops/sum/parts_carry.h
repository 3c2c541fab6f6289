/* cumsum of complex numbers: what is before a group, of both parts. */
#ifndef LANESCAN_SUM_PARTS_CARRY_H
#define LANESCAN_SUM_PARTS_CARRY_H

#include "ops/sum/sum.h"

enum { NUMBER_BYTES = 2 * sizeof(double), FLOATS_BYTES = 2 * sizeof(float) };

/* Of the lines, and of their chunks, what sum_carry.h has. */
typedef struct parts_carry {
    f64x2_pair line, chunk;
} parts_carry;

LANESCAN_INLINE f64x2_pair pairs_of_parts(f64_pair re, f64_pair im)
{
    return (f64x2_pair){ f64x2_set(re.high, im.high), f64x2_set(re.low, im.low) };
}

LANESCAN_INLINE void parts_of_pairs(f64x2_pair both, f64_pair *re, f64_pair *im)
{
    *re = (f64_pair){ f64x2_first(both.high), f64x2_first(both.low) };
    *im = (f64_pair){ f64x2_second(both.high), f64x2_second(both.low) };
}

LANESCAN_INLINE parts_carry parts_carry_load(const lanescan_state state[2])
{
    const sum_state *const re = &state[0].as.sum, *const im = &state[1].as.sum;
    return (parts_carry){ pairs_of_parts(re->line, im->line),
                          pairs_of_parts(re->chunk, im->chunk) };
}

LANESCAN_INLINE void parts_carry_store(lanescan_state state[2], parts_carry carry)
{
    sum_state *const re = &state[0].as.sum, *const im = &state[1].as.sum;
    parts_of_pairs(carry.line, &re->line, &im->line);
    parts_of_pairs(carry.chunk, &re->chunk, &im->chunk);
}

/* So many numbers further, at most to the chunk's end. */
LANESCAN_INLINE void parts_advance(lanescan_state state[2], parts_carry carry, size_t done)
{
    parts_carry_store(state, carry);
    for (size_t part = 0; part < 2; part++) {
        if (state[part].position % CHUNK + done == CHUNK)
            sum_fold_chunk(&state[part].as.sum);
        state[part].position += done;
    }
}

LANESCAN_INLINE bool parts_are_below(f64x2 v, double limit)
{
    return f64x2_first(v) < limit && f64x2_second(v) < limit;
}

/* What is before the next group. */
LANESCAN_INLINE f64x2 parts_before(parts_carry carry)
{
    return f64x2_add(carry.line.high, carry.line.low);
}

LANESCAN_INLINE parts_carry parts_carry_add(parts_carry carry, f64x2 total)
{
    return (parts_carry){ f64x2_compensated_add(carry.line, total),
                          f64x2_compensated_add(carry.chunk, total) };
}

#endif
