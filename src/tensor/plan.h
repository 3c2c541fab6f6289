/* The room tensor: shapes, strides, types, streams and tasks, of which kernels know nothing.
 *
 * From a call to its results: scan.c, recurrence.c, reduce.c and stream.c check what they are
 * called with and make a request of it. A plan is made of that here, once, and has all that is
 * decided: how it is computed (method.h), where its lines are, which way they take through memory
 * (which_way.h). run.c carries it out, with as many tasks as it is worth; the ways (ways.h) only
 * follow it. */
#ifndef LANESCAN_PLAN_H
#define LANESCAN_PLAN_H

#include "memory/dtype.h"
#include "tensor/layout.h"
#include "tensor/method.h"
#include "tensor/walk.h"

/* ---- what is asked for ---- */

/* An array, and its strides as if it had the shape of the request. */
typedef struct array {
    const layout *of; /* NULL: there is none */
    const int64_t *strides;
} array;

/* A scan, or a linear recurrence, after all checks. */
typedef struct scan_request {
    unsigned called; /* a lanescan_op, or CALLED_LINEAR_RECURRENCE */
    int ndim, dim;   /* the dimension of lines */
    const int64_t *shape;
    array in, out;
    array index;        /* of extremes */
    array coefficients; /* of a linear recurrence, whose addends are `in` */
    bool has_total;     /* an exclusive line has one more result than elements: the total */
    uint32_t flags;     /* of lanescan_options */
    const void *initial;
} scan_request;

/* A reduction to a log-sum-exp, after all checks. */
typedef struct reduction_request {
    int ndim;
    const int64_t *shape;
    const bool *is_reduced; /* of each dimension */
    array in, out;
} reduction_request;

/* A sum of complex numbers is two sums of real ones, so it takes two plans, one after the other;
 * everything else takes one. (Mostly one does for both parts: lanescan_plan_parts.) */
static inline int plans_of(const scan_request *r)
{
    return r->called == LANESCAN_CUMSUM && dtype_is_complex(r->out.of->dtype) ? 2 : 1;
}

/* ---- the plan ---- */

/* How many lines the lanes of a kernel across hold; with fewer it has less to do than it could. */
enum { WORTH_ACROSS = 8 };

/* Of all kinds lines of so many elements may be WAY_SHORT (which_way.c), and linear recurrences of
 * so many that are converted to doubles. */
enum { SHORTEST_LINE = 8, SHORT_CONVERTED_RECURRENCE = 64 };

/* The ways through memory. */
typedef enum way {
    WAY_LINES,  /* line by line */
    WAY_PARTS,  /* the same of complex numbers, both parts at once */
    WAY_SHORT,  /* lines of a few elements, many in one call of a kernel */
    WAY_ACROSS, /* many lines side by side */
    WAY_TOTALS  /* line by line, of each the total alone */
} way;

/* The dimensions of a line, the last of which moves first. */
typedef struct line_dims {
    int ndim;
    int64_t shape[LANESCAN_MAX_NDIM];
    ptrdiff_t stride[LANESCAN_MAX_NDIM]; /* bytes */
} line_dims;

typedef struct scan_plan {
    method how;
    way way;

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
    const line_dims *dims; /* of a line, for WAY_TOTALS; of the others in_stride says it all */
    walk *lines;        /* over out, in and index, or coefficients; whoever scans them moves it */
    uint64_t num_lines; /* in all: a plan may have a part of them */

    lanescan_parts *parts; /* of WAY_PARTS */
    bool is_exclusive, is_in_place;
    bool has_total;  /* an exclusive line has one more result than elements: the total */
    bool only_total; /* of all results the last, to `out`; not for lines without elements */

    /* Line by line: do kernels go straight over all arrays, or, piece by piece, write their results
     * themselves? And against the order of memory, with results or without? */
    bool is_direct, writes_directly, is_backwards, is_backwards_without_results;

    /* Side by side: which arrays have rows as kernels take them, where lines follow each other at
     * one distance? The others go through tiles. */
    bool reads_rows, writes_rows, writes_index_rows, reads_coefficient_rows;
    bool is_one_coefficient; /* of all elements */
    bool is_large;           /* lines are too long for the inner caches */
    bool is_past_caches;     /* where results go */
    enum { NOT_EARLY, EARLY_BY_STRIP, EARLY_BY_BLOCK } asks_early; /* for elements of next tiles */
} scan_plan;

/* Plan number `part` of a request; `lines` is room for the plan's, as `dims` is below. */
void lanescan_plan_scan(scan_plan *plan, walk *lines, const scan_request *r, int part);

/* A plan for both parts of a sum of complex numbers; false, and there is none, where they are
 * converted, or begin with values of their own. */
bool lanescan_plan_parts(scan_plan *plan, walk *lines, const scan_request *r);

/* The method alone: where lines are is not asked for. */
void lanescan_plan_method(method *how, const scan_request *r, int part);

void lanescan_plan_reduction(scan_plan *plan, walk *lines, line_dims *dims,
                             const reduction_request *r);

/* Do elements lie along a line as kernels take them, forwards (1) or backwards (-1)? */
static inline bool plan_has_elements(const scan_plan *plan, int direction)
{
    return conversion_is_direct(&plan->how.along.read, direction * plan->in_stride);
}

/* Are all arrays of a linear recurrence doubles, as kernels take them? */
static inline bool plan_has_doubles(const scan_plan *plan)
{
    return plan->how.type == ELEMENT_F64 && !method_converts(&plan->how) &&
           conversion_is_none(&plan->how.coefficients);
}

/* Do coefficients, of which there may be one for all elements? */
static inline bool plan_has_coefficients(const scan_plan *plan, int direction)
{
    const conversion *const read = &plan->how.coefficients;
    return plan->coefficient_stride == 0
               ? conversion_is_none(read)
               : conversion_is_direct(read, direction * plan->coefficient_stride);
}

/* ---- parts of lines ---- */

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

#endif
