/* One number per kernel over a fixed input set, the same on every CPU, compiler and instruction set.
 *     golden <table> <file>            compares with the file
 *     golden <table> --write           prints what belongs in the file
 *     golden <table> --verbose         a number per set of data, to find where two machines part    */
#include "check.h"
#include "dataset.h"
#include "kernel_list.h"
#include "target.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 + 333 };

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_call(const lanescan_kernels *table, const kernel *k, const dataset *data,
                          size_t n)
{
    static double x[LONGEST], second[LONGEST], y[LONGEST]; /* of the widest type */
    static int64_t index[LONGEST];
    generator g = random_seeded(
        n * 77 + 5); /* not from LANESCAN_TEST_SEED: the file holds one seed's results */
    dataset_make(data, &g, k->type, n, x);
    dataset_make(data, &g, k->type, n, second);
    k->call(table, n, x, second, y, index);
    uint64_t hash = n;
    for (size_t i = 0; i < kernel_outputs(k, n); i++)
        hash = mix(hash, element_canonical_bits(k->type, y, i));
    for (size_t i = 0; k->has_index && i < n; i++)
        hash = mix(hash, (uint64_t)index[i]);
    return hash;
}

static uint64_t hash_kernel(const lanescan_kernels *table, const kernel *k, bool verbose)
{
    static const size_t lengths[] = { 1, 6, 37, 130, 1001, LONGEST };
    uint64_t all = 0;
    for (size_t d = 0; d < dataset_count(); d++) {
        uint64_t hash = 0;
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            hash = mix(hash, hash_call(table, k, dataset_at(d), lengths[i]));
        if (verbose)
            printf("%s %s %016" PRIx64 "\n", k->name, dataset_at(d)->name, hash);
        all = mix(all, hash);
    }
    return all;
}

/* The number that the file has for a kernel: lines of "name number", # for comments. */
static bool expected(const char *path, const char *kernel_name, uint64_t *number)
{
    FILE *file = fopen(path, "r");
    char line[256], name[64];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file))
        found = line[0] != '#' && sscanf(line, "%63s %" SCNx64, name, number) == 2 &&
                strcmp(name, kernel_name) == 0;
    if (file)
        fclose(file);
    return found;
}

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
        const uint64_t got = hash_kernel(table, &k, verbose);
        uint64_t want = 0;
        if (write)
            printf("%s %016" PRIx64 "\n", k.name, got);
        else if (!verbose &&
                 check(expected(argv[2], k.name, &want), "%s is not in %s", k.name, argv[2]))
            check(got == want, "%s: %016" PRIx64 ", the file has %016" PRIx64, k.name, got, want);
    }
    return write || verbose ? 0 : check_finish();
}
