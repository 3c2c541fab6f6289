/* a * b + c, rounded once, for CPUs without the instruction: libm's fma() takes hundreds of cycles
 * there, and that of mingw-w64 rounds twice.
 *
 * First the exact value, as a sum of three doubles. TwoProduct makes two of a * b, TwoSum adds c:
 *
 *     a * b + c = sum.high + rest.high + rest.low
 *
 * One addition, sum.high + rest.high, rounds it. What that addition does not see, rest.low, is so
 * small that it matters in one case only: where the two lie exactly halfway between two doubles.
 * Then its sign says which of these is nearer. (Boldo and Melquiond, IEEE Trans. Comput. 57, 2008,
 * get the same by rounding rest to odd.) */
#ifndef LANESCAN_FMA_H
#define LANESCAN_FMA_H

#include "lanes/vocabulary.h"

double lanescan_fma(double a, double b, double c);

/* What it does where numbers are not usual. */
double lanescan_fma_unusual(double a, double b, double c);

#endif
