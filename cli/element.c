#include "element.h"

#include "npy.h"
#include "report.h"

#include <string.h>

typedef struct element_type {
    const char *name, *long_name;
    size_t size;
} element_type;

static const element_type types[NUM_DTYPES] = {
    [LANESCAN_BOOL] = { "bool", "bool8", 1 },       [LANESCAN_U8] = { "u8", "uint8", 1 },
    [LANESCAN_U16] = { "u16", "uint16", 2 },        [LANESCAN_U32] = { "u32", "uint32", 4 },
    [LANESCAN_U64] = { "u64", "uint64", 8 },        [LANESCAN_I8] = { "i8", "int8", 1 },
    [LANESCAN_I16] = { "i16", "int16", 2 },         [LANESCAN_I32] = { "i32", "int32", 4 },
    [LANESCAN_I64] = { "i64", "int64", 8 },         [LANESCAN_F16] = { "f16", "float16", 2 },
    [LANESCAN_BF16] = { "bf16", "bfloat16", 2 },    [LANESCAN_F32] = { "f32", "float32", 4 },
    [LANESCAN_F64] = { "f64", "float64", 8 },       [LANESCAN_C64] = { "c64", "complex64", 8 },
    [LANESCAN_C128] = { "c128", "complex128", 16 },
};

const char *element_name(int dtype)
{
    return types[dtype].name;
}

size_t element_size(int dtype)
{
    return types[dtype].size;
}

bool element_is_complex(int dtype)
{
    return dtype == LANESCAN_C64 || dtype == LANESCAN_C128;
}

bool element_is_floating(int dtype)
{
    return dtype >= LANESCAN_F16 && dtype <= LANESCAN_F64;
}

bool element_host_is_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

bool element_parse(const char *name, int *dtype, bool *is_big_endian)
{
    bool order = false;
    const char *why;
    if (strchr("<>=|", name[0])) {
        if (!npy_parse_descr(name, strlen(name), dtype, &order, &why))
            return false;
        if (is_big_endian)
            *is_big_endian = order;
        return is_big_endian || order == element_host_is_big_endian();
    }
    for (int i = 0; i < NUM_DTYPES; i++) {
        if (strcmp(types[i].name, name) == 0 || strcmp(types[i].long_name, name) == 0) {
            *dtype = i;
            if (is_big_endian)
                *is_big_endian = false; /* raw data are little-endian unless it says otherwise */
            return true;
        }
    }
    return false;
}

static void swap2(size_t n, const unsigned char *from, unsigned char *to)
{
    for (; n; n--, from += 2, to += 2) {
        const unsigned char a = from[0], b = from[1];
        to[0] = b;
        to[1] = a;
    }
}

static void swap4(size_t n, const unsigned char *from, unsigned char *to)
{
    for (; n; n--, from += 4, to += 4) {
        uint32_t x;
        memcpy(&x, from, 4);
        x = x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
        memcpy(to, &x, 4);
    }
}

static void swap8(size_t n, const unsigned char *from, unsigned char *to)
{
    for (; n; n--, from += 8, to += 8) {
        uint64_t x;
        memcpy(&x, from, 8);
        x = x >> 56 | (x >> 40 & 0xff00) | (x >> 24 & 0xff0000) | (x >> 8 & 0xff000000) |
            (x & 0xff000000) << 8 | (x & 0xff0000) << 24 | (x & 0xff00) << 40 | x << 56;
        memcpy(to, &x, 8);
    }
}

void element_swap(int dtype, size_t n, const void *from, void *to)
{
    const size_t parts = element_is_complex(dtype) ? 2 : 1;
    switch (element_size(dtype) / parts) {
    case 2:
        swap2(n, from, to);
        return;
    case 4:
        swap4(n * parts, from, to);
        return;
    case 8:
        swap8(n * parts, from, to);
        return;
    default:
        if (from != to)
            memcpy(to, from, n);
    }
}

/* Lines of one element: its running maximum is itself. */
static void convert_real(int from_dtype, const void *from, int to_dtype, void *to, int64_t n,
                         int64_t step)
{
    const int64_t shape[2] = { n, 1 }, from_strides[2] = { 1, 1 }, to_strides[2] = { step, 1 };
    union {
        const void *constant;
        void *data;
    } input = { from }; /* the library does not write it */
    const lanescan_tensor in = { input.data, shape, from_strides, 2, from_dtype };
    const lanescan_tensor out = { to, shape, to_strides, 2, to_dtype };
    const lanescan_status status = lanescan_cummax(&in, 1, &out);
    if (status)
        fail("from %s to %s: %s", element_name(from_dtype), element_name(to_dtype),
             lanescan_status_string(status));
}

void element_convert(int from_dtype, const void *from, int to_dtype, void *to, size_t n)
{
    if (from_dtype == to_dtype) {
        memcpy(to, from, n * element_size(to_dtype));
    } else if (element_is_complex(to_dtype)) {
        const int part = to_dtype == LANESCAN_C64 ? LANESCAN_F32 : LANESCAN_F64;
        if (element_is_complex(from_dtype)) {
            convert_real(from_dtype == LANESCAN_C64 ? LANESCAN_F32 : LANESCAN_F64, from, part, to,
                         (int64_t)(2 * n), 1);
        } else {
            memset(to, 0, n * element_size(to_dtype));
            convert_real(from_dtype, from, part, to, (int64_t)n, 2);
        }
    } else {
        convert_real(from_dtype, from, to_dtype, to, (int64_t)n, 1);
    }
}

int element_promote(int a, int b)
{
    a = (int)lanescan_result_dtype(LANESCAN_LOGCUMSUMEXP, (lanescan_dtype)a);
    b = (int)lanescan_result_dtype(LANESCAN_LOGCUMSUMEXP, (lanescan_dtype)b);
    if (a == b)
        return a;
    const bool is_wide = a == LANESCAN_F64 || a == LANESCAN_C128 || b == LANESCAN_F64 ||
                         b == LANESCAN_C128;
    if (element_is_complex(a) || element_is_complex(b))
        return is_wide ? LANESCAN_C128 : LANESCAN_C64;
    return is_wide ? LANESCAN_F64 : LANESCAN_F32; /* of f16 and bf16 too */
}
