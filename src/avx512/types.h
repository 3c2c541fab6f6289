/* The types: a block is one register. */
#ifndef LANESCAN_TYPES_H
#define LANESCAN_TYPES_H

#include "lanes/x86_pair.h"

#include <immintrin.h>

#define LANES       8  /* of 64 bits */
#define FLOAT_LANES 16 /* of 32 bits */

#define IN_SCALARS(...)
#define IN_LANES(...) __VA_ARGS__

typedef struct {
    __m512d r;
} f64v;
typedef struct {
    __m512i r;
} i64v;
typedef struct {
    __mmask8 r;
} m64v;
typedef struct {
    f64v v[4];
} f64_group;
typedef struct {
    __m512 r;
} f32v;
typedef struct {
    __m512i r;
} i32v;

#define F64V(expression) ((f64v){ expression })
#define I64V(expression) ((i64v){ expression })
#define F32V(expression) ((f32v){ expression })
#define I32V(expression) ((i32v){ expression })

#endif
