#ifndef LANESCAN_COMPLEX_STATE_H
#define LANESCAN_COMPLEX_STATE_H
#include "state.h"
void lanescan_complex_begin(lanescan_state *state, lanescan_op op);
void lanescan_complex_logsumexp(const lanescan_state *state, double value[2]);
#endif
