#include "complex_state.h"
void lanescan_complex_begin(lanescan_state *state, lanescan_op op)
{
    (void)state, (void)op;
}
void lanescan_complex_logsumexp(const lanescan_state *state, double value[2])
{
    (void)state, value[0] = value[1] = 0;
}
