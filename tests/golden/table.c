/* One number per kernel over a fixed input set, the same on every CPU, compiler and instruction
 * set.
 *     golden <table>                   compares with what was recorded
 *     golden <table> --write           prints what belongs in golden/lines.def
 *     golden <table> --verbose         a number per set of data, to find where two machines part */
#include "golden/golden.h"
#include "golden/lines.h"
#include "harness/check.h"
#include "harness/kernel_list.h"
#include "harness/target.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_each(const lanescan_kernels *table, const kernel *k)
{
    for (size_t d = 0; d < dataset_count(); d++)
        printf("%s %s %016" PRIx64 "\n", k->name, dataset_at(d)->name,
               golden_line_on(table, k, dataset_at(d)));
}

static void compare(const lanescan_kernels *table, const kernel *k)
{
    const uint64_t got = golden_line(table, k);
    uint64_t want = 0;
    if (check(golden_recorded(GOLDEN_LINES, k->name, &want), "%s was not recorded", k->name))
        check(got == want, "%s: %016" PRIx64 ", not %016" PRIx64, k->name, got, want);
}

int main(int argc, char **argv)
{
    const bool write = argc == 3 && strcmp(argv[2], "--write") == 0,
               verbose = argc == 3 && strcmp(argv[2], "--verbose") == 0;
    if (argc != 2 && !write && !verbose) {
        fputs("usage: golden <table> [--write | --verbose]\n", stderr);
        return 1;
    }
    if (argc == 2)
        check_start("golden", argv[1]);
    const lanescan_kernels *table = target_find(argv[1]);
    for (size_t i = 0; i < kernel_count(); i++) {
        const kernel k = kernel_at(i);
        if (write)
            printf("GOLDEN(%s, 0x%016" PRIx64 ")\n", k.name, golden_line(table, &k));
        else if (verbose)
            print_each(table, &k);
        else
            compare(table, &k);
    }
    return argc == 2 ? check_finish() : 0;
}
