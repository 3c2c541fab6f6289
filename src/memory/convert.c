/* Elements of one type to another: the steps of conversions (steps.def), convert_<from>_<to>.
 *
 * Integers go to integers modulo 2^bits, to floats rounded once. Floats go to floats rounded once,
 * to integers truncated and saturated, NaN as 0. Anything to bool is whether it differs from 0; a
 * real number gets an imaginary part of +0. What is converted most is a plain loop, which compilers
 * turn into lanes, or a function of the vocabulary. Signed and unsigned targets are the same:
 * convert_<from>_<bits>. */
#include "block.h"
#include "memory/own.h"

/* Plain loops that compilers turn into lanes, in portable code too. */
#define CONVERT_FUNCTION IN_SCALARS(LANESCAN_VECTORIZED) IN_LANES(LANESCAN_NOINLINE)

/* ---- the two forms ---- */

/* One element after the other. */
LANESCAN_INLINE void convert_elements(size_t n, const void *from, void *to,
                                      void (*convert_element)(const void *, void *, size_t))
{
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < n; i++)
        convert_element(from, to, i);
}

/* What becomes of `x`, an expression that names it. */
#define CONVERT_ELEMENTS(name, from_type, to_type, x, expression)                                \
    static inline void convert_element_##name(const void *from, void *to, size_t i)              \
    {                                                                                            \
        const from_type x = ((const from_type *)from)[i];                                        \
        ((to_type *)to)[i] = (to_type)(expression);                                              \
    }                                                                                            \
    CONVERT_FUNCTION void convert_##name(size_t n, const void *restrict from, void *restrict to) \
    {                                                                                            \
        convert_elements(n, from, to, convert_element_##name);                                   \
    }

/* Blocks of `width` elements; what is left over by way of a block of its own. */
LANESCAN_INLINE void convert_blocks(size_t n, const char *from, size_t from_size, char *to,
                                    size_t to_size, size_t width,
                                    void (*convert_block)(const void *, void *))
{
    for (; n >= width; n -= width) {
        convert_block(from, to);
        from += width * from_size;
        to += width * to_size;
    }
    if (n) {
        /* The widest block is of 16 doubles. */
        _Alignas(uint64_t) unsigned char from_part[128] = { 0 }, to_part[128];
        memcpy(from_part, from, n * from_size);
        convert_block(from_part, to_part);
        memcpy(to, to_part, n * to_size);
    }
}

#define CONVERT_BLOCKS(name, from_type, to_type, width, convert_block)                         \
    LANESCAN_NOINLINE void convert_##name(size_t n, const void *from, void *to)                \
    {                                                                                          \
        convert_blocks(n, from, sizeof(from_type), to, sizeof(to_type), width, convert_block); \
    }

/* ---- floats to floats ---- */

static inline void convert_block_f16_f32(const void *from, void *to)
{
    f32v_store(to, f32v_load_f16(from));
}

static inline void convert_block_f16_f64(const void *from, void *to)
{
    f64v_store(ELEMENT_F64, to, f64v_load(ELEMENT_F16, from));
}

static inline void convert_block_f32_f16(const void *from, void *to)
{
    f32v_store_f16(to, f32v_load(from));
}

static inline void convert_block_f32_bf16(const void *from, void *to)
{
    f32v_store_bf16(to, f32v_load(from));
}

static inline void convert_block_f64_f16(const void *from, void *to)
{
    f16_store_f64(to, from);
}

static inline void convert_block_f64_bf16(const void *from, void *to)
{
    bf16_store_f64(to, from);
}

CONVERT_BLOCKS(f16_f32, uint16_t, float, FLOAT_LANES, convert_block_f16_f32)
CONVERT_BLOCKS(f16_f64, uint16_t, double, LANES, convert_block_f16_f64)
CONVERT_BLOCKS(f32_f16, float, uint16_t, FLOAT_LANES, convert_block_f32_f16)
CONVERT_BLOCKS(f32_bf16, float, uint16_t, FLOAT_LANES, convert_block_f32_bf16)
CONVERT_BLOCKS(f64_f16, double, uint16_t, FLOAT_LANES, convert_block_f64_f16)
CONVERT_BLOCKS(f64_bf16, double, uint16_t, FLOAT_LANES, convert_block_f64_bf16)
CONVERT_ELEMENTS(bf16_f32, uint16_t, float, x, f32_of_bf16(x))
CONVERT_ELEMENTS(bf16_f64, uint16_t, double, x, f32_of_bf16(x))
CONVERT_ELEMENTS(f32_f64, float, double, x, x)
CONVERT_ELEMENTS(f64_f32, double, float, x, x)

/* ---- f64 to integers ---- */

/* To fewer bits by way of i32, and to u32 by way of i64, which saturate too. */
LANESCAN_INLINE int64_t i64_clamp(int64_t value, int64_t low, int64_t high)
{
    value = value > high ? high : value;
    return value < low ? low : value;
}

LANESCAN_INLINE int32_t i32_clamp(int32_t value, int32_t low, int32_t high)
{
    value = value > high ? high : value;
    return value < low ? low : value;
}

LANESCAN_INLINE uint64_t u64_truncate(double value)
{
    return value >= 0x1p64 ? UINT64_MAX : value > 0 ? (uint64_t)value : 0;
}

static inline void convert_block_f64_i32(const void *from, void *to)
{
    f64v_store_i32(to, f64v_load(ELEMENT_F64, from));
}

static inline void convert_block_f64_i64(const void *from, void *to)
{
    i64v_store(to, i64v_truncate(f64v_load(ELEMENT_F64, from)));
}

CONVERT_BLOCKS(f64_i32, double, int32_t, LANES, convert_block_f64_i32)
CONVERT_BLOCKS(f64_i64, double, int64_t, LANES, convert_block_f64_i64)
CONVERT_ELEMENTS(f64_u64, double, uint64_t, x, u64_truncate(x))
CONVERT_ELEMENTS(i32_clamp_u8, int32_t, uint8_t, x, i32_clamp(x, 0, UINT8_MAX))
CONVERT_ELEMENTS(i32_clamp_u16, int32_t, uint16_t, x, i32_clamp(x, 0, UINT16_MAX))
CONVERT_ELEMENTS(i32_clamp_i8, int32_t, int8_t, x, i32_clamp(x, INT8_MIN, INT8_MAX))
CONVERT_ELEMENTS(i32_clamp_i16, int32_t, int16_t, x, i32_clamp(x, INT16_MIN, INT16_MAX))
CONVERT_ELEMENTS(i64_clamp_u32, int64_t, uint32_t, x, i64_clamp(x, 0, UINT32_MAX))

/* ---- integers to anything real ---- */

/* Beyond 2^53 rounded to odd at a multiple of 2^11, and so exact in a double: enough to round to a
 * half from there. */
LANESCAN_INLINE int64_t i64_for_half(int64_t value)
{
    const int64_t low = (1 << 11) - 1, odd = (((value & low) + low) | value) & ~low;
    return value >= -(INT64_C(1) << 53) && value <= INT64_C(1) << 53 ? value : odd;
}

LANESCAN_INLINE uint64_t u64_for_half(uint64_t value)
{
    const uint64_t low = (1 << 11) - 1, odd = (((value & low) + low) | value) & ~low;
    return value <= UINT64_C(1) << 53 ? value : odd;
}

static inline void convert_block_i64_f64(const void *from, void *to)
{
    f64v_store(ELEMENT_F64, to, f64v_round_i64(i64v_load(from)));
}

CONVERT_ELEMENTS(bool8_f64, uint8_t, double, x, x != 0)
CONVERT_ELEMENTS(u8_f64, uint8_t, double, x, x)
CONVERT_ELEMENTS(u16_f64, uint16_t, double, x, x)
CONVERT_ELEMENTS(u32_f64, uint32_t, double, x, x)
CONVERT_ELEMENTS(u64_f64, uint64_t, double, x, x)
CONVERT_ELEMENTS(i8_f64, int8_t, double, x, x)
CONVERT_ELEMENTS(i16_f64, int16_t, double, x, x)
CONVERT_ELEMENTS(i32_f64, int32_t, double, x, x)
CONVERT_BLOCKS(i64_f64, int64_t, double, LANES, convert_block_i64_f64)
CONVERT_ELEMENTS(u64_f64_for_half, uint64_t, double, x, u64_for_half(x))
CONVERT_ELEMENTS(i64_f64_for_half, int64_t, double, x, i64_for_half(x))

/* The step from one byte to eight: compilers take three. */
static inline void convert_block_i8_i64(const void *from, void *to)
{
    i64v_store(to, i64v_load_i8(from));
}

static inline void convert_block_u8_i64(const void *from, void *to)
{
    i64v_store(to, i64v_load_u8(from));
}

static inline void convert_block_bool8_i64(const void *from, void *to)
{
    i64v_store(to, i64v_load_bool(from));
}

CONVERT_BLOCKS(bool8_64, uint8_t, int64_t, LANES, convert_block_bool8_i64)
CONVERT_BLOCKS(u8_64, uint8_t, int64_t, LANES, convert_block_u8_i64)
CONVERT_BLOCKS(i8_64, int8_t, int64_t, LANES, convert_block_i8_i64)
CONVERT_ELEMENTS(bool8_16, uint8_t, uint16_t, x, x != 0)
CONVERT_ELEMENTS(bool8_32, uint8_t, uint32_t, x, x != 0)
CONVERT_ELEMENTS(u8_16, uint8_t, uint16_t, x, x)
CONVERT_ELEMENTS(u8_32, uint8_t, uint32_t, x, x)
CONVERT_ELEMENTS(u16_32, uint16_t, uint32_t, x, x)
CONVERT_ELEMENTS(u16_64, uint16_t, uint64_t, x, x)
CONVERT_ELEMENTS(u32_64, uint32_t, uint64_t, x, x)
CONVERT_ELEMENTS(i8_16, int8_t, uint16_t, x, x)
CONVERT_ELEMENTS(i8_32, int8_t, uint32_t, x, x)
CONVERT_ELEMENTS(i16_32, int16_t, uint32_t, x, x)
CONVERT_ELEMENTS(i16_64, int16_t, uint64_t, x, x)
CONVERT_ELEMENTS(i32_64, int32_t, uint64_t, x, x)

/* Fewer bits, and bool: the same for signed numbers. */
CONVERT_ELEMENTS(u16_8, uint16_t, uint8_t, x, x)
CONVERT_ELEMENTS(u32_8, uint32_t, uint8_t, x, x)
CONVERT_ELEMENTS(u32_16, uint32_t, uint16_t, x, x)
CONVERT_ELEMENTS(u64_8, uint64_t, uint8_t, x, x)
CONVERT_ELEMENTS(u64_16, uint64_t, uint16_t, x, x)
CONVERT_ELEMENTS(u64_32, uint64_t, uint32_t, x, x)
CONVERT_ELEMENTS(u8_bool8, uint8_t, uint8_t, x, x != 0)
CONVERT_ELEMENTS(u16_bool8, uint16_t, uint8_t, x, x != 0)
CONVERT_ELEMENTS(u32_bool8, uint32_t, uint8_t, x, x != 0)
CONVERT_ELEMENTS(u64_bool8, uint64_t, uint8_t, x, x != 0)

CONVERT_ELEMENTS(bool8_f32, uint8_t, float, x, x != 0)
CONVERT_ELEMENTS(u8_f32, uint8_t, float, x, x)
CONVERT_ELEMENTS(u16_f32, uint16_t, float, x, x)
CONVERT_ELEMENTS(u32_f32, uint32_t, float, x, x)
CONVERT_ELEMENTS(u64_f32, uint64_t, float, x, x)
CONVERT_ELEMENTS(i8_f32, int8_t, float, x, x)
CONVERT_ELEMENTS(i16_f32, int16_t, float, x, x)
CONVERT_ELEMENTS(i32_f32, int32_t, float, x, x)
CONVERT_ELEMENTS(i64_f32, int64_t, float, x, x)

/* ---- complex numbers, and floats to bool ---- */

typedef struct {
    uint8_t part[2];
} convert_bools;

CONVERT_ELEMENTS(half_bool8, uint16_t, uint8_t, x, (x & 0x7fff) != 0) /* f16 and bf16 */
CONVERT_ELEMENTS(f32_bool8, float, uint8_t, x, x != 0)
CONVERT_ELEMENTS(f64_bool8, double, uint8_t, x, x != 0)
LANESCAN_NOINLINE void convert_c64_bools(size_t n, const void *from, void *to)
{
    convert_f32_bool8(2 * n, from, to);
}

LANESCAN_NOINLINE void convert_c128_bools(size_t n, const void *from, void *to)
{
    convert_f64_bool8(2 * n, from, to);
}

CONVERT_ELEMENTS(parts_bool8, convert_bools, uint8_t, x, x.part[0] | x.part[1])

CONVERT_FUNCTION void convert_f32_c64(size_t n, const void *restrict from, void *restrict to)
{
    const float *const x = from;
    float *const y = to;
    for (size_t i = 0; i < n; i++) {
        y[2 * i] = x[i];
        y[2 * i + 1] = 0;
    }
}

CONVERT_FUNCTION void convert_f64_c128(size_t n, const void *restrict from, void *restrict to)
{
    const double *const x = from;
    double *const y = to;
    for (size_t i = 0; i < n; i++) {
        y[2 * i] = x[i];
        y[2 * i + 1] = 0;
    }
}

LANESCAN_NOINLINE void convert_c64_c128(size_t n, const void *from, void *to)
{
    convert_f32_f64(2 * n, from, to);
}

LANESCAN_NOINLINE void convert_c128_c64(size_t n, const void *from, void *to)
{
    convert_f64_f32(2 * n, from, to);
}

/* ---- the table ---- */

const lanescan_steps OF_FOLDER(steps) = {
#ifdef LANESCAN_WITHOUT_TENSORS /* what lines need */
    [STEP_f32_f64] = convert_f32_f64,
    [STEP_f64_f32] = convert_f64_f32,
#else
#define STEP(name) [STEP_##name] = KEPT_OR_NULL(convert_##name),
#include "memory/steps.def"
#endif
};
