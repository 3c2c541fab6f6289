/* What a scan knows between two pieces of a line: plain numbers, the same for every instruction set, so that a line may be
 * begun on one and continued on another. All zeros is not a beginning: see lanescan_state_begin. */
#ifndef LANESCAN_STATE_H
#define LANESCAN_STATE_H

#include "lanescan.h"

#include <stdbool.h>

/* How the elements of a piece lie in memory, and how their scan is computed. */
typedef enum line_type {
    LINE_F32, /* float to float */
    LINE_F64, /* double to double */
    LINE_F16, /* 16 bits to 16 bits */
    LINE_BF16,
    LINE_I32,  /* modulo 2^32, cumsum and cumprod only; narrower integers are converted */
    LINE_I64,  /* modulo 2^64; extremes of signed numbers */
    LINE_C64,  /* pairs of floats */
    LINE_C128, /* pairs of doubles */
    NUM_LINE_TYPES
} line_type;

enum { NUM_OPS = LANESCAN_LOGCUMSUMEXP + 1 };

/* cumsum: sum_carry_tpl.h. [0] is the line's, [1] the chunk's own. */
typedef struct sum_state {
    double high[2], low[2];
    double before_high, before_low; /* the chunks before this one */
} sum_state;

/* A product as (high + low) * 2^exponent. */
typedef struct wide_product {
    double high, low;
    int64_t exponent;
} wide_product;

/* cumprod: product_carry_tpl.h. */
typedef struct product_state {
    double high[2], low[2]; /* the line's, the chunk's own */
    int64_t exponent;       /* of the line's; 0 unless it is far from 1 */
    int64_t chunk_exponent; /* of the chunk's */
    wide_product before;    /* the chunks before this one */
    bool chunk_lost;        /* the chunk has a slow group: its own product is not known */
} product_state;

typedef enum log_mode {
    LOG_NORMAL,
    LOG_RELATIVE, /* |x| is huge: the sum is relative to the maximum, `reference` */
    LOG_ENDED     /* infinite or NaN for good: `reference` */
} log_mode;

/* logcumsumexp: logsumexp_state_tpl.h. */
typedef struct log_state {
    sum_state sum;
    double count,
        count_before; /* elements counted in the line, and in the chunks before this one */
    double shift;
    double highest; /* elements above leave the window */
    double lowest;  /* while nothing is summed yet, elements below leave it; else -inf */
    double reference;
    log_mode mode;
    bool counting;
} log_state;

/* cummax and cummin. */
typedef struct extreme_state {
    union {
        double real;
        int64_t integer;
    } so_far;
    int64_t index; /* of so_far, as written out; -1 where there is none yet */
    int64_t first_index,
        index_step; /* the line's element i has the index first_index + i * index_step */
} extreme_state;

/* cumprod of complex numbers: complex_cumprod_tpl.h. [0] real, [1] imaginary. */
typedef struct complex_product_state {
    double high[2], low[2];
    int64_t exponent[2]; /* both 0 unless the product is far from 1 */
    double ended[2];     /* where the state is `over`: the product, from left to right */
} complex_product_state;

typedef enum complex_log_mode {
    COMPLEX_LOG_EMPTY,    /* nothing but e^-inf is summed yet */
    COMPLEX_LOG_SUM,      /* the sum is (high + low) 2^shift e^reference */
    COMPLEX_LOG_INFINITE, /* +inf, in the direction of `phase` */
    COMPLEX_LOG_NAN
} complex_log_mode;

/* logcumsumexp of complex numbers: complex_logcumsumexp_tpl.h. [0] real, [1] imaginary. */
typedef struct complex_log_state {
    double high[2], low[2];
    double shift;        /* an integer */
    double reference;    /* 0 unless real parts are huge */
    double real;         /* of the last result */
    double phase;        /* the sum's, in [-pi, pi] */
    double turns;        /* so many times 2 pi more was the result's, if anchor is 0; else, */
    double anchor;       /* relative to a huge imaginary part, */
    double anchor_phase; /* with this phase */
    complex_log_mode mode;
} complex_log_state;

typedef struct lanescan_state {
    uint64_t position; /* elements done; a multiple of 32, except after the last piece */
    bool over;         /* cumsum and cumprod: infinite, NaN or a product of 0 for good, */
    double ended;      /* with this value */
    union {
        sum_state sum;
        product_state product;
        log_state log;
        extreme_state extreme;
        uint64_t integer; /* of 32 bits, the lower half counts */
        complex_product_state complex_product;
        complex_log_state complex_log;
    } as;
} lanescan_state;

/* The states before a line's first element. */

static inline void sum_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.sum = (sum_state){ { 0, 0 }, { 0, 0 }, 0, 0 };
}

static inline void product_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.product = (product_state){ { 1, 1 }, { 0, 0 }, 0, 0, { 1, 0, 0 }, false };
}

/* With -inf for the maximum, +inf for the minimum. */
static inline void extreme_begin(lanescan_state *state, double identity)
{
    state->position = 0;
    state->as.extreme = (extreme_state){ .so_far.real = identity, .index = -1, .index_step = 1 };
}

static inline void extreme_begin_integer(lanescan_state *state, int64_t identity)
{
    state->position = 0;
    state->as.extreme = (extreme_state){ .so_far.integer = identity, .index = -1, .index_step = 1 };
}

static inline void integer_begin(lanescan_state *state, uint64_t identity)
{
    state->position = 0;
    state->as.integer = identity;
}

/* Elements above leave the window of binary orders above the shift, elements below are not the first of a sum. */
enum { LOG_WINDOW = 860 };
#define LOG_FIRST_HIGHEST ((LOG_WINDOW - 10) * 0x1.62e42fefa39efp-1)
#define LOG_FIRST_LOWEST  (-600.0)

static inline void log_begin(lanescan_state *state)
{
    state->position = 0;
    state->as.log = (log_state){ .highest = LOG_FIRST_HIGHEST,
                                 .lowest = LOG_FIRST_LOWEST,
                                 .mode = LOG_NORMAL,
                                 .counting = true };
}

#endif
