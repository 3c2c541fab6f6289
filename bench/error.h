/* How far results are from exact ones, on the very data that is timed. */
#ifndef LANESCAN_BENCH_ERROR_H
#define LANESCAN_BENCH_ERROR_H

#include "shapes.h"

/* f32: "ulp" of the exact result. f64: "eps", 2^-52 times what the contract's bound is stated in:
 * the sum of |x| for cumsum, the conditioning of log-sum-exps; but "ulp" for products, which cannot
 * cancel. Integers and extremes: "exact", and the error is the number of wrong elements. */
const char *bench_error_unit(const bench_case *);

/* Calls the contender once; what comes out is in arrays->y, also where the kernel returns it. */
void bench_call_for_output(const bench_contender *, const bench_case *, const bench_arrays *);

/* The largest error in arrays->y and arrays->index, in that unit; shape NULL: a line. NaN where
 * long double is no better than double. */
double bench_error(const bench_case *, const bench_arrays *, const bench_shape *);

#endif
