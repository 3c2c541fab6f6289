/* What a scan of many lines side by side knows between two tiles: lanescan_state of each line, but the numbers of all lines
 * next to each other. Plain numbers, the same for every instruction set. */
#ifndef LANESCAN_ACROSS_H
#define LANESCAN_ACROSS_H

#include "kernels.h"

typedef struct across_sum {
    double high[2][ACROSS_LINES], low[2][ACROSS_LINES]; /* the line's, the chunk's own */
    double before_high[ACROSS_LINES], before_low[ACROSS_LINES];
} across_sum;

typedef struct across_product {
    double high[2][ACROSS_LINES], low[2][ACROSS_LINES];
    int64_t exponent[ACROSS_LINES], chunk_exponent[ACROSS_LINES];
    wide_product before[ACROSS_LINES];
    bool chunk_lost[ACROSS_LINES];
} across_product;

typedef struct across_log {
    across_sum sum;
    double count[ACROSS_LINES], count_before[ACROSS_LINES];
    double shift[ACROSS_LINES];
    double highest[ACROSS_LINES], lowest[ACROSS_LINES];
    double reference[ACROSS_LINES];
    log_mode mode[ACROSS_LINES];
    bool counting[ACROSS_LINES];
} across_log;

typedef struct across_extreme {
    union {
        double real[ACROSS_LINES];
        int64_t integer[ACROSS_LINES];
    } so_far;
    int64_t index[ACROSS_LINES];
    int64_t first_index, index_step; /* of all lines */
} across_extreme;

struct lanescan_across {
    uint64_t position;          /* elements done in each line */
    bool over[ACROSS_LINES];    /* as in lanescan_state, */
    double ended[ACROSS_LINES]; /* with this value */
    union {
        across_sum sum;
        across_product product;
        across_log log;
        across_extreme extreme;
        int64_t integer[ACROSS_LINES];
        int32_t narrow_integer[ACROSS_LINES]; /* LINE_I32 */
    } as;
};

/* The identity for all lines; indices count from 0 in steps of 1. An initial value is a tile of one row, after which the
 * position is set back to 0, and the index of extremes to -1. */
void lanescan_across_begin(lanescan_across *state, lanescan_op op, line_type type);

/* The bytes of a state, from its beginning, that an operation knows anything in. */
size_t lanescan_across_bytes(lanescan_op op, line_type type);

#endif
