/* How an operation is computed for one type of results, whatever the arrays: resolved once, for
 * tensors, reductions and streams alike. */
#ifndef LANESCAN_METHOD_H
#define LANESCAN_METHOD_H

#include "memory/elements.h"
#include "ops/kernels.h"

/* One element of any type; conversions read and write it. */
typedef union any_element {
    unsigned char bytes[16];
    double align[2];
} any_element;

/* How elements get to kernels, and results back. */
typedef struct passage {
    conversion read, write; /* input type -> the kernels' elements -> output type */
    any_element first;      /* what exclusive lines begin with, as the kernels give it */
} passage;

typedef struct method {
    const lanescan_kernels *kernels;
    lanescan_op op;
    int in_dtype, dtype; /* of the input, and of the results */
    element type;        /* of the kernels; but see lanescan_method_index_as_it_is */
    uint16_t cost;       /* of an element, as PIECE has it */
    lanescan_piece *piece;
    const lanescan_fold *fold; /* NULL where there is none, as for the next three */
    lanescan_keeping_piece *keeping_piece;
    lanescan_across *across;
    lanescan_short_lines *short_lines;     /* it takes input and output as they are */
    lanescan_short_indexed *short_indexed; /* likewise, but int32_t is as it is */
    lanescan_short_logs *short_logs;       /* it takes doubles */
    /* Of a linear recurrence instead: its kernels, and how coefficients are read for them. */
    lanescan_recurrence_piece *recurrence_piece;
    lanescan_recurrence_across *recurrence_across;
    lanescan_recurrence_short *recurrence_short; /* of doubles, whatever the kernels' type */
    int coefficient_dtype;
    conversion coefficients;
    passage along;         /* of lines one at a time */
    bool has_side_by_side; /* another one of many at a time (method_side_by_side) */
    passage side_by_side;
    const lanescan_state_kind *states;
    lanescan_state begin; /* of each line, the initial value folded in */
    any_element first;    /* what exclusive lines begin with, as an element of the output */
} method;

/* What is called: a lanescan_op, or one of these. */
enum {
    CALLED_LAST_OP = NUM_OPS - 1,
#define FUNCTION(function, name) CALLED_##function,
#include "ops/ops.def"
};

/* Is it defined for results of `dtype`, and in this build? */
lanescan_status lanescan_method_status(unsigned called, int dtype);

/* For elements of in_dtype and an operation that exists for `dtype`. `initial` is an element of
 * dtype, or NULL. */
void lanescan_method_resolve(method *m, const lanescan_kernels *kernels, lanescan_op op,
                             int in_dtype, int dtype, const void *initial);

/* Of elements and results of one type that the kernels take as they are: the kernel alone, and the
 * kind of its states. NULL where there is none. */
lanescan_piece *lanescan_method_plain(const lanescan_kernels *kernels, lanescan_op op, int dtype,
                                      const lanescan_state_kind **states);

/* The same of a linear recurrence. */
lanescan_recurrence_piece *lanescan_method_plain_recurrence(const lanescan_kernels *kernels,
                                                            int dtype,
                                                            const lanescan_state_kind **states);

/* For lines one at a time, forwards and with indices, that do not go on: a kernel for results of
 * int32_t as they are. Their states, and `type`, are still those of int64_t. */
void lanescan_method_index_as_it_is(method *m);

/* Lines, one at a time, go on where one has ended: what is known of it, and its last result, an
 * element of m's dtype. */
void lanescan_method_continue(method *m, const lanescan_state *state, const void *last);

/* Of operands and results of one type: the kernel alone, or NULL. */
lanescan_binary *lanescan_method_plain_logaddexp(const lanescan_kernels *kernels, int dtype);

/* What logaddexp needs of one for operands of in_dtype: elements, their passage along lines,
 * cost. */
void lanescan_method_resolve_logaddexp(method *m, const lanescan_kernels *kernels, int in_dtype,
                                       int dtype);

/* A method for a linear recurrence of coefficients and addends of these types. */
void lanescan_method_resolve_recurrence(method *m, const lanescan_kernels *kernels,
                                        int coefficient_dtype, int addend_dtype, int dtype,
                                        const void *initial);

static inline const passage *method_side_by_side(const method *m)
{
    return m->has_side_by_side ? &m->side_by_side : &m->along;
}

/* Of lines that are taken many at a time. */
static inline bool method_converts(const method *m)
{
    const passage *const pass = method_side_by_side(m);
    return !conversion_is_none(&pass->read) || !conversion_is_none(&pass->write);
}

/* With indices, of lines of a few elements? */
static inline bool method_converts_indexed(const method *m)
{
    return method_converts(m) && !(m->in_dtype == LANESCAN_I32 && m->dtype == LANESCAN_I32);
}

static inline bool op_is_extreme(lanescan_op op)
{
    return op == LANESCAN_CUMMAX || op == LANESCAN_CUMMIN;
}

#endif
