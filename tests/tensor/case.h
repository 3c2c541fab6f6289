/* One random call of lanescan_scan, lanescan_scan_index or a named wrapper: what it is, how to make
 * it, and whether it gives what the lines give on every instruction set. */
#ifndef LANESCAN_TESTS_TENSOR_CASE_H
#define LANESCAN_TESTS_TENSOR_CASE_H

#include "tensor/data.h"
#include "tensor/line.h"
#include "tensor/random_layout.h"
#include "tensor/region.h"

typedef struct tensor_case {
    uint64_t seed; /* makes the data */
    lanescan_op op;
    int input_dtype, dtype;
    int dim; /* as passed: may be negative */
    uint32_t flags;
    data_kind data;
    layout input, output, indices;
    bool has_initial, with_index, in_place;
    bool one_more; /* the output is one longer along dim */
    bool by_name;  /* lanescan_cumsum(...), which takes no options */
    const lanescan_executor *executor;
} tensor_case;

/* About `most` elements. */
tensor_case tensor_case_random(uint64_t seed, int64_t most);

/* The dimension of the scan, not negative; 0 for a 0-d tensor. */
int tensor_case_dim(const tensor_case *c);

/* Everything that says which call it was; returns `text`. */
enum { CASE_TEXT = 800 };
char *tensor_case_text(char text[CASE_TEXT], const tensor_case *c);

/* The call itself: `initial` an element or NULL, the others what the layouts are of. */
lanescan_status tensor_case_call(const tensor_case *c, const void *initial, void *input,
                                 void *output, void *indices);

/* Calls it under every instruction set and checks status, results, and that nothing else
 * changed. */
void tensor_case_check(const tensor_case *c);

/* A second opinion on what a line must be: `x` and `y` as for line_expect. */
typedef void (*line_judge)(const line_task *task, const void *x, const void *y);

/* The same with data of the caller's: input->before, and an element or NULL. judge may be NULL. */
void tensor_case_check_data(const tensor_case *c, region *input, const void *initial,
                            line_judge judge);

#endif
