/* The modes of floating-point arithmetic that <fenv.h> has no names for. */
#ifndef LANESCAN_TESTS_CONTROL_H
#define LANESCAN_TESTS_CONTROL_H

#include <stdint.h>

#if defined(__x86_64__) || (defined(__i386__) && defined(__SSE__))
#define LANESCAN_TEST_HAS_CONTROL 1
enum { CONTROL_FLUSH = 0x8040, CONTROL_FLAGS = 0x3f }; /* FTZ and DAZ; what is no mode */

static inline uint64_t control_get(void)
{
    return __builtin_ia32_stmxcsr();
}

static inline void control_set(uint64_t value)
{
    __builtin_ia32_ldmxcsr((unsigned)value);
}

#elif defined(__aarch64__)
#define LANESCAN_TEST_HAS_CONTROL 1
enum { CONTROL_FLUSH = 1 << 24, CONTROL_FLAGS = 0 }; /* FZ; the flags are in another register */

static inline uint64_t control_get(void)
{
    uint64_t value;
    __asm__ volatile("mrs %0, fpcr" : "=r"(value));
    return value;
}

static inline void control_set(uint64_t value)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(value) : "memory");
}

#else
#define LANESCAN_TEST_HAS_CONTROL 0
#endif

#endif
