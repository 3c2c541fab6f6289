/* The ways through memory: each does the lines of a plan that goes its way. */
#ifndef LANESCAN_WAYS_H
#define LANESCAN_WAYS_H

#include "tensor/plan.h"

void lanescan_scan_lines(const scan_plan *plan);
void lanescan_scan_parts(const scan_plan *plan);
void lanescan_scan_short(const scan_plan *plan);

/* Log-sum-exps of a single line of n elements, or the last of them, by the kernel for short lines.
 * False, and nothing is written, where it is not for such a line. */
bool lanescan_few_logs(const lanescan_kernels *kernels, int dtype, bool only_total, size_t n,
                       const void *x, void *y);
void lanescan_scan_across(const scan_plan *plan);
void lanescan_total_lines(const scan_plan *plan);

/* The total of a line that ends with these elements, which the kernel takes as they are. */
void lanescan_finish_total(lanescan_piece *piece, int dtype, lanescan_state *state, size_t count,
                           const char *x, char *result);

/* How many lines side by side do best at a time. */
uint64_t lanescan_across_unit(const scan_plan *plan);

/* ---- parts of lines ---- */

/* The first writes a part's results; the second only moves the state on. With `terms`, which may be
 * NULL, the part is at most a chunk: the second is called first and keeps its terms there, then the
 * first uses them. */
void lanescan_scan_part(const line_part *part, lanescan_state *state, lanescan_terms *terms,
                        last_result *last);
void lanescan_scan_part_without_results(const line_part *part, lanescan_state *state,
                                        lanescan_terms *terms);
void lanescan_write_before_part(const line_part *part, const last_result *last);

/* The same of totals: the first writes the one of a line that ends there. */
void lanescan_total_part(const line_part *part, lanescan_state *state, lanescan_terms *terms,
                         last_result *last);
void lanescan_total_part_without_results(const line_part *part, lanescan_state *state,
                                         lanescan_terms *terms);

#endif
