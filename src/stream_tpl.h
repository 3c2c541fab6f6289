/* Results that the caches could not hold go past them: they are made in a buffer of a few cache lines, and from there whole
 * cache lines are written with stores that do not read the line first. */
#ifndef LANESCAN_STREAM_TPL_H
#define LANESCAN_STREAM_TPL_H

#include "vocabulary.h" /* and, before this file, a block.h */

/* A cache line, and what is written at once: short bursts of stores keep reading and writing going together. */
enum { STREAM_LINE = 64, STREAM_BUFFER = 512 };

/* Output of at least this many bytes, to another place than the input, is streamed: more than the share of the
 * last-level cache that a core can count on. (Within that share streaming is several times slower.) */
#define STREAM_FROM ((size_t)32 << 20)

/* Bytes ahead of the group at `x` whose lines are asked for, into the second-level cache: the processor's own
 * prefetching stops at every page. */
enum { STREAM_AHEAD = 2048 };

LANESCAN_INLINE void stream_fetch(const void *x, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += STREAM_LINE)
        __builtin_prefetch((const char *)x + STREAM_AHEAD + at, 0,
                           1); /* may lie outside: no harm */
}

/* A line's buffer lies at the same offset within a cache line as the output, so any alignment will do. */
typedef struct stream {
    char buffer[STREAM_BUFFER + 2 * GROUP * sizeof(double)] __attribute__((aligned(STREAM_LINE)));
    char *line;  /* where the buffer's first line goes */
    size_t skip; /* bytes of that line that are not ours; only before the first flush */
    size_t used; /* bytes in the buffer, those included */
} stream;

LANESCAN_INLINE void stream_begin(stream *s, void *y)
{
    s->skip = s->used = (uintptr_t)y % STREAM_LINE;
    s->line = (char *)y - s->skip;
}

/* Where the next results go. */
LANESCAN_INLINE void *stream_next(stream *s)
{
    return s->buffer + s->used;
}

LANESCAN_INLINE void stream_flush(stream *s)
{
    size_t done = 0;
    if (s->skip) {
        memcpy(s->line + s->skip, s->buffer + s->skip, STREAM_LINE - s->skip);
        s->skip = 0;
        done = STREAM_LINE;
    }
    for (; done + STREAM_LINE <= s->used; done += STREAM_LINE)
        stream_line(s->line + done, s->buffer + done);
    memcpy(s->buffer, s->buffer + done, STREAM_LINE); /* what is left of the last line */
    s->line += done;
    s->used -= done;
}

/* Another `bytes` of results, at most a group, are in place. */
LANESCAN_INLINE void stream_advance(stream *s, size_t bytes)
{
    s->used += bytes;
    if (s->used >= STREAM_BUFFER)
        stream_flush(s);
}

LANESCAN_INLINE void stream_finish(stream *s)
{
    if (s->used >= STREAM_LINE)
        stream_flush(s);
    memcpy(s->line + s->skip, s->buffer + s->skip, s->used - s->skip);
    stream_end();
}

/* Rows of a tile, of a cache line and more, at any address; the cache lines that a row does not fill are written as usual. */
static void stream_rows(size_t rows, size_t bytes, const char *from, ptrdiff_t from_step, char *to,
                        ptrdiff_t to_step)
{
    for (size_t r = 0; r < rows; r++, from += from_step, to += to_step) {
        size_t done = -(uintptr_t)to % STREAM_LINE;
        if (done)
            memcpy(to, from, done);
        for (; done + STREAM_LINE <= bytes; done += STREAM_LINE)
            stream_line(to + done, from + done);
        if (done < bytes)
            memcpy(to + done, from + done, bytes - done);
    }
}

static void stream_rows_end(void)
{
    stream_end();
}

#endif
