/* The types: a block is two registers. */
#ifndef LANESCAN_TYPES_H
#define LANESCAN_TYPES_H

#include "lanes/x86_pair.h"

#include <immintrin.h>

#define LANES       8  /* of 64 bits */
#define FLOAT_LANES 16 /* of 32 bits */

#define IN_SCALARS(...)
#define IN_LANES(...) __VA_ARGS__

typedef struct {
    __m256d lo, hi;
} f64v;
typedef struct {
    __m256i lo, hi;
} i64v;
typedef struct {
    __m256d lo, hi;
} m64v; /* all ones or all zeros a lane */
typedef struct {
    f64v v[4];
} f64_group;
typedef struct {
    __m256 lo, hi;
} f32v;
typedef struct {
    __m256i lo, hi;
} i32v;

#define F64V(low, high) ((f64v){ low, high })
#define I64V(low, high) ((i64v){ low, high })
#define M64V(low, high) ((m64v){ low, high })
#define F32V(low, high) ((f32v){ low, high })
#define I32V(low, high) ((i32v){ low, high })

#endif
