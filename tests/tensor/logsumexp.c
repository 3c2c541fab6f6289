/* logsumexp over any dimensions: random shapes, strides and types, on every instruction set,
 * against the reduction of contiguous copies whose elements are in C order. */
#include "harness/check.h"
#include "tensor/data.h"
#include "tensor/log_case.h"

#include <math.h>
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

/* Lines of few elements, which are many dimensions where `halves` > 1: as far apart as they have
 * elements, and more than are converted at once. `step` is from element to element. */
static void check_short(int from, int to, int64_t halves, int64_t n, int64_t step, int64_t pitch)
{
    logsumexp_case c = { .seed = (uint64_t)(n + 10 * pitch),
                         .x = { .ndim = 3,
                                .shape = { 1100 / n, halves, n / halves },
                                .strides = { pitch, step * (n / halves) - (halves > 1), step } },
                         .y = { .ndim = 1, .shape = { 1100 / n } },
                         .from = from,
                         .to = to,
                         .reduced = { false, true, true },
                         .dims = { 2, 1 },
                         .num_dims = 2 };
    generator g = random_seeded(c.seed);
    layout_place(&c.x);
    layout_choose(&c.y, &g, false);
    region input = region_new(&c.x, c.from);
    data_fill(n % 3 ? DATA_NORMAL : DATA_SPECIAL, &g, c.from, (size_t)c.x.elements, input.before);
    logsumexp_check(&c, &input, NULL);
    region_free(&input);
}

static void check_short_lines(void)
{
    static const int types[] = { LANESCAN_F16, LANESCAN_BF16, LANESCAN_F32, LANESCAN_F64 };
    enum { TYPES = sizeof types / sizeof *types };
    for (int64_t n = 1; n < 10; n++)
        for (int i = 0; i < TYPES * TYPES; i++) {
            const int from = i < TYPES ? LANESCAN_I32 : types[i / TYPES], to = types[i % TYPES];
            check_short(from, to, 1, n, 1, n);
            check_short(from, to, 1, n, 1, n + 3);
            check_short(from, to, 1, n, -1, n);
            if (n % 2 == 0)
                check_short(from, to, 2, n, 1, n);
        }
}

/* A line that is longer than the buffers it passes through; and dimensions that are counted but not
 * there. */
static void check_by_hand(void)
{
    enum { LENGTH = 3000 };
    static double apart[2 * LENGTH], line[LENGTH];
    const int64_t shape = LENGTH, strides = 2;
    double got = 7;
    generator g = random_seeded(check_stream_seed("by hand"));
    for (size_t i = 0; i < LENGTH; i++)
        line[i] = apart[2 * i] = random_normal(&g);
    const lanescan_tensor x = { apart, &shape, &strides, 1, LANESCAN_F64 },
                          y = { &got, NULL, NULL, 0, LANESCAN_F64 };
    check(lanescan_logsumexp(&x, NULL, 1, NULL, &y) == LANESCAN_ERROR_NULL && got == 7, "no dims");
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        const double expected = lanescan_logsumexp_f64(LENGTH, line);
        check(lanescan_logsumexp(&x, NULL, 0, NULL, &y) == LANESCAN_OK &&
                  memcmp(&got, &expected, sizeof got) == 0,
              "%s: every other of %d elements", *isa, 2 * LENGTH);
    }
}

/* As many lines as go side by side. */
static void check_lines_of_nothing(void)
{
    enum { LINES = 64 };
    const int64_t shape[] = { LINES, 0 };
    const int along = 1;
    float got[LINES] = { 7 };
    const lanescan_tensor x = { NULL, shape, NULL, 2, LANESCAN_F32 },
                          y = { got, shape, NULL, 1, LANESCAN_F32 };
    bool is_right = lanescan_logsumexp(&x, &along, 1, NULL, &y) == LANESCAN_OK;
    for (size_t i = 0; i < LINES; i++)
        is_right = is_right && got[i] == -(float)INFINITY;
    check(is_right, "%d lines of no elements", (int)LINES);
}

int main(void)
{
    check_start("tensor_logsumexp", lanescan_isas()[0]);
    generator g = random_seeded(check_stream_seed("tensor_logsumexp"));
    for (size_t i = 0; i < CASES / check_scale(); i++)
        check_random(random_bits(&g), SMALL);
    for (size_t i = 0; i < LARGE_CASES / check_scale() + 1; i++)
        check_random(random_bits(&g), LARGE);
    check_short_lines();
    check_by_hand();
    check_lines_of_nothing();
    return check_finish();
}
