#include "golden/lines.h"

#include "golden/golden.h"
#include "golden/mix.h"
#include "lanescan.h"

enum { LONGEST = 4096 + 333 };

static uint64_t hash_call(const lanescan_kernels *table, const kernel *k, const dataset *data,
                          size_t n)
{
    static double x[LONGEST], second[LONGEST], y[LONGEST]; /* of the widest type */
    static int64_t index[LONGEST];
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

uint64_t golden_line_on(const lanescan_kernels *table, const kernel *k, const dataset *data)
{
    static const size_t lengths[] = { 1, 6, 37, 130, 1001, LONGEST };
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        hash = golden_mix(hash, hash_call(table, k, data, lengths[i]));
    return hash;
}

uint64_t golden_line(const lanescan_kernels *table, const kernel *k)
{
    uint64_t all = 0;
    for (size_t d = 0; d < dataset_count(); d++)
        all = golden_mix(all, golden_line_on(table, k, dataset_at(d)));
    return all;
}

void golden_lines(golden_take *take)
{
    static const lanescan_kernels public_functions = {
        .name = "public",
#define LINE(kernel, result, parameters, arguments) .kernel = lanescan_##kernel,
#include "ops/ops.def"
    };
    for (size_t i = 0; i < NUM_KERNELS; i++) {
        const kernel k = kernel_from_list(i);
        take(k.name, golden_line(&public_functions, &k), NULL);
    }
}
