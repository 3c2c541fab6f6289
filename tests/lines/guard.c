/* No kernel reads or writes outside its arrays: each array lies against a page that may not be
 * touched, once with its end and once with its start.
 *     guard <table> */
#define _GNU_SOURCE /* sigsetjmp */

#include "golden/dataset.h"
#include "harness/check.h"
#include "harness/fence.h"
#include "harness/kernel_list.h"
#include "harness/target.h"

enum { ARRAY_X, ARRAY_SECOND, ARRAY_Y, ARRAY_INDEX, NUM_ARRAYS };

static void check_call(const lanescan_kernels *table, const kernel *k,
                       const fenced arrays[NUM_ARRAYS], size_t n, const dataset *data, bool at_end,
                       bool in_place)
{
    const size_t bytes = n * element_type_size(k->type);
    char *x = fence_against(&arrays[ARRAY_X], bytes, at_end);
    char *second = fence_against(&arrays[ARRAY_SECOND], bytes, at_end);
    char *y = fence_against(&arrays[ARRAY_Y], kernel_outputs(k, n) * element_type_size(k->type),
                            at_end);
    int64_t *index = (int64_t *)(void *)fence_against(&arrays[ARRAY_INDEX], n * 8, at_end);
    generator g = random_seeded(check_stream_seed(k->name) + n);
    dataset_make(data, &g, k->type, n, x);
    dataset_make(data, &g, k->type, n, second);
    const bool touched = sigsetjmp(fence_escape, 1) != 0;
    if (!touched) {
        k->call(table, n, x, second, in_place && !k->is_reduction ? x : y, index);
        if (k->has_index)
            k->call(table, n, x, second, y, NULL);
    }
    check(!touched, "%s n=%zu %s: touched the page %s an array", k->name, n, data->name,
          at_end ? "after" : "before");
}

int main(int argc, char **argv)
{
    enum { SHORT = 130, LONGEST = 8192 + 33 };
    static const size_t longer[] = { 255, 256, 257, 1000, 4095, 4096, 4097, 4128, 8192, LONGEST };
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("guard", name);
    const lanescan_kernels *table = target_find(name);
    fenced arrays[NUM_ARRAYS];
    for (int i = 0; i < NUM_ARRAYS; i++)
        arrays[i] = fence(LONGEST * 8);
    fence_watch(&arrays[0]);
    for (size_t i = 0; i < kernel_count(); i++) {
        const kernel k = kernel_at(i);
        for (size_t d = 0; d<dataset_count(); d += check_scale()> 1 ? 7 : 1) {
            const dataset *data = dataset_at(d);
            for (size_t n = 0; n <= SHORT; n++)
                for (int mode = 0; mode < 4; mode++)
                    check_call(table, &k, arrays, n, data, mode & 1, mode & 2);
            for (size_t j = 0; j < sizeof longer / sizeof longer[0]; j++)
                for (int at_end = 0; at_end < 2; at_end++)
                    check_call(table, &k, arrays, longer[j], data, at_end, j & 1);
        }
    }
    return check_finish();
}
