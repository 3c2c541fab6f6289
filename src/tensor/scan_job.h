/* A scan of a tensor, after all checks: lines along one dimension, and how to go from line to line. */
#ifndef LANESCAN_SCAN_JOB_H
#define LANESCAN_SCAN_JOB_H

#include "across.h"
#include "elements.h"
#include "line_kind.h"
#include "walk.h"

/* How many lines the lanes of a kernel across hold; with fewer it has less to do than it could. */
enum { WORTH_ACROSS = 8 };

/* Lines shorter than a group do better side by side, the shortest one after the other again. */
enum { SHORT_LINE = 32, SHORTEST_LINE = 8 };

typedef struct scan_job {
    const lanescan_kernels *kernels;
    lanescan_op op;
    int in_dtype, dtype; /* of the input, and of the output */
    size_t in_size, size;

    /* A line, in the order of the scan: its first element, and the bytes from one to the next. */
    const char *in;
    char *out;
    char *index; /* NULL where none is wanted */
    ptrdiff_t in_step, out_step, index_step;
    uint64_t n;
    int64_t first_index, index_increment;
    walk lines; /* over out, in and index */

    bool is_exclusive,
        has_total;   /* with the total, an exclusive line has one result more than elements */
    bool only_total; /* of all results the last, to `out`; not for lines without elements */
    bool is_in_place;
    bool has_initial;
    /* Elements of the output: what is folded in, what an exclusive line begins with. Conversions read them. */
    _Alignas(16) unsigned char initial[16], first[16];
} scan_job;

/* Line by line. */
void lanescan_scan_lines(const scan_job *job);

/* Short lines one after the other; false, and nothing is done, where there is no kernel for it. */
bool lanescan_scan_short(const scan_job *job);

/* Many lines side by side; false, and nothing is done, where there is no kernel for it. */
bool lanescan_scan_across(const scan_job *job);

/* The one of them that suits. */
void lanescan_scan_run(const scan_job *job);

#endif
