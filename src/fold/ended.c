#include "block.h"
#include "fold/ended.h"

#if LANES == 1

LANESCAN_INLINE double ended_elements(operation op, double value, size_t n, source x, target y)
{
    for (size_t i = 0; i < n; i++) {
        value = f64_apply(op, value, source_read(x, i));
        target_write(y, i, value);
    }
    return value;
}

void KERNEL(ended_line)(lanescan_state *state, operation op, size_t n, const source *x,
                        const target *y)
{
    state->ended = op == OP_ADD ? ended_elements(OP_ADD, state->ended, n, *x, *y)
                                : ended_elements(OP_MULTIPLY, state->ended, n, *x, *y);
}

#endif
