/* A line that is worked out piece by piece (pieces.h), by itself. */
#ifndef LANESCAN_ONE_LINE_H
#define LANESCAN_ONE_LINE_H

#include "gradient/gradient.h"
#include "gradient/pieces.h"

#define gradient_fetch_before lanescan_gradient_fetch_before

/* What is known of a line from the right, of that operation which it is. */
typedef struct gradient_carry {
    gradient_results results;
    union {
        lanescan_wide product; /* cumprod: r */
        struct {
            double high[2], low[2]; /* logcumsumexp: the sum of quotients so far */
            double fall;            /* with the element that was last done */
        } quotients;
    } of;
} gradient_carry;

/* The line that is worked on: first member of an operation's own data, which pass and finish are
 * given. */
typedef struct gradient_place {
    const gradient_lines *all;
    const char *x, *g; /* of element 0, whether or not there is one */
    char *out;
    gradient_carry *carry;
} gradient_place;

static inline void gradient_by_pieces(const piece_work *work, const void *begin,
                                      const gradient_lines *all,
                                      const ptrdiff_t offset[WALK_ARRAYS])
{
    gradient_carry carry = { .results.has_next = false };
    *(gradient_place *)work->data = (gradient_place){ .all = all,
                                                      .x = all->x.data + offset[WALK_X],
                                                      .g = all->g.data + offset[WALK_G],
                                                      .out = all->out.data + offset[WALK_OUT],
                                                      .carry = &carry };
    pieces_run(work, begin, all->n);
}

/* Asks for a batch, the elements before the one at `end`: of lines that are read from the right. */
void gradient_fetch_before(const gradient_place *place, size_t batch, uint64_t end);

/* That of a tile with rows of `stride` numbers: its elements are where they are, and its gradients,
 * from element `first` on, go to the tile. `to_tile` is for its use. */
static inline gradient_place gradient_place_in_tile(const gradient_lines *all,
                                                    const line_block *lines, size_t lane,
                                                    double *tile, size_t stride, uint64_t first,
                                                    gradient_lines *to_tile, gradient_carry *carry)
{
    const ptrdiff_t row = (ptrdiff_t)(stride * sizeof(double));
    *to_tile = *all;
    to_tile->out = (gradient_side){ (char *)tile, row, gradient_unchanged };
    to_tile->is_overwritten = false; /* but of lines of one batch, whose g is all there */
    return (gradient_place){ .all = to_tile,
                             .x = gradient_lane(all, lines, lane, WALK_X),
                             .g = gradient_lane(all, lines, lane, WALK_G),
                             .out = (char *)(tile + lane) - (ptrdiff_t)first * row,
                             .carry = carry };
}

#endif
