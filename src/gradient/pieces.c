#include "gradient/pieces.h"

#include <string.h>

/* How many states each level has, of so many levels. */
static uint64_t states_of_level(const piece_work *work, unsigned levels)
{
    return PIECES_STATES / work->state_size / levels;
}

/* Elements of a piece of the highest of these levels. */
static uint64_t piece_of(const piece_work *work, uint64_t states, unsigned level)
{
    uint64_t piece = work->batch;
    while (--level)
        piece *= states;
    return piece;
}

/* As few levels as will do. */
static unsigned levels_for(const piece_work *work, uint64_t n)
{
    unsigned levels = 1;
    for (;; levels++) {
        const uint64_t states = states_of_level(work, levels);
        if (n / states < piece_of(work, states, levels))
            return levels;
    }
}

/* `states`: those of this level and the lower ones. `states[0]` is the beginning's. */
static void run_level(const piece_work *work, char *states, uint64_t each, unsigned level,
                      uint64_t first, uint64_t count)
{
    const size_t size = work->state_size;
    const uint64_t piece = piece_of(work, each, level);
    const uint64_t pieces = (count + piece - 1) / piece;
    char *const below = states + each * size;
    for (uint64_t p = 1; p < pieces; p++) {
        memcpy(states + p * size, states + (p - 1) * size, size);
        work->pass(work->data, states + p * size, first + (p - 1) * piece, piece);
    }
    for (uint64_t p = pieces; p-- > 0;) {
        const uint64_t from = p * piece, left = count - from;
        const uint64_t now = left < piece ? left : piece;
        if (level == 1) {
            work->finish(work->data, states + p * size, first + from, now);
            continue;
        }
        memcpy(below, states + p * size, size);
        run_level(work, below, each, level - 1, first + from, now);
    }
}

void pieces_run(const piece_work *work, const void *begin, uint64_t n)
{
    _Alignas(16) char states[PIECES_STATES];
    const unsigned levels = levels_for(work, n);
    memcpy(states, begin, work->state_size);
    run_level(work, states, states_of_level(work, levels), levels, 0, n);
}
