/* One number per kernel over a fixed input set, the same on every CPU, compiler and instruction
 * set.
 *     golden <table> <file>            compares with the file
 *     golden <table> --write           prints what belongs in the file
 *     golden <table> --verbose         a number per set of data, to find where two machines part */
#include "golden/hash.h"
#include "harness/check.h"
#include "harness/target.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: golden <table> <file> | --write | --verbose\n", stderr);
        return 1;
    }
    const bool write = strcmp(argv[2], "--write") == 0, verbose = strcmp(argv[2], "--verbose") == 0;
    if (!write && !verbose)
        check_start("golden", argv[1]);
    const lanescan_kernels *table = target_find(argv[1]);
    for (size_t i = 0; i < kernel_count(); i++) {
        const kernel k = kernel_at(i);
        const uint64_t got = golden_kernel(table, &k, verbose);
        uint64_t want = 0;
        if (write)
            printf("%s %016" PRIx64 "\n", k.name, got);
        else if (!verbose &&
                 check(golden_expected(argv[2], k.name, &want), "%s is not in %s", k.name, argv[2]))
            check(got == want, "%s: %016" PRIx64 ", the file has %016" PRIx64, k.name, got, want);
    }
    return write || verbose ? 0 : check_finish();
}
