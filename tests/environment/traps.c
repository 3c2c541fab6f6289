/* With traps for all floating-point exceptions no call ends in SIGFPE, whatever the numbers are;
 * the traps are still set after it, and no flag is raised. */
#define _GNU_SOURCE /* feenableexcept */

#include "each_call.h"
#include "harness/check.h"

#include <fenv.h>
#include <lanescan.h>
#include <setjmp.h>
#include <signal.h>

#ifdef LANESCAN_TEST_TRAPS

static sigjmp_buf escape;

static void handle(int signal)
{
    (void)signal;
    siglongjmp(escape, 1);
}

static bool overflow(const void *how)
{
    volatile double huge = 0x1p1000;
    (void)how;
    huge = huge * huge;
    return true;
}

/* Sets the traps, of those this machine has; runs it; false after SIGFPE. */
static bool runs(call_runner run, const void *how, bool *done, int *before, int *after)
{
    feclearexcept(FE_ALL_EXCEPT);
    if (sigsetjmp(escape, 1)) {
        fedisableexcept(FE_ALL_EXCEPT);
        return false;
    }
    feenableexcept(FE_ALL_EXCEPT);
    *before = fegetexcept();
    *done = run(how);
    *after = fegetexcept();
    fedisableexcept(FE_ALL_EXCEPT);
    return true;
}

static void judge(const char *text, call_runner run, const void *how)
{
    bool done = false;
    int before = 0, after = 0;
    if (!check(runs(run, how, &done, &before, &after), "%s, %s: SIGFPE", text, lanescan_isa()))
        return;
    check(done, "%s, %s: failed", text, lanescan_isa());
    check(before == after, "%s, %s: the traps are %#x after %#x", text, lanescan_isa(),
          (unsigned)after, (unsigned)before);
    check(fetestexcept(FE_ALL_EXCEPT) == 0, "%s, %s: flags are raised", text, lanescan_isa());
}

int main(void)
{
    bool done;
    int before, after;
    check_start("traps", lanescan_isas()[0]);
    struct sigaction action = { .sa_handler = handle };
    sigemptyset(&action.sa_mask);
    check(sigaction(SIGFPE, &action, NULL) == 0, "no handler");
    if (runs(overflow, NULL, &done, &before, &after))
        check_skip("this machine has no floating-point traps");
    each_call(judge);
    return check_finish();
}

#else

int main(void)
{
    check_start("traps", "");
    check_skip("this C library has no feenableexcept");
}

#endif
