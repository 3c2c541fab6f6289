/* Whole cache lines past the caches; the squares in x86_transpose.h. */
#ifndef LANESCAN_COPIES_H
#define LANESCAN_COPIES_H

#include "lanes/x86_transpose.h"
#include "types.h"

LANESCAN_INLINE void nontemporal_line(void *to, const void *from)
{
    _mm512_stream_si512(to, _mm512_loadu_si512(from));
}

LANESCAN_INLINE void nontemporal_fence(void)
{
    _mm_sfence();
}

#endif
