/* Shared memory. Here: views as users make them, the same problems at large, and layouts made to be
 * hard, for which the answer must come soon. */
#include "tensor/overlap_cases.h"

#include <stdio.h>
#include <time.h>

char memory[BYTES];

char *moved(char *address, int64_t bytes)
{
    return (char *)((uintptr_t)address + (uintptr_t)bytes);
}

size_t rounds(size_t count)
{
    return count / check_scale() + 1;
}

void check_mixed(const char *what, const size_t answers[2])
{
    const size_t all = answers[LAYOUT_NO] + answers[LAYOUT_YES];
    check(answers[LAYOUT_NO] > all / 20 && answers[LAYOUT_YES] > all / 20, "%s: %zu no, %zu yes",
          what, answers[LAYOUT_NO], answers[LAYOUT_YES]);
}

void expect_share(layout_answer want, layout a, layout b, const char *what)
{
    check(layouts_share(&a, &b) == want && layouts_share(&b, &a) == want, "%s: %d, expected %d",
          what, layouts_share(&a, &b), want);
    check(layouts_overlap(&a, &b) == (want != LAYOUT_NO), "%s: layouts_overlap", what);
}

static layout view(size_t offset, int dtype, int ndim, const int64_t *shape, const int64_t *strides)
{
    layout l = { 0 };
    const lanescan_tensor t = { memory + offset, shape, strides, ndim, dtype };
    check(layout_read(&t, &l) == LANESCAN_OK, "a view of memory");
    return l;
}

static void check_views(void)
{
    const int64_t line[] = { 100 }, shape[] = { 50, 4 }, none[] = { 50, 0 };
    const int64_t second[] = { 2 }, third[] = { 3 }, back[] = { -2 }, still[] = { 0 };
    const int64_t row[] = { 10, 1 }, column[] = { 1, 10 };
    const int f32 = LANESCAN_F32, f64 = LANESCAN_F64;
    const layout even = view(0, f32, 1, line, second);
    expect_share(LAYOUT_YES, even, even, "itself");
    expect_share(LAYOUT_NO, even, view(4, f32, 1, line, second), "x[0::2] and x[1::2]");
    expect_share(LAYOUT_NO, even, view(796, f32, 1, line, back), "x[0::2] and x[::-2]");
    expect_share(LAYOUT_YES, even, view(792, f32, 1, line, back), "x[0::2] and itself backwards");
    expect_share(LAYOUT_YES, even, view(4, f32, 1, line, third), "x[0::2] and x[1::3]");
    expect_share(LAYOUT_YES, even, view(3, f32, 1, line, second), "x[0::2] and one byte of it");
    expect_share(LAYOUT_YES, even, view(4, f64, 1, line, NULL), "x[0::2] and wider elements");
    expect_share(LAYOUT_NO, even, view(4, f32, 1, line, still), "x[0::2] and x[1] repeated");
    expect_share(LAYOUT_YES, even, view(8, f32, 1, line, still), "x[0::2] and x[2] repeated");
    expect_share(LAYOUT_NO, even, view(800, f32, 1, line, NULL), "side by side");
    expect_share(LAYOUT_YES, even, view(795, f32, 1, line, NULL), "side by side but for a byte");
    expect_share(LAYOUT_NO, even, view(0, f32, 2, none, row), "nothing");
    const layout block = view(0, f64, 2, shape, row);
    expect_share(LAYOUT_NO, block, view(32, f64, 2, shape, row), "columns 0-3 and 4-7");
    expect_share(LAYOUT_NO, block, view(48, f64, 2, shape, row), "columns 0-3 and 6-9");
    expect_share(LAYOUT_YES, block, view(56, f64, 2, shape, row), "columns 0-3 and 7-10");
    expect_share(LAYOUT_YES, block, view(24, f64, 2, shape, row), "columns 0-3 and 3-6");
    expect_share(LAYOUT_YES, block, view(31, f64, 2, shape, row), "columns 0-3, one byte of 3");
    expect_share(LAYOUT_YES, block, view(0, f64, 2, shape, column), "a block and its transpose");
    check(layout_aliases_itself(&(layout){ .count = 3, .ndim = 1, .shape = { 3 } }), "a repeat");
    check(!layout_aliases_itself(&block), "a block");
    const layout window = view(0, f64, 2, shape, (const int64_t[]){ 1, 1 });
    check(layout_aliases_itself(&window), "windows");
    const layout comb = view(0, f64, 2, (const int64_t[]){ 3, 2 }, (const int64_t[]){ 2, 3 });
    check(!layout_aliases_itself(&comb), "0 2 4, 3 5 7: strides that cross without meeting");
}

