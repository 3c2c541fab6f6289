/* A scan of a tensor, after all checks: how it is computed, its lines along one dimension, and how
 * to go from line to line. */
#ifndef LANESCAN_PLAN_H
#define LANESCAN_PLAN_H

#include "tensor/method.h"
#include "tensor/walk.h"

typedef struct scan_plan {
    method how;

    /* A line, in the order of the scan: its first element, and the bytes from one to the next. */
    const char *in;
    char *out;
    char *index; /* NULL where none is wanted */
    ptrdiff_t in_stride, out_stride, index_stride;
    size_t in_size, size; /* bytes of an element */
    uint64_t n;
    walk lines; /* over out, in and index */

    bool is_exclusive,
        has_total;   /* with the total, an exclusive line has one result more than elements */
    bool only_total; /* of all results the last, to `out`; not for lines without elements */
    bool is_in_place;
} scan_plan;

/* How many lines the lanes of a kernel across hold; with fewer it has less to do than it could. */
enum { WORTH_ACROSS = 8 };

/* Lines shorter than a group do better side by side, the shortest one after the other again. */
enum { SHORT_LINE = 32, SHORTEST_LINE = 8 };

/* The way through memory that suits the plan. */
void lanescan_scan_run(const scan_plan *plan);

/* The ways there are: line by line; */
void lanescan_scan_lines(const scan_plan *plan);

/* short lines one after the other; false, and nothing is done, where there is no kernel for it; */
bool lanescan_scan_short(const scan_plan *plan);

/* many lines side by side; false, and nothing is done, where there is no kernel for it. */
bool lanescan_scan_across(const scan_plan *plan);

#endif
