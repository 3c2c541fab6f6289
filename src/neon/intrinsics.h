/* The intrinsics of Advanced SIMD: the compiler's own, or those that SIMDe makes of other CPUs'
 * instructions (src/simd128, src/vsx, and on x86 for tests). What SIMDe 0.7.4 lacks, rounds in
 * another way or takes apart lane by lane is below, by vector extensions of gcc and clang. */
#ifndef LANESCAN_INTRINSICS_H
#define LANESCAN_INTRINSICS_H

#include "lanes/f64.h"

#ifdef __aarch64__

#include <arm_neon.h>

LANESCAN_INLINE float64x2_t f64x2_of_low(float32x4_t v)
{
    return vcvt_f64_f32(vget_low_f32(v));
}

LANESCAN_INLINE float64x2_t f64x2_of_high(float32x4_t v)
{
    return vcvt_f64_f32(vget_high_f32(v));
}

LANESCAN_INLINE float32x4_t f32x4_of_f64x2(float64x2_t lo, float64x2_t hi)
{
    return vcombine_f32(vcvt_f32_f64(lo), vcvt_f32_f64(hi));
}

LANESCAN_INLINE float32x4_t f32x4_of_f16(uint16x4_t halves)
{
    return vcvt_f32_f16(vreinterpret_f16_u16(halves));
}

LANESCAN_INLINE uint16x4_t f16_of_f32x4(float32x4_t v)
{
    return vreinterpret_u16_f16(vcvt_f16_f32(v));
}

#else

#define SIMDE_ENABLE_NATIVE_ALIASES
#define simde_errorf(...) __builtin_trap() /* or it includes all of <signal.h> */
#include <simde/arm/neon.h>

#ifdef __clang__ /* SIMDe asks for lanes in loops that have none. */
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

typedef double lanes_f64 __attribute__((vector_size(16)));
typedef int64_t lanes_i64 __attribute__((vector_size(16)));
typedef int32_t lanes_i32 __attribute__((vector_size(16)));

#undef vdivq_f64
#define vdivq_f64(a, b) ((float64x2_t)((lanes_f64)(a) / (lanes_f64)(b)))

/* At any address: SIMDe's on POWER is for multiples of 16. */
LANESCAN_INLINE void f32x4_store(void *p, float32x4_t v)
{
    memcpy(p, &v, sizeof v);
}
#undef vst1q_f32
#define vst1q_f32 f32x4_store

/* To the left only. */
#undef vshlq_s64
#define vshlq_s64(a, count) ((int64x2_t)((lanes_i64)(a) << (lanes_i64)(count)))

/* The numbers from number n of a on, and then those of b. */
#define EXT_64(type, a, b, n) \
    ((type)__builtin_shufflevector((lanes_i64)(a), (lanes_i64)(b), (n), (n) + 1))
#define EXT_32(type, a, b, n) \
    ((type)__builtin_shufflevector((lanes_i32)(a), (lanes_i32)(b), (n), (n) + 1, (n) + 2, (n) + 3))
#undef vextq_f64
#undef vextq_s64
#undef vextq_f32
#undef vextq_s32
#define vextq_f64(a, b, n) EXT_64(float64x2_t, a, b, n)
#define vextq_s64(a, b, n) EXT_64(int64x2_t, a, b, n)
#define vextq_f32(a, b, n) EXT_32(float32x4_t, a, b, n)
#define vextq_s32(a, b, n) EXT_32(int32x4_t, a, b, n)

#if defined(__POWER8_VECTOR__) && !defined(__clang__)
/* gcc 12 makes one wrong instruction of two of them (its bug 106069), if it sees both at once. */
#undef vzip1q_f32
#undef vzip2q_f32
#undef vzip1q_s32
#undef vzip2q_s32
#undef vzip1q_s16
#undef vzip2q_s16
#undef vzip1q_u16
#undef vzip2q_u16
#define vzip1q_f32(a, b) LANESCAN_APART(simde_vzip1q_f32(a, b))
#define vzip2q_f32(a, b) LANESCAN_APART(simde_vzip2q_f32(a, b))
#define vzip1q_s32(a, b) LANESCAN_APART(simde_vzip1q_s32(a, b))
#define vzip2q_s32(a, b) LANESCAN_APART(simde_vzip2q_s32(a, b))
#define vzip1q_s16(a, b) LANESCAN_APART(simde_vzip1q_s16(a, b))
#define vzip2q_s16(a, b) LANESCAN_APART(simde_vzip2q_s16(a, b))
#define vzip1q_u16(a, b) LANESCAN_APART(simde_vzip1q_u16(a, b))
#define vzip2q_u16(a, b) LANESCAN_APART(simde_vzip2q_u16(a, b))
#endif

