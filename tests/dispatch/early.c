/* A call from a constructor that runs before the library's own is served, and the library still
 * finds its best set afterwards. Linked statically: there the order is open, and a static archive
 * must not lose the library's constructor. */
#include "harness/check.h"

#include <lanescan.h>

#include <stdlib.h>
#include <string.h>

static double early_sum[3];
static char early_isa[16];
static size_t early_count;

/* 101 is the first priority that programs may use; the library's has none and comes later. */
__attribute__((constructor(101))) static void call_early(void)
{
    const double x[3] = { 1, 2, 3 };
    lanescan_cumsum_f64(3, x, early_sum);
    strncpy(early_isa, lanescan_isa(), sizeof early_isa - 1);
    while (lanescan_isas()[early_count])
        early_count++;
}

int main(void)
{
    check_start("dispatch_early", early_isa);
    check(early_sum[0] == 1 && early_sum[1] == 3 && early_sum[2] == 6,
          "the early call summed wrongly");
    check(early_count >= 1, "the early list of sets is empty");
    check(strcmp(early_isa, "generic") == 0,
          "early, %s was active: this program did not come before the library", early_isa);
    if (!getenv("LANESCAN_ISA"))
        check(strcmp(lanescan_isa(), lanescan_isas()[0]) == 0, "%s is active, the best is %s",
              lanescan_isa(), lanescan_isas()[0]);
    return check_finish();
}
