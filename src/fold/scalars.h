/* Scans of real numbers in portable code, whatever the elements are: a group at a time, as doubles.
 * The other sets take regular groups in lanes and leave the rest to this. */
#ifndef LANESCAN_SCALARS_H
#define LANESCAN_SCALARS_H

#include "fold/group_scan.h"
#include "lanes/sets.h"

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

/* All elements that are left of a line whose sum or product is infinite, NaN or 0 for good: from
 * left to right, that is all there is to say. */
LANESCAN_INLINE void scan_ended(lanescan_state *state, operation op, size_t count, source x,
                                target y)
{
    double ended = state->ended;
    for (size_t i = 0; i < count; i++) {
        ended = f64_apply(op, ended, source_read(x, i));
        target_write(y, i, ended);
    }
    state->ended = ended;
}

#endif
