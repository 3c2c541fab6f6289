/* In place of fuzz_value.c where MPFR is not there. */
#include "fuzz_value.h"

void value_begin(void)
{
}

void value_judge_scan(const line_task *task, const void *x, const void *y)
{
    (void)task, (void)x, (void)y;
}

void value_judge_reduction(int dtype, size_t n, const void *line, const void *result)
{
    (void)dtype, (void)n, (void)line, (void)result;
}

void value_judge_pair(int dtype, size_t n, const void *pair, const void *result)
{
    (void)dtype, (void)n, (void)pair, (void)result;
}
