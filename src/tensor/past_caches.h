/* Parts of divided lines whose results go past the caches. Serial lines have kernels that do so by
 * themselves, where a call is long enough; a part never is. */
#ifndef LANESCAN_PAST_CACHES_H
#define LANESCAN_PAST_CACHES_H

#include "tensor/plan.h"

/* Sums only: other operations are not bound by memory until many cores share it. */
bool lanescan_goes_past_caches(const scan_plan *plan);

/* As lanescan_scan_part, for such plans. */
void lanescan_scan_part_past_caches(const line_part *part, lanescan_state *state);

#endif
