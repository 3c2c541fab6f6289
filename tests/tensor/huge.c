/* More than 2^31 elements: along the dimension, across it, between neighbours, in one line's index,
 * in one push of a stream and in a reduction; more than 2^32 where a line function takes them
 * (tensor_huge_lines.c). LANESCAN_TEST_SCALE=64 tries the same on less. */
#include "tensor/huge.h"

#include "golden/random.h"
#include "harness/check.h"

#include <lanescan.h>

#include <string.h>

static size_t windows; /* of bytes, in 2^31 elements of u8 and a tail */

static lanescan_tensor bytes(const huge *h, const int64_t *shape, const int64_t *strides,
                             int32_t ndim)
{
    return (lanescan_tensor){ h->first, shape, strides, ndim, LANESCAN_U8 };
}

static void fill(const huge *h, uint64_t seed)
{
    generator g = random_seeded(seed);
    for (size_t i = 0; i < HUGE_WINDOW; i++) {
        h->first[i] = (char)(random_bits(&g) >> 60);
        h->tail[i] = (char)(random_bits(&g) >> 60);
    }
    h->first[5] = 100; /* the largest, in every window but the last */
}

/* The sum of n bytes from h's start. */
static unsigned sum_before(const huge *h, size_t n)
{
    unsigned window = 0, sum = 0;
    for (size_t i = 0; i < HUGE_WINDOW; i++)
        window += (unsigned char)h->first[i];
    for (size_t i = 0; i < n % HUGE_WINDOW; i++)
        sum += (unsigned char)(h->first + n / HUGE_WINDOW * HUGE_WINDOW)[i];
    return sum + window * (unsigned)(n / HUGE_WINDOW);
}

/* Whether y's window that starts at element `from` holds running sums that start from `sum`. */
static size_t wrong_sums(const char *x, const char *y, size_t n, unsigned sum)
{
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (unsigned char)x[i];
        wrong += (unsigned char)y[i] != (unsigned char)sum;
    }
    return wrong;
}

static void check_line(const huge *x, const huge *y)
{
    const int64_t n = (int64_t)(windows * HUGE_WINDOW) - 77;
    const size_t tail = HUGE_WINDOW - 77, before = (windows - 1) * HUGE_WINDOW;
    const lanescan_tensor input = bytes(x, &n, NULL, 1), output = bytes(y, &n, NULL, 1);
    memset(y->tail, 0, HUGE_WINDOW);
    check(lanescan_cumsum(&input, 0, &output) == LANESCAN_OK, "cumsum of %lld", (long long)n);
    check(wrong_sums(x->tail, y->tail, tail, sum_before(x, before)) == 0,
          "cumsum: wrong after 2^31");
    check(wrong_sums(x->first, y->first, HUGE_WINDOW, sum_before(x, before - HUGE_WINDOW)) == 0,
          "cumsum: wrong before 2^31");

    /* Reversed and exclusive: element j is the whole less all up to j. The first window is written
     * last. */
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = LANESCAN_REVERSE | LANESCAN_EXCLUSIVE };
    check(lanescan_scan(LANESCAN_CUMSUM, &input, 0, &options, &output) == LANESCAN_OK, "reversed");
    const unsigned whole = sum_before(x, (size_t)n);
    unsigned sum = 0;
    size_t wrong = 0;
    for (size_t i = 0; i < HUGE_WINDOW; i++) {
        sum += (unsigned char)x->first[i];
        wrong += (unsigned char)y->first[i] != (unsigned char)(whole - sum);
    }
    check(wrong == 0, "reversed exclusive cumsum: %zu wrong at the start", wrong);

    lanescan_stream s;
    unsigned char total = 0;
    memset(y->tail, 0, HUGE_WINDOW);
    check(lanescan_stream_begin(&s, LANESCAN_CUMSUM, LANESCAN_U8, NULL) == LANESCAN_OK &&
              lanescan_stream_push(&s, (size_t)n, x->first, y->first) == LANESCAN_OK &&
              lanescan_stream_total(&s, &total) == LANESCAN_OK,
          "one push");
    check(total == (unsigned char)whole, "total of one push");
    check(wrong_sums(x->tail, y->tail, tail, sum_before(x, before)) == 0,
          "one push: wrong after 2^31");
}

/* Two rows, 2^31 and more columns: scanned down the columns, then each pair of a row's
 * neighbours. */
static void check_across(const huge *x, const huge *y)
{
    const int64_t columns = (int64_t)(windows * HUGE_WINDOW) - 77;
    const int64_t rows_shape[2] = { 2, columns }, repeated[2] = { 0, 1 };
    const lanescan_tensor input = bytes(x, rows_shape, repeated, 2);
    const huge second = huge_map(2 * windows); /* both rows of the output, the last in its tail */
    const int64_t strides[2] = { (int64_t)(windows * HUGE_WINDOW), 1 };
    const lanescan_tensor output = bytes(&second, rows_shape, strides, 2);
    memset(second.tail, 0, HUGE_WINDOW);
    check(lanescan_cumsum(&input, 0, &output) == LANESCAN_OK, "down the columns");
    size_t wrong = 0;
    for (size_t i = 0; i < HUGE_WINDOW - 77; i++)
        wrong += (unsigned char)second.tail[i] != (unsigned char)(2 * x->tail[i]);
    for (size_t i = HUGE_WINDOW - 77; i < HUGE_WINDOW; i++)
        wrong += second.tail[i] != 0;
    check(wrong == 0, "down the columns: %zu wrong after 2^31", wrong);
    huge_unmap(&second);

    const int64_t pairs_shape[2] = { columns / 2, 2 }, backwards[2] = { 2, -1 };
    lanescan_tensor pairs = bytes(x, pairs_shape, NULL, 2),
                    results = bytes(y, pairs_shape, backwards, 2);
    results.data = y->first + 1;
    memset(y->tail, 0, HUGE_WINDOW);
    check(lanescan_cumsum(&pairs, 1, &results) == LANESCAN_OK, "pairs");
    wrong = 0;
    for (size_t i = 0; i + 1 < HUGE_WINDOW - 77; i += 2) {
        wrong += y->tail[i + 1] != x->tail[i];
        wrong += (unsigned char)y->tail[i] != (unsigned char)(x->tail[i] + x->tail[i + 1]);
    }
    check(wrong == 0, "2^30 lines of two: %zu wrong at the end", wrong);
}

