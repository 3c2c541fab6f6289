/* Calls that are wrong in one way. */
#ifndef LANESCAN_TESTS_TENSOR_WRONG_H
#define LANESCAN_TESTS_TENSOR_WRONG_H

#include <lanescan.h>

#include <stdbool.h>
#include <stddef.h>

enum { WRONG_X, WRONG_Y, WRONG_INDICES, WRONG_TENSORS, WRONG_ROOM = 1024 };

typedef enum wrong_function {
    WRONG_SCAN,
    WRONG_SCAN_INDEX,
    WRONG_BY_NAME,
    WRONG_LOGSUMEXP,
    WRONG_LOGADDEXP /* the third tensor is the second input */
} wrong_function;

typedef struct wrong_call {
    _Alignas(16) char memory[WRONG_TENSORS][WRONG_ROOM];
    int64_t shape[WRONG_TENSORS][LANESCAN_MAX_NDIM + 1],
        strides[WRONG_TENSORS][LANESCAN_MAX_NDIM + 1];
    lanescan_tensor tensor[WRONG_TENSORS];
    const lanescan_tensor *pointer[WRONG_TENSORS];
    lanescan_op op;
    int dim;
    lanescan_options options;
    char after_options[16]; /* what a larger struct would hold */
    lanescan_executor executor;
    char after_executor[16];
    bool has_options;
    int dims[4], num_dims;
} wrong_call;

typedef struct wrong_row {
    const char *what;
    void (*spoil)(wrong_call *c);
    lanescan_status status;
} wrong_row;

/* Makes the right call, which must succeed, then the spoilt one. `set` makes the right call of this
 * function, where that is not the common one. */
void wrong_check(wrong_function function, const wrong_row *row, void (*set)(wrong_call *));

/* One way to be wrong. */
#define SPOIL(name) static void name(wrong_call *c)

#define WRONG_CHECK_ALL(function, rows, set)                \
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) \
    wrong_check(function, &rows[i], set)

/* What is wrong in any function with an input and an output. */
void wrong_any(wrong_function function, void (*set)(wrong_call *));

/* The rows, by file. */
void wrong_scans(void);
void wrong_memory(void);
void wrong_logs(void);
void wrong_line(void);

#endif
