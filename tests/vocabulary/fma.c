/* a * b + c without the instruction, against fma() of libm, or of the CPU
 * where it has one: whatever the exponents, and most of all
 * sums that cancel, and those that lie halfway between two doubles but for something far below.
 *     fma */
#include "lanes/fma.h"
#include "vocabulary/fma_operands.h"

enum { ROUNDS = 400000 };

static void check_by_integers(double a, double b, double c)
{
    const double want = exact_fma(a, b, c), got = lanescan_fma_unusual(a, b, c);
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
    check_start("fma", "by sums");
#ifdef _WIN32
    if (!(lanescan_cpu_levels() & LANESCAN_LEVEL_FMA))
        check_skip("nothing here rounds once");
#endif
    check_halfway();
    generator g = random_seeded(check_stream_seed("fma"));
    for (size_t round = 0; round < 1 + ROUNDS / check_scale(); round++)
        for (size_t s = 0; s < NUM_SPREADS; s++) {
            const double a = draw(&g, spreads[s]), b = draw(&g, spreads[s]);
            const double c = draw_summand(&g, spreads[s], a * b);
            const double want = exact_fma(a, b, c), got = lanescan_fma(a, b, c);
            check(same(want, got), "fma(%a, %a, %a): %a instead of %a", a, b, c, got, want);
            if (round % 16 == 0)
                check_by_integers(a, b, c);
        }
    return check_finish();
}
