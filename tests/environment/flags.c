/* No call raises a flag of floating-point exceptions, or takes one back: whatever the numbers are,
 * and whatever was raised before. */
#include "control.h"
#include "each_call.h"
#include "harness/check.h"

#include <fenv.h>
#include <lanescan.h>

/* All that the processor keeps: on x86 also that an operand was subnormal, on Arm that one was
 * flushed. */
static uint64_t raised(void)
{
    return (uint64_t)fetestexcept(FE_ALL_EXCEPT) << 32 | status_get();
}

static void check_flags(const char *text, call_runner run, const void *how, int flags)
{
    feclearexcept(FE_ALL_EXCEPT);
    status_clear();
    feraiseexcept(flags);
    const uint64_t before = raised();
    const bool done = run(how);
    const uint64_t after = raised();
    check(done, "%s, %s: failed", text, lanescan_isa());
    check(before == after, "%s, %s: the flags are %#llx after %#llx", text, lanescan_isa(),
          (unsigned long long)after, (unsigned long long)before);
}

/* With none raised, and with some or all in turn. */
static void judge(const char *text, call_runner run, const void *how)
{
    static const int flags[] = { FE_INVALID | FE_INEXACT, FE_ALL_EXCEPT,
                                 FE_OVERFLOW | FE_UNDERFLOW | FE_DIVBYZERO };
    static size_t turn;
    check_flags(text, run, how, 0);
    check_flags(text, run, how, flags[turn++ % (sizeof flags / sizeof flags[0])]);
}

int main(void)
{
    volatile double huge = 0x1p1000;
    check_start("flags", lanescan_isas()[0]);
    feclearexcept(FE_ALL_EXCEPT);
    const uint64_t before = raised();
    huge = huge * huge;
    check(raised() != before, "the test sees no flag");
    each_call(judge);
    feclearexcept(FE_ALL_EXCEPT);
    return check_finish();
}
