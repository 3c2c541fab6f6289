/* The modes and flags of floating-point arithmetic that <fenv.h> has no names for. */
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

/* The register with the flags, where it is known. */
static inline uint64_t status_get(void)
{
#if defined(__aarch64__)
    uint64_t value;
    __asm__ volatile("mrs %0, fpsr" : "=r"(value));
    return value;
#elif LANESCAN_TEST_HAS_CONTROL
    return control_get();
#else
    return 0;
#endif
}

static inline void status_clear(void)
{
#if defined(__aarch64__)
    __asm__ volatile("msr fpsr, xzr" : : : "memory");
#elif LANESCAN_TEST_HAS_CONTROL
    control_set(control_get() & ~(uint64_t)CONTROL_FLAGS);
#endif
}

#endif
