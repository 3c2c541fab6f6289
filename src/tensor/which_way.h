/* The way of a plan whose lines are placed and whose method is known. */
#ifndef LANESCAN_WHICH_WAY_H
#define LANESCAN_WHICH_WAY_H

#include "tensor/plan.h"

void lanescan_choose_way(scan_plan *plan);
void lanescan_choose_way_of_totals(scan_plan *plan);

/* Of both parts of complex numbers, in this order: short lines go WAY_SHORT; few lines, WAY_PARTS;
 * lines that are neighbours in memory, WAY_ACROSS, as twice as many lines of real numbers; long
 * lines whose numbers are close, WAY_PARTS. For all others the result is false: each part has a
 * plan of its own. */
bool lanescan_choose_way_of_parts(scan_plan *plan);

/* For WAY_ACROSS: what goes through tiles, and what does not. */
void lanescan_choose_rows(scan_plan *plan);

#endif