/* ---- four arrays whose elements lie in memory by turns ---- */

LANESCAN_INLINE float64x2x4_t f64x2x4_load(const double *p)
{
    const float64x2_t a = vld1q_f64(p), b = vld1q_f64(p + 2), c = vld1q_f64(p + 4),
                      d = vld1q_f64(p + 6);
    return (float64x2x4_t){ { vzip1q_f64(a, c), vzip2q_f64(a, c), vzip1q_f64(b, d),
                              vzip2q_f64(b, d) } };
}

LANESCAN_INLINE void f64x2x4_store(double *p, float64x2x4_t v)
{
    vst1q_f64(p, vzip1q_f64(v.val[0], v.val[1]));
    vst1q_f64(p + 2, vzip1q_f64(v.val[2], v.val[3]));
    vst1q_f64(p + 4, vzip2q_f64(v.val[0], v.val[1]));
    vst1q_f64(p + 6, vzip2q_f64(v.val[2], v.val[3]));
}

/* A square turned. */
LANESCAN_INLINE float32x4x4_t f32x4x4_turned(float32x4_t a, float32x4_t b, float32x4_t c,
                                             float32x4_t d)
{
    const float32x4_t even_low = vzip1q_f32(a, c), even_high = vzip2q_f32(a, c),
                      odd_low = vzip1q_f32(b, d), odd_high = vzip2q_f32(b, d);
    return (float32x4x4_t){ { vzip1q_f32(even_low, odd_low), vzip2q_f32(even_low, odd_low),
                              vzip1q_f32(even_high, odd_high), vzip2q_f32(even_high, odd_high) } };
}

LANESCAN_INLINE float32x4x4_t f32x4x4_load(const float *p)
{
    return f32x4x4_turned(vld1q_f32(p), vld1q_f32(p + 4), vld1q_f32(p + 8), vld1q_f32(p + 12));
}

LANESCAN_INLINE void f32x4x4_store(float *p, float32x4x4_t v)
{
    const float32x4x4_t rows = f32x4x4_turned(v.val[0], v.val[1], v.val[2], v.val[3]);
    for (int i = 0; i < 4; i++)
        vst1q_f32(p + 4 * i, rows.val[i]);
}

LANESCAN_INLINE uint16x8x4_t u16x8x4_load(const uint16_t *p)
{
    const uint16x8_t a = vld1q_u16(p), b = vld1q_u16(p + 8), c = vld1q_u16(p + 16),
                     d = vld1q_u16(p + 24);
    const uint16x8_t ac_low = vzip1q_u16(a, c), ac_high = vzip2q_u16(a, c), /* 0 16 1 17, 4 20 */
        bd_low = vzip1q_u16(b, d), bd_high = vzip2q_u16(b, d),              /* 8 24 9 25, 12 28 */
        first = vzip1q_u16(ac_low, bd_low), second = vzip2q_u16(ac_low, bd_low),
                     third = vzip1q_u16(ac_high, bd_high), fourth = vzip2q_u16(ac_high, bd_high);
    return (uint16x8x4_t){ { vzip1q_u16(first, third), vzip2q_u16(first, third),
                             vzip1q_u16(second, fourth), vzip2q_u16(second, fourth) } };
}

LANESCAN_INLINE void u16x8x4_store(uint16_t *p, uint16x8x4_t v)
{
    const uint16x8_t even_low = vzip1q_u16(v.val[0], v.val[2]),
                     even_high = vzip2q_u16(v.val[0], v.val[2]),
                     odd_low = vzip1q_u16(v.val[1], v.val[3]),
                     odd_high = vzip2q_u16(v.val[1], v.val[3]);
    vst1q_u16(p, vzip1q_u16(even_low, odd_low));
    vst1q_u16(p + 8, vzip2q_u16(even_low, odd_low));
    vst1q_u16(p + 16, vzip1q_u16(even_high, odd_high));
    vst1q_u16(p + 24, vzip2q_u16(even_high, odd_high));
}

#undef vld4q_f64
#undef vst4q_f64
#undef vld4q_f32
#undef vst4q_f32
#undef vld4q_u16
#undef vst4q_u16
#define vld4q_f64 f64x2x4_load
#define vst4q_f64 f64x2x4_store
#define vld4q_f32 f32x4x4_load
#define vst4q_f32 f32x4x4_store
#define vld4q_u16 u16x8x4_load
#define vst4q_u16 u16x8x4_store

/* ---- conversions ---- */

