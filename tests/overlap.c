/* Shared memory, against marking every byte: thousands of small layouts, for which the answer must be exact; views as
 * users make them; and layouts made to be hard, for which it must come soon. */
#include "bounded_sum.h"
#include "check.h"
#include "random.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { BYTES = 1 << 18 };

static char memory[BYTES];
static uint8_t marks[BYTES];

typedef struct limits {
    int ndim;
    size_t extent, stride, offset; /* the largest */
} limits;

/* An address that nobody follows: it may lie outside of memory. */
static char *moved(char *address, int64_t bytes)
{
    return (char *)((uintptr_t)address + (uintptr_t)bytes);
}

/* A layout around the middle of memory; any element size, also those that no dtype has. */
static layout draw(generator *g, limits most, size_t element_size)
{
    layout l = { .data = memory + BYTES / 2, .element_size = element_size, .count = 1 };
    l.ndim = (int)random_below(g, (size_t)most.ndim + 1);
    l.data += (int64_t)random_below(g, 2 * most.offset + 1) - (int64_t)most.offset;
    for (int i = 0; i < l.ndim; i++) {
        l.shape[i] = (int64_t)random_below(g, most.extent + 1);
        if (l.shape[i] == 0)
            l.shape[i] = (int64_t)random_below(g, 2); /* fewer that are empty */
        l.strides[i] = (int64_t)random_below(g, 2 * most.stride + 1) - (int64_t)most.stride;
        l.count *= l.shape[i];
    }
    return l;
}

/* Moves to the next index in C order; false behind the last. */
static bool next_index(const layout *l, int64_t *index)
{
    for (int i = l->ndim - 1; i >= 0; i--) {
        if (++index[i] < l->shape[i])
            return true;
        index[i] = 0;
    }
    return false;
}

static uint8_t *mark_of(const layout *l, const int64_t *index)
{
    const char *element = l->data;
    for (int i = 0; i < l->ndim; i++)
        element += index[i] * l->strides[i] * (int64_t)l->element_size;
    return &marks[element - memory];
}

/* Marks all bytes of l. Had one of them a mark? */
static bool mark(const layout *l)
{
    int64_t index[LANESCAN_MAX_NDIM] = { 0 };
    bool had = false;
    if (l->count)
        do {
            uint8_t *bytes = mark_of(l, index);
            for (size_t i = 0; i < l->element_size; i++) {
                had |= bytes[i];
                bytes[i] = 1;
            }
        } while (next_index(l, index));
    return had;
}

static layout_answer brute_alias(const layout *l)
{
    memset(marks, 0, sizeof marks);
    return mark(l) ? LAYOUT_YES : LAYOUT_NO;
}

static layout_answer brute_share(const layout *a, const layout *b)
{
    memset(marks, 0, sizeof marks);
    mark(a);
    int64_t index[LANESCAN_MAX_NDIM] = { 0 };
    if (b->count)
        do
            if (memchr(mark_of(b, index), 1, b->element_size))
                return LAYOUT_YES;
        while (next_index(b, index));
    return LAYOUT_NO;
}

static size_t rounds(size_t count)
{
    return count / check_scale() + 1;
}

/* A judge that always hears the same answer proves little. */
static void check_mixed(const char *what, const size_t answers[2])
{
    const size_t all = answers[LAYOUT_NO] + answers[LAYOUT_YES];
    check(answers[LAYOUT_NO] > all / 20 && answers[LAYOUT_YES] > all / 20, "%s: %zu no, %zu yes",
          what, answers[LAYOUT_NO], answers[LAYOUT_YES]);
}

static const limits small[] = {
    { 4, 5, 7, 60 }, { 4, 5, 40, 200 }, { 3, 5, 150, 400 }, { 2, 5, 3, 40 }, { 6, 3, 200, 50 },
};

enum { NUM_SMALL = sizeof small / sizeof small[0] };

static void check_small_alias(void)
{
    generator g = random_seeded(check_stream_seed("alias"));
    size_t answers[2] = { 0, 0 };
    for (size_t i = 0; i < rounds(8000); i++) {
        const layout l = draw(&g, small[i % NUM_SMALL], 1 + random_below(&g, 16));
        const layout_answer want = brute_alias(&l), got = layout_self_alias(&l);
        answers[want]++;
        check(got == want, "alias %zu: %d, expected %d", i, got, want);
    }
    check_mixed("alias", answers);
}

