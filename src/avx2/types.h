/* The types: a block is two registers. */
#ifndef LANESCAN_TYPES_H
#define LANESCAN_TYPES_H

#include "x86_pair.h"

#include <immintrin.h>

typedef struct {
    __m256d lo, hi;
} f64x8;
typedef struct {
    __m256i lo, hi;
} i64x8;
typedef struct {
    __m256d lo, hi;
} m64x8; /* all ones or all zeros a lane */
typedef struct {
    f64x8 v[4];
} f64x32;
typedef struct {
    __m256 lo, hi;
} f32x16;
typedef struct {
    __m256i lo, hi;
} i32x16;

#define F64X8(low, high)  ((f64x8){ low, high })
#define I64X8(low, high)  ((i64x8){ low, high })
#define M64X8(low, high)  ((m64x8){ low, high })
#define F32X16(low, high) ((f32x16){ low, high })
#define I32X16(low, high) ((i32x16){ low, high })

#endif
