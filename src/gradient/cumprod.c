/* The gradient of cumprod: p[i] r[i], p[i] the product of the elements before i and r[i] = g[i] +
 * x[i+1] r[i+1], from right to left. There is no division, so zeros are numbers as others. p and r
 * have exponents of their own, so they cannot leave the range unless the gradient does.
 *
 * Pieces of real numbers in which neither comes near the ends of the range are left to the kernels
 * of running products and of linear recurrences; all others to scalars in double-double. */
#include "gradient/beside.h"
#include "lanes/vocabulary.h"
#include "ops/product/state.h"
#include "ops/recurrence/state.h"

#include <string.h>

#define TWO_PRODUCT_BY_HALVES_OF(name) f64##name
#include "lanes/error_free_tpl.h"

/* Doubles that are worked on at once: eight groups, which kernels of recurrences like best. */
enum { PRODUCT_BUFFER = 256 };

static size_t product_batch(const gradient_lines *all)
{
    return PRODUCT_BUFFER / gradient_parts(all);
}

typedef struct product_line {
    gradient_place at;
    const double *x_of; /* the piece's elements, and the one to the right */
    double elements[PRODUCT_BUFFER + 2], g_of[PRODUCT_BUFFER], y[PRODUCT_BUFFER];
    union {
        struct {
            double products[PRODUCT_BUFFER + 1], r[PRODUCT_BUFFER + 1];
        } by_kernels;
        int64_t exponents[PRODUCT_BUFFER];
    } with;
} product_line;

/* ---- products from the left ---- */

/* Not far from 1, or 0. */
static bool is_usual(double value)
{
    const double magnitude = value < 0 ? -value : value;
    return value == 0 || (magnitude > 0x1p-400 && magnitude < 0x1p400);
}

/* w times high + low, both usual. */
static void multiply(lanescan_wide *w, double high, double low)
{
    const f64_pair product = f64_two_product_by_halves(w->high[0], high);
    w->low[0] = w->low[0] * high + (w->high[0] * low + product.low);
    w->high[0] = product.high;
    if (!is_usual(product.high)) {
        const int order = f64_biased_exponent(product.high) - 1023;
        w->high[0] *= f64_power_of_two(-order);
        w->low[0] *= f64_power_of_two(-order);
        w->exponent += order;
    }
}

static bool pass_by_kernel(const gradient_lines *all, size_t count, const double *x,
                           lanescan_wide *w)
{
    lanescan_state state;
    product_begin(&state);
    if (all->is_complex || count < PRODUCT_BUFFER || !is_usual(w->high[0]))
        return false;
    all->product(&state, false, count, x, NULL, NULL);
    const wide_product *const line = &state.as.product.line;
    if (state.over || line->exponent != 0 || line->value.high == 0 || !is_usual(line->value.high))
        return false;
    multiply(w, line->value.high, line->value.low);
    return true;
}

/* A product that is 0 and stays so, as products_before has it: no element is near the ends of the
 * range. */
static bool pass_zero(const gradient_lines *all, size_t count, const double *x, lanescan_wide *w)
{
    const uint64_t lowest = bits_of_f64(0x1p-400), highest = bits_of_f64(0x1p400);
    uint64_t sign = bits_of_f64(w->high[0]), outside = 0;
    if (all->is_complex || w->high[0] != 0 || w->low[0] != 0)
        return false;
    for (size_t i = 0; i < count; i++) { /* by signs of differences: compilers make vectors of it */
        const uint64_t bits = bits_of_f64(x[i]), magnitude = bits & INT64_MAX;
        outside |= ((magnitude - lowest) | (highest - magnitude)) & (0 - magnitude);
        sign ^= bits;
    }
    if (outside >> 63)
        return false;
    w->high[0] = sign >> 63 ? -0.0 : 0;
    return true;
}

static void pass(void *data, void *state, uint64_t first, uint64_t count)
{
    product_line *const l = data;
    const gradient_lines *const all = l->at.all;
    const size_t batch = product_batch(all);
    for (uint64_t end = first + count; first < end; first += batch) {
        const size_t now = end - first < batch ? (size_t)(end - first) : batch;
        const double *const x = gradient_view(&all->x, now, gradient_at(&all->x, l->at.x, first),
                                              l->elements);
        if (!pass_zero(all, now, x, state) && !pass_by_kernel(all, now, x, state))
            all->products_before(now, x, state, NULL, NULL);
    }
}

