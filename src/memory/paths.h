/* The way from each element type to each other. */
#ifndef LANESCAN_PATHS_H
#define LANESCAN_PATHS_H

#include "memory/kernels.h"

#include <stdint.h>

/* At most three steps, the others 0; none where the elements are the same in memory. */
typedef struct lanescan_path {
    uint8_t is_there, steps[3];
} lanescan_path;

extern const lanescan_path lanescan_paths[NUM_DTYPES][NUM_DTYPES]; /* [from][to] */

/* n elements of dtype `from` along it, by a set's kernels. */
void lanescan_go(const lanescan_steps *kernels, int from, int to, size_t n, const void *in,
                 void *out);

#endif