/* Neighbours that are 2^31 bytes and more apart, along the dimension and across it. */
static void check_far_apart(const huge *x, const huge *y)
{
    const int64_t shape[2] = { 2, 1000 };
    const int64_t strides[2] = { (int64_t)((windows - 1) * HUGE_WINDOW / 8), 1 };
    const double *near_x = (const double *)(const void *)x->first,
                 *far_x = (const double *)(const void *)x->tail;
    const double *far_y = (const double *)(const void *)y->tail;
    const lanescan_tensor input = { x->first, shape, strides, 2, LANESCAN_F64 },
                          output = { y->first, shape, strides, 2, LANESCAN_F64 };
    double expected[1000];
    check(lanescan_cummax(&input, 0, &output) == LANESCAN_OK, "rows far apart, down");
    for (size_t i = 0; i < 1000; i++)
        expected[i] = far_x[i] >= near_x[i] ? far_x[i] : near_x[i];
    check(memcmp(expected, far_y, sizeof expected) == 0, "rows far apart: wrong maxima");
    check(lanescan_cumsum(&input, 1, &output) == LANESCAN_OK, "rows far apart, along");
    lanescan_cumsum_f64(1000, far_x, expected);
    check(memcmp(expected, far_y, sizeof expected) == 0, "rows far apart: wrong sums");
}

/* Positions past 2^31. */
static void check_index(const huge *x, const huge *y)
{
    const huge places = huge_map(8 * windows);
    const int64_t n = (int64_t)(windows * HUGE_WINDOW);
    const size_t last = HUGE_WINDOW / 8; /* indices in the tail */
    const lanescan_tensor input = bytes(x, &n, NULL, 1), output = bytes(y, &n, NULL, 1),
                          indices = { places.first, &n, NULL, 1, LANESCAN_I64 };
    const int64_t *index = (const int64_t *)(const void *)places.tail;
    x->tail[HUGE_WINDOW - 10] = 101;
    check(lanescan_scan_index(LANESCAN_CUMMAX, &input, 0, NULL, &output, &indices) == LANESCAN_OK,
          "indices");
    size_t wrong = 0;
    for (size_t i = 0; i < last; i++)
        wrong += index[i] != (i >= last - 10 ? n - 10 : n - 2 * HUGE_WINDOW + 5);
    check(wrong == 0, "%zu indices are wrong, the last is %lld", wrong, (long long)index[last - 1]);
    huge_unmap(&places);
}

static void check_reduction(void)
{
    const huge x = huge_map(4 * windows);
    const int64_t shape[2] = { 2, (int64_t)(windows * HUGE_WINDOW / 2) - 7 };
    const size_t n = (size_t)shape[1] * 2;
    generator g = random_seeded(check_stream_seed("reduction"));
    float *near_x = (float *)(void *)x.first, *far_x = (float *)(void *)x.tail, got = 0;
    for (size_t i = 0; i < HUGE_WINDOW / sizeof *near_x; i++) {
        near_x[i] = (float)random_normal(&g);
        far_x[i] = (float)random_normal(&g) + 3;
    }
    const lanescan_tensor input = { near_x, shape, NULL, 2, LANESCAN_F32 },
                          output = { &got, NULL, NULL, 0, LANESCAN_F32 };
    check(lanescan_logsumexp(&input, NULL, 0, NULL, &output) == LANESCAN_OK, "logsumexp");
    const float expected = lanescan_logsumexp_f32(n, near_x);
    check(memcmp(&got, &expected, sizeof got) == 0, "logsumexp of %zu: %.9g, expected %.9g", n,
          (double)got, (double)expected);
    huge_unmap(&x);
}

int main(void)
{
    check_start("tensor_huge", lanescan_isa());
    windows = ((size_t)1 << 31) / HUGE_WINDOW / check_scale() + 1;
    const huge x = huge_map(windows), y = huge_map(windows);
    fill(&x, check_stream_seed("tensor_huge"));
    check_line(&x, &y);
    check_across(&x, &y);
    check_index(&x, &y);
    for (size_t i = 0; i < 1000; i++) { /* as doubles now */
        ((double *)(void *)x.first)[i] = (double)(i % 7);
        ((double *)(void *)x.tail)[i] = (double)(i % 5);
    }
    check_far_apart(&x, &y);
    check_reduction();
    tensor_huge_lines(((size_t)1 << 32) / check_scale() + 5);
    return check_finish();
}
