/* Long lines, divided among tasks. A line goes through memory in legs of some chunks. A task takes
 * the next leg, scans its chunks by themselves, waits until it is handed what is known of the line
 * at the beginning of the leg (the baton), folds its chunks into that and hands it on; then it
 * writes its results, while others go on. Where chunks by themselves do not fold the task scans its
 * leg with the baton in hand: hard data become serial, never wrong. The task that is waited for has
 * always been started, because legs are taken in order. */
#ifndef LANESCAN_RELAY_H
#define LANESCAN_RELAY_H

#include "tensor/parts.h"

#include <stdatomic.h>

enum { MOST_CHUNKS = 16 /* of a leg */ };

/* What is done with parts of lines (ways.h). */
typedef struct relay_work {
    void (*without_results)(const line_part *part, lanescan_state *state, lanescan_terms *terms);
    void (*scan)(const line_part *part, lanescan_state *state, lanescan_terms *terms,
                 last_result *last);
} relay_work;

typedef struct relay {
    const scan_plan *plan;
    const relay_work *work;
    const lanescan_fold *fold;
    uint64_t leg_elements, legs; /* of a line */
    _Atomic(uint64_t) turn;      /* the leg, counted through all lines, that has the baton */
    lanescan_state baton;        /* read and written by that leg alone */
    _Atomic(uint64_t) mood;      /* of the line, as far as it was known last; anyone reads it */
    /* A second baton, handed on when results have been written, and used where these are left to
     * the next leg. */
    _Atomic(uint64_t) last_turn;
    last_result last;
} relay;

/* Is it better to divide these lines, of n elements each, than to share them out? */
bool lanescan_relay_pays(const method *how, uint64_t n, uint64_t num_lines, size_t tasks);

/* What is known at the end of the last line. */
typedef struct relay_end {
    lanescan_state state;
    last_result last; /* of an exclusive scan in place */
} relay_end;

relay_end lanescan_relay_run(const crew *c, size_t tasks, const scan_plan *plan,
                             const relay_work *work);

#endif
