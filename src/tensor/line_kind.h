/* Which kernels compute an operation for an element type. */
#ifndef LANESCAN_LINE_KIND_H
#define LANESCAN_LINE_KIND_H

#include "kernels.h"

#include <stdbool.h>

typedef struct line_kind {
    line_type type;
    int dtype;   /* of the elements that the kernels take and give */
    bool biased; /* unsigned 64-bit numbers in the order of signed ones: conversion.biased */
} line_kind;

/* The kernels for results of `dtype`; false where the operation is not defined for it. */
bool lanescan_line_kind(lanescan_op op, int dtype, line_kind *kind);

/* The same for many lines side by side, where there are kernels for one; false where there are none for many. */
bool lanescan_across_kind(lanescan_op op, int dtype, line_kind *kind);

/* The state before the first element. */
void lanescan_state_begin(lanescan_state *state, lanescan_op op, line_type type);

/* Folds a value, of the kernel's input type, into a state that has just begun. */
void lanescan_state_fold_initial(lanescan_state *state, lanescan_op op, lanescan_step step,
                                 const void *initial);

/* The identity of an operation as an element of `dtype`: 0, 1, -inf, or the lowest or highest value. */
void lanescan_identity(lanescan_op op, int dtype, void *element);

static inline bool op_is_extreme(lanescan_op op)
{
    return op == LANESCAN_CUMMAX || op == LANESCAN_CUMMIN;
}

#endif
