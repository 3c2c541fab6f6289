/* The gradient of logcumsumexp: e^x[i] times the sum over j >= i of g[j] / s[j], where s[j] is the
 * running sum of e^x. Worked out from x: of a stored, rounded y = log s the error would grow with
 * |y|.
 *
 * The sum of quotients, from right to left, is in the units of s: less than all g together. */
#include "gradient/log_lanes.h"
#include "gradient/one_line.h"

#include <stddef.h>
#include <string.h>

typedef struct log_line {
    gradient_place at;
    _Alignas(64) double weights[GRADIENT_BUFFER], sums[GRADIENT_BUFFER], gradients[GRADIENT_BUFFER],
        falls[GRADIENT_BUFFER + 1];
} log_line;

/* Of real numbers less is kept. */
static size_t state_size(const gradient_lines *all)
{
    return all->is_complex ? sizeof(log_sum) : offsetof(log_sum, part[1]);
}

static inline void copy_state(const gradient_lines *all, const void *from, void *to)
{
    enum { REAL = offsetof(log_sum, part[1]) };
    memcpy(to, from, REAL);
    if (all->is_complex)
        memcpy((char *)to + REAL, (const char *)from + REAL, sizeof(log_sum) - REAL);
}

/* The state moves on. */
static void pass(void *data, void *state, uint64_t first, uint64_t count)
{
    log_line *const l = data;
    const size_t batch = gradient_batch(l->at.all);
    log_sum sum;
    copy_state(l->at.all, state, &sum);
    for (uint64_t end = first + count; first < end; first += batch) {
        const size_t now = end - first < batch ? (size_t)(end - first) : batch;
        const double *const x = gradient_view(
            &l->at.all->x, now, gradient_at(&l->at.all->x, l->at.x, first), l->gradients);
        log_sum_pass(l->at.all, &sum, now, x, l->weights, l->falls);
    }
    copy_state(l->at.all, &sum, state);
}

/* g / conj(s); 0 where g is. */
static void divide_complex(size_t count, const double *g, double *s)
{
    for (size_t i = 0; i < 2 * count; i += 2) {
        const double square = s[i] * s[i] + s[i + 1] * s[i + 1];
        const bool is_zero = (g[i] == 0 && g[i + 1] == 0) || s[i] == __builtin_inf();
        const double re = is_zero ? 0 : s[i] / square, im = is_zero ? 0 : s[i + 1] / square;
        s[i] = is_zero ? 0 : g[i] * re - g[i + 1] * im;
        s[i + 1] = is_zero ? 0 : g[i] * im + g[i + 1] * re;
    }
}

/* conj(weight) r; 0 where r is 0, and of elements of -inf. Have weights lost digits? */
static bool multiply_complex(size_t count, const double *r, double *weights)
{
    bool is_lost = false;
    for (size_t i = 0; i < 2 * count; i += 2) {
        is_lost |= log_is_lost(2, weights + i, r + i);
        const double re = weights[i], im = weights[i + 1];
        const bool is_zero = log_is_nothing(weights + i) || (r[i] == 0 && r[i + 1] == 0);
        weights[i] = is_zero ? 0 : re * r[i] + im * r[i + 1];
        weights[i + 1] = is_zero ? 0 : re * r[i + 1] - im * r[i];
    }
    return is_lost;
}

/* The sums of quotients from the right, of real or of imaginary parts. Their units may change at
 * each element. */
static inline void sum_quotients(log_line *l, size_t part, size_t parts, bool has_falls,
                                 size_t count)
{
    const double *const quotients = l->sums + part, *const falls = l->falls;
    double *const sums = l->gradients + part;
    f64_pair sum = {
        log_lower(l->at.carry->of.quotients.high[part], l->at.carry->of.quotients.fall),
        log_lower(l->at.carry->of.quotients.low[part], l->at.carry->of.quotients.fall)
    };
    for (size_t i = count; i-- > 0;) {
        sum = f64_compensated_add(sum, quotients[parts * i]);
        sums[parts * i] = sum.high + sum.low;
        if (has_falls && i > 0 && falls[i] != 0)
            sum = (f64_pair){ log_lower(sum.high, falls[i]), log_lower(sum.low, falls[i]) };
    }
    l->at.carry->of.quotients.high[part] = sum.high;
    l->at.carry->of.quotients.low[part] = sum.low;
}

/* Elements of a step: what it does is done long enough before the next step needs it. */
enum { SUM_STEP = 8, SUM_STEPS = GRADIENT_BUFFER / SUM_STEP };

/* Sums without what they lose. */
static inline double add_high(const double *quotients, double *highs, double high)
{
    for (size_t i = SUM_STEP; i-- > 0;)
        highs[i] = high += quotients[i];
    return high;
}

