#include "complex_state.h"

#include <string.h>

void lanescan_complex_begin(lanescan_state *state, lanescan_op op)
{
    memset(state, 0, sizeof *state);
    if (op == LANESCAN_CUMPROD) {
        state->as.complex_product = (complex_product_state){ .high = { 1, 0 } };
    } else {
        state->as.complex_log = (complex_log_state){ .real = -__builtin_inf(),
                                                     .mode = COMPLEX_LOG_EMPTY };
    }
}

void lanescan_complex_logsumexp(const lanescan_state *state, double value[2])
{
    value[0] = state->as.complex_log.real;
    value[1] = state->as.complex_log.phase;
}
