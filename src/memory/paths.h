/* The way from each element type to each other. */
#ifndef LANESCAN_PATHS_H
#define LANESCAN_PATHS_H

#include "memory/kernels.h"

#include <stdint.h>

enum { MOST_IN_PATH = 3 };

/* Its steps, the others 0; none where the elements are the same in memory. */
typedef struct lanescan_path {
    uint8_t is_there, steps[MOST_IN_PATH];
} lanescan_path;

extern const lanescan_path lanescan_paths[NUM_DTYPES][NUM_DTYPES]; /* [from][to] */

#endif
