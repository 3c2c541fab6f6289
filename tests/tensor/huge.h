/* Memory that looks larger than it is: a file's first window is mapped again and again, and its
 * second once, at the end. What is written at the end is there alone; what is written before ends
 * up in one window, the last writer's. */
#ifndef LANESCAN_TESTS_TENSOR_HUGE_H
#define LANESCAN_TESTS_TENSOR_HUGE_H

#include <stddef.h>

enum { HUGE_WINDOW = 1 << 24 }; /* bytes */

typedef struct huge {
    char *first;
    size_t windows; /* the last is the tail */
    char *tail;
} huge;

/* Skips the program where there is not enough address space. */
huge huge_map(size_t windows);
void huge_unmap(const huge *h);

/* At least so many elements. */
void tensor_huge_lines(size_t elements);

#endif
