/* The types: a block is one register. */
#ifndef LANESCAN_TYPES_H
#define LANESCAN_TYPES_H

#include "x86_pair.h"

#include <immintrin.h>

typedef struct {
    __m512d r;
} f64x8;
typedef struct {
    __m512i r;
} i64x8;
typedef struct {
    __mmask8 r;
} m64x8;
typedef struct {
    f64x8 v[4];
} f64x32;
typedef struct {
    __m512 r;
} f32x16;
typedef struct {
    __m512i r;
} i32x16;

#define F64X8(expression)  ((f64x8){ expression })
#define I64X8(expression)  ((i64x8){ expression })
#define F32X16(expression) ((f32x16){ expression })
#define I32X16(expression) ((i32x16){ expression })

#endif