static void check_small_share(void)
{
    generator g = random_seeded(check_stream_seed("share"));
    size_t answers[2] = { 0, 0 };
    for (size_t i = 0; i < rounds(16000); i++) {
        const size_t size = 1 + random_below(&g, 16);
        const limits most = small[i % NUM_SMALL];
        layout a = draw(&g, most, size);
        layout b = draw(&g, most, i % 2 ? size : 1 + random_below(&g, 16));
        if (i % 4 == 1) { /* elements aligned with each other, strides with a common factor */
            const int64_t factor = 2 + (int64_t)random_below(&g, 3);
            for (int d = 0; d < LANESCAN_MAX_NDIM; d++) {
                a.strides[d] *= factor;
                b.strides[d] *= factor;
            }
            b.data -= (b.data - a.data) % (int64_t)size;
        }
        const layout_answer want = brute_share(&a, &b);
        const layout_answer got = layouts_share(&a, &b), swapped = layouts_share(&b, &a);
        answers[want]++;
        check(got == want && swapped == want, "share %zu: %d and swapped %d, expected %d", i, got,
              swapped, want);
    }
    check_mixed("share", answers);
}

/* The question behind both, against all sums there are. */
static void check_sums(void)
{
    enum { REACH = 1 << 12 };
    generator g = random_seeded(check_stream_seed("sums"));
    size_t answers[2] = { 0, 0 };
    for (size_t i = 0; i < rounds(500); i++) {
        bounded_term terms[5] = { { 0, 0 } };
        bool is_sum[REACH] = { true };
        const int num_terms = (int)random_below(&g, 6);
        for (int k = 0; k < num_terms; k++) {
            terms[k].coefficient = 1 + random_below(&g, 100);
            terms[k].most = random_below(&g, 8);
            for (size_t sum = REACH; sum-- > 0;)
                for (size_t x = 1; x <= terms[k].most && x * terms[k].coefficient <= sum; x++)
                    is_sum[sum] |= is_sum[sum - x * terms[k].coefficient];
        }
        for (int repeat = 0; repeat < 20; repeat++) {
            bounded_term copies[5];
            memcpy(copies, terms, sizeof terms);
            const uint64_t target = random_below(&g, repeat % 2 ? REACH : 200);
            const layout_answer want = is_sum[target] ? LAYOUT_YES : LAYOUT_NO;
            int nodes = 10000;
            const layout_answer got = bounded_sum(copies, num_terms, target, &nodes);
            answers[want]++;
            check(got == want, "sum %zu, %llu: %d, expected %d", i, (unsigned long long)target, got,
                  want);
        }
    }
    check_mixed("sums", answers);
}

/* Larger ones may be too much work; then the answer is not a wrong one. */
static void check_larger(void)
{
    static const limits most = { 3, 40, 700, 3000 };
    generator g = random_seeded(check_stream_seed("larger"));
    size_t answers[2] = { 0, 0 }, unknown = 0;
    const size_t count = rounds(400);
    for (size_t i = 0; i < count; i++) {
        const layout a = draw(&g, most, 1), b = draw(&g, most, i % 2 ? 1 : 2);
        const layout_answer alias = layout_self_alias(&a), share = layouts_share(&a, &b);
        const layout_answer want_alias = brute_alias(&a), want_share = brute_share(&a, &b);
        answers[want_share]++;
        check(alias == want_alias || alias == LAYOUT_UNKNOWN, "larger %zu: alias %d", i, alias);
        check(share == want_share || share == LAYOUT_UNKNOWN, "larger %zu: share %d", i, share);
        unknown += alias == LAYOUT_UNKNOWN;
        unknown += share == LAYOUT_UNKNOWN;
    }
    check_mixed("larger", answers);
    check(unknown <= count / 20, "larger: %zu of %zu unknown", unknown, count);
}

static layout view(size_t offset, int dtype, int ndim, const int64_t *shape, const int64_t *strides)
{
    layout l = { 0 };
    const lanescan_tensor t = { memory + offset, shape, strides, ndim, dtype };
    check(layout_read(&t, &l) == LANESCAN_OK, "a view of memory");
    return l;
}

static void expect_share(layout_answer want, layout a, layout b, const char *what)
{
    check(layouts_share(&a, &b) == want && layouts_share(&b, &a) == want, "%s: %d, expected %d",
          what, layouts_share(&a, &b), want);
    check(layouts_overlap(&a, &b) == (want != LAYOUT_NO), "%s: layouts_overlap", what);
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

/* Slices of one array are nested: each dimension steps over the next. At any depth that is not much work, although the
 * ways to make one distance of two indices are as many as the Fibonacci numbers. */
static void check_nested(void)
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

/* Two dimensions are a closed problem at any size. */
static void check_far(void)
{
    const int64_t p = 1000003,
                  q = 999983; /* primes: i p + j q meets itself first at (q, 0) and (0, p) */
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

/* Sums of many unrelated numbers: out of reach. The answer must come soon, and be the careful one. */
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
    check_sums();
    check_small_alias();
    check_small_share();
    check_larger();
    check_views();
    check_slices();
    check_nested();
    check_far();
    check_hard();
    return check_finish();
}
