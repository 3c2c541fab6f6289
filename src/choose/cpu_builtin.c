/* In place of cpu.c where there is no cpu_features: the single-file form (tools/single_file.py),
 * the Python package, systems other than Linux. It asks the CPU itself, and which registers the
 * operating system saves: compilers' own __builtin_cpu_supports says 0 with some C libraries. */
#include "choose/cpu.h"

#ifdef __x86_64__
#include "choose/xgetbv.h"

#include <cpuid.h>

/* Leaf 1, ecx; leaf 7, ebx; register XCR0. */
enum { FMA = 1u << 12, OSXSAVE = 1u << 27, AVX = 1u << 28, F16C = 1u << 29 };
enum { AVX2 = 1u << 5, F = 1u << 16, DQ = 1u << 17, CD = 1u << 28, BW = 1u << 30 };
static const unsigned VL = 1u << 31; /* no int has it */
enum { YMM_SAVED = 0x06, ZMM_SAVED = 0xe6 };

static int has_all(unsigned bits, unsigned wanted)
{
    return (bits & wanted) == wanted;
}

unsigned lanescan_cpu_levels(void)
{
    unsigned a, b, c = 0, d, more = 0, levels = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !has_all(c, OSXSAVE | AVX | FMA))
        return 0;
    const unsigned features = c, saved = xgetbv();
    if (!has_all(saved, YMM_SAVED))
        return 0;
    levels |= LANESCAN_LEVEL_FMA;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
        more = b;
    if (has_all(features, F16C) && has_all(more, AVX2))
        levels |= LANESCAN_LEVEL_AVX2;
    if ((levels & LANESCAN_LEVEL_AVX2) && has_all(saved, ZMM_SAVED) &&
        has_all(more, VL | F | DQ | BW | CD))
        levels |= LANESCAN_LEVEL_AVX512;
    return levels;
}

#else

unsigned lanescan_cpu_levels(void)
{
    return LANESCAN_LEVELS_OF_ALL;
}

#endif