/* What each of these additions has lost. */
static inline void find_lost(const double *quotients, const double *highs, double *lost)
{
    LANESCAN_UNROLL(8)
    for (size_t i = 0; i < SUM_STEP; i++)
        lost[i] = f64_lost(highs[i + 1], quotients[i], highs[i]);
}

static inline double add_low(const double *lost, const double *highs, double *sums, double low)
{
    for (size_t i = SUM_STEP; i-- > 0;) {
        low += lost[i];
        sums[i] = highs[i] + low;
    }
    return low;
}

/* Both, of different steps: neither waits for the other. */
static inline void add_both(const double *quotients, double *highs, double *high,
                            const double *lost, const double *lower_highs, double *sums,
                            double *low)
{
    double h = *high, l = *low;
    LANESCAN_UNROLL(8)
    for (size_t i = SUM_STEP; i-- > 0;) {
        highs[i] = h += quotients[i];
        l += lost[i];
        sums[i] = lower_highs[i] + l;
    }
    *high = h;
    *low = l;
}

/* Of the elements of a step, the first; steps go to the left. */
static inline size_t sum_step(size_t step)
{
    return GRADIENT_BUFFER - SUM_STEP * (step + 1);
}

/* The same bits, of a whole buffer of real numbers in units that do not change, sooner. Of a
 * compensated sum two additions wait for those of the element before: to `high`, and of what that
 * has lost to `low`. Here the second are two steps behind the first, so both go on at a time. */
static void sum_quotients_by_steps(log_line *l)
{
    const double *const quotients = l->sums;
    double *const highs = l->falls, lost[GRADIENT_BUFFER];
    double high = log_lower(l->at.carry->of.quotients.high[0], l->at.carry->of.quotients.fall),
           low = log_lower(l->at.carry->of.quotients.low[0], l->at.carry->of.quotients.fall);
    highs[GRADIENT_BUFFER] = high;
    for (size_t step = 0; step < SUM_STEPS + 2; step++) {
        if (step >= 2 && step < SUM_STEPS) {
            const size_t i = sum_step(step), k = sum_step(step - 2);
            add_both(quotients + i, highs + i, &high, lost + k, highs + k, l->gradients + k, &low);
        } else if (step < 2) {
            const size_t i = sum_step(step);
            high = add_high(quotients + i, highs + i, high);
        } else {
            const size_t i = sum_step(step - 2);
            low = add_low(lost + i, highs + i, l->gradients + i, low);
        }
        if (step >= 1 && step <= SUM_STEPS) {
            const size_t i = sum_step(step - 1);
            find_lost(quotients + i, highs + i, lost + i);
        }
    }
    l->at.carry->of.quotients.high[0] = high;
    l->at.carry->of.quotients.low[0] = low;
}

/* The same where not all is finite: then low is NaN. */
LANESCAN_COLD void sum_infinite(log_line *l, size_t part, size_t parts, bool has_falls,
                                size_t count)
{
    double fall = l->at.carry->of.quotients.fall;
    for (size_t i = count; i-- > 0;) {
        double *const sum = l->gradients + parts * i + part;
        l->at.carry->of.quotients.high[part] =
            log_lower(l->at.carry->of.quotients.high[part], fall) + l->sums[parts * i + part];
        fall = has_falls ? l->falls[i] : 0;
        *sum = l->at.carry->of.quotients.high[part];
    }
}

/* A block from the right, whose gradients of results are g. In `sums`: sums, then quotients. In
 * `gradients`: sums of quotients. In `weights`: weights, then gradients of elements. Have weights
 * lost digits? */
static bool go_left(log_line *l, bool has_falls, size_t count, const double *g)
{
    const gradient_lines *const all = l->at.all;
    const size_t parts = gradient_parts(all);
    if (all->is_complex)
        divide_complex(count, g, l->sums);
    else
        all->quotients(count, g, l->sums);
    for (size_t part = 0; part < parts; part++) {
        const double high = l->at.carry->of.quotients.high[part];
        if (parts == 1 && !has_falls && count == GRADIENT_BUFFER)
            sum_quotients_by_steps(l);
        else if (parts == 1 && !has_falls)
            sum_quotients(l, 0, 1, false, count);
        else
            sum_quotients(l, part, parts, has_falls, count);
        if (l->at.carry->of.quotients.low[part] != l->at.carry->of.quotients.low[part]) {
            l->at.carry->of.quotients.high[part] = high;
            sum_infinite(l, part, parts, has_falls, count);
        }
    }
    l->at.carry->of.quotients.fall = has_falls ? l->falls[0] : 0;
    return all->is_complex ? multiply_complex(count, l->gradients, l->weights)
                           : all->weigh(count, l->gradients, l->weights);
}

