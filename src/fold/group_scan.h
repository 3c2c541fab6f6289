/* An operation on real numbers as portable code scans it (scalars.h): a group at a time, as
 * doubles. */
#ifndef LANESCAN_GROUP_SCAN_H
#define LANESCAN_GROUP_SCAN_H

#include "fold/signatures.h"
#include "lanes/span.h"
#include "lanes/vocabulary.h"
#include "memory/kernels.h"

/* The next group of a line, all of its elements and results of one type. At the end of a line
 * `count` elements are left; `rest` is in the other places, whose results may be anything. y.at may
 * be x.at, or NULL where y of lanescan_piece may. */
typedef void scan_group(lanescan_state *state, precision of, size_t count, const source *x,
                        const target *y);

/* The operation. */
typedef struct group_scan {
    scan_group *doubles, *floats; /* the second is NULL where these are converted */
    double rest;
    void (*end_chunk)(lanescan_state *state);
    /* One line's numbers from many and to them. */
    void (*get)(const lanescan_columns *columns, size_t line, lanescan_state *state);
    void (*put)(lanescan_columns *columns, size_t line, const lanescan_state *state);
} group_scan;

/* A set's conversions of elements to doubles and back: NULL where they are doubles. */
typedef struct in_doubles {
    lanescan_convert *widen, *narrow;
} in_doubles;

#endif
