/* Lengths: all of the short ones, those around the ends of chunks, and long ones. */
#include "lines/bits.h"

#include "harness/check.h"

#include <string.h>

enum { SHORT = 300, AROUND = 40, NUM_CHUNKS = 3, LINES = 4 };

static placement random_placement(generator *g)
{
    return (placement){
        .x = random_below(g, 16),
        .second = random_below(g, 16),
        .y = random_below(g, 16),
        .index = random_below(g, 8),
        .in_place = random_below(g, 4) == 0,
        .in_place_second = random_below(g, 4) == 0,
        .with_index = random_below(g, 3) != 0,
    };
}

static placement placement_for(const kernel *k, generator *g)
{
    placement at = random_placement(g);
    at.in_place = at.in_place && !k->is_reduction;
    at.in_place_second = at.in_place_second && k->is_binary && !at.in_place;
    return at;
}

void bits_short_lengths(contestants pair, const kernel *k)
{
    comparison c = comparison_new(SHORT);
    generator g = random_seeded(check_stream_seed("short lengths"));
    for (size_t d = 0; d < dataset_count(); d++) {
        for (size_t n = 0; n <= SHORT; n += random_below(&g, check_scale()) + 1) {
            bits_fill(&c, k, dataset_at(d), n, k->name);
            comparison_expect(&c, k, pair.reference, n);
            comparison_check(&c, pair.target, placement_for(k, &g), dataset_at(d)->name);
        }
    }
    comparison_free(&c);
}

void bits_chunk_lengths(contestants pair, const kernel *k)
{
    comparison c = comparison_new(NUM_CHUNKS * CHUNK + AROUND);
    generator g = random_seeded(check_stream_seed("chunk lengths"));
    size_t d = random_below(&g, dataset_count());
    for (size_t chunk = 1; chunk <= NUM_CHUNKS; chunk++) {
        for (size_t n = chunk * CHUNK - AROUND; n <= chunk * CHUNK + AROUND;
             n += random_below(&g, check_scale()) + 1) {
            const dataset *data = dataset_at(d++ % dataset_count());
            bits_fill(&c, k, data, n, k->name);
            comparison_expect(&c, k, pair.reference, n);
            comparison_check(&c, pair.target, placement_for(k, &g), data->name);
        }
    }
    /* Every kind of data through several chunks: some shows the order of the chunks' totals;
     * log-probabilities do in their last result, which is next to nothing. */
    for (d = 0; d < LINES * dataset_count(); d++) {
        const dataset *data = dataset_at(d / LINES);
        const size_t n = NUM_CHUNKS * CHUNK + AROUND - random_below(&g, CHUNK);
        bits_fill(&c, k, data, n, k->name);
        comparison_expect(&c, k, pair.reference, n);
        comparison_check(&c, pair.target, placement_for(k, &g), data->name);
    }
    comparison_free(&c);
}

void bits_long(contestants pair, const kernel *k, size_t n)
{
    comparison c = comparison_new(n);
    generator g = random_seeded(check_stream_seed("long"));
    /* One set of data, with which this kernel stays in its main loop. */
    const bool is_log = strncmp(k->name, "log", 3) == 0,
               is_product = strncmp(k->name, "cumprod", 7) == 0;
    const dataset *data = dataset_named(is_log       ? "hundreds"
                                        : is_product ? "product_wander"
                                                     : "normal");
    bits_fill(&c, k, data, n, k->name);
    comparison_expect(&c, k, pair.reference, n);
    placement at = placement_for(k, &g);
    comparison_check(&c, pair.target, at, data->name);
    /* 64-byte aligned out of place, which is where stores may go past the caches. */
    comparison_check(&c, pair.target, (placement){ .with_index = false }, data->name);
    comparison_free(&c);
}
