/* Gradients of what has two inputs, of which one gradient may be wanted or both. */
#ifndef LANESCAN_TWO_INPUTS_H
#define LANESCAN_TWO_INPUTS_H

#include "gradient/gradient.h"

#define two_inputs_read  lanescan_two_inputs_read
#define two_inputs_check lanescan_two_inputs_check
#define two_inputs_side  lanescan_two_inputs_side
#define rows_add_dim     lanescan_rows_add_dim
#define rows_at          lanescan_rows_at

/* `a` is an input, `b` the other one or the results, whichever it takes. */
enum { OF_A, OF_B, OF_G, OF_GRAD_A, OF_GRAD_B, NUM_ARRAYS };

typedef struct two_inputs {
    layout of[NUM_ARRAYS];
    int64_t strides[NUM_ARRAYS][LANESCAN_MAX_NDIM]; /* as if all had g's shape */
    bool is_wanted[NUM_ARRAYS];
} two_inputs;

/* The descriptors of what is wanted: a, b and g always. */
lanescan_status two_inputs_read(const lanescan_tensor *const tensors[NUM_ARRAYS], two_inputs *t);

/* Shapes, types and places of all that is wanted. `a` may be broadcast, and `b` if `is_input`. */
lanescan_status two_inputs_check(unsigned called, bool is_input, two_inputs *t);

/* The type of the gradients. */
static inline int two_inputs_dtype(const two_inputs *t)
{
    return t->of[t->is_wanted[OF_GRAD_A] ? OF_GRAD_A : OF_GRAD_B].dtype;
}

/* An array along dimension `dim`, which must be wanted. */
gradient_side two_inputs_side(const two_inputs *t, int which, int dim, bool is_reversed);

/* Rows of all arrays, in C order: the dimensions outside of them. */
typedef struct gradient_rows {
    int ndim;
    int64_t shape[LANESCAN_MAX_NDIM];
    ptrdiff_t step[LANESCAN_MAX_NDIM][NUM_ARRAYS]; /* bytes */
} gradient_rows;

/* The next dimension, inside of those before: one that they continue makes one with the last. */
void rows_add_dim(gradient_rows *rows, const two_inputs *t, int dim);

/* How far a row is from the first, in bytes. */
void rows_at(const gradient_rows *rows, uint64_t row, ptrdiff_t offset[NUM_ARRAYS]);

#endif
