#include "golden/dtype.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const dtype_info infos[NUM_DTYPES] = {
    [LANESCAN_BOOL] = { "bool", 1, KIND_BOOL, 0, 0, 0, LANESCAN_BOOL },
    [LANESCAN_U8] = { "u8", 1, KIND_UNSIGNED, 0, 0, 0, LANESCAN_U8 },
    [LANESCAN_U16] = { "u16", 2, KIND_UNSIGNED, 0, 0, 0, LANESCAN_U16 },
    [LANESCAN_U32] = { "u32", 4, KIND_UNSIGNED, 0, 0, 0, LANESCAN_U32 },
    [LANESCAN_U64] = { "u64", 8, KIND_UNSIGNED, 0, 0, 0, LANESCAN_U64 },
    [LANESCAN_I8] = { "i8", 1, KIND_SIGNED, 0, 0, 0, LANESCAN_I8 },
    [LANESCAN_I16] = { "i16", 2, KIND_SIGNED, 0, 0, 0, LANESCAN_I16 },
    [LANESCAN_I32] = { "i32", 4, KIND_SIGNED, 0, 0, 0, LANESCAN_I32 },
    [LANESCAN_I64] = { "i64", 8, KIND_SIGNED, 0, 0, 0, LANESCAN_I64 },
    [LANESCAN_F16] = { "f16", 2, KIND_FLOAT, 11, -13, 16, LANESCAN_F16 },
    [LANESCAN_BF16] = { "bf16", 2, KIND_FLOAT, 8, -125, 128, LANESCAN_BF16 },
    [LANESCAN_F32] = { "f32", 4, KIND_FLOAT, 24, -125, 128, LANESCAN_F32 },
    [LANESCAN_F64] = { "f64", 8, KIND_FLOAT, 53, -1021, 1024, LANESCAN_F64 },
    [LANESCAN_C64] = { "c64", 8, KIND_COMPLEX, 24, -125, 128, LANESCAN_F32 },
    [LANESCAN_C128] = { "c128", 16, KIND_COMPLEX, 53, -1021, 1024, LANESCAN_F64 },
};

dtype_info dtype_of(int dtype)
{
    return infos[dtype];
}

const char *op_name(lanescan_op op)
{
    static const char *const names[NUM_OPS] = {
#define OPERATION(op, name, text, identity, integers) #name,
#include "ops/ops.def"
    };
    return names[op];
}

/* The kinds of types that each operation is defined for, as the header has it. */
enum {
    INTEGERS = 1 << KIND_UNSIGNED | 1 << KIND_SIGNED,
    FLOATS = 1 << KIND_FLOAT | 1 << KIND_COMPLEX,
    KINDS_OF_cumsum = INTEGERS | FLOATS,
    KINDS_OF_cumprod = INTEGERS | FLOATS,
    KINDS_OF_cummax = 1 << KIND_BOOL | INTEGERS | 1 << KIND_FLOAT,
    KINDS_OF_cummin = KINDS_OF_cummax,
    KINDS_OF_logcumsumexp = FLOATS,
};

bool op_is_defined(lanescan_op op, int dtype)
{
    static const unsigned kinds[NUM_OPS] = {
#define OPERATION(op, name, text, identity, integers) KINDS_OF_##name,
#include "ops/ops.def"
    };
    return kinds[op] >> infos[dtype].kind & 1;
}

bool dtype_converts(int from, int to)
{
    return infos[from].kind != KIND_COMPLEX || infos[to].kind == KIND_COMPLEX;
}

static bool part_is_same(int part, const char *a, const char *b)
{
    if (memcmp(a, b, infos[part].size) == 0)
        return true;
    return infos[part].kind == KIND_FLOAT && isnan(number_read(part, a).re) &&
           isnan(number_read(part, b).re);
}

bool dtype_same(int dtype, const void *a, const void *b)
{
    const int part = infos[dtype].part;
    const size_t size = infos[part].size;
    for (size_t at = 0; at < infos[dtype].size; at += size)
        if (!part_is_same(part, (const char *)a + at, (const char *)b + at))
            return false;
    return true;
}

char *dtype_text(char text[DTYPE_TEXT], int dtype, const void *element)
{
    const number value = number_read(dtype, element);
    switch (value.kind) {
    case KIND_SIGNED:
        snprintf(text, DTYPE_TEXT, "%" PRId64, (int64_t)value.integer);
        break;
    case KIND_FLOAT:
        snprintf(text, DTYPE_TEXT, "%a (%.17g)", value.re, value.re);
        break;
    case KIND_COMPLEX:
        snprintf(text, DTYPE_TEXT, "%a %+ai (%.9g %+.9gi)", value.re, value.im, value.re, value.im);
        break;
    default:
        snprintf(text, DTYPE_TEXT, "%" PRIu64, value.integer);
    }
    return text;
}

void dtype_identity(lanescan_op op, int dtype, void *element)
{
    const bool is_real = infos[dtype].kind >= KIND_FLOAT;
    const size_t bits = 8 * infos[dtype].size;
    const uint64_t all = UINT64_MAX >> (64 - (bits > 64 ? 64 : bits));
    const uint64_t highest = infos[dtype].kind == KIND_BOOL     ? 1
                             : infos[dtype].kind == KIND_SIGNED ? all >> 1
                                                                : all;
    const uint64_t lowest = infos[dtype].kind == KIND_SIGNED ? ~highest : 0;
    number value = number_real(op == LANESCAN_CUMSUM    ? 0
                               : op == LANESCAN_CUMPROD ? 1
                               : op == LANESCAN_CUMMIN  ? (double)INFINITY
                                                        : (double)-INFINITY);
    if (!is_real && op_has_index(op))
        value = (number){ KIND_UNSIGNED, op == LANESCAN_CUMMAX ? lowest : highest, 0, 0 };
    number_write(dtype, element, value);
}
