/* a * b + c without the instruction, against fma() of libm, or of the CPU
 * where it has one: whatever the exponents, and most of all
 * sums that cancel, and those that lie halfway between two doubles but for something far below.
 *     fma */
#include "lanes/fma.h"
#include "choose/cpu.h"
#include "golden/random.h"
#include "harness/check.h"

#include <math.h>

enum { ROUNDS = 400000, MANTISSA = 52 };

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
    return lanescan_cpu_levels() & LANESCAN_LEVEL_FMA ? fma_of_cpu(a, b, c) : fma_of_libm(a, b, c);
}
#else
#define exact_fma fma_of_libm
#endif

static void check_by_integers(double a, double b, double c)
{
    const double want = exact_fma(a, b, c), got = f64_fma_by_integers(a, b, c);
    check(same(want, got), "fma(%a, %a, %a) by integers: %a instead of %a", a, b, c, got, want);
}

/* A product halfway between two doubles, and something below, however far. */
static void check_halfway(void)
{
    for (int exponent = 40; exponent < 400; exponent++)
        for (int sign = -1; sign <= 1; sign += 2) {
            check_by_integers(0x1p27 + 1, 0x1p26 + 1, ldexp(sign, -exponent));
            check_by_integers(0x1p27 + 1, -(0x1p26 + 3), ldexp(sign, -exponent));
        }
}

int main(void)
{
    static const size_t spreads[] = { 9, 121, 2001, 2048 };
    check_start("fma", "by sums");
#ifdef _WIN32
    if (!(lanescan_cpu_levels() & LANESCAN_LEVEL_FMA))
        check_skip("nothing here rounds once");
#endif
    check_halfway();
    generator g = random_seeded(check_stream_seed("fma"));
    for (size_t round = 0; round < 1 + ROUNDS / check_scale(); round++)
        for (size_t s = 0; s < sizeof spreads / sizeof spreads[0]; s++) {
            const double a = draw(&g, spreads[s]), b = draw(&g, spreads[s]);
            const double c = draw_summand(&g, spreads[s], a * b);
            const double want = exact_fma(a, b, c), got = f64_fma_by_sums(a, b, c);
            check(same(want, got), "fma(%a, %a, %a): %a instead of %a", a, b, c, got, want);
            if (round % 16 || !isfinite(a) || !isfinite(b) || !isfinite(c) || a == 0 || b == 0)
                continue;
            check_by_integers(a, b, c);
        }
    return check_finish();
}
