/* Parts of gradient_tensors. */
#ifndef LANESCAN_TESTS_GRADIENT_TENSORS_H
#define LANESCAN_TESTS_GRADIENT_TENSORS_H

#include <lanescan.h>

/* Each wrong argument has its own status, and nothing is written. */
void gradient_check_errors(void);

/* Every option means what it means in the forward call: <J v, g> = <v, J^T g>. */
void gradient_check_options(void);

/* The same on tensors: every operation, type, layout and option. */
void gradient_check_adjoint(void);

/* Many lines at once give the bits of each by itself. */
void gradient_check_lanes(void);

#endif
