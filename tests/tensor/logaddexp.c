/* logaddexp of inputs that are broadcast to the output: random shapes, strides and types, on every
 * instruction set, against pairs of single elements. */
#include "harness/check.h"
#include "tensor/data.h"
#include "tensor/log_case.h"

#include <string.h>

enum { CASES = 4000, LARGE_CASES = 40, SMALL = 300, LARGE = 40000 };

static void check_random(uint64_t seed, int64_t most)
{
    generator g = random_seeded(seed);
    logaddexp_case c = { .seed = seed };
    layout_random_shape(&c.y, &g, most);
    layout_choose(&c.y, &g, false);
    for (int k = 0; k < 2; k++)
        c.x[k] = layout_narrower(&c.y, &g);
    c.to = data_float_type(&g);
    c.in_place = random_below(&g, 4) ? -1 : (int)random_below(&g, 2);
    if (c.in_place >= 0)
        c.x[c.in_place] = c.y;
    region inputs[2];
    for (int k = 0; k < 2; k++) {
        c.from[k] = k == c.in_place ? c.to : data_input_type(&g, c.to);
        inputs[k] = region_new(&c.x[k], c.from[k]);
        data_fill((data_kind)random_below(&g, NUM_DATA_KINDS), &g, c.from[k],
                  (size_t)c.x[k].elements, inputs[k].before);
    }
    logaddexp_check(&c, inputs, NULL);
    region_free(&inputs[0]);
    region_free(&inputs[1]);
}

/* Rows longer than what passes through buffers in one go, neither of whose operands is read where
 * it is. */
static void check_long_rows(void)
{
    enum { LENGTH = 1300 };
    static double a[2 * LENGTH], b[3 * LENGTH], near_a[LENGTH], near_b[LENGTH];
    static double y[LENGTH], expected[LENGTH];
    const int64_t shape = LENGTH, a_stride = 2, b_stride = 3;
    generator g = random_seeded(check_stream_seed("long rows"));
    for (size_t i = 0; i < LENGTH; i++) {
        near_a[i] = a[2 * i] = random_normal(&g);
        near_b[i] = b[3 * i] = random_normal(&g);
    }
    const lanescan_tensor first = { a, &shape, &a_stride, 1, LANESCAN_F64 },
                          second = { b, &shape, &b_stride, 1, LANESCAN_F64 },
                          both = { y, &shape, NULL, 1, LANESCAN_F64 };
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        lanescan_logaddexp_f64(LENGTH, near_a, near_b, expected);
        check(lanescan_logaddexp(&first, &second, NULL, &both) == LANESCAN_OK &&
                  memcmp(y, expected, sizeof y) == 0,
              "%s: %d elements that are apart", *isa, (int)LENGTH);
    }
}

int main(void)
{
    check_start("tensor_logaddexp", lanescan_isas()[0]);
    generator g = random_seeded(check_stream_seed("tensor_logaddexp"));
    for (size_t i = 0; i < CASES / check_scale(); i++)
        check_random(random_bits(&g), SMALL);
    for (size_t i = 0; i < LARGE_CASES / check_scale() + 1; i++)
        check_random(random_bits(&g), LARGE);
    check_long_rows();
    return check_finish();
}
