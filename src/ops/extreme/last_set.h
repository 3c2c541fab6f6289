/* lanescan_last_set[bits][lane]: the highest set bit of `bits` at or below `lane`, or -1. */
#ifndef LANESCAN_LAST_SET_H
#define LANESCAN_LAST_SET_H

#include <stdint.h>

extern const int8_t lanescan_last_set[256][8];

#endif
