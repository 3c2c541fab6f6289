/* A group of complex numbers, as the sets hand it to each other. */
#ifndef LANESCAN_COMPLEX_GROUP_H
#define LANESCAN_COMPLEX_GROUP_H

#include "lanes/vocabulary.h"

/* Real and imaginary parts, in the order of the line. */
typedef struct complex_group {
    double re[GROUP] LANESCAN_ALIGNED(64);
    double im[GROUP] LANESCAN_ALIGNED(64);
} complex_group;

#endif
