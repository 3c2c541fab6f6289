/* Scans of real numbers in portable code, whatever the elements are: a group at a time, as doubles. The other sets take
 * regular groups in lanes and leave the rest to this. */
#ifndef LANESCAN_SCALARS_H
#define LANESCAN_SCALARS_H

#include "fold/signatures.h"
#include "lanes/sets.h"
#include "lanes/span.h"
#include "lanes/vocabulary.h"

/* The next group of a line, all of its elements and results of one type. At the end of a line `count` elements are left;
 * `rest` is in the other places, whose results may be anything. y.at may be x.at, or NULL where y of lanescan_piece may. */
typedef void scan_group(lanescan_state *state, precision of, size_t count, const source *x,
                        const target *y);

/* An operation. */
typedef struct group_scan {
    scan_group *doubles, *floats; /* the second is NULL where these are converted */
    double rest;
    void (*end_chunk)(lanescan_state *state);
    /* One line's numbers from many and to them. */
    void (*get)(const lanescan_columns *columns, size_t line, lanescan_state *state);
    void (*put)(lanescan_columns *columns, size_t line, const lanescan_state *state);
} group_scan;

/* As lanescan_piece and lanescan_across. */
void PORTABLE(scan_piece)(const group_scan *scan, precision of, element type, lanescan_state *state,
                          bool backwards, size_t n, const void *x, void *y);
void PORTABLE(scan_across)(const group_scan *scan, precision of, element type,
                           lanescan_columns *columns, size_t rows, size_t lines,
                           const lanescan_rows *where);

/* `lines` lines are at the end of a group: if of a chunk too, it is folded. */
void PORTABLE(columns_end_group)(const group_scan *scan, lanescan_columns *columns, size_t lines);

/* ---- for operations ---- */

/* A group's elements next to each other. */
LANESCAN_INLINE source gather_group(source x, void *elements)
{
    const target to = { x.type, elements, (ptrdiff_t)element_bytes(x.type) };
    for (size_t i = 0; i < GROUP; i++)
        target_write(to, i, source_read(x, i));
    return (source){ x.type, elements, to.stride };
}

/* All elements that are left of a line whose sum or product is infinite, NaN or 0 for good: from left to right,
 * that is all there is to say. */
LANESCAN_COLD void scan_ended(lanescan_state *state, operation op, size_t count, const source *x,
                              const target *y)
{
    for (size_t i = 0; i < count; i++) {
        state->ended = f64_apply(op, state->ended, source_read(*x, i));
        target_write(*y, i, state->ended);
    }
}

#endif
