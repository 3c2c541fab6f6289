/* The types: a block is four registers. */
#ifndef LANESCAN_TYPES_H
#define LANESCAN_TYPES_H

#include "vocabulary.h"

#include <arm_neon.h>

typedef struct {
    float64x2_t r[4];
} f64x8;
typedef struct {
    int64x2_t r[4];
} i64x8;
typedef struct {
    uint64x2_t r[4];
} m64x8; /* all ones or all zeros a lane */
typedef struct {
    f64x8 v[4];
} f64x32;
typedef struct {
    float64x2_t r;
} f64x2;
typedef struct {
    float32x4_t r[4];
} f32x16;
typedef struct {
    int32x4_t r[4];
} i32x16;

/* Four registers from an expression in the register's number. */
#define EACH(type, expression) \
    ((type){ { expression(0), expression(1), expression(2), expression(3) } })

LANESCAN_INLINE double f64_fma(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}

#endif
