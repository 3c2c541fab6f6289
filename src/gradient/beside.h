/* Gradients of long lines, worked out piece by piece (pieces.h): of one line by itself, or of some
 * that lie side by side. Of these the pieces with the same elements are done one line after the
 * other, from a tile that has each line's elements next to each other. */
#ifndef LANESCAN_BESIDE_H
#define LANESCAN_BESIDE_H

#include "gradient/gradient.h"

#define gradient_together  lanescan_gradient_together
#define gradient_by_pieces lanescan_gradient_by_pieces

/* What is known of the elements to the right of a piece; the operation decides which member of `of`
 * is used. */
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

/* The line that is worked on. An operation's own data, which pass and finish are given as `line`,
 * begins with one. */
typedef struct gradient_place {
    const gradient_lines *all;
    const char *x, *g; /* of element 0, whether or not there is one */
    char *out;
    gradient_carry *carry;
} gradient_place;

typedef struct gradient_pieces {
    gradient_place *line;
    size_t state_size, batch;
    const void *begin; /* the state before the first element */
    void (*pass)(void *line, void *state, uint64_t first, uint64_t count);
    void (*finish)(void *line, const void *state, uint64_t first, uint64_t count);
} gradient_pieces;

/* At most this many elements of a batch, and lines that are worked out together. */
enum { BESIDE_BATCH = 256, BESIDE_LINES = 8, BESIDE_BYTES = 64 };

/* How many lines of these. */
size_t gradient_together(const gradient_lines *all);

void gradient_by_pieces(const gradient_pieces *how, const gradient_lines *all,
                        const ptrdiff_t offset[WALK_ARRAYS], size_t count);

#endif
