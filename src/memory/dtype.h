/* What the element types are. `dtype` may be any number. */
#ifndef LANESCAN_DTYPE_H
#define LANESCAN_DTYPE_H

#include "lanescan.h"

#include <stdbool.h>
#include <stddef.h>

/* Bytes of an element; 0 where there is no such type. */
static inline size_t dtype_size(int dtype)
{
    static const unsigned char sizes[] = {
        [LANESCAN_BOOL] = 1, [LANESCAN_U8] = 1,  [LANESCAN_U16] = 2,   [LANESCAN_U32] = 4,
        [LANESCAN_U64] = 8,  [LANESCAN_I8] = 1,  [LANESCAN_I16] = 2,   [LANESCAN_I32] = 4,
        [LANESCAN_I64] = 8,  [LANESCAN_F16] = 2, [LANESCAN_BF16] = 2,  [LANESCAN_F32] = 4,
        [LANESCAN_F64] = 8,  [LANESCAN_C64] = 8, [LANESCAN_C128] = 16,
    };
    return dtype >= 0 && dtype < (int)sizeof sizes ? sizes[dtype] : 0;
}

static inline bool dtype_is_valid(int dtype)
{
    return dtype_size(dtype) != 0;
}

/* Bool is none of these. */
static inline bool dtype_is_integer(int dtype)
{
    return dtype >= LANESCAN_U8 && dtype <= LANESCAN_I64;
}

/* Of integers. */
static inline bool dtype_is_signed(int dtype)
{
    return dtype >= LANESCAN_I8;
}

static inline bool dtype_is_floating(int dtype)
{
    return dtype >= LANESCAN_F16 && dtype <= LANESCAN_F64;
}

static inline bool dtype_is_complex(int dtype)
{
    return dtype == LANESCAN_C64 || dtype == LANESCAN_C128;
}

#endif
