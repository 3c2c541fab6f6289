/* More than 2^32 elements: the functions on lines, positions, one push of a stream, and a reduction
 * over an element that is repeated. */
#include "tensor/huge.h"

#include "golden/random.h"
#include "harness/check.h"

#include <lanescan.h>

#include <math.h>
#include <string.h>

enum { OFF_THE_END = 77 }; /* elements by which the last window is not full */

/* Wraps, and is the same for every window but the last. */
static void check_sum(size_t elements)
{
    const size_t per_window = HUGE_WINDOW / sizeof(int32_t), windows = elements / per_window + 1;
    const huge x = huge_map(windows), y = huge_map(windows);
    int32_t *const repeated = (int32_t *)(void *)x.first, *const last = (int32_t *)(void *)x.tail;
    const int32_t *const results = (const int32_t *)(const void *)y.tail;
    const size_t tail = per_window - OFF_THE_END, n = (windows - 1) * per_window + tail;
    generator g = random_seeded(check_stream_seed("huge sum"));
    uint32_t window = 0;
    for (size_t i = 0; i < per_window; i++) {
        repeated[i] = (int32_t)(random_bits(&g) >> 32);
        last[i] = (int32_t)(random_bits(&g) >> 32);
        window += (uint32_t)repeated[i];
    }
    for (int streamed = 0; streamed < 2; streamed++) {
        memset(y.tail, 0, HUGE_WINDOW);
        if (streamed) {
            lanescan_stream s;
            check(lanescan_stream_begin(&s, LANESCAN_CUMSUM, LANESCAN_I32, NULL) == LANESCAN_OK &&
                      lanescan_stream_push(&s, n, repeated, y.first) == LANESCAN_OK,
                  "one push of %zu", n);
        } else {
            lanescan_cumsum_i32(n, repeated, (int32_t *)(void *)y.first);
        }
        uint32_t sum = window * (uint32_t)(windows - 1);
        size_t wrong = 0;
        for (size_t i = 0; i < per_window; i++) {
            sum += (uint32_t)last[i];
            wrong += (uint32_t)results[i] != (i < tail ? sum : 0);
        }
        check(wrong == 0, "sum of %zu%s: %zu of the last results are wrong", n,
              streamed ? " in one push" : "", wrong);
    }
    huge_unmap(&x);
    huge_unmap(&y);
}

static void check_positions(size_t elements)
{
    const size_t per_window = HUGE_WINDOW / sizeof(int64_t),
                 windows = (elements / per_window + 1) | 1;
    const huge x = huge_map(windows / 2 + 1), y = huge_map(windows / 2 + 1),
               index = huge_map(windows);
    float *const in = (float *)(void *)x.first;
    const int64_t *const positions = (const int64_t *)(const void *)index.tail;
    const size_t n = windows * per_window - OFF_THE_END, before = n - per_window / 2;
    memset(x.first, 0, HUGE_WINDOW);
    memset(x.tail, 0, HUGE_WINDOW);
    in[n - 1000] = 2; /* elements that are equal: the latest counts */
    for (size_t i = n - 999; i < n; i++)
        in[i] = 1;
    lanescan_cummax_f32(n, in, (float *)(void *)y.first, (int64_t *)(void *)index.first);
    size_t wrong = 0;
    for (size_t i = before; i < n; i++)
        wrong += positions[i - (windows - 1) * per_window] !=
                 (int64_t)(i < n - 1000 ? i : n - 1000);
    check(wrong == 0, "%zu of the last positions of %zu are wrong", wrong, n);
    huge_unmap(&x);
    huge_unmap(&y);
    huge_unmap(&index);
}

/* log(n e^x) = x + log(n), of one element that is there n times. */
static void check_repeated(size_t elements)
{
    const int64_t shape[2] = { 3, (int64_t)(elements / 3) + OFF_THE_END }, strides[2] = { 0, 0 };
    double x = -1.25, got = 0;
    const double expected = x + log(3 * (double)shape[1]);
    const lanescan_tensor input = { &x, shape, strides, 2, LANESCAN_F64 },
                          output = { &got, NULL, NULL, 0, LANESCAN_F64 };
    check(lanescan_logsumexp(&input, NULL, 0, NULL, &output) == LANESCAN_OK, "logsumexp");
    check(fabs(got - expected) <= 0x1p-51 * expected, "log-sum-exp of %lld elements is %a, not %a",
          3 * (long long)shape[1], got, expected);
}

void tensor_huge_lines(size_t elements)
{
    check_sum(elements);
    check_positions(elements);
    check_repeated(elements);
}
