/* Plans are carried out. */
#ifndef LANESCAN_RUN_H
#define LANESCAN_RUN_H

#include "tensor/relay.h"

/* All lines, in the plan's way, with as many tasks as it is worth. */
void lanescan_run_plan(const scan_plan *plan, const crew *c);

/* The same of a plan for both parts of complex numbers; false, and nothing is done, where it is
 * better to divide the lines of each. */
bool lanescan_run_parts(const scan_plan *plan, const crew *c);

/* The one line of a plan that lanescan_relay_pays for, divided; what is known at its end. */
relay_end lanescan_run_divided(const scan_plan *plan, size_t tasks, const crew *c);

#endif
