#include "golden/hash.h"

#include "golden/mix.h"
#include "harness/dataset.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 4096 + 333 };

static uint64_t hash_call(const lanescan_kernels *table, const kernel *k, const dataset *data,
                          size_t n)
{
    static double x[LONGEST], second[LONGEST], y[LONGEST]; /* of the widest type */
    static int64_t index[LONGEST];
    /* Not from LANESCAN_TEST_SEED: the file holds the results of one seed. */
    generator g = random_seeded(n * 77 + 5);
    dataset_make(data, &g, k->type, n, x);
    dataset_make(data, &g, k->type, n, second);
    k->call(table, n, x, second, y, index);
    uint64_t hash = n;
    for (size_t i = 0; i < kernel_outputs(k, n); i++)
        hash = golden_mix(hash, element_canonical_bits(k->type, y, i));
    for (size_t i = 0; k->has_index && i < n; i++)
        hash = golden_mix(hash, (uint64_t)index[i]);
    return hash;
}

uint64_t golden_kernel(const lanescan_kernels *table, const kernel *k, bool verbose)
{
    static const size_t lengths[] = { 1, 6, 37, 130, 1001, LONGEST };
    uint64_t all = 0;
    for (size_t d = 0; d < dataset_count(); d++) {
        uint64_t hash = 0;
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            hash = golden_mix(hash, hash_call(table, k, dataset_at(d), lengths[i]));
        if (verbose)
            printf("%s %s %016" PRIx64 "\n", k->name, dataset_at(d)->name, hash);
        all = golden_mix(all, hash);
    }
    return all;
}

bool golden_expected(const char *path, const char *name, uint64_t *number)
{
    FILE *file = fopen(path, "r");
    char line[256], there[64];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file))
        found = line[0] != '#' && sscanf(line, "%63s %" SCNx64, there, number) == 2 &&
                strcmp(there, name) == 0;
    if (file)
        fclose(file);
    return found;
}
