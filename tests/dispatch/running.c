/* The levels of the CPU that this runs on, against its own answers: the instruction that names its
 * features, and the one that says which registers the operating system saves. */
#include "choose/cpu.h"
#include "harness/check.h"

#if defined(__x86_64__)
#include <cpuid.h>

enum { LEAF_FEATURES = 1, LEAF_MORE_FEATURES = 7 };
enum { ECX_FMA = 12, ECX_OSXSAVE = 27, ECX_AVX = 28, ECX_F16C = 29 };                  /* leaf 1 */
enum { EBX_AVX2 = 5, EBX_F = 16, EBX_DQ = 17, EBX_CD = 28, EBX_BW = 30, EBX_VL = 31 }; /* leaf 7 */
enum { YMM_SAVED = 0x06, ZMM_SAVED = 0xe6 };

static bool has(unsigned bits, int which)
{
    return bits >> which & 1;
}

/* Which registers are saved (XCR0). */
static unsigned saved(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static unsigned expected(void)
{
    unsigned a, b, c, d, more = 0, registers = 0, levels = 0;
    if (!__get_cpuid(LEAF_FEATURES, &a, &b, &c, &d))
        return 0;
    unsigned features = c;
    if (__get_cpuid_count(LEAF_MORE_FEATURES, 0, &a, &b, &c, &d))
        more = b;
    if (has(features, ECX_OSXSAVE))
        registers = saved();
    if ((registers & YMM_SAVED) != YMM_SAVED)
        return 0;
    if (has(features, ECX_AVX) && has(features, ECX_FMA))
        levels = LANESCAN_LEVEL_FMA;
    if (levels && has(features, ECX_F16C) && has(more, EBX_AVX2))
        levels |= LANESCAN_LEVEL_AVX2;
    if (levels & LANESCAN_LEVEL_AVX2 && (registers & ZMM_SAVED) == ZMM_SAVED && has(more, EBX_F) &&
        has(more, EBX_DQ) && has(more, EBX_CD) && has(more, EBX_BW) && has(more, EBX_VL))
        levels |= LANESCAN_LEVEL_AVX512;
    return levels;
}

#elif defined(__aarch64__)

static unsigned expected(void)
{
    return LANESCAN_LEVEL_NEON;
}

#elif defined(__wasm_simd128__) /* or the module could not be loaded */

static unsigned expected(void)
{
    return LANESCAN_LEVEL_SIMD128;
}

#elif defined(__powerpc64__) && defined(__linux__) && defined(__LITTLE_ENDIAN__)
#include <sys/auxv.h>

enum { HWCAP_VSX = 1u << 7, HWCAP2_ARCH_2_07 = 31 };

static unsigned expected(void)
{
    return getauxval(AT_HWCAP) & HWCAP_VSX && getauxval(AT_HWCAP2) >> HWCAP2_ARCH_2_07 & 1
               ? LANESCAN_LEVEL_VSX
               : 0;
}

#else

static unsigned expected(void)
{
    return 0;
}

#endif

int main(void)
{
    check_start("running", "CPU");
    const unsigned got = lanescan_cpu_levels(), want = expected();
    check(got == want, "levels %#x, the CPU says %#x", got, want);
    return check_finish();
}
