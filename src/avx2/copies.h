/* Whole cache lines past the caches; the squares in x86_transpose.h. */
#ifndef LANESCAN_COPIES_H
#define LANESCAN_COPIES_H

#include "lanes/x86_transpose.h"
#include "types.h"

LANESCAN_INLINE void nontemporal_line(void *to, const void *from)
{
    const __m256i *in = from;
    __m256i *out = to;
    const __m256i lo = _mm256_loadu_si256(in), hi = _mm256_loadu_si256(in + 1);
    _mm256_stream_si256(out, lo);
    _mm256_stream_si256(out + 1, hi);
}

LANESCAN_INLINE void nontemporal_fence(void)
{
    _mm_sfence();
}

#endif
