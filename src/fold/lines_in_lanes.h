/* Many lines of some runs, LANES_AT_ONCE at a time, a line in each lane: nothing moves between
 * lanes but when elements are read and results written. */
#ifndef LANESCAN_LINES_IN_LANES_H
#define LANESCAN_LINES_IN_LANES_H

#include "fold/group_block.h"

/* Many lines: from here on, of `n` elements. */
typedef struct lines_at {
    element type;
    size_t n;
    const char *x;
    ptrdiff_t x_pitch;
    char *y;
    ptrdiff_t y_pitch;
} lines_at;

/* A run of each line, the first of them here. */
LANESCAN_INLINE f64_group lines_load_at(element type, const char *x, ptrdiff_t pitch)
{
    return type == ELEMENT_F64
               ? f64_runs_load_at_once(ELEMENT_F64, x, pitch / (ptrdiff_t)sizeof(double))
               : f64_runs_load_at_once(ELEMENT_F32, x, pitch / (ptrdiff_t)sizeof(float));
}

LANESCAN_INLINE void lines_store_at(element type, char *y, ptrdiff_t pitch, f64_group g)
{
    if (type == ELEMENT_F64)
        f64_runs_store_at_once(ELEMENT_F64, y, pitch / (ptrdiff_t)sizeof(double), g);
    else
        f64_runs_store_at_once(ELEMENT_F32, y, pitch / (ptrdiff_t)sizeof(float), g);
}

/* The last run of each line, where it has fewer than RUN elements: as lanes, after as many others
 * as make it a run and before others that change nothing; and its results. */
typedef struct line_ends {
    double rows[2 * RUN][LANES];
    char results[LANES_AT_ONCE][RUN * sizeof(double)];
} line_ends;

/* Run `run` of each line, as lanes. */
LANESCAN_INLINE f64_group lines_run_load(const lines_at *at, size_t run, const line_ends *ends)
{
    f64_group g;
    if (LANESCAN_LIKELY(run != at->n / RUN))
        return lines_load_at(at->type, at->x + RUN * run * element_bytes(at->type), at->x_pitch);
    for (size_t k = 0; k < RUN; k++)
        g.v[k] = lanes_load(true, ends->rows[RUN - at->n % RUN + k]);
    return g;
}

LANESCAN_INLINE void lines_run_store(const lines_at *at, size_t run, line_ends *ends,
                                     const f64v y[RUN])
{
    const bool is_end = run == at->n / RUN;
    lines_store_at(at->type,
                   is_end ? ends->results[0] : at->y + RUN * run * element_bytes(at->type),
                   is_end ? (ptrdiff_t)sizeof ends->results[0] : at->y_pitch,
                   (f64_group){ { y[0], y[1], y[2], y[3] } });
}

/* Each line has more elements than a run, of which the last few may be read again. */
LANESCAN_NOINLINE void lines_read_ends(element type, const char *end, ptrdiff_t pitch, double fill,
                                       line_ends *ends)
{
    const f64_group last = lines_load_at(type, end - RUN * element_bytes(type), pitch);
    for (size_t k = 0; k < RUN; k++) {
        lanes_store(true, ends->rows[k], last.v[k]);
        lanes_store(true, ends->rows[RUN + k], f64v_splat(fill));
    }
}

/* Nothing beside the one to three elements may be written. */
LANESCAN_NOINLINE void lines_write_ends(element type, size_t rest, const line_ends *ends, char *end,
                                        ptrdiff_t pitch)
{
    const size_t size = element_bytes(type), places[3] = { rest, rest - rest / 2, 1 };
    LANESCAN_UNROLL(1)
    for (size_t lane = 0; lane < LANES_AT_ONCE; lane++, end += pitch)
        for (size_t k = 0; k < 3; k++) {
            const char *const from = ends->results[lane] + (rest - places[k]) * size;
            char *const to = end - places[k] * size;
            if (type == ELEMENT_F64)
                memcpy(to, from, sizeof(double));
            else
                memcpy(to, from, sizeof(float));
        }
}

/* The next group of the lines. */
LANESCAN_INLINE void lines_pass_group(lines_at *at)
{
    const size_t bytes = GROUP * element_bytes(at->type);
    at->n -= GROUP;
    at->x += bytes;
    at->y += bytes;
}

/* LANES_AT_ONCE lines of an operation. */
typedef void lines_scan(lines_at at, lanescan_piece *piece);

/* Elements and results that the caches do not hold come faster line by line, doubles in any case,
 * floats unless lines are so short that all LANES_AT_ONCE are near each other. Both in bytes. */
enum { IN_CACHES = 4 * 1024 * 1024, NEAR_LINES = 256 };

/* How many lines are done: all but fewer than LANES_AT_ONCE, or none. */
LANESCAN_INLINE size_t lines_in_lanes(lines_scan *scan, element type, size_t lines, size_t n,
                                      const char *x, ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch,
                                      lanescan_piece *piece)
{
    const size_t bytes = n * element_bytes(type);
    size_t done = 0;
    if ((type == ELEMENT_F64 || bytes >= NEAR_LINES) && lines > IN_CACHES / bytes)
        return 0;
    for (; lines - done >= LANES_AT_ONCE; done += LANES_AT_ONCE) {
        scan((lines_at){ type, n, x, x_pitch, y, y_pitch }, piece);
        x += LANES_AT_ONCE * x_pitch;
        y += LANES_AT_ONCE * y_pitch;
    }
    return done;
}

#endif
