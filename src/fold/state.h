/* The room fold: order of operations, carries and states, once for all operations.
 *
 * What a scan knows between two pieces of a line: plain numbers, the same for every instruction
 * set, so that a line may be begun on one and continued on another. All zeros is not a beginning:
 * see the functions *_begin.
 *
 * Many lines side by side keep the same numbers, each as a column. All forms are made of one list
 * of fields for each operation. */
#ifndef LANESCAN_STATE_H
#define LANESCAN_STATE_H

#include "lanes/f64.h"

enum {
    CHUNK = 4096,      /* elements whose own fold begins at the identity: whole groups */
    ACROSS_LINES = 64, /* lines side by side, at most */
    MOST_SHORT = 255   /* elements of a line that sums and products take in one go: not a block */
};

/* Where a chunk that is scanned by itself says that it begins. Kernels fold a chunk into the line
 * where their position is a multiple of CHUNK; from here, by whole groups, they never come to one,
 * and the chunk's own fold is there at the end. */
enum { CHUNK_BY_ITSELF = 1 };

/* ---- lists of fields, and their forms ---- */

/* value * 2^exponent. */
typedef struct wide_product {
    f64_pair value;
    int64_t exponent;
} wide_product;

typedef struct pair_columns {
    double high[ACROSS_LINES], low[ACROSS_LINES];
} pair_columns;

typedef struct wide_columns {
    pair_columns value;
    int64_t exponent[ACROSS_LINES];
} wide_columns;

/* A list names its fields as FORM_NUMBER(type, name), FORM_PAIR(name) or FORM_WIDE(name); as
 * FORM_NUMBERS, FORM_PAIRS and FORM_WIDES where real and imaginary part have one each, [0] and
 * [1]. The forms: a line's state; the columns of many; GET and PUT, one line from columns and back;
 * FIELD, where each is (ops/states.c). (In registers a pair is an f64v_pair of lines, or along a
 * line one half of an f64x2_pair: carries_in_lanes.h.) */
#define STATE_NUMBER(type, name)  type name;
#define STATE_PAIR(name)          f64_pair name;
#define STATE_WIDE(name)          wide_product name;
#define STATE_NUMBERS(type, name) type name[2];
#define STATE_PAIRS(name)         f64_pair name[2];
#define STATE_WIDES(name)         wide_product name[2];

#define COLUMNS_NUMBER(type, name)  type name[ACROSS_LINES];
#define COLUMNS_PAIR(name)          pair_columns name;
#define COLUMNS_WIDE(name)          wide_columns name;
#define COLUMNS_NUMBERS(type, name) type name[2][ACROSS_LINES];
#define COLUMNS_PAIRS(name)         pair_columns name[2];
#define COLUMNS_WIDES(name)         wide_columns name[2];

#define GET_NUMBER(type, name) state->name = columns->name[line];
#define GET_PAIR(name)         state->name = pair_get(&columns->name, line);
#define GET_WIDE(name)                                        \
    state->name.value = pair_get(&columns->name.value, line); \
    state->name.exponent = columns->name.exponent[line];
#define GET_NUMBERS(type, name)              \
    state->name[0] = columns->name[0][line]; \
    state->name[1] = columns->name[1][line];
#define GET_PAIRS(name) GET_PAIR(name[0]) GET_PAIR(name[1])
#define GET_WIDES(name) GET_WIDE(name[0]) GET_WIDE(name[1])

#define PUT_NUMBER(type, name) columns->name[line] = state->name;
#define PUT_PAIR(name)         pair_put(&columns->name, line, state->name);
#define PUT_WIDE(name)                                       \
    pair_put(&columns->name.value, line, state->name.value); \
    columns->name.exponent[line] = state->name.exponent;
#define PUT_NUMBERS(type, name)              \
    columns->name[0][line] = state->name[0]; \
    columns->name[1][line] = state->name[1];
#define PUT_PAIRS(name) PUT_PAIR(name[0]) PUT_PAIR(name[1])
#define PUT_WIDES(name) PUT_WIDE(name[0]) PUT_WIDE(name[1])

static inline f64_pair pair_get(const pair_columns *columns, size_t line)
{
    return (f64_pair){ columns->high[line], columns->low[line] };
}

static inline void pair_put(pair_columns *columns, size_t line, f64_pair pair)
{
    columns->high[line] = pair.high;
    columns->low[line] = pair.low;
}

/* ---- sums ---- */

