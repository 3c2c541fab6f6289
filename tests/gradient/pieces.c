/* A line that is walked both ways in pieces: each batch is finished once, from the last to the
 * first, with the state that it has from the left, whatever the number of levels; and how often
 * elements are passed before that. */
#include "gradient/pieces.h"
#include "harness/check.h"

#include <string.h>

enum { MOST_STATE = 320 };

/* The state: the number of elements before, in its first and last bytes. */
typedef struct line {
    size_t state_size, batch;
    uint64_t n, left; /* elements, and those that are not finished */
    uint64_t passed;
    bool is_right;
} line;

static uint64_t position(const line *l, const char *state)
{
    uint64_t first, last;
    memcpy(&first, state, sizeof first);
    memcpy(&last, state + l->state_size - sizeof last, sizeof last);
    return first == last ? first : UINT64_MAX;
}

static void set_position(const line *l, char *state, uint64_t at)
{
    memcpy(state, &at, sizeof at);
    memcpy(state + l->state_size - sizeof at, &at, sizeof at);
}

static void pass(void *data, void *state, uint64_t first, uint64_t count)
{
    line *const l = data;
    l->is_right &= position(l, state) == first && count > 0 && count % l->batch == 0;
    l->passed += count;
    set_position(l, state, first + count);
}

static void finish(void *data, const void *state, uint64_t first, uint64_t count)
{
    line *const l = data;
    const uint64_t of_last = l->n % l->batch ? l->n % l->batch : l->batch;
    l->is_right &= position(l, state) == first && first + count == l->left &&
                   count == (l->left == l->n ? of_last : l->batch);
    l->left = first;
}

/* How often an element is passed, in the mean. */
static double run(size_t state_size, size_t batch, uint64_t n)
{
    char begin[MOST_STATE];
    line l = { state_size, batch, n, n, 0, true };
    set_position(&l, begin, 0);
    pieces_run(&(piece_work){ &l, state_size, batch, pass, finish }, begin, n);
    check(l.is_right && l.left == 0, "states of %zu, batches of %zu, %llu elements", state_size,
          batch, (unsigned long long)n);
    return (double)l.passed / (double)n;
}

/* As few passes as pieces.h promises. */
static void expect_passes(uint64_t n, double least, double most)
{
    const double passed = run(32, 128, n);
    check(passed > least && passed <= most, "%llu elements are passed %.3f times",
          (unsigned long long)n, passed);
}

int main(void)
{
    check_start("gradient_pieces", "lines walked both ways");
    static const size_t sizes[] = { 8, 32, 48, 256, MOST_STATE };
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (uint64_t n = 1; n < 60000 / check_scale(); n += 1 + n / 23)
            for (size_t batch = 1; batch <= 128; batch *= 4)
                run(sizes[s], batch, n);
    expect_passes(512 * 128, 0.99, 1);
    expect_passes(87000, 1.2, 1.3); /* few of the states are for the pieces of pieces */
    expect_passes(8000000, 1.9, 2);
    expect_passes(9000000, 2, 3);
    return check_finish();
}
