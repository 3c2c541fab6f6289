/* The types: a block is four registers. */
#ifndef LANESCAN_TYPES_H
#define LANESCAN_TYPES_H

#include "intrinsics.h"
#include "lanes/vocabulary.h"

#define LANES       8  /* of 64 bits */
#define FLOAT_LANES 16 /* of 32 bits */

#define IN_SCALARS(...)
#define IN_LANES(...) __VA_ARGS__

typedef struct {
    float64x2_t r[4];
} f64v;
typedef struct {
    int64x2_t r[4];
} i64v;
typedef struct {
    uint64x2_t r[4];
} m64v; /* all ones or all zeros a lane */
typedef struct {
    f64v v[4];
} f64_group;
typedef struct {
    float64x2_t r;
} f64x2;
typedef struct {
    float32x4_t r[4];
} f32v;
typedef struct {
    int32x4_t r[4];
} i32v;

/* Four registers from an expression in the register's number. */
#define EACH(type, expression) \
    ((type){ { expression(0), expression(1), expression(2), expression(3) } })

#endif
