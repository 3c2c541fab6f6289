/* The same in lanes, as src/neon makes it where SIMDe has no fused multiply-add (src/simd128): on
 * x86-64 compiled without the instruction. Each lane has operands of its own, usual or not.
 *     fused */
#include "neon/fused.h"

#include "harness/check.h"

#ifndef LANESCAN_FMA_BY_SUMS

int main(void)
{
    check_start("fused", "by sums");
    check_skip("fused multiply-add is an instruction here");
}

#else

#include "vocabulary/fma_operands.h"

enum { ROUNDS = 200000, LANE = 2 };

static void check_lanes(const double got[LANE], const double want[LANE], const double a[LANE],
                        const double b[LANE], const char *what)
{
    for (int lane = 0; lane < LANE; lane++)
        check(same(want[lane], got[lane]), "%s of %a and %a, beside %a and %a: %a instead of %a",
              what, a[lane], b[lane], a[1 - lane], b[1 - lane], got[lane], want[lane]);
}

int main(void)
{
    check_start("fused", "by sums, in lanes");
    generator g = random_seeded(check_stream_seed("fused"));
    for (size_t round = 0; round < 1 + ROUNDS / check_scale(); round++)
        for (size_t s = 0; s < NUM_SPREADS; s++) {
            double a[LANE], b[LANE], c[LANE], product[LANE], sum[LANE], rest[LANE], got[LANE];
            for (int lane = 0; lane < LANE; lane++) {
                /* Now and then a usual lane beside one that is not. */
                const size_t spread = lane && round % 3 == 0 ? 9 : spreads[s];
                a[lane] = draw(&g, spread);
                b[lane] = draw(&g, spread);
                product[lane] = a[lane] * b[lane];
                c[lane] = draw_summand(&g, spread, product[lane]);
                sum[lane] = exact_fma(a[lane], b[lane], c[lane]);
                rest[lane] = exact_fma(a[lane], b[lane], -product[lane]);
            }
            const f64lanes x = vld1q_f64(a), y = vld1q_f64(b);
            vst1q_f64(got, f64lanes_fma(x, y, vld1q_f64(c)));
            check_lanes(got, sum, a, b, "sum");
            vst1q_f64(got, f64lanes_rest_of_product(x, y, vld1q_f64(product)));
            check_lanes(got, rest, a, b, "rest");
        }
    return check_finish();
}

#endif