#if defined(__wasm_simd128__)
#define WIDENED_LOW(v)  wasm_f64x2_promote_low_f32x4(v)
#define WIDENED_HIGH(v) wasm_f64x2_promote_low_f32x4(EXT_32(v128_t, v, v, 2))
#define NARROWED(lo, hi)                                                 \
    __builtin_shufflevector((lanes_i32)wasm_f32x4_demote_f64x2_zero(lo), \
                            (lanes_i32)wasm_f32x4_demote_f64x2_zero(hi), 0, 1, 4, 5)
#elif defined(__POWER8_VECTOR__)
#define WIDENED_LOW(v)   vec_doubleh(v)
#define WIDENED_HIGH(v)  vec_doublel(v)
#define NARROWED(lo, hi) vec_float2(lo, hi)
#else
#define WIDENED_LOW(v)   vcvt_f64_f32(vget_low_f32(v))
#define WIDENED_HIGH(v)  vcvt_f64_f32(vget_high_f32(v))
#define NARROWED(lo, hi) vcombine_f32(vcvt_f32_f64(lo), vcvt_f32_f64(hi))
#endif

LANESCAN_INLINE float64x2_t f64x2_of_low(float32x4_t v)
{
    return WIDENED_LOW(v);
}

LANESCAN_INLINE float64x2_t f64x2_of_high(float32x4_t v)
{
    return WIDENED_HIGH(v);
}

LANESCAN_INLINE float32x4_t f32x4_of_f64x2(float64x2_t lo, float64x2_t hi)
{
    return (float32x4_t)NARROWED(lo, hi);
}

/* Defined for all numbers. */
LANESCAN_INLINE int64x2_t i64x2_truncate(float64x2_t v)
{
    const int64_t whole[2] = { f64_truncate(vgetq_lane_f64(v, 0)),
                               f64_truncate(vgetq_lane_f64(v, 1)) };
    return vld1q_s64(whole);
}
#undef vcvtq_s64_f64
#define vcvtq_s64_f64 i64x2_truncate

/* As f32_of_f16 and f16_of_f32 (lanes/half.h). */
LANESCAN_INLINE float32x4_t f32x4_of_f16(uint16x4_t halves)
{
    const uint32x4_t half = vmovl_u16(halves), magnitude = vandq_u32(half, vdupq_n_u32(0x7fff)),
                     sign = vshlq_n_u32(vandq_u32(half, vdupq_n_u32(0x8000)), 16),
                     rebias = vdupq_n_u32(112u << 23);
    const float32x4_t count = vcvtq_f32_s32(vreinterpretq_s32_u32(magnitude));
    const uint32x4_t subnormal = vreinterpretq_u32_f32(vmulq_f32(count, vdupq_n_f32(0x1p-24f))),
                     normal = vaddq_u32(vshlq_n_u32(magnitude, 13), rebias),
                     special = vaddq_u32(normal, rebias),
                     is_subnormal = vcltq_u32(magnitude, vdupq_n_u32(0x400)),
                     is_special = vcgeq_u32(magnitude, vdupq_n_u32(0x7c00)),
                     large = vbslq_u32(is_special, special, normal);
    return vreinterpretq_f32_u32(vorrq_u32(sign, vbslq_u32(is_subnormal, subnormal, large)));
}

LANESCAN_INLINE uint16x4_t f16_of_f32x4(float32x4_t v)
{
    const uint32x4_t bits = vreinterpretq_u32_f32(v),
                     magnitude = vandq_u32(bits, vdupq_n_u32(0x7fffffff)),
                     sign = vandq_u32(vshrq_n_u32(bits, 16), vdupq_n_u32(0x8000));
    const float32x4_t unit = vdupq_n_f32(0.5f);
    const uint32x4_t sum = vreinterpretq_u32_f32(vaddq_f32(vreinterpretq_f32_u32(magnitude), unit)),
                     subnormal = vsubq_u32(sum, vreinterpretq_u32_f32(unit)),
                     odd = vandq_u32(vshrq_n_u32(magnitude, 13), vdupq_n_u32(1)),
                     rebiased = vsubq_u32(magnitude, vdupq_n_u32((112u << 23) - 0xfff)),
                     normal = vshrq_n_u32(vaddq_u32(rebiased, odd), 13),
                     is_nan = vcgtq_u32(magnitude, vdupq_n_u32(0x7f800000)),
                     is_infinite = vcgeq_u32(magnitude, vdupq_n_u32(0x47800000)),
                     is_subnormal = vcltq_u32(magnitude, vdupq_n_u32(0x38800000));
    uint32x4_t half = vbslq_u32(is_subnormal, subnormal, normal);
    half = vbslq_u32(is_infinite, vdupq_n_u32(0x7c00), half);
    half = vbslq_u32(is_nan, vdupq_n_u32(0x7e00), half);
    return vmovn_u32(vorrq_u32(sign, half));
}

#endif

#endif