/* Compensated: the line's sum, the present chunk's own, and the line's before this chunk
 * (sum_carry.h). */
#define SUM_FIELDS(FORM) FORM##_PAIR(line) FORM##_PAIR(chunk) FORM##_PAIR(before)

typedef struct sum_state {
    SUM_FIELDS(STATE)
} sum_state;

typedef struct sum_columns {
    SUM_FIELDS(COLUMNS)
} sum_columns;

/* ---- products ---- */

/* As for sums (product_carry.h). The line's exponent is 0 unless its product is far from 1.
 * `chunk_lost`: the chunk has an irregular group, so its own product is not known. */
#define PRODUCT_FIELDS(FORM) \
    FORM##_WIDE(line) FORM##_WIDE(chunk) FORM##_WIDE(before) FORM##_NUMBER(bool, chunk_lost)

typedef struct product_state {
    PRODUCT_FIELDS(STATE)
} product_state;

typedef struct product_columns {
    PRODUCT_FIELDS(COLUMNS)
} product_columns;

/* ---- log-sum-exps: ops/logsumexp/logsumexp.h says what the numbers mean ---- */

typedef enum logsumexp_mode {
    LOGSUMEXP_NORMAL,
    LOGSUMEXP_RELATIVE, /* |x| is huge: the sum is relative to the maximum, `reference` */
    LOGSUMEXP_ENDED     /* infinite or NaN for good: `reference` */
} logsumexp_mode;

/* `highest`: elements above leave the window. `lowest`: while the sum is empty, elements below
 * leave it; else -inf. */
#define LOGSUMEXP_FIELDS(FORM)                                                                  \
    FORM##_NUMBER(double, ones) FORM##_NUMBER(double, ones_before) FORM##_NUMBER(double, shift) \
        FORM##_NUMBER(double, highest) FORM##_NUMBER(double, lowest)                            \
            FORM##_NUMBER(double, reference) FORM##_NUMBER(logsumexp_mode, mode)                \
                FORM##_NUMBER(bool, split)

typedef struct logsumexp_state {
    sum_state sum;
    LOGSUMEXP_FIELDS(STATE)
} logsumexp_state;

typedef struct logsumexp_columns {
    sum_columns sum;
    LOGSUMEXP_FIELDS(COLUMNS)
} logsumexp_columns;

/* A sum has room for elements up to 860 binary orders above its shift: its window. The shift
 * follows the first elements, which must be below FIRST_HIGHEST for that; an element below
 * FIRST_LOWEST cannot begin a sum. */
enum { LOGSUMEXP_WINDOW = 860 };
#define LOGSUMEXP_FIRST_HIGHEST ((LOGSUMEXP_WINDOW - 10) * 0x1.62e42fefa39efp-1)
#define LOGSUMEXP_FIRST_LOWEST  (-600.0)

/* ---- linear recurrences (ops/recurrence/recurrence.h) ---- */

/* The line's result so far, the present chunk's own, begun at 0, and the line's before this chunk;
 * and the product of the chunk's coefficients. `is_fresh`: nothing is known of the line, not even
 * an initial value, so its first coefficient has nothing to multiply. */
#define RECURRENCE_FIELDS(FORM)                                                  \
    FORM##_PAIR(line) FORM##_PAIR(chunk) FORM##_PAIR(before) FORM##_WIDE(factor) \
        FORM##_NUMBER(bool, is_fresh)

typedef struct recurrence_state {
    RECURRENCE_FIELDS(STATE)
} recurrence_state;

typedef struct recurrence_columns {
    RECURRENCE_FIELDS(COLUMNS)
} recurrence_columns;

/* ---- extremes ---- */

typedef union extreme_value {
    double real;
    int64_t integer;
} extreme_value;

typedef union extreme_values {
    double real[ACROSS_LINES];
    int64_t integer[ACROSS_LINES];
} extreme_values;

/* Two more kinds of fields: an extreme, and a number that is the same for all lines. */
#define STATE_EXTREME(name)        extreme_value name;
#define STATE_COMMON(type, name)   type name;
#define COLUMNS_EXTREME(name)      extreme_values name;
#define COLUMNS_COMMON(type, name) type name;

/* The extreme so far, and its index as written out, -1 where there is none yet. A line's element i
 * has the index first_index + i * index_increment. */
#define EXTREME_FIELDS(FORM)                                                                 \
    FORM##_EXTREME(so_far) FORM##_NUMBER(int64_t, index) FORM##_COMMON(int64_t, first_index) \
        FORM##_COMMON(int64_t, index_increment)

