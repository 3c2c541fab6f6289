/* Slices of one array: many dimensions that nest in each other. No bound on the work may show. */
#include "tensor/overlap_cases.h"

typedef struct slice {
    int64_t first, step, count;
} slice;

/* Like Python's first:last:step, either direction, never empty. */
static slice draw_slice(generator *g, int64_t extent)
{
    const int64_t first = (int64_t)random_below(g, (size_t)extent);
    const bool is_back = random_below(g, 4) == 0;
    const int64_t step = random_below(g, 2) ? 1 : 1 + (int64_t)random_below(g, 4);
    const int64_t room = (is_back ? first : extent - 1 - first) / step;
    return (slice){ first, is_back ? -step : step, 1 + (int64_t)random_below(g, (size_t)room + 1) };
}

static bool slices_meet(slice a, slice b)
{
    for (int64_t i = 0; i < a.count; i++)
        for (int64_t j = 0; j < b.count; j++)
            if (a.first + i * a.step == b.first + j * b.step)
                return true;
    return false;
}

/* Two slices of one array meet where they meet in every dimension. */
static void check_slices(void)
{
    generator g = random_seeded(check_stream_seed("slices"));
    size_t answers[2] = { 0, 0 };
    for (size_t i = 0; i < rounds(4000); i++) {
        layout a = { .data = memory, .element_size = 1, .count = 1 }, b;
        a.ndim = 1 + (int)random_below(&g, 12);
        b = a;
        layout_answer want = LAYOUT_YES;
        int64_t stride = 1;
        for (int d = 0; d < a.ndim; d++) {
            const int64_t extent = 1 + (int64_t)random_below(&g, a.ndim > 5 ? 4 : 30);
            const slice slices[2] = { draw_slice(&g, extent), draw_slice(&g, extent) };
            layout *const views[2] = { &a, &b };
            for (int k = 0; k < 2; k++) {
                views[k]->data = moved(views[k]->data, slices[k].first * stride);
                views[k]->shape[d] = slices[k].count;
                views[k]->strides[d] = slices[k].step * stride;
            }
            if (!slices_meet(slices[0], slices[1]))
                want = LAYOUT_NO;
            stride *= extent;
        }
        answers[want]++;
        expect_share(want, a, b, "slices of one array");
        check(layout_self_alias(&a) == LAYOUT_NO, "a slice aliases itself");
    }
    check_mixed("slices", answers);
}

/* Slices of one array are nested: each dimension steps over the next. At any depth that is not much
 * work, although the ways to make one distance of two indices are as many as the Fibonacci
 * numbers. */
static void check_pairs(void)
{
    enum { DEPTH = 24 };
    layout pairs = { .data = memory, .element_size = 1, .ndim = DEPTH + 1 };
    pairs.count = (int64_t)2 << DEPTH;
    for (int i = 0; i <= DEPTH; i++) {
        pairs.shape[i] = 2;
        pairs.strides[i] = i < DEPTH ? (int64_t)4 << i : 1; /* of four elements the first two */
    }
    check(layout_self_alias(&pairs) == LAYOUT_NO, "pairs with gaps: alias");
    for (uint32_t far = 0x5555555; far > 0; far >>= 1) {
        layout others = pairs;
        others.data = moved(memory, 2 + 4 * (int64_t)(far & 0xffffff));
        expect_share(LAYOUT_NO, pairs, others, "pairs with gaps, and the gaps");
        others.data = moved(others.data, -1);
        expect_share(LAYOUT_YES, pairs, others, "pairs with gaps, and one of each gap");
    }
    layout most = { .data = memory, .element_size = 1, .ndim = 64, .count = (int64_t)1 << 62 };
    for (int i = 0; i < 64; i++) {
        most.shape[i] = i < 62 ? 2 : 1;
        most.strides[i] = i < 62 ? (int64_t)1 << i : 7;
    }
    check(layout_self_alias(&most) == LAYOUT_NO, "62 nested dimensions");
    most.strides[40]++;
    check(layout_self_alias(&most) == LAYOUT_YES, "62 nested dimensions, one too long by 1");
}

void check_nested(void)
{
    check_slices();
    check_pairs();
}
