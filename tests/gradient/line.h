/* A line and its gradient: elements of any floating or complex type, called and judged. */
#ifndef LANESCAN_TESTS_GRADIENT_LINE_H
#define LANESCAN_TESTS_GRADIENT_LINE_H

#include "gradient/judge.h"

#include <lanescan.h>

typedef struct gradient_line {
    gradient_kind kind;
    int dtype;
    size_t n;
    const void *x, *b, *g; /* logsumexp takes the first of g alone; x of OF_INDEX: int64_t */
    const void *initial;   /* NULL: none */
} gradient_line;

/* The kind's name, as its operation has it. */
const char *gradient_kind_name(gradient_kind kind);
/* Has it two gradients? Then they follow each other, 2 n elements. */
bool gradient_is_pair(gradient_kind kind);
/* Are there gradients of complex numbers? */
bool gradient_has_complex(gradient_kind kind);
/* Is there an initial value? */
bool gradient_has_initial(gradient_kind kind);

/* What OF_INDEX takes for x: the indices of cummax of n elements. */
lanescan_status gradient_line_indices(int dtype, size_t n, const void *elements, int64_t *indices);

lanescan_status gradient_line_call(const gradient_line *line, void *out);

/* The bound and the worst error, as gradient_judge has them; without a judgement 0 where the
 * elements are not finite, but for those of -inf of which e^x is taken. */
double gradient_line_judge(const char *what, const gradient_line *line, const void *out);

#endif
