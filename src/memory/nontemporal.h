/* Results that the caches could not hold go past them: they are made in a buffer of a few cache
 * lines, and from there whole cache lines are written with stores that do not read the line
 * first. */
#ifndef LANESCAN_NONTEMPORAL_H
#define LANESCAN_NONTEMPORAL_H

#include "block.h"
#include "memory/kernels.h"

/* Bytes of results that are collected before they are written: few, so that reading and writing go
 * on side by side and not by turns. */
enum { NONTEMPORAL_BUFFER = 512 };

/* How far ahead of the group at `x` input is asked for, in bytes, into the second-level cache: the
 * processor's own prefetching stops at every page. It may be outside of the array: that does no
 * harm. */
enum { NONTEMPORAL_AHEAD = 2048 };

LANESCAN_INLINE void nontemporal_fetch(const void *x, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += CACHE_LINE)
        __builtin_prefetch((const char *)x + NONTEMPORAL_AHEAD + at, 0, 1);
}

/* The buffer begins at the same offset within a cache line as the output, so any alignment will
 * do. */
typedef struct nontemporal {
    char buffer[NONTEMPORAL_BUFFER + 2 * GROUP * sizeof(double)] LANESCAN_ALIGNED(CACHE_LINE);
    char *line;  /* where the buffer's first line goes */
    size_t skip; /* bytes of that line that are not ours; only before the first flush */
    size_t used; /* bytes in the buffer, those included */
} nontemporal;

LANESCAN_INLINE void nontemporal_begin(nontemporal *s, void *y)
{
    s->skip = s->used = (uintptr_t)y % CACHE_LINE;
    s->line = (char *)y - s->skip;
}

/* Where the next results go. */
LANESCAN_INLINE void *nontemporal_next(nontemporal *s)
{
    return s->buffer + s->used;
}

LANESCAN_INLINE void nontemporal_flush(nontemporal *s)
{
    size_t done = 0;
    if (s->skip) {
        memcpy(s->line + s->skip, s->buffer + s->skip, CACHE_LINE - s->skip);
        s->skip = 0;
        done = CACHE_LINE;
    }
    for (; done + CACHE_LINE <= s->used; done += CACHE_LINE)
        nontemporal_line(s->line + done, s->buffer + done);
    memcpy(s->buffer, s->buffer + done, CACHE_LINE); /* what is left of the last line */
    s->line += done;
    s->used -= done;
}

/* Another `bytes` of results, at most a group, are in place. */
LANESCAN_INLINE void nontemporal_advance(nontemporal *s, size_t bytes)
{
    s->used += bytes;
    if (s->used >= NONTEMPORAL_BUFFER)
        nontemporal_flush(s);
}

LANESCAN_INLINE void nontemporal_finish(nontemporal *s)
{
    if (s->used >= CACHE_LINE)
        nontemporal_flush(s);
    memcpy(s->line + s->skip, s->buffer + s->skip, s->used - s->skip);
    nontemporal_fence();
}

#endif
