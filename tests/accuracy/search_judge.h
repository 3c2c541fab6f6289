/* How far the library is off on a line, MPFR as the judge. */
#ifndef LANESCAN_TESTS_SEARCH_JUDGE_H
#define LANESCAN_TESTS_SEARCH_JUDGE_H

#include "accuracy/search_line.h"

const char *search_task_name(const search_task *t);

/* The largest error of the line's results, as the header states errors, and which it is. All are
 * held to their bounds. */
double search_judge(const search_task *t, const search_line *line, size_t *at, void *result);

/* Operation, type, error and elements, as worst.txt has them. */
void search_print(const search_task *t, double error, const search_line *line);

#endif
