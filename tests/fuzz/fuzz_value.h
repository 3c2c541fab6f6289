/* Results against MPFR, folded from left to right, within the bounds of the contract; as many
 * elements of a case as time allows. Without MPFR nothing is judged. */
#ifndef LANESCAN_TESTS_FUZZ_VALUE_H
#define LANESCAN_TESTS_FUZZ_VALUE_H

#include "tensor/line.h"

/* Before each case. */
void value_begin(void);

/* A line that was scanned (a line_judge); one that was reduced to its logsumexp, a pair for
 * logaddexp (last_judges). */
void value_judge_scan(const line_task *task, const void *x, const void *y);
void value_judge_reduction(int dtype, size_t n, const void *line, const void *result);
void value_judge_pair(int dtype, size_t n, const void *pair, const void *result);

#endif
