/* A leg from its chunks to its results, and when to wait. */
#include "tensor/relay.h"

#include "memory/dtype.h"
#include "tensor/ways.h"

#ifndef _WIN32
#include <sched.h>
#endif

/* Bytes of a leg's elements, which are to stay in a core's own cache between their two passes. */
enum { LEG_BYTES = 128 << 10 };

/* ---- waiting ---- */

enum { SPINS = 2000 };

/* Lets others run: whoever is waited for may have no core. */
static void let_others_run(void)
{
#ifdef _WIN32
    /* Of kernel32.dll; <windows.h> has macros for half of all words. */
    int __stdcall SwitchToThread(void);
    SwitchToThread();
#else
    sched_yield();
#endif
}

static void pause_a_moment(unsigned *spins)
{
    if (++*spins % SPINS == 0) {
        let_others_run();
        return;
    }
    LANESCAN_PAUSE;
}

static bool is_turn(const _Atomic(uint64_t) *turn, uint64_t number)
{
    return atomic_load_explicit(turn, memory_order_acquire) == number;
}

static void wait_for_turn(const _Atomic(uint64_t) *turn, uint64_t number)
{
    for (unsigned spins = 0; !is_turn(turn, number);)
        pause_a_moment(&spins);
}

/* The mood that this leg's chunks begin with: the one last published. If the line has left it when
 * the baton comes, fold refuses them, and the leg is scanned again. */
static uint64_t mood_of(const relay *r, uint64_t number)
{
    uint64_t mood;
    unsigned spins = 0;
    while ((mood = atomic_load_explicit(&r->mood, memory_order_relaxed)) == LANESCAN_MOOD_UNKNOWN &&
           !is_turn(&r->turn, number))
        pause_a_moment(&spins);
    return mood;
}

static void hand_on(relay *r, uint64_t number, const lanescan_state *state, bool ends_line)
{
    const lanescan_state *const next = ends_line ? &r->plan->how.begin : state;
    r->baton = *state;
    atomic_store_explicit(&r->mood, r->fold->mood(next), memory_order_relaxed);
    atomic_store_explicit(&r->turn, number + 1, memory_order_release);
}

/* ---- legs ---- */

/* The chunks of a leg by themselves, begun with this mood. */
static void scan_chunks(const relay *r, const line_part *l, uint64_t mood, size_t chunks,
                        lanescan_state chunk[MOST_CHUNKS], lanescan_terms *terms)
{
    for (size_t c = 0; c < chunks; c++) {
        const line_part part = { l->plan, l->first + c * CHUNK, CHUNK };
        chunk[c] = r->plan->how.begin; /* for what the operation does not begin itself */
        r->fold->begin(&chunk[c], mood, chunk[c].position + part.first);
        r->work->without_results(&part, &chunk[c], terms);
    }
}

static bool fold_chunks(const relay *r, uint64_t mood, size_t chunks,
                        const lanescan_state chunk[MOST_CHUNKS], lanescan_state *state)
{
    lanescan_state next = *state;
    for (size_t c = 0; c < chunks; c++)
        if (!r->fold->fold(&next, &chunk[c], mood))
            return false;
    *state = next;
    return true;
}

static void scan_leg(relay *r, const line_part *l, uint64_t number, lanescan_state *state,
                     lanescan_terms *terms)
{
    last_result last = { r->plan->how.along.first, -1 };
    r->work->scan(l, state, terms, &last);
    if (!r->plan->is_exclusive || !r->plan->is_in_place)
        return;
    wait_for_turn(&r->last_turn, number);
    if (l->first)
        lanescan_write_before_part(l, &r->last);
    r->last = last;
    atomic_store_explicit(&r->last_turn, number + 1, memory_order_release);
}

static void run_leg_keeping(relay *r, uint64_t number, lanescan_terms *terms)
{
    const uint64_t line = number / r->legs, at = number % r->legs;
    walk lines;
    scan_plan plan = *r->plan;
    line_part l = { &plan, at * r->leg_elements, r->leg_elements };
    lanescan_state chunk[MOST_CHUNKS], state, next;
    const bool ends_line = at + 1 == r->legs;
    const size_t chunks = (size_t)(r->leg_elements / CHUNK);
    plan.lines = &lines;
    lanescan_walk_part(&lines, r->plan->lines, line, 1);
    if (ends_line)
        l.count = plan.n - l.first;
    if (terms)
        terms->groups = 0;
    const uint64_t mood = ends_line ? LANESCAN_MOOD_ALONE : mood_of(r, number);
    if (mood < LANESCAN_MOOD_ALONE)
        scan_chunks(r, &l, mood, chunks, chunk, terms);
    wait_for_turn(&r->turn, number);
    next = state = at ? r->baton : plan.how.begin;
    const bool is_folded = mood < LANESCAN_MOOD_ALONE && fold_chunks(r, mood, chunks, chunk, &next);
    /* The next line needs no state. */
    const bool ends_early = ends_line && line + 1 < r->plan->num_lines;
    if (is_folded || ends_early)
        hand_on(r, number, &next, ends_line);
    if (terms)
        terms->groups = 0;
    scan_leg(r, &l, number, &state, is_folded ? terms : NULL);
    if (!is_folded && !ends_early)
        hand_on(r, number, &state, ends_line);
}

/* Not inlined, because the terms would add to the stack where none are kept. */
LANESCAN_NOINLINE void keep_and_run_leg(relay *r, uint64_t number)
{
    lanescan_terms terms;
    run_leg_keeping(r, number, &terms);
}

static void run_legs(void *data, uint64_t first, uint64_t count)
{
    relay *const r = data;
    for (uint64_t number = first; number < first + count; number++)
        if (r->plan->how.keeping_piece)
            keep_and_run_leg(r, number);
        else
            run_leg_keeping(r, number, NULL);
}

/* ---- whole lines ---- */

static uint64_t leg_elements_of(const method *how)
{
    const uint64_t chunks = how->keeping_piece ? 1 : LEG_BYTES / CHUNK / dtype_size(how->in_dtype);
    return CHUNK * (chunks < 1 ? 1 : chunks > MOST_CHUNKS ? MOST_CHUNKS : chunks);
}

bool lanescan_relay_pays(const method *how, uint64_t n, uint64_t num_lines, size_t tasks)
{
    const uint64_t rounds = (num_lines + tasks - 1) / tasks;
    /* Lines that keep three quarters of the tasks busy are shared out. */
    return how->fold && 4 * num_lines < 3 * rounds * tasks && n >= 2 * leg_elements_of(how);
}

relay_end lanescan_relay_run(const crew *c, size_t tasks, const scan_plan *plan,
                             const relay_work *work)
{
    relay r = { .plan = plan, .work = work, .fold = plan->how.fold };
    r.leg_elements = leg_elements_of(&plan->how);
    r.legs = plan->n / r.leg_elements;
    atomic_init(&r.mood, r.fold->mood(&plan->how.begin));
    const sharing legs = { .count = r.legs * plan->num_lines, .each = 1, .in_order = true };
    lanescan_share(c, tasks, &legs, run_legs, &r);
    return (relay_end){ r.baton, r.last };
}
