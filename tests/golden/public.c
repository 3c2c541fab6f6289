/* The golden numbers through the public functions, as users link them: lines (lines.txt) and
 * tensors (tensors.txt), on every instruction set that lanescan_isas() lists.
 *     golden_public <lines file> <tensors file>
 *     golden_public --write                      prints what belongs in the tensors file */
#include "golden/hash.h"
#include "golden/tensors.h"
#include "harness/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const lanescan_kernels public_functions = {
    .name = "public",
#define LINE(kernel, result, parameters, arguments) .kernel = lanescan_##kernel,
#include "ops/ops.def"
};

/* The file to compare with, or NULL to print. */
static const char *tensors_file;
static const char *isa;

static void compare(const char *file, const char *name, uint64_t got)
{
    uint64_t want = 0;
    if (check(golden_expected(file, name, &want), "%s is not in %s", name, file))
        check(got == want, "%s, %s: %016" PRIx64 ", the file has %016" PRIx64, isa, name, got,
              want);
}

#ifndef LANESCAN_WITHOUT_TENSORS
static void take_tensors(const char *name, uint64_t got)
{
    if (tensors_file)
        compare(tensors_file, name, got);
    else
        printf("%s %016" PRIx64 "\n", name, got);
}
#else
#define golden_tensors(take) ((void)0)
#endif

int main(int argc, char **argv)
{
    const bool write = argc == 2 && strcmp(argv[1], "--write") == 0;
    if (!write && argc != 3) {
        fputs("usage: golden_public <lines file> <tensors file> | --write\n", stderr);
        return 1;
    }
    if (write) {
        golden_tensors(take_tensors);
        return 0;
    }
    tensors_file = argv[2];
    (void)tensors_file;
    check_start("golden_public", lanescan_isas()[0]);
    for (const char *const *name = lanescan_isas(); *name; name++) {
        isa = *name;
        check(lanescan_set_isa(isa) == LANESCAN_OK && strcmp(lanescan_isa(), isa) == 0,
              "%s cannot be set", isa);
        for (size_t i = 0; i < kernel_count(); i++) {
            const kernel k = kernel_at(i);
            compare(argv[1], k.name, golden_kernel(&public_functions, &k, false));
        }
        golden_tensors(take_tensors);
    }
    return check_finish();
}
