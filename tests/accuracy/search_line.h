/* Lines for the search of the largest error: drawn at random, and changed a little. */
#ifndef LANESCAN_TESTS_SEARCH_LINE_H
#define LANESCAN_TESTS_SEARCH_LINE_H

#include "golden/dtype.h"
#include "golden/random.h"

enum { LONGEST_LINE = 72 };

/* A subject of the search: an operation and its element type. With is_pair it is logaddexp of two
 * elements. */
typedef struct search_task {
    lanescan_op op;
    int dtype;
    bool is_pair;
} search_task;

typedef struct search_line {
    size_t n;
    number x[LONGEST_LINE]; /* elements of the type */
} search_line;

search_line search_line_random(const search_task *t, generator *g);

/* One or a few changes: bits, exponents, signs, places, elements more or fewer. */
void search_line_mutate(const search_task *t, generator *g, search_line *line);

#endif
