/* logsumexp over any dimensions: random shapes, strides and types, on every instruction set, against the
 * reduction of contiguous copies whose elements are in C order. */
#include "check.h"
#include "tensor_data.h"
#include "tensor_log_case.h"

#include <string.h>

enum { CASES = 4000, LARGE_CASES = 40, SMALL = 300, LARGE = 40000 };

static void check_random(uint64_t seed, int64_t most)
{
    generator g = random_seeded(seed);
    logsumexp_case c = { .seed = seed };
    layout_random_shape(&c.x, &g, most);
    layout_choose(&c.x, &g, true);
    const bool keep = random_below(&g, 2), all = random_below(&g, 6) == 0;
    for (int32_t i = c.x.ndim; i-- > 0;) { /* from the last, so that their order cannot matter */
        c.reduced[i] = all || random_below(&g, 2);
        if (c.reduced[i] && !all)
            c.dims[c.num_dims++] = random_below(&g, 2) ? i : i - c.x.ndim;
    }
    if (c.num_dims == 0)
        memset(c.reduced, true, sizeof c.reduced);
    for (int32_t i = 0; i < c.x.ndim; i++)
        if (keep || !c.reduced[i])
            c.y.shape[c.y.ndim++] = c.reduced[i] ? 1 : c.x.shape[i];
    layout_choose(&c.y, &g, false);
    c.to = data_float_type(&g);
    c.from = data_input_type(&g, c.to);
    region input = region_new(&c.x, c.from);
    data_fill((data_kind)random_below(&g, NUM_DATA_KINDS), &g, c.from, (size_t)c.x.elements,
              input.before);
    logsumexp_check(&c, &input, NULL);
    region_free(&input);
}

int main(void)
{
    check_start("tensor_logsumexp", lanescan_isas()[0]);
    generator g = random_seeded(check_stream_seed("tensor_logsumexp"));
    for (size_t i = 0; i < CASES / check_scale(); i++)
        check_random(random_bits(&g), SMALL);
    for (size_t i = 0; i < LARGE_CASES / check_scale() + 1; i++)
        check_random(random_bits(&g), LARGE);
    return check_finish();
}
