/* Every kernel of one instruction set gives the bits of the portable one, and keeps the contract's
 * rules about bits (section 3.1 of the design).
 *     bits <table> [slow] */
#include "lines/bits.h"

#include "harness/check.h"
#include "harness/target.h"

#include <stdio.h>
#include <string.h>

void bits_fill(comparison *c, const kernel *k, const dataset *d, size_t n, const char *stream)
{
    generator g = random_seeded(check_stream_seed(stream) ^ check_stream_seed(d->name) * 31);
    dataset_make(d, &g, k->type, n, c->x);
    dataset_make(d, &g, k->type, n, c->second);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("bits", name);
    const lanescan_kernels *target = target_find(name);
    const contestants pair = { target, target_reference(target) };
    const bool slow = argc > 2 && strcmp(argv[2], "slow") == 0;
    for (size_t i = 0; i < kernel_count(); i++) {
        const kernel k = kernel_at(i);
        if (slow) { /* beyond any cache, where kernels may store past it */
            bits_long(pair, &k, ((size_t)1 << 25) + 12345);
            continue;
        }
        bits_prefixes(pair.target, &k);
        bits_alignments(pair, &k);
        if (pair.target == pair.reference) /* of itself only what is above says anything */
            continue;
        bits_short_lengths(pair, &k);
        bits_chunk_lengths(pair, &k);
        bits_long(pair, &k, ((size_t)3 << 20) / check_scale() + 12345);
    }
    if (!slow && kernel_list_is_whole())
        bits_last_is_reduction(pair.target);
    return check_finish();
}
