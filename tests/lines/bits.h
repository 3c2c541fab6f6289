/* The parts of the bits suite: `target` must give the bits of `reference`. */
#ifndef LANESCAN_TESTS_BITS_H
#define LANESCAN_TESTS_BITS_H

#include "harness/compare.h"
#include "harness/dataset_named.h"

typedef struct contestants {
    const lanescan_kernels *target, *reference;
} contestants;

/* Fills both inputs of the comparison with n elements for a kernel. */
void bits_fill(comparison *c, const kernel *k, const dataset *d, size_t n, const char *stream);

void bits_short_lengths(contestants pair, const kernel *k);
void bits_chunk_lengths(contestants pair, const kernel *k);
void bits_long(contestants pair, const kernel *k, size_t n);
void bits_alignments(contestants pair, const kernel *k);
void bits_prefixes(const lanescan_kernels *target, const kernel *k);
void bits_last_is_reduction(const lanescan_kernels *target);

#endif
