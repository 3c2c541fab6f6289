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

/* The last run of each line, where it has fewer than RUN elements: after as many others as make it
 * a run, and before places to fill. */
typedef struct line_ends {
    char of_lane[LANES_AT_ONCE][2 * RUN * sizeof(double)];
} line_ends;

/* Where run `run` of each line is, or its place among the ends, and how far apart. */
typedef struct lines_run {
    char *at;
    ptrdiff_t pitch;
} lines_run;

LANESCAN_INLINE lines_run lines_run_at(const lines_at *at, char *lines, ptrdiff_t pitch, size_t run,
                                       line_ends *ends)
{
    const size_t size = element_bytes(at->type);
    if (run == at->n / RUN)
        return (lines_run){ ends->of_lane[0] + (RUN - at->n % RUN) * size,
                            sizeof ends->of_lane[0] };
    return (lines_run){ lines + RUN * run * size, pitch };
}

/* Run `run` of each line, as lanes. */
LANESCAN_INLINE f64_group lines_run_load(const lines_at *at, size_t run, line_ends *ends)
{
    const lines_run x = lines_run_at(at, (char *)(uintptr_t)at->x, at->x_pitch, run, ends);
    return lines_load_at(at->type, x.at, x.pitch);
}

LANESCAN_INLINE void lines_run_store(const lines_at *at, size_t run, line_ends *ends,
                                     const f64v y[RUN])
{
    const lines_run to = lines_run_at(at, at->y, at->y_pitch, run, ends);
    lines_store_at(at->type, to.at, to.pitch, (f64_group){ { y[0], y[1], y[2], y[3] } });
}

/* The last RUN elements of each line, which has more than these, and `fill` in the places after
 * them. */
LANESCAN_NOINLINE void lines_read_ends(element type, const char *end, ptrdiff_t pitch, double fill,
                                       line_ends *ends)
{
    const double doubles[RUN] = { fill, fill, fill, fill };
    const float one = (float)fill, floats[RUN] = { one, one, one, one };
    LANESCAN_UNROLL(1)
    for (size_t lane = 0; lane < LANES_AT_ONCE; lane++, end += pitch) {
        char *const to = ends->of_lane[lane];
        if (type == ELEMENT_F64) {
            memcpy(to, end - sizeof doubles, sizeof doubles);
            memcpy(to + sizeof doubles, doubles, sizeof doubles);
        } else {
            memcpy(to, end - sizeof floats, sizeof floats);
            memcpy(to + sizeof floats, floats, sizeof floats);
        }
    }
}

/* Nothing beside the one to three elements may be written: the first, the middle and the last. */
LANESCAN_NOINLINE void lines_write_ends(element type, size_t rest, const line_ends *ends, char *end,
                                        ptrdiff_t pitch)
{
    const size_t size = element_bytes(type), places[3] = { rest, rest - rest / 2, 1 };
    LANESCAN_UNROLL(1)
    for (size_t lane = 0; lane < LANES_AT_ONCE; lane++, end += pitch)
        for (size_t k = 0; k < 3; k++) {
            const char *const from = ends->of_lane[lane] + (RUN - places[k]) * size;
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

/* How many lines are done: all but fewer than LANES_AT_ONCE. */
LANESCAN_INLINE size_t lines_in_lanes(lines_scan *scan, element type, size_t lines, size_t n,
                                      const char *x, ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch,
                                      lanescan_piece *piece)
{
    size_t done = 0;
    for (; lines - done >= LANES_AT_ONCE; done += LANES_AT_ONCE) {
        scan((lines_at){ type, n, x, x_pitch, y, y_pitch }, piece);
        x += LANES_AT_ONCE * x_pitch;
        y += LANES_AT_ONCE * y_pitch;
    }
    return done;
}

#endif
