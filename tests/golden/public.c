/* The golden numbers through the public functions, as users link them, on every instruction set
 * that lanescan_isas() lists.
 *     golden_public
 *     golden_public --write        prints what belongs in golden/tensors.def */
#include "golden/golden.h"
#include "harness/check.h"
#include "lanescan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *isa;

static void compare(golden_list list, const char *name, uint64_t got, const char *wrong)
{
    uint64_t want = 0;
    check(!wrong, "%s, %s: %s", isa, name, wrong ? wrong : "");
    if (check(golden_recorded(list, name, &want), "%s was not recorded", name))
        check(got == want, "%s, %s: %016" PRIx64 ", not %016" PRIx64, isa, name, got, want);
}

static void compare_line(const char *name, uint64_t got, const char *wrong)
{
    compare(GOLDEN_LINES, name, got, wrong);
}

#ifndef LANESCAN_WITHOUT_TENSORS
static void compare_tensor(const char *name, uint64_t got, const char *wrong)
{
    compare(GOLDEN_TENSORS, name, got, wrong);
}

static void print(const char *name, uint64_t got, const char *wrong)
{
    (void)wrong;
    printf("GOLDEN(%s, 0x%016" PRIx64 ")\n", name, got);
}
#else
#define golden_tensors(take) ((void)0)
#endif

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--write") == 0) {
        golden_tensors(print);
        return 0;
    }
    check_start("golden_public", lanescan_isas()[0]);
    for (const char *const *name = lanescan_isas(); *name; name++) {
        isa = *name;
        check(lanescan_set_isa(isa) == LANESCAN_OK && strcmp(lanescan_isa(), isa) == 0,
              "%s cannot be set", isa);
        golden_lines(compare_line);
        golden_tensors(compare_tensor);
    }
    return check_finish();
}
