/* Rounding modes other than to nearest are against the contract, but no harm comes of them: every
 * call ends, results that do not overflow to nearest are finite, what is exact stays so, and the
 * mode stays as it is. */
#include "calls.h"
#include "harness/check.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static call_data data;
static char nearest[CALL_OUTPUT], other[CALL_OUTPUT];

static const struct mode {
    const char *name;
    int value;
} modes[] = {
#ifdef FE_DOWNWARD
    { "downward", FE_DOWNWARD },
#endif
#ifdef FE_UPWARD
    { "upward", FE_UPWARD },
#endif
#ifdef FE_TOWARDZERO
    { "toward zero", FE_TOWARDZERO },
#endif
};

static double largest(int part)
{
    const dtype_info info = dtype_of(part);
    return ldexp(1 - ldexp(1, -info.precision), info.max_exponent);
}

/* Position of the first result that should be finite and is not; or of the end. */
static size_t first_not_finite(int dtype)
{
    const int part = dtype_of(dtype).part;
    const size_t size = dtype_of(part).size,
                 bytes = CALL_BYTES / LARGEST_ELEMENT * dtype_of(dtype).size;
    const double limit = largest(part) / 4;
    size_t at = 0;
    while (at < bytes) {
        const double want = number_read(part, nearest + at).re,
                     got = number_read(part, other + at).re;
        if (fabs(want) < limit && !isfinite(got))
            break;
        at += size;
    }
    return at / size * size == bytes ? bytes : at;
}

static void check_call(size_t call, const struct mode *mode, bool is_tame)
{
    char text[CALL_TEXT];
    const int dtype = call_dtype(call);
    call_run(call, &data, nearest);
    if (!check(fesetround(mode->value) == 0, "no rounding %s", mode->name))
        return;
    const bool done = call_run(call, &data, other);
    const int after = fegetround();
    fesetround(FE_TONEAREST);
    check(done, "%s, rounding %s: failed", call_text(text, call), mode->name);
    check(after == mode->value, "%s changes the rounding mode", call_text(text, call));
    if (call_is_exact(call))
        check(memcmp(nearest, other, CALL_OUTPUT) == 0, "%s, rounding %s: not exact",
              call_text(text, call), mode->name);
    else if (is_tame && dtype_of(dtype).kind >= KIND_FLOAT) {
        const size_t bytes = CALL_BYTES / LARGEST_ELEMENT * dtype_of(dtype).size;
        const size_t at = first_not_finite(dtype);
        check(at == bytes, "%s, rounding %s: byte %zu is not finite", call_text(text, call),
              mode->name, at);
    }
}

int main(void)
{
    static const data_kind kinds[] = { DATA_NORMAL, DATA_SPECIAL, DATA_BITS };
    check_start("rounding", lanescan_isas()[0]);
    if (sizeof modes == 0)
        check_skip("this machine rounds to nearest only");
    const size_t step = check_scale() > 1
                            ? 3
                            : 1; /* where time is short each mode has a part of the calls */
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            call_data_fill(&data, kinds[k], check_stream_seed("rounding"));
            for (size_t m = 0; m < sizeof modes / sizeof modes[0]; m++)
                for (size_t i = (m + k) % step; i < call_count(); i += step)
                    check_call(i, &modes[m], kinds[k] == DATA_NORMAL);
        }
    }
    return check_finish();
}
