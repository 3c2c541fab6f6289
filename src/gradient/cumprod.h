/* What lines of products by themselves and in lanes have in common. */
#ifndef LANESCAN_GRADIENT_CUMPROD_H
#define LANESCAN_GRADIENT_CUMPROD_H

#include "gradient/one_line.h"
#include "ops/product/state.h"
#include "ops/recurrence/state.h"

#define product_multiply_batch lanescan_product_multiply_batch
#define product_pass_batch     lanescan_product_pass_batch
#define product_finish_lane    lanescan_product_finish_lane
#define product_before_line    lanescan_product_before_line

/* Doubles that are worked on at once: eight groups, which kernels of recurrences like best. */
enum { PRODUCT_BUFFER = 256 };

/* Not far from 1, or 0. */
static inline bool product_is_usual(double value)
{
    const double magnitude = value < 0 ? -value : value;
    return value == 0 || (magnitude > 0x1p-400 && magnitude < 0x1p400);
}

/* Products of this and a batch of factors within PRODUCT_FACTORS do not come near the ends. */
static inline bool product_is_near_one(double value)
{
    const double square = value * value;
    return square > 0x1p-60 && square < 0x1p60;
}

/* The product becomes 0, as products_before has it: its exponent stays. */
static inline void product_become_zero(lanescan_wide *w, uint64_t sign)
{
    w->high[0] = (bits_of_f64(w->high[0]) ^ sign) >> 63 ? -0.0 : 0;
    w->low[0] = 0;
}

static inline bool product_is_for_kernels(const lanescan_wide *before)
{
    return product_is_usual(before->high[0]) && before->exponent <= 1000;
}

static inline int64_t product_exponent_for_kernels(const lanescan_wide *before)
{
    return before->exponent < -4000 ? -4000 : before->exponent;
}

/* The state of running products from `before` on, without its exponent; */
static inline void product_begin_products(const lanescan_wide *before, lanescan_state *state)
{
    product_begin(state);
    state->as.product.line.value = (f64_pair){ before->high[0], before->low[0] };
    state->as.product.before = state->as.product.line;
    state->over = before->high[0] == 0; /* for good */
    state->ended = before->high[0];
}

/* and of r, which has none. */
static inline void product_begin_sums(const lanescan_wide *after, lanescan_state *state)
{
    recurrence_begin(state);
    recurrence_set_initial(state, after->high[0]);
    state->as.recurrence.line.low = state->as.recurrence.before.low = after->low[0];
}

/* w times what a kernel has made of a batch; false, and nothing is done, where that is unusual. */
bool product_multiply_batch(lanescan_wide *w, bool over, const wide_product *batch);

/* w moves on past `count` elements of the line that begins at `line`, which are read to `elements`
 * unless they are doubles one after the other. */
void product_pass_batch(const gradient_lines *all, const char *line, lanescan_wide *w,
                        uint64_t first, size_t count, double *elements);

/* The gradients of one line's batch, to a tile with rows of `stride` numbers; `after` is r. */
void product_finish_lane(const gradient_lines *all, const line_block *lines, size_t lane,
                         double *tile, size_t stride, const lanescan_wide *before,
                         lanescan_wide *after, uint64_t first, uint64_t count);

/* The initial value, or 1. */
lanescan_wide product_before_line(const gradient_lines *all);

#endif
