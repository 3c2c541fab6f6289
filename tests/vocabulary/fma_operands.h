/* Operands of a * b + c for those who make it without the instruction, and what is expected: fma()
 * of libm, or of the CPU where it has one. */
#ifndef LANESCAN_TESTS_FMA_OPERANDS_H
#define LANESCAN_TESTS_FMA_OPERANDS_H

#include "choose/cpu.h"
#include "golden/random.h"
#include "harness/check.h"
#include "lanes/f64.h"

#include <math.h>

enum { MANTISSA = 52 };

/* How far exponents spread; 2048 are all there are. */
static const size_t spreads[] = { 9, 121, 2001, 2048 };
enum { NUM_SPREADS = sizeof spreads / sizeof spreads[0] };

/* Bits of a mantissa: any, short, all ones at the end, one alone, one missing. */
static uint64_t draw_mantissa(generator *g)
{
    const uint64_t all = (UINT64_C(1) << MANTISSA) - 1, any = random_bits(g) & all;
    const size_t at = random_below(g, MANTISSA);
    switch (random_below(g, 6)) {
    case 0:
        return any >> at << at;
    case 1:
        return any | ((UINT64_C(1) << at) - 1);
    case 2:
        return UINT64_C(1) << at;
    case 3:
        return all & ~(UINT64_C(1) << at);
    default:
        return any;
    }
}

static double draw(generator *g, size_t spread)
{
    if (random_below(g, 200) == 0)
        return random_sign(g) * 0.0;
    const uint64_t exponent = spread == 2048 ? random_below(g, 2048) /* subnormal, infinite, NaN */
                                             : 1023 - spread / 2 + random_below(g, spread);
    return f64_of_bits((random_bits(g) >> 63 << 63) | exponent << MANTISSA | draw_mantissa(g));
}

/* What is added to a product p: anything, of any size beside it, nearly its opposite, or with few
 * bits. */
static double draw_summand(generator *g, size_t spread, double p)
{
    const int exponent = (int)random_below(g, 121) - 60;
    switch (random_below(g, 4)) {
    case 0:
        return draw(g, spread);
    case 1:
        return ldexp(draw(g, 8), exponent) * p;
    case 2:
        return -p * (1 + ((double)random_below(g, 5) - 2) * 0x1p-52);
    default: {
        const double scaled = random_sign(g) * ldexp(p, exponent);
        const size_t cut = random_below(g, MANTISSA + 1);
        return f64_of_bits(bits_of_f64(scaled) >> cut << cut);
    }
    }
}

static bool same(double a, double b)
{
    return bits_of_f64(a) == bits_of_f64(b) || (isnan(a) && isnan(b));
}

/* musl's loses the sign of a product that becomes 0. */
static double fma_of_libm(double a, double b, double c)
{
    return c == 0 && a != 0 && b != 0 ? a * b : fma(a, b, c);
}

#ifdef __x86_64__
__attribute__((target("fma"))) static double fma_of_cpu(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}

/* mingw-w64's fma() rounds twice. */
static double exact_fma(double a, double b, double c)
{
    static int has_fma = -1; /* to ask costs microseconds */
    if (has_fma < 0)
        has_fma = (lanescan_cpu_levels() & LANESCAN_LEVEL_FMA) != 0;
    return has_fma ? fma_of_cpu(a, b, c) : fma_of_libm(a, b, c);
}
#else
#define exact_fma fma_of_libm
#endif

#endif
