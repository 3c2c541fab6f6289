/* What kernels of scans take and give. */
#ifndef LANESCAN_SIGNATURES_H
#define LANESCAN_SIGNATURES_H

#include "fold/fetch.h"
#include "fold/state.h"

#include <stddef.h>

/* A piece of a line: n elements, a multiple of 32 except in the last piece; y == x is allowed where
 * the types are the same. Backwards it is given by the addresses of its first elements, the last in
 * memory, and walks down in x, y and index. index is NULL but for extremes. y and index may be
 * NULL: then only the state moves on, and n of real elements is a multiple of 32 in the last piece
 * too. (Of sums and products n is a multiple of 128 then, and where not all is regular the state is
 * over, with no value.) */
typedef void lanescan_piece(lanescan_state *state, bool backwards, size_t n, const void *x, void *y,
                            int64_t *index);

/* cumsum of complex numbers: of both parts, each of which is a line with a state of its own, at the
 * same position. n numbers, a multiple of 32 except in the last piece, at these distances in bytes;
 * y may be x if these are the same. */
typedef void lanescan_parts(lanescan_state state[2], size_t n, const char *x, ptrdiff_t x_stride,
                            char *y, ptrdiff_t y_stride);

/* What was worked out of a chunk's elements without results, for when they are scanned again with
 * results: the sums of terms within each group, as they lie in lanes, where they are usual. */
typedef struct lanescan_terms {
    _Alignas(64) double of_group[CHUNK / GROUP][GROUP + 8]; /* runs, and their totals */
    bool are_kept[CHUNK / GROUP];
    size_t groups; /* done so far: 0 at the beginning of either scan */
} lanescan_terms;

/* As lanescan_piece, within a chunk: without results terms are kept, with results they are used. */
typedef void lanescan_keeping_piece(lanescan_state *state, bool backwards, size_t n, const void *x,
                                    void *y, lanescan_terms *terms);

/* For chunks that a task scans, without results, before it knows what comes before them in the
 * line. What they do to their elements may depend on that (log-sum-exps: on the shift; extremes: on
 * the extreme so far). So a chunk begins with an assumption about the line, one number: the mood.
 * fold() adds the chunk to the line, with the bits that a scan of it would give. If the assumption
 * was wrong it returns false and changes nothing, and the chunk is scanned again. */
typedef struct lanescan_fold {
    uint64_t (*mood)(const lanescan_state *line);
    void (*begin)(lanescan_state *chunk, uint64_t mood, uint64_t position);
    /* `mood` is what the chunk was begun with; the line may have another by now. */
    bool (*fold)(lanescan_state *line, const lanescan_state *chunk, uint64_t mood);
} lanescan_fold;

/* Moods of every operation: nothing is known of the line yet; no chunk can be folded, so none
 * should be scanned ahead. */
#define LANESCAN_MOOD_UNKNOWN UINT64_MAX
#define LANESCAN_MOOD_ALONE   (UINT64_MAX - 1)

/* Where lines lie side by side: element r of line l is at in + r * in_stride + l * (its size), in
 * bytes; so are results and indices. Results over elements are allowed where the strides are the
 * same. */
typedef struct lanescan_rows {
    const char *in;
    char *out, *index; /* index is NULL but for extremes */
    ptrdiff_t in_stride, out_stride, index_stride;
    size_t wanted_from; /* log-sum-exps: of rows before this one anything may be written */
} lanescan_rows;

/* Many lines side by side: `rows` elements (32 except in the last tile) of each of `lines` lines,
 * at most ACROSS_LINES. The same bits as lanescan_piece gives for each line. (Of halves: their
 * values and results as f64, which are still to be rounded.) */
typedef void lanescan_across(lanescan_columns *state, size_t rows, size_t lines,
                             const lanescan_rows *where);

/* Lines of n elements that follow each other in memory, as do the elements of a line; from line to
 * line it is so many bytes. n is 1 to 8; of integers' sums and products any, of those of floats and
 * doubles at most MOST_SHORT, of sums of complex numbers at most a chunk, of their products any.
 * y == x is allowed where the pitches are the same. */
typedef void lanescan_short_lines(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y,
                                  ptrdiff_t y_pitch);

/* The same of extremes with indices, of any number of elements; from index to index it is 8
 * bytes. */
typedef struct lanescan_indexed_lines {
    const char *x;
    char *y, *index;
    ptrdiff_t x_pitch, y_pitch, index_pitch;
} lanescan_indexed_lines;

typedef void lanescan_short_indexed(size_t lines, size_t n, const lanescan_indexed_lines *at);

/* Log-sum-exps of many lines of 1 to 8 doubles without gaps between them; results, or of each line
 * the last alone, are those of doubles (`is_double`), or of a narrower type to which they are still
 * to be rounded. Eight doubles behind the last one may be read, whatever they are, and eight
 * behind the last result written. x and y do not overlap. */
typedef void lanescan_short_logs(bool is_double, bool only_totals, size_t lines, size_t n,
                                 const double *x, double *y);

/* As lanescan_piece and lanescan_across, of a linear recurrence: y over a or b is allowed where the
 * types, and the strides, are the same. `one_coefficient`: a is one number, that of all
 * elements. */
typedef void lanescan_recurrence_piece(lanescan_state *state, bool backwards, bool one_coefficient,
                                       size_t n, const void *a, const void *b, void *y);

/* `fetch`: the next tiles of a and b, to be asked for early, or NULL. `past_caches`: y goes past
 * the caches; it is f64 then and begins at a cache line, so that eight lines fill one. */
typedef struct lanescan_recurrence_rows {
    const char *a, *b;
    char *y;
    ptrdiff_t a_stride, b_stride, y_stride;
    lanescan_fetch *fetch;
    bool past_caches;
} lanescan_recurrence_rows;

typedef void lanescan_recurrence_across(lanescan_columns *state, size_t rows, size_t lines,
                                        const lanescan_recurrence_rows *where);

/* Many lines of a linear recurrence of doubles, of 1 to SHORT_RECURRENCE elements, as
 * lanescan_short_lines: y may be a or b where the pitches are the same. Where they have room, four
 * elements behind the last line may be read too, and those of y be written. */
enum { SHORT_RECURRENCE = 255 };

typedef struct lanescan_recurrence_lines {
    const char *a, *b;
    char *y;
    ptrdiff_t a_pitch, b_pitch, y_pitch;
    bool have_room;
} lanescan_recurrence_lines;

typedef void lanescan_recurrence_short(size_t lines, size_t n, const lanescan_recurrence_lines *at);

/* y[i] = log(e^a[i] + e^b[i]). */
typedef void lanescan_binary(size_t n, const void *a, const void *b, void *y);

#endif
