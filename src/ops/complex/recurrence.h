/* Linear recurrences of complex numbers: one element after the other, in double-double. Portable
 * code takes a line at a time, for all sets, and defines the order of operations; sets with lanes
 * take many lines side by side.
 *
 * Error: docs/complex.md. */
#ifndef LANESCAN_COMPLEX_RECURRENCE_H
#define LANESCAN_COMPLEX_RECURRENCE_H

#include "lanes/sets.h"
#include "ops/complex/element.h"
#include "ops/recurrence/state.h"

/* A group, or the end, of one of many lines, whose first numbers these are. */
void PORTABLE(complex_recurrence_column)(lanescan_columns *columns, size_t line, element type,
                                         size_t count, const lanescan_recurrence_rows *at);

#endif
