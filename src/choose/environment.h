/* The floating-point environment around a public function. From enter to leave floating-point
 * exceptions do not trap, and leave takes back the flags that were raised: kernels also compute in
 * lanes whose results they drop, and a caller should see nothing of that. Rounding mode and
 * flushing of subnormal numbers stay the caller's. All arithmetic in between is in calls through
 * pointers or on memory, which compilers do not move across enter and leave. */
#ifndef LANESCAN_ENVIRONMENT_H
#define LANESCAN_ENVIRONMENT_H

#include "lanes/compiler.h"

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)

#include <xmmintrin.h>

/* Usually there are no traps, and the flag "inexact", which nearly every call raises, is raised
 * already: then the register is only read, twice. Otherwise it is written, whether or not it has
 * changed: reading a flag that was raised just before takes as long as scanning a hundred
 * elements. */
enum {
    MXCSR_NO_TRAPS = 0x1f80,
    MXCSR_INEXACT = 0x20,
    MXCSR_FLAGS = 0x3f,
    MXCSR_USUAL = MXCSR_NO_TRAPS | MXCSR_INEXACT
};

typedef struct environment {
    uint32_t mxcsr; /* all arithmetic here is SSE and later */
} environment;

static inline uint32_t mxcsr_read(void)
{
    LANESCAN_BARRIER;
    const uint32_t mxcsr = _mm_getcsr();
    LANESCAN_BARRIER;
    return mxcsr;
}

static inline void mxcsr_write(uint32_t mxcsr)
{
    LANESCAN_BARRIER;
    _mm_setcsr(mxcsr);
    LANESCAN_BARRIER;
}

static inline bool mxcsr_is_usual(uint32_t mxcsr)
{
    return LANESCAN_LIKELY((mxcsr & MXCSR_USUAL) == MXCSR_USUAL) != 0;
}

static inline void environment_enter(environment *before)
{
    before->mxcsr = mxcsr_read();
    if (!mxcsr_is_usual(before->mxcsr))
        mxcsr_write(before->mxcsr | MXCSR_NO_TRAPS);
}

/* In a task: rounding mode and flushing as they were when `caller` entered. It ends with
 * environment_leave. */
static inline void environment_adopt(environment *before, const environment *caller)
{
    before->mxcsr = mxcsr_read();
    const uint32_t flags = before->mxcsr & MXCSR_FLAGS;
    const uint32_t wanted = (caller->mxcsr & ~(uint32_t)MXCSR_FLAGS) | flags | MXCSR_NO_TRAPS;
    if (LANESCAN_UNLIKELY(wanted != before->mxcsr))
        mxcsr_write(wanted);
}

static inline void environment_leave(const environment *before)
{
    if (mxcsr_is_usual(before->mxcsr) && LANESCAN_LIKELY(mxcsr_read() == before->mxcsr))
        return;
    mxcsr_write(before->mxcsr);
}

#elif defined(__aarch64__)

enum { FPCR_TRAPS = 0x9f00 }; /* stay 0 on processors that have none */

typedef struct environment {
    uint64_t fpsr, fpcr;
} environment;

static inline void environment_enter(environment *before)
{
    LANESCAN_READ_REGISTER(fpsr, before->fpsr);
    LANESCAN_READ_REGISTER(fpcr, before->fpcr);
    /* cppcheck-suppress ctuuninitvar ; it does not know what assembly writes */
    if (LANESCAN_UNLIKELY((before->fpcr & FPCR_TRAPS) != 0))
        LANESCAN_WRITE_REGISTER(fpcr, before->fpcr & ~(uint64_t)FPCR_TRAPS);
}

static inline void environment_adopt(environment *before, const environment *caller)
{
    const uint64_t wanted = caller->fpcr & ~(uint64_t)FPCR_TRAPS;
    LANESCAN_READ_REGISTER(fpsr, before->fpsr);
    LANESCAN_READ_REGISTER(fpcr, before->fpcr);
    /* cppcheck-suppress ctuuninitvar ; it does not know what assembly writes */
    if (LANESCAN_UNLIKELY(wanted != before->fpcr))
        LANESCAN_WRITE_REGISTER(fpcr, wanted);
}

static inline void environment_leave(const environment *before)
{
    uint64_t fpsr, fpcr;
    LANESCAN_READ_REGISTER(fpsr, fpsr);
    LANESCAN_READ_REGISTER(fpcr, fpcr);
    if (LANESCAN_UNLIKELY(fpsr != before->fpsr))
        LANESCAN_WRITE_REGISTER(fpsr, before->fpsr);
    if (LANESCAN_UNLIKELY(fpcr != before->fpcr))
        LANESCAN_WRITE_REGISTER(fpcr, before->fpcr);
}

#else

/* Functions of libm, which know where flags are: on 32-bit x86 in two places. */
#include <fenv.h>

typedef fenv_t environment;

static inline void environment_enter(environment *before)
{
    feholdexcept(before);
}

static inline void environment_adopt(environment *before, const environment *caller)
{
    environment adopted;
    feholdexcept(before);
    fesetenv(caller);
    feholdexcept(&adopted);
}

static inline void environment_leave(const environment *before)
{
    fesetenv(before);
}

#endif

#endif
