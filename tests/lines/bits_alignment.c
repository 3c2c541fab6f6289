/* Where the arrays lie must not matter: every offset of input and output, in place and not, with
 * and without index. */
#include "lines/bits.h"

#include "harness/check.h"

enum { LENGTHS = 4, LONGEST = 4096 + 77 };

void bits_alignments(contestants pair, const kernel *k)
{
    static const size_t lengths[LENGTHS] = { 7, 45, 259, LONGEST };
    const size_t offsets = 64 / element_type_size(k->type);
    comparison c = comparison_new(LONGEST);
    generator g = random_seeded(check_stream_seed("alignments"));
    for (size_t i = 0; i < LENGTHS; i++) {
        const size_t stride = lengths[i] == LONGEST ? 5 : 1; /* 5 is prime to 8 and 16 */
        const dataset *data = dataset_at(random_below(&g, dataset_count()));
        bits_fill(&c, k, data, lengths[i], k->name);
        comparison_expect(&c, k, pair.reference, lengths[i]);
        for (size_t pairing = 0; pairing < offsets * offsets;
             pairing += stride * (check_scale() > 1 ? 11 : 1)) {
            placement at = { .x = pairing % offsets,
                             .y = pairing / offsets,
                             .second = (pairing * 3 + 1) % offsets };
            at.index = pairing % 8;
            comparison_check(&c, pair.target, at, data->name);
            at.with_index = true;
            if (k->has_index)
                comparison_check(&c, pair.target, at, data->name);
            if (k->is_reduction || at.x != at.y)
                continue;
            at.in_place = true;
            comparison_check(&c, pair.target, at, data->name);
            at.in_place = false;
            at.in_place_second = true;
            if (k->is_binary)
                comparison_check(&c, pair.target, at, data->name);
        }
    }
    comparison_free(&c);
}
