/* Against marking every byte: thousands of small layouts, for which the answer must be exact. */
#include "tensor/bounded_sum.h"
#include "tensor/overlap_cases.h"

#include <string.h>

static uint8_t marks[BYTES];

typedef struct limits {
    int ndim;
    size_t extent, stride, offset; /* the largest */
} limits;

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

void check_brute(void)
{
    check_sums();
    check_small_alias();
    check_small_share();
    check_larger();
}
