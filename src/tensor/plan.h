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
    /* A linear recurrence's coefficients; its addends are `in`. NULL in scans. */
    const char *coefficients;
    ptrdiff_t coefficient_stride;
    size_t in_size, size, coefficient_size; /* bytes of an element */
    uint64_t n;
    walk *lines;        /* over out, in and index, or coefficients; whoever scans them moves it */
    uint64_t num_lines; /* in all: a plan may have a part of them */

    bool is_exclusive,
        has_total;   /* with the total, an exclusive line has one result more than elements */
    bool only_total; /* of all results the last, to `out`; not for lines without elements */
    bool is_in_place;
} scan_plan;

/* How many lines the lanes of a kernel across hold; with fewer it has less to do than it could. */
enum { WORTH_ACROSS = 8 };

/* Lines shorter than a group do better side by side, the shortest one after the other again. */
enum { SHORT_LINE = 32, SHORTEST_LINE = 8 };

/* The ways through memory: line by line; */
void lanescan_scan_lines(const scan_plan *plan);

/* short lines one after the other, where there is a kernel for it; */
bool lanescan_can_scan_short(const scan_plan *plan);
void lanescan_scan_short(const scan_plan *plan);

/* many lines side by side, where how.across is not NULL. */
void lanescan_scan_across(const scan_plan *plan);

/* One of these, whichever suits, by as many tasks as it is worth. */
struct crew;
void lanescan_scan_plan(const scan_plan *plan, const struct crew *c);

/* So many of them at a time do best. */
uint64_t lanescan_across_unit(const scan_plan *plan);

/* Part of a line, the one that the plan's walk is at: `count` elements from `first` on, and what is
 * known of the line there. */
typedef struct line_part {
    const scan_plan *plan;
    uint64_t first, count;
} line_part;

/* The last result of an exclusive scan in place, which belongs where the next part begins, and is
 * left to it. */
typedef struct last_result {
    any_element value;
    int64_t index;
} last_result;

/* `terms` NULL, or for a chunk at most: kept by the second function, used by the first. */
void lanescan_scan_part(const line_part *part, lanescan_state *state, lanescan_terms *terms,
                        last_result *last);
void lanescan_scan_part_without_results(const line_part *part, lanescan_state *state,
                                        lanescan_terms *terms);
void lanescan_write_before_part(const line_part *part, const last_result *last);

#endif
