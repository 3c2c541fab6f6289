/* Beginnings and ends of lines of complex numbers. */
#ifndef LANESCAN_COMPLEX_STATE_H
#define LANESCAN_COMPLEX_STATE_H

#include "state.h"

/* The identity of LANESCAN_CUMPROD (1) or LANESCAN_LOGCUMSUMEXP (-inf). */
void lanescan_complex_begin(lanescan_state *state, lanescan_op op);

/* The log-sum-exp of what LANESCAN_LOGCUMSUMEXP has been given: that scan's last result, but for the imaginary part, which is
 * the principal value, in (-pi, pi]. value: real, imaginary. */
void lanescan_complex_logsumexp(const lanescan_state *state, double value[2]);

#endif