/* ---- a piece, from the right ---- */

static bool is_for_kernels(const lanescan_wide *before)
{
    return is_usual(before->high[0]) && before->exponent <= 1000;
}

static int64_t exponent_for_kernels(const lanescan_wide *before)
{
    return before->exponent < -4000 ? -4000 : before->exponent;
}

/* The state of running products from `before` on, without its exponent; */
static void begin_products(const lanescan_wide *before, lanescan_state *state)
{
    product_begin(state);
    state->as.product.line.value = (f64_pair){ before->high[0], before->low[0] };
    state->as.product.before = state->as.product.line;
    state->over = before->high[0] == 0; /* for good */
    state->ended = before->high[0];
}

/* and of r, which has none. */
static void begin_sums(const lanescan_wide *after, lanescan_state *state)
{
    recurrence_begin(state);
    recurrence_set_initial(state, after->high[0]);
    state->as.recurrence.line.low = state->as.recurrence.before.low = after->low[0];
}

static bool finish_by_kernels(product_line *l, const lanescan_wide *before, size_t n)
{
    const gradient_lines *const all = l->at.all;
    double *const products = l->with.by_kernels.products, *const r = l->with.by_kernels.r;
    lanescan_state product, recurrence;
    lanescan_wide *const after = &l->at.carry->of.product;
    const lanescan_product_piece piece = {
        .x = l->x_of,
        .after = l->x_of + 1,
        .g = l->g_of,
        .products = products,
        .r = r,
        .exponent = exponent_for_kernels(before),
    };
    if (all->is_complex || !is_for_kernels(before) || after->exponent != 0 ||
        !is_usual(after->high[0]))
        return false;
    begin_products(before, &product);
    begin_sums(after, &recurrence);
    products[0] = before->high[0] + before->low[0];
    r[n] = after->high[0] + after->low[0];
    all->product(&product, false, n, l->x_of, products + 1, NULL);
    all->recurrence(&recurrence, true, false, n, l->x_of + n, l->g_of + n - 1, r + n - 1);
    if (recurrence.over || !all->products_combine(n, &piece, l->y))
        return false;
    after->high[0] = recurrence.as.recurrence.line.high;
    after->low[0] = recurrence.as.recurrence.line.low;
    return true;
}

static void finish_in_scalars(product_line *l, const lanescan_wide *before, size_t n)
{
    lanescan_wide product = *before;
    l->at.all->products_before(n, l->x_of, &product, l->y, l->with.exponents);
    l->at.all->products_gradient(n, l->x_of + gradient_parts(l->at.all), l->g_of,
                                 &l->at.carry->of.product, l->y, l->with.exponents);
}

/* Where they are, if the one to their right lies there too. */
static void read_factors(product_line *l, uint64_t first, size_t n)
{
    const gradient_lines *const all = l->at.all;
    const size_t parts = gradient_parts(all);
    const char *const at = gradient_at(&all->x, l->at.x, first);
    l->x_of = first + n < all->n ? gradient_view(&all->x, n + 1, at, l->elements) : l->elements;
    if (first + n == all->n) {
        gradient_read(&all->x, n, at, l->elements);
        memset(l->elements + parts * n, 0, parts * sizeof(double));
    }
}

static void finish(void *data, const void *state, uint64_t first, uint64_t count)
{
    product_line *const l = data;
    const gradient_lines *const all = l->at.all;
    const size_t n = (size_t)count;
    lanescan_wide before;
    memcpy(&before, state, sizeof before);
    read_factors(l, first, n);
    gradient_read_results(all, &l->at.carry->results, l->at.g, first, n, l->g_of);
    if (!finish_by_kernels(l, &before, n))
        finish_in_scalars(l, &before, n);
    gradient_write(&all->out, n, l->y, l->at.out + (ptrdiff_t)first * all->out.stride);
}

