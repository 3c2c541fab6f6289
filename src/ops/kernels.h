/* The table of all kernels of an instruction set, and how states begin. */
#ifndef LANESCAN_KERNELS_H
#define LANESCAN_KERNELS_H

#include "fold/signatures.h"
#include "lanes/element.h"
#include "memory/kernels.h"
#include "ops/gradient/signatures.h"

enum {
#define OPERATION(op, name, text, identity, integers) PLACE_OF_##op,
#include "ops/ops.def"
    NUM_OPS
};

/* `name` is what lanescan_isa() reports. NULL where there is no kernel. */
typedef struct lanescan_kernels {
    const char *name;
    int lanes;                /* doubles in a vector */
    bool short_up_to_a_group; /* sums and products of lines of less than a group: no tiles */
    lanescan_piece *piece[NUM_OPS][NUM_ELEMENTS];
    /* ELEMENT_I64 from elements of a narrower integer type, or bool */
    lanescan_piece *widening_cumsum[NUM_DTYPES];
    lanescan_piece *indexed_i32[NUM_OPS]; /* extremes of ELEMENT_I32, forwards and with indices */
    lanescan_parts *cumsum_parts[NUM_ELEMENTS];
    /* where chunks may be scanned by themselves */
    const lanescan_fold *fold[NUM_OPS][NUM_ELEMENTS];
    lanescan_keeping_piece *keeping_piece[NUM_OPS][NUM_ELEMENTS];
    lanescan_across *across[NUM_OPS][NUM_ELEMENTS];
    lanescan_short_lines *short_lines[NUM_OPS][NUM_ELEMENTS];
    lanescan_short_indexed *short_indexed[NUM_OPS][NUM_ELEMENTS];
    lanescan_short_logs *short_logs;
    lanescan_binary *logaddexp[NUM_ELEMENTS];
    lanescan_recurrence_piece *recurrence_piece[NUM_ELEMENTS];
    const lanescan_fold *recurrence_fold[NUM_ELEMENTS];
    lanescan_recurrence_across *recurrence_across[NUM_ELEMENTS];
    lanescan_recurrence_short *recurrence_short;
    lanescan_exponentials *exponentials[NUM_ELEMENTS];
    lanescan_quotients *quotients;
    lanescan_weigh *weigh;
    lanescan_weights *weights;
    lanescan_pairs *pairs;
    lanescan_products_combine *products_combine;
    lanescan_gradient_across *products_gradients;
    lanescan_products_zeros *products_zeros;
    lanescan_log_across *log_sums, *log_gradients, *log_weights;
    lanescan_products_before *products_before[NUM_ELEMENTS];
    lanescan_products_gradient *products_gradient[NUM_ELEMENTS];
    lanescan_memory_kernels memory;
#define LINE(name, result, parameters, arguments) result(*name) parameters;
#include "ops/ops.def"
} lanescan_kernels;

typedef struct lanescan_state_field lanescan_state_field;

/* How the lines of an operation begin, for an element type or several. */
typedef struct lanescan_state_kind {
    void (*begin)(lanescan_state *line);
    /* What each line of many has of its own. NULL where there is no kernel for many. */
    const lanescan_state_field *fields;
    size_t columns_bytes; /* of lanescan_columns, from its beginning, that anything is in */
} lanescan_state_kind;

/* Every line of many gets what one line knows. */
void lanescan_state_broadcast(const lanescan_state_kind *kind, const lanescan_state *line,
                              lanescan_columns *columns);

/* NULL where an operation is not defined for an element type. */
extern const lanescan_state_kind *const lanescan_state_kinds[NUM_OPS][NUM_ELEMENTS];
extern const lanescan_state_kind *const lanescan_recurrence_kinds[NUM_ELEMENTS];

#endif