typedef struct extreme_state {
    EXTREME_FIELDS(STATE)
} extreme_state;

typedef struct extreme_columns {
    EXTREME_FIELDS(COLUMNS)
} extreme_columns;

/* ---- complex numbers: [0] real, [1] imaginary ---- */

/* The product, both exponents 0 unless it is far from 1; where the state is `over`, `ended` is the
 * product, from left to right (ops/complex/product.h). */
#define COMPLEX_PRODUCT_FIELDS(FORM) FORM##_WIDES(part) FORM##_NUMBERS(double, ended)

typedef struct complex_product_state {
    COMPLEX_PRODUCT_FIELDS(STATE)
} complex_product_state;

typedef struct complex_product_columns {
    COMPLEX_PRODUCT_FIELDS(COLUMNS)
} complex_product_columns;

typedef enum complex_logsumexp_mode {
    COMPLEX_LOGSUMEXP_EMPTY,    /* nothing but e^-inf is summed yet */
    COMPLEX_LOGSUMEXP_SUM,      /* `sum` 2^shift e^reference */
    COMPLEX_LOGSUMEXP_INFINITE, /* +inf, in the direction of `phase` */
    COMPLEX_LOGSUMEXP_NAN
} complex_logsumexp_mode;

/* ops/complex/logsumexp.h */
typedef struct complex_logsumexp_state {
    f64_pair sum[2];
    double shift;     /* an integer */
    double reference; /* 0 unless real parts are huge */
    double real;      /* of the last result */
    double phase;     /* of the sum, in [-pi, pi] */
    /* The last result's imaginary part is phase + 2 pi turns. After a huge one, which is the
     * anchor, it is anchor + (phase + 2 pi turns - anchor_phase); before, the anchor is 0. */
    double turns, anchor, anchor_phase;
    complex_logsumexp_mode mode;
} complex_logsumexp_state;

/* The line's result so far; `is_fresh` as in recurrences of real numbers
 * (ops/complex/recurrence.h). */
#define COMPLEX_RECURRENCE_FIELDS(FORM) FORM##_PAIRS(part) FORM##_NUMBER(bool, is_fresh)

typedef struct complex_recurrence_state {
    COMPLEX_RECURRENCE_FIELDS(STATE)
} complex_recurrence_state;

typedef struct complex_recurrence_columns {
    COMPLEX_RECURRENCE_FIELDS(COLUMNS)
} complex_recurrence_columns;

/* ops/integer/recurrence.h: `factor` is the product of coefficients. Of 32 bits, the lower halves
 * count. */
typedef struct integer_recurrence_state {
    uint64_t value, factor;
} integer_recurrence_state;

/* ---- a line, and many ---- */

typedef struct lanescan_state {
    /* Elements done: a multiple of 32, except after the last piece. From CHUNK_BY_ITSELF on in a
     * chunk that is scanned by itself. */
    uint64_t position;
    /* Sums and products: is the line infinite, NaN or a product of 0 for good? `ended` is that. */
    bool over;
    double ended;
    union {
        sum_state sum;
        product_state product;
        logsumexp_state logsumexp;
        extreme_state extreme;
        uint64_t integer; /* of 32 bits, the lower half counts */
        recurrence_state recurrence;
        integer_recurrence_state integer_recurrence;
        complex_recurrence_state complex_recurrence;
        complex_product_state complex_product;
        complex_logsumexp_state complex_logsumexp;
    } as;
} lanescan_state;

typedef struct lanescan_columns {
    uint64_t position; /* elements done in each line */
    bool over[ACROSS_LINES];
    double ended[ACROSS_LINES];
    union {
        sum_columns sum;
        product_columns product;
        logsumexp_columns logsumexp;
        extreme_columns extreme;
        int64_t integer[ACROSS_LINES];
        int32_t integer_32[ACROSS_LINES];
        recurrence_columns recurrence;
        complex_product_columns complex_product;
        complex_recurrence_columns complex_recurrence;
    } as;
} lanescan_columns;

/* Whether a line has ended, from columns and back. */
static inline void ended_get(const lanescan_columns *columns, size_t line, lanescan_state *state)
{
    state->over = columns->over[line];
    state->ended = columns->ended[line];
}

static inline void ended_put(lanescan_columns *columns, size_t line, const lanescan_state *state)
{
    columns->over[line] = state->over;
    columns->ended[line] = state->ended;
}

#endif
