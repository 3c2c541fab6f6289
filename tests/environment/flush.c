/* With FTZ and DAZ set by the caller: they stay set; results of numbers far from subnormal ones are
 * the same bits; subnormal numbers harm nothing. And no call sets them for a caller who has not. */
#include "calls.h"
#include "control.h"
#include "harness/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if LANESCAN_TEST_HAS_CONTROL

static call_data data;
static char output[CALL_OUTPUT];

/* Does this machine flush? An emulator may not. */
static bool flushes(void)
{
    volatile double tiny = 0x1p-1060, result;
    const uint64_t before = control_get();
    control_set(before | CONTROL_FLUSH);
    result = tiny * 0.5;
    control_set(before);
    return result == 0;
}

static uint64_t modes(void)
{
    return control_get() & ~(uint64_t)CONTROL_FLAGS;
}

/* Everything on one kind of data, flushing or not; hashes are compared where there are any. */
static void check_calls(const char *what, bool flush, const uint64_t *expected)
{
    const uint64_t usual = modes(), wanted = flush ? usual | CONTROL_FLUSH : usual;
    for (size_t i = 0; i < call_count(); i++) {
        char text[CALL_TEXT];
        control_set(wanted);
        const uint64_t hash = call_hash(i, &data, output), after = modes();
        control_set(usual);
        check(after == wanted, "%s, %s, %s: the modes are %#llx after %#llx", call_text(text, i),
              what, lanescan_isa(), (unsigned long long)after, (unsigned long long)wanted);
        check(expected ? hash == expected[i] : hash != 0, "%s, %s, %s: other results",
              call_text(text, i), what, lanescan_isa());
    }
}

/* Numbers that are as near to subnormal ones as sums and products of a few of them allow; no NaN,
 * no infinity may come of them, no large number either. */
static void check_subnormal(void)
{
    enum { LENGTH = 700 };
    double x[LENGTH], y[LENGTH];
    float x32[LENGTH], y32[LENGTH];
    generator g = random_seeded(check_stream_seed("subnormal"));
    for (size_t i = 0; i < LENGTH; i++) {
        x[i] = random_sign(&g) * random_unit(&g) * 0x1p-1022;
        x32[i] = (float)(random_sign(&g) * random_unit(&g) * 0x1p-126);
    }
    const uint64_t usual = modes();
    control_set(usual | CONTROL_FLUSH);
    lanescan_cumsum_f64(LENGTH, x, y);
    lanescan_cumsum_f32(LENGTH, x32, y32);
    control_set(usual);
    for (size_t i = 0; i < LENGTH; i++)
        check(fabs(y[i]) <= 0x1p-1000 && fabsf(y32[i]) <= 0x1p-100f, "sum %zu is %a, %a", i, y[i],
              (double)y32[i]);
    control_set(usual | CONTROL_FLUSH);
    lanescan_cumprod_f64(LENGTH, x, y);
    lanescan_logcumsumexp_f32(LENGTH, x32, y32);
    control_set(usual);
    for (size_t i = 0; i < LENGTH; i++) {
        check(fabs(y[i]) <= 0x1p-1000, "product %zu is %a", i, y[i]);
        check(fabs((double)y32[i] - log((double)i + 1)) <= 0x1p-20, "log-sum-exp %zu is %a", i,
              (double)y32[i]);
    }
}

int main(void)
{
    static const data_kind plain[] = { DATA_SMALL, DATA_NORMAL },
                           other[] = { DATA_SPECIAL, DATA_BITS };
    check_start("flush", lanescan_isas()[0]);
    if (!flushes())
        check_skip("this machine does not flush subnormal numbers");
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        for (size_t k = 0; k < sizeof plain / sizeof plain[0]; k++) {
            call_data_fill(&data, plain[k], check_stream_seed("flush"));
            uint64_t *const expected = call_all_hashes(&data, output);
            check_calls(data_name(plain[k]), false, expected);
            check_calls(data_name(plain[k]), true, expected);
            free(expected);
        }
        for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
            call_data_fill(&data, other[k], check_stream_seed("flush"));
            check_calls(data_name(other[k]), true, NULL);
        }
        check_subnormal();
    }
    return check_finish();
}

#else

int main(void)
{
    check_start("flush", "");
    check_skip("no way is known to set FTZ or DAZ on this machine");
}

#endif
