/* Conversions that are not a step of their own (steps.def) are two or three, with an exact or
 * rounded-to-odd middle. The same for all instruction sets. */
#include "memory/paths.h"

/* clang-format off */
#define ONE(a)         { 1, { STEP_##a, 0, 0 } }
#define TWO(a, b)      { 1, { STEP_##a, STEP_##b, 0 } }
#define THREE(a, b, c) { 1, { STEP_##a, STEP_##b, STEP_##c } }
#define AS_IT_IS       { 1, { 0, 0, 0 } }

#ifndef LANESCAN_WITHOUT_COMPLEX
#define TO_COMPLEX(from) \
    [LANESCAN_C64] = TWO(from##_f32, f32_c64), [LANESCAN_C128] = TWO(from##_f64, f64_c128),
#else
#define TO_COMPLEX(from)
#endif
#define SIGNED_AND_NOT(bits, path) [LANESCAN_U##bits] = path, [LANESCAN_I##bits] = path,
/* To halves by way of a wider float that is exact, or rounded to odd. */
#define TO_FLOATS(from, middle, wide)                                                      \
    [LANESCAN_F16] = TWO(from##_##middle, wide##_f16),                                     \
    [LANESCAN_BF16] = TWO(from##_##middle, wide##_bf16),                                   \
    [LANESCAN_F32] = ONE(from##_f32), [LANESCAN_F64] = ONE(from##_f64), TO_COMPLEX(from)
/* To fewer bits by way of i32, and to u32 by way of i64, which saturate too. `first` goes to
 * f64. */
#define TO_INTEGERS(PATH, first)                                                           \
    [LANESCAN_U8] = PATH(first, f64_i32, i32_clamp_u8),                                    \
    [LANESCAN_U16] = PATH(first, f64_i32, i32_clamp_u16),                                  \
    [LANESCAN_U32] = PATH(first, f64_i64, i64_clamp_u32),                                  \
    [LANESCAN_I8] = PATH(first, f64_i32, i32_clamp_i8),                                    \
    [LANESCAN_I16] = PATH(first, f64_i32, i32_clamp_i16),
#define WITHOUT_FIRST(first, b, c) TWO(b, c)

const lanescan_path lanescan_paths[NUM_DTYPES][NUM_DTYPES] = {
    [LANESCAN_BOOL] = { [LANESCAN_BOOL] = AS_IT_IS, SIGNED_AND_NOT(8, ONE(u8_bool8))
        SIGNED_AND_NOT(16, ONE(bool8_16)) SIGNED_AND_NOT(32, ONE(bool8_32))
        SIGNED_AND_NOT(64, ONE(bool8_64)) TO_FLOATS(bool8, f32, f32) },
    [LANESCAN_U8] = { [LANESCAN_BOOL] = ONE(u8_bool8), SIGNED_AND_NOT(8, AS_IT_IS)
        SIGNED_AND_NOT(16, ONE(u8_16)) SIGNED_AND_NOT(32, ONE(u8_32))
        SIGNED_AND_NOT(64, ONE(u8_64)) TO_FLOATS(u8, f32, f32) },
    [LANESCAN_U16] = { [LANESCAN_BOOL] = ONE(u16_bool8), SIGNED_AND_NOT(8, ONE(u16_8))
        SIGNED_AND_NOT(16, AS_IT_IS) SIGNED_AND_NOT(32, ONE(u16_32))
        SIGNED_AND_NOT(64, ONE(u16_64)) TO_FLOATS(u16, f32, f32) },
    [LANESCAN_U32] = { [LANESCAN_BOOL] = ONE(u32_bool8), SIGNED_AND_NOT(8, ONE(u32_8))
        SIGNED_AND_NOT(16, ONE(u32_16)) SIGNED_AND_NOT(32, AS_IT_IS)
        SIGNED_AND_NOT(64, ONE(u32_64)) TO_FLOATS(u32, f64, f64) },
    [LANESCAN_U64] = { [LANESCAN_BOOL] = ONE(u64_bool8), SIGNED_AND_NOT(8, ONE(u64_8))
        SIGNED_AND_NOT(16, ONE(u64_16)) SIGNED_AND_NOT(32, ONE(u64_32))
        SIGNED_AND_NOT(64, AS_IT_IS) TO_FLOATS(u64, f64_for_half, f64) },
    [LANESCAN_I8] = { [LANESCAN_BOOL] = ONE(u8_bool8), SIGNED_AND_NOT(8, AS_IT_IS)
        SIGNED_AND_NOT(16, ONE(i8_16)) SIGNED_AND_NOT(32, ONE(i8_32))
        SIGNED_AND_NOT(64, ONE(i8_64)) TO_FLOATS(i8, f32, f32) },
    [LANESCAN_I16] = { [LANESCAN_BOOL] = ONE(u16_bool8), SIGNED_AND_NOT(8, ONE(u16_8))
        SIGNED_AND_NOT(16, AS_IT_IS) SIGNED_AND_NOT(32, ONE(i16_32))
        SIGNED_AND_NOT(64, ONE(i16_64)) TO_FLOATS(i16, f32, f32) },
    [LANESCAN_I32] = { [LANESCAN_BOOL] = ONE(u32_bool8), SIGNED_AND_NOT(8, ONE(u32_8))
        SIGNED_AND_NOT(16, ONE(u32_16)) SIGNED_AND_NOT(32, AS_IT_IS)
        SIGNED_AND_NOT(64, ONE(i32_64)) TO_FLOATS(i32, f64, f64) },
    [LANESCAN_I64] = { [LANESCAN_BOOL] = ONE(u64_bool8), SIGNED_AND_NOT(8, ONE(u64_8))
        SIGNED_AND_NOT(16, ONE(u64_16)) SIGNED_AND_NOT(32, ONE(u64_32))
        SIGNED_AND_NOT(64, AS_IT_IS) TO_FLOATS(i64, f64_for_half, f64) },
    [LANESCAN_F16] = { [LANESCAN_BOOL] = ONE(half_bool8), TO_INTEGERS(THREE, f16_f64)
        [LANESCAN_I32] = TWO(f16_f64, f64_i32), [LANESCAN_U64] = TWO(f16_f64, f64_u64),
        [LANESCAN_I64] = TWO(f16_f64, f64_i64), [LANESCAN_F16] = AS_IT_IS,
        [LANESCAN_BF16] = TWO(f16_f32, f32_bf16), [LANESCAN_F32] = ONE(f16_f32),
        [LANESCAN_F64] = ONE(f16_f64), TO_COMPLEX(f16) },
    [LANESCAN_BF16] = { [LANESCAN_BOOL] = ONE(half_bool8), TO_INTEGERS(THREE, bf16_f64)
        [LANESCAN_I32] = TWO(bf16_f64, f64_i32), [LANESCAN_U64] = TWO(bf16_f64, f64_u64),
        [LANESCAN_I64] = TWO(bf16_f64, f64_i64), [LANESCAN_F16] = TWO(bf16_f32, f32_f16),
        [LANESCAN_BF16] = AS_IT_IS, [LANESCAN_F32] = ONE(bf16_f32),
        [LANESCAN_F64] = ONE(bf16_f64), TO_COMPLEX(bf16) },
    [LANESCAN_F32] = { [LANESCAN_BOOL] = ONE(f32_bool8), TO_INTEGERS(THREE, f32_f64)
        [LANESCAN_I32] = TWO(f32_f64, f64_i32), [LANESCAN_U64] = TWO(f32_f64, f64_u64),
        [LANESCAN_I64] = TWO(f32_f64, f64_i64), [LANESCAN_F16] = ONE(f32_f16),
        [LANESCAN_BF16] = ONE(f32_bf16), [LANESCAN_F32] = AS_IT_IS,
        [LANESCAN_F64] = ONE(f32_f64),
#ifndef LANESCAN_WITHOUT_COMPLEX
        [LANESCAN_C64] = ONE(f32_c64), [LANESCAN_C128] = TWO(f32_f64, f64_c128),
#endif
    },
    [LANESCAN_F64] = { [LANESCAN_BOOL] = ONE(f64_bool8), TO_INTEGERS(WITHOUT_FIRST, )
        [LANESCAN_I32] = ONE(f64_i32), [LANESCAN_U64] = ONE(f64_u64),
        [LANESCAN_I64] = ONE(f64_i64), [LANESCAN_F16] = ONE(f64_f16),
        [LANESCAN_BF16] = ONE(f64_bf16), [LANESCAN_F32] = ONE(f64_f32),
        [LANESCAN_F64] = AS_IT_IS,
#ifndef LANESCAN_WITHOUT_COMPLEX
        [LANESCAN_C64] = TWO(f64_f32, f32_c64), [LANESCAN_C128] = ONE(f64_c128),
#endif
    },
#ifndef LANESCAN_WITHOUT_COMPLEX
    [LANESCAN_C64] = { [LANESCAN_BOOL] = TWO(c64_bools, parts_bool8), [LANESCAN_C64] = AS_IT_IS,
        [LANESCAN_C128] = ONE(c64_c128) },
    [LANESCAN_C128] = { [LANESCAN_BOOL] = TWO(c128_bools, parts_bool8),
        [LANESCAN_C64] = ONE(c128_c64), [LANESCAN_C128] = AS_IT_IS },
#endif
};
/* clang-format on */