static void finish(void *data, const void *state, uint64_t first, uint64_t count)
{
    log_line *const l = data;
    const gradient_lines *const all = l->at.all;
    const size_t n = (size_t)count;
    const double *const x = gradient_view(&all->x, n, gradient_at(&all->x, l->at.x, first),
                                          l->gradients);
    log_sum before, sum;
    if (first)
        gradient_fetch_before(&l->at, gradient_batch(all), first);
    copy_state(all, state, &before);
    sum = before;
    const bool has_falls = log_sum_block(all, &sum, n, x, l->weights, l->falls, l->sums);
    const double *const g = gradient_view_results(all, &l->at.carry->results, l->at.g, first, n,
                                                  l->gradients);
    if (go_left(l, has_falls, n, g))
        log_sum_lost(all, &before, n,
                     gradient_view(&all->x, n, gradient_at(&all->x, l->at.x, first), l->sums),
                     l->gradients, gradient_parts(all), l->weights, l->sums, l->falls);
    gradient_write(&all->out, n, l->weights, l->at.out + (ptrdiff_t)first * all->out.stride);
}

/* That of the initial value, or of nothing. */
static log_sum sum_before_line(const gradient_lines *all)
{
    log_sum begin = log_sum_begin();
    if (all->more)
        log_sum_element(all, &begin, all->more);
    return begin;
}

void lanescan_logcumsumexp_gradient(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS])
{
    log_line line; /* the buffers begin as they are */
    const log_sum begin = sum_before_line(all);
    gradient_by_pieces(&(piece_work){ &line, state_size(all), gradient_batch(all), pass, finish },
                       &begin, all, offset);
}

/* ---- a line in each lane ---- */

typedef struct log_tiles {
    logs_in_lanes lanes;
    double *quotients, *next; /* of the columns: these take turns */
    double columns[2][QUOTIENTS_COLUMNS * ACROSS_LINES];
} log_tiles;

/* One line's batch; its gradients go to the tile. */
LANESCAN_NOINLINE void finish_alone(log_tiles *t, size_t lane, const log_sum *before,
                                    uint64_t first, uint64_t count)
{
    logs_in_lanes *const l = &t->lanes;
    const size_t high = QUOTIENTS_HIGH * l->stride + lane, low = QUOTIENTS_LOW * l->stride + lane,
                 fall = QUOTIENTS_FALL * l->stride + lane;
    gradient_lines to_tile;
    gradient_carry carry = { .of.quotients = { .high = { t->quotients[high] },
                                               .low = { t->quotients[low] },
                                               .fall = t->quotients[fall] } };
    log_line line; /* the buffers begin as they are */
    line.at = gradient_place_in_tile(l->all, l->lines, lane, l->values, l->stride, first, &to_tile,
                                     &carry);
    finish(&line, before, first, count);
    t->next[high] = carry.of.quotients.high[0];
    t->next[low] = carry.of.quotients.low[0];
    t->next[fall] = carry.of.quotients.fall;
}

static void finish_lanes(void *tiles, const void *state, uint64_t first, uint64_t count)
{
    log_tiles *const t = tiles;
    logs_in_lanes *const l = &t->lanes;
    const size_t rows = (size_t)count, lines = l->lines->count;
    double *const passed = t->quotients;
    const lanescan_log_tile tile = { .rows = rows,
                                     .lines = lines,
                                     .stride = l->stride,
                                     .g = l->g,
                                     .values = l->values,
                                     .exponents = l->exponents,
                                     .sums = l->sums,
                                     .state = state,
                                     .quotients = t->quotients,
                                     .next = t->next };
    log_lanes_read(l, first, rows);
    gradient_read_tile(l->all, WALK_G, l->lines, first, rows, l->stride, l->g);
    const uint64_t others = l->all->log_gradients(&tile);
    for (size_t lane = 0; lane < lines && others >> lane; lane++) {
        if (others >> lane & 1) {
            const log_sum s = log_lanes_get(l, state, lane);
            finish_alone(t, lane, &s, first, count);
        }
    }
    gradient_write_tile(l->all, l->lines, first, rows, l->stride, l->values);
    t->quotients = t->next;
    t->next = passed;
}

void lanescan_logcumsumexp_gradients(const gradient_lines *all, const line_block *lines)
{
    log_tiles t; /* the tiles begin as they are */
    double state[LOG_COLUMNS * ACROSS_LINES];
    const log_sum begin = sum_before_line(all);
    log_lanes_begin(&t.lanes, all, lines, &begin, state);
    t.quotients = t.columns[0];
    t.next = t.columns[1];
    memset(t.quotients, 0, QUOTIENTS_COLUMNS * t.lanes.stride * sizeof(double));
    if (all->n <= GRADIENT_ROWS)
        finish_lanes(&t, state, 0, all->n);
    else
        pieces_run(&(piece_work){ &t, log_lanes_state_size(&t.lanes), GRADIENT_ROWS, log_lanes_pass,
                                  finish_lanes },
                   state, all->n);
}
