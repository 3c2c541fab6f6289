/* A line that is walked from left to right and then from right to left: pieces of it, from the last
 * to the first, each with what is known of the line at its beginning. */
#ifndef LANESCAN_PIECES_H
#define LANESCAN_PIECES_H

#include <stddef.h>
#include <stdint.h>

#define pieces_run lanescan_pieces_run

typedef struct piece_work {
    void *data;
    size_t state_size; /* a multiple of 8; of 320 there are enough for a million batches */
    size_t batch;      /* elements that are finished at once */
    /* The state at the beginning of these elements becomes that at their end. */
    void (*pass)(void *data, void *state, uint64_t first, uint64_t count);
    /* At most a batch of elements, after all those to their right. */
    void (*finish)(void *data, const void *state, uint64_t first, uint64_t count);
} piece_work;

/* Bytes of states that are kept at a time: 512 states of 32 bytes. With batches of 128 elements, a
 * line is passed once before it is finished if it has up to 65,536 elements, at most twice up to 8
 * million, and three times up to 636 million. In longer ones only what the states cannot cover is
 * passed again. */
enum { PIECES_STATES = 16384 };

void pieces_run(const piece_work *work, const void *begin, uint64_t n);

#endif
