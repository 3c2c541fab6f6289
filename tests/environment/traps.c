/* With traps for invalid operations, division by zero and overflow: no SIGFPE from calls whose numbers are tame (flags.c), on
 * tensors and streams of every type too; and the traps stay set. */
#define _GNU_SOURCE /* feenableexcept */

#include "../check.h"
#include "calls.h"

#include <fenv.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>

#ifdef LANESCAN_TEST_TRAPS

enum { TRAPS = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW };

static call_data data;
static char output[CALL_OUTPUT];
static sigjmp_buf escape;

static void handle(int signal)
{
    (void)signal;
    siglongjmp(escape, 1);
}

/* Does this machine trap? Few of Arm do, and no emulator. */
static bool traps(void)
{
    volatile double huge = 0x1p1000, result = 0;
    if (sigsetjmp(escape, 1)) {
        fedisableexcept(TRAPS);
        return true;
    }
    feclearexcept(FE_ALL_EXCEPT);
    if (feenableexcept(TRAPS) == -1)
        return false;
    result = huge * huge;
    (void)result;
    fedisableexcept(TRAPS);
    return false;
}

static void check_call(size_t call, const char *what)
{
    char text[CALL_TEXT];
    call_text(text, call);
    feclearexcept(FE_ALL_EXCEPT);
    if (sigsetjmp(escape, 1)) {
        fedisableexcept(TRAPS);
        check(false, "%s, %s, %s: SIGFPE", text, what, lanescan_isa());
        return;
    }
    feenableexcept(TRAPS);
    const bool done = call_run(call, &data, output);
    const int after = fegetexcept();
    fedisableexcept(TRAPS);
    check(done, "%s, %s: failed", text, what);
    check(after == TRAPS, "%s, %s: the traps are %#x after it", text, what, (unsigned)after);
}

/* Products of whole numbers from -4 to 4 are over before they leave the range of all types but f16; negative numbers are
 * out of range for unsigned types. */
static bool is_tame(size_t call, data_kind kind)
{
    char text[CALL_TEXT];
    call_text(text, call);
    const int dtype = call_dtype(call);
    if (strstr(text, "across") && dtype_of(dtype).kind == KIND_UNSIGNED)
        return false;
    return !strstr(text, "cumprod") || (kind == DATA_SMALL && dtype != LANESCAN_F16);
}

int main(void)
{
    static const data_kind kinds[] = { DATA_SMALL, DATA_NORMAL, DATA_AROUND_ONE };
    check_start("traps", lanescan_isas()[0]);
    struct sigaction action = { .sa_handler = handle };
    sigemptyset(&action.sa_mask);
    check(sigaction(SIGFPE, &action, NULL) == 0, "no handler");
    if (!traps())
        check_skip("this machine has no floating-point traps");
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            call_data_fill(&data, kinds[k], check_stream_seed("traps"));
            for (size_t i = 0; i < call_count(); i++)
                if (is_tame(i, kinds[k]))
                    check_call(i, data_name(kinds[k]));
        }
    }
    return check_finish();
}

#else

int main(void)
{
    check_start("traps", "");
    check_skip("this C library has no feenableexcept");
}

#endif