/* Two dimensions are a closed problem at any size. */
static void check_far(void)
{
    /* Primes: i p + j q meets itself first at (q, 0) and (0, p). */
    const int64_t p = 1000003, q = 999983;
    layout l = { .data = memory, .element_size = 1, .ndim = 2, .count = p * q };
    l.strides[0] = p;
    l.strides[1] = -q;
    l.shape[0] = q;
    l.shape[1] = p;
    check(layout_self_alias(&l) == LAYOUT_NO, "the largest box without a meeting");
    l.shape[0] = q + 1;
    check(layout_self_alias(&l) == LAYOUT_NO, "longer by 1 on one side");
    l.shape[1] = p + 1;
    check(layout_self_alias(&l) == LAYOUT_YES, "longer by 1 on both sides");

    layout a = { .data = memory, .element_size = 1, .ndim = 1 }, b = a;
    a.strides[0] = p;
    b.strides[0] = q;
    a.count = a.shape[0] = b.count = b.shape[0] = q / 3;
    size_t answers[2] = { 0, 0 };
    for (int64_t offset = 1; offset <= 12; offset++) {
        layout_answer want = LAYOUT_NO;
        for (int64_t i = 0; i < a.shape[0]; i++)
            if (i * p >= offset && (i * p - offset) % q == 0 && (i * p - offset) / q < b.shape[0])
                want = LAYOUT_YES;
        answers[want]++;
        b.data = a.data + offset;
        expect_share(want, a, b, "two far lines");
    }
    check_mixed("two far lines", answers);
}

/* Sums of many unrelated numbers: out of reach. The answer must come soon, and be the careful
 * one. */
static void check_hard(void)
{
    generator g = random_seeded(check_stream_seed("hard"));
    size_t unknown = 0;
    const clock_t start = clock();
    const int count = 20;
    for (int i = 0; i < count; i++) {
        layout a = { .data = memory, .element_size = 1, .ndim = 30, .count = (int64_t)1 << 30 };
        for (int d = 0; d < 30; d++) {
            a.shape[d] = 2;
            a.strides[d] = (int64_t)(random_bits(&g) >> 20) + ((int64_t)1 << 43);
        }
        layout b = a;
        for (int d = 0; d < 30; d++)
            b.strides[d] += 2 * (int64_t)random_below(&g, 1000) + 1;
        b.data++;
        unknown += layout_self_alias(&a) == LAYOUT_UNKNOWN;
        unknown += layouts_share(&a, &b) == LAYOUT_UNKNOWN;
        check(layout_aliases_itself(&a) == (layout_self_alias(&a) != LAYOUT_NO), "hard: alias");
        check(layouts_overlap(&a, &b) == (layouts_share(&a, &b) != LAYOUT_NO), "hard: overlap");
    }
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    check(unknown > 0, "hard: none was");
    printf("hard: %zu of %d unknown, %.2f ms each\n", unknown, 2 * count,
           1e3 * seconds / (6 * count));
    check(seconds < 10, "hard: %.1f s", seconds);
}

int main(void)
{
    check_start("overlap", "");
    check_brute();
    check_views();
    check_nested();
    check_far();
    check_hard();
    return check_finish();
}