/* The initial value, or 1. */
static lanescan_wide product_before_line(const gradient_lines *all)
{
    lanescan_wide before = { .high = { 1, 0 } };
    if (all->more)
        all->products_before(1, all->more, &before, NULL, NULL);
    return before;
}

void lanescan_cumprod_gradient(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS],
                               size_t count)
{
    product_line line; /* the buffers begin as they are */
    const lanescan_wide begin = product_before_line(all);
    gradient_by_pieces(
        &(gradient_pieces){ &line.at, sizeof begin, product_batch(all), &begin, pass, finish }, all,
        offset, count);
}

/* ---- a line in each lane ---- */

/* One row more than there are elements: the product before the first, and what follows the last. */
typedef double product_rows[(TILE_ROWS + 1) * ACROSS_LINES];

typedef struct product_tile {
    _Alignas(64) product_rows x;
    _Alignas(64) product_rows g;
    _Alignas(64) product_rows products; /* then the gradients */
    _Alignas(64) product_rows r;
} product_tile;

static void multiply_columns(const gradient_lines *all, const lanescan_wide *before, size_t rows,
                             size_t lines, product_tile *t)
{
    const lanescan_rows where = {
        .in = (const char *)t->x,
        .in_stride = TILE_ROW,
        .out = (char *)(t->products + ACROSS_LINES),
        .out_stride = TILE_ROW,
    };
    lanescan_state begin;
    lanescan_columns columns;
    begin_products(before, &begin);
    lanescan_state_kinds[LANESCAN_CUMPROD][ELEMENT_F64]->broadcast(&columns, &begin);
    for (size_t l = 0; l < lines; l++)
        t->products[l] = before->high[0] + before->low[0];
    all->product_columns(&columns, rows, lines, &where);
}

/* From the last row to the first; which lines, as bits, have left the range? */
static uint64_t recur_columns(const gradient_lines *all, size_t rows, size_t lines, product_tile *t)
{
    const size_t last = (rows - 1) * ACROSS_LINES;
    const lanescan_recurrence_rows where = {
        .a = (const char *)(t->x + last + ACROSS_LINES),
        .a_stride = -(ptrdiff_t)TILE_ROW,
        .b = (const char *)(t->g + last),
        .b_stride = -(ptrdiff_t)TILE_ROW,
        .y = (char *)(t->r + last),
        .y_stride = -(ptrdiff_t)TILE_ROW,
    };
    const lanescan_wide none = { .exponent = 0 };
    lanescan_state begin;
    lanescan_columns columns;
    uint64_t others = 0;
    begin_sums(&none, &begin);
    lanescan_recurrence_kinds[ELEMENT_F64]->broadcast(&columns, &begin);
    memset(t->x + last + ACROSS_LINES, 0, TILE_ROW);
    memset(t->r + last + ACROSS_LINES, 0, TILE_ROW);
    all->recurrence_columns(&columns, rows, lines, &where);
    for (size_t l = 0; l < lines; l++)
        others |= (uint64_t)columns.over[l] << l;
    return others;
}

void lanescan_cumprod_gradients(const gradient_lines *all, const line_block *lines)
{
    const size_t rows = (size_t)all->n;
    const lanescan_wide begin = product_before_line(all);
    product_tile t; /* the tiles begin as they are */
    uint64_t others = UINT64_MAX;
    const lanescan_gradient_tile tile = {
        .rows = rows,
        .lines = lines->count,
        .stride = ACROSS_LINES,
        .x = t.x,
        .g = t.g,
        .products = t.products,
        .r = t.r,
        .exponent = exponent_for_kernels(&begin),
        .y = t.products,
    };
    gradient_read_tile(all, WALK_X, lines, 0, rows, ACROSS_LINES, t.x);
    gradient_read_tile(all, WALK_G, lines, 0, rows, ACROSS_LINES, t.g);
    if (is_for_kernels(&begin)) {
        multiply_columns(all, &begin, rows, lines->count, &t);
        others = recur_columns(all, rows, lines->count, &t);
        others |= all->short_products(&tile);
    }
    gradient_do_alone(all, lanescan_cumprod_gradient, all->more, &tile, others);
    gradient_write_tile(all, lines, 0, rows, ACROSS_LINES, t.products);
}
