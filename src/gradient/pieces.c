/* The order of pieces, and the states at their beginnings: with room for a few of them a line is
 * passed as seldom as can be. (Checkpointing: Griewank and Walther, Algorithm 799, ACM Trans. Math.
 * Softw. 26, 2000.) */
#include "gradient/pieces.h"

#include <string.h>

/* Batches of a line that so many states are enough for, if it is passed so many times. */
static uint64_t reach(uint64_t states, unsigned passes)
{
    const uint64_t pieces = states / passes;
    return passes == 1 ? states : pieces * reach(states - pieces, passes - 1);
}

/* `states`: so many are free. `states[0]` is that at the beginning. */
static void run_level(const piece_work *work, char *states, uint64_t num_states, unsigned passes,
                      uint64_t first, uint64_t count)
{
    const size_t size = work->state_size;
    const uint64_t batches = (count + work->batch - 1) / work->batch;
    uint64_t pieces = 1, each;
    /* As few pieces as will do: each but the last is passed once more. */
    while (passes > 1 && pieces * reach(num_states - pieces, passes - 1) < batches)
        pieces++;
    each = passes == 1 ? 1 : reach(num_states - pieces, passes - 1);
    pieces = (batches + each - 1) / each;
    /* The first one is the short one, for the last is passed once less. */
    const uint64_t short_of = (pieces * each - batches) * work->batch;
    for (uint64_t p = 1, at = first; p < pieces; p++) {
        const uint64_t end = first + p * each * work->batch - short_of;
        memcpy(states + p * size, states + (p - 1) * size, size);
        work->pass(work->data, states + p * size, at, end - at);
        at = end;
    }
    for (uint64_t p = pieces, end = first + count; p-- > 0;) {
        const uint64_t from = first + (p ? p * each * work->batch - short_of : 0);
        if (passes == 1) {
            work->finish(work->data, states + p * size, from, end - from);
        } else {
            memcpy(states + pieces * size, states + p * size, size);
            run_level(work, states + pieces * size, num_states - pieces, passes - 1, from,
                      end - from);
        }
        end = from;
    }
}

void pieces_run(const piece_work *work, const void *begin, uint64_t n)
{
    _Alignas(16) char states[PIECES_STATES];
    const uint64_t num_states = PIECES_STATES / work->state_size,
                   batches = (n + work->batch - 1) / work->batch;
    unsigned passes = 1;
    while (reach(num_states, passes) < batches)
        passes++;
    memcpy(states, begin, work->state_size);
    run_level(work, states, num_states, passes, 0, n);
}
