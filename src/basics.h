/* Before anything else in kernels: what must hold, how functions are compiled, numbers and their bits. */
#ifndef LANESCAN_BASICS_H
#define LANESCAN_BASICS_H

/* Options that change results, where the compiler tells of them; meson.build overrides the others. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "compile without -ffast-math, -Ofast and their parts: the results would differ"
#endif
/* Floats worked out in double (1) are the same: + - * / of them, rounded twice, is the result rounded once. */
#if defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ == 2 || __FLT_EVAL_METHOD__ < 0)
#error "double is not rounded to double here; on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Everything in a translation unit of an instruction set is inlined into its kernels: nothing compiled
 * with that set's flags may be left over for the linker to pick for others. */
#define LANESCAN_INLINE static inline __attribute__((always_inline, unused))
#define LANESCAN_APART  static __attribute__((noinline, unused))
#define LANESCAN_COLD   static __attribute__((noinline, cold, unused))

/* Are lanes no more than an array, as src/generic/types.h says before it includes this? */
#ifndef LANESCAN_LANES_ARE_SCALARS
#define LANESCAN_LANES_ARE_SCALARS 0
#endif

/* Long bodies over lanes: where each lane is a copy of the code, they are functions of their own. */
#ifndef LANESCAN_LONG_APART /* tests may say so */
#define LANESCAN_LONG_APART LANESCAN_LANES_ARE_SCALARS
#endif
#if LANESCAN_LONG_APART
#define LANESCAN_LONG LANESCAN_APART
#else
#define LANESCAN_LONG LANESCAN_INLINE
#endif

/* Plain loops that compilers turn into lanes, in portable code too, which is else compiled without that (meson.build). */
#if LANESCAN_LANES_ARE_SCALARS && defined(__GNUC__) && !defined(__clang__)
#define LANESCAN_LOOP LANESCAN_APART __attribute__((optimize("tree-vectorize")))
#else
#define LANESCAN_LOOP LANESCAN_APART
#endif

#define LANESCAN_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define LANESCAN_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

LANESCAN_INLINE uint64_t bits_of_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

LANESCAN_INLINE double f64_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

LANESCAN_INLINE uint32_t bits_of_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

LANESCAN_INLINE float f32_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
