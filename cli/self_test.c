#include "self_test.h"

#include "golden/golden.h"
#include "lanescan.h"
#include "report.h"

#include <stdio.h>

/* Of the set that is tested: golden_take has no context. */
static size_t right;
static char first_wrong[128];

static void compare(golden_list list, const char *name, uint64_t number, const char *wrong)
{
    static const char *const arguments[] = {
        [GOLDEN_LINES] = "lines", [GOLDEN_TENSORS] = "tensors"
    };
    uint64_t recorded;
    if (!wrong && golden_recorded(list, name, &recorded) && number == recorded)
        right++;
    else if (!first_wrong[0])
        snprintf(first_wrong, sizeof first_wrong, "%s of %s%s%s", name, arguments[list],
                 wrong ? ": " : "", wrong ? wrong : "");
}

static void compare_lines(const char *name, uint64_t number, const char *wrong)
{
    compare(GOLDEN_LINES, name, number, wrong);
}

static void compare_tensors(const char *name, uint64_t number, const char *wrong)
{
    compare(GOLDEN_TENSORS, name, number, wrong);
}

/* Whether all that was recorded was computed, and is the same. */
static bool set_passes(const char *isa)
{
    const size_t all = golden_count(GOLDEN_LINES) + golden_count(GOLDEN_TENSORS);
    right = 0;
    first_wrong[0] = '\0';
    if (lanescan_set_isa(isa) == LANESCAN_OK) {
        golden_lines(compare_lines);
        golden_tensors(compare_tensors);
    }
    const bool passes = right == all && !first_wrong[0];
    printf("self-test of %s: ", lanescan_isa());
    if (passes)
        printf("passed, %zu results\n", all);
    else
        printf("failed, %zu of %zu results differ, first %s\n", all - right, all,
               first_wrong[0] ? first_wrong : "all");
    return passes;
}

void self_test(void)
{
    const char *failed = NULL;
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        if (!set_passes(*isa) && !failed)
            failed = *isa;
        fflush(stdout);
    }
    if (failed)
        fail("self-test: %s does not give the recorded results", failed);
}
