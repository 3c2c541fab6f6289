/* The gradient of cumprod: p[i] r[i], p[i] the product of the elements before i and r[i] = g[i] +
 * x[i+1] r[i+1], from right to left. There is no division, so zeros are numbers as others. p and r
 * have exponents of their own, so they cannot leave the range unless the gradient does.
 *
 * Pieces of real numbers in which neither comes near the ends of the range are left to the kernels
 * of running products and of linear recurrences; all others to scalars in double-double. */
#include "gradient/one_line.h"
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
    bool becomes_zero;  /* the product, before the piece to the right */
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

/* w times what a kernel has made of elements. */
static bool multiply_piece(lanescan_wide *w, bool over, const wide_product *piece)
{
    if (over || piece->exponent != 0 || piece->value.high == 0 || !is_usual(piece->value.high))
        return false;
    multiply(w, piece->value.high, piece->value.low);
    return true;
}

static bool pass_by_kernel(const gradient_lines *all, size_t count, const double *x,
                           lanescan_wide *w)
{
    lanescan_state state;
    product_begin(&state);
    if (all->is_complex || count < PRODUCT_BUFFER || !is_usual(w->high[0]))
        return false;
    all->product(&state, false, count, x, NULL, NULL);
    return multiply_piece(w, state.over, &state.as.product.line);
}

/* What is seen of elements: the sign of the product of these and a number, and by their highest
 * bits whether all are other than 0, and whether one of those is beyond these limits. (By signs of
 * differences: compilers make vectors of it.) */
typedef struct factors_seen {
    uint64_t sign, no_zero, beyond;
} factors_seen;

static factors_seen look_at(size_t count, const double *x, double lowest, double highest)
{
    const uint64_t least = bits_of_f64(lowest), most = bits_of_f64(highest);
    uint64_t sign = 0, no_zero = UINT64_MAX, beyond = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = bits_of_f64(x[i]), magnitude = bits & INT64_MAX;
        sign ^= bits;
        no_zero &= 0 - magnitude;
        beyond |= ((magnitude - least) | (most - magnitude)) & (0 - magnitude);
    }
    return (factors_seen){ sign, no_zero, beyond };
}

/* Are w and its products with elements of a batch nowhere near the ends of the range? */
static bool stays_usual(const gradient_lines *all, const double *x, const lanescan_wide *w)
{
    double products[PRODUCT_BUFFER];
    lanescan_state state;
    size_t count = 0;
    bool is_far = !is_usual(w->high[0]);
    while (count < PRODUCT_BUFFER && x[count] != 0)
        count++;
    product_begin(&state);
    if (count)
        all->product(&state, false, count, x, products, NULL);
    for (size_t i = 0; i < count; i++) {
        const double product = products[i] * w->high[0], square = product * product;
        is_far |= !(square > 0x1p-780) | !(square < 0x1p780);
    }
    return !is_far;
}

/* Products of this and a batch of factors within PRODUCT_FACTORS do not come near the ends. */
static bool is_near_one(double value)
{
    const double square = value * value;
    return square > 0x1p-60 && square < 0x1p60;
}

/* The product becomes 0, as products_before has it: its exponent stays. */
static void become_zero(lanescan_wide *w, uint64_t sign)
{
    w->high[0] = (bits_of_f64(w->high[0]) ^ sign) >> 63 ? -0.0 : 0;
    w->low[0] = 0;
}

/* A product that is 0 or becomes so, where neither elements nor products before that are near the
 * ends of the range. */
static bool pass_zero(const gradient_lines *all, size_t count, const double *x, lanescan_wide *w)
{
    const bool is_zero = w->high[0] == 0;
    if (all->is_complex || count != PRODUCT_BUFFER || (is_zero && w->low[0] != 0))
        return false;
    bool stays = is_zero || is_near_one(w->high[0]);
    factors_seen seen = look_at(count, x, is_zero ? 0x1p-400 : PRODUCT_FACTOR_LOWEST,
                                is_zero ? 0x1p400 : PRODUCT_FACTOR_HIGHEST);
    if (!is_zero && seen.no_zero >> 63)
        return false;
    if (!is_zero && (seen.beyond >> 63 || !stays)) {
        seen = look_at(count, x, 0x1p-400, 0x1p400);
        stays = stays_usual(all, x, w);
    }
    if (seen.beyond >> 63 || !stays)
        return false;
    become_zero(w, seen.sign);
    return true;
}

static void pass_alone(const gradient_lines *all, const char *line, lanescan_wide *w,
                       uint64_t first, size_t count)
{
    double elements[PRODUCT_BUFFER];
    const double *const x = gradient_view(&all->x, count, gradient_at(&all->x, line, first),
                                          elements);
    if (w->high[0] == 0 && pass_zero(all, count, x, w))
        return;
    if (!pass_by_kernel(all, count, x, w) && !(w->high[0] != 0 && pass_zero(all, count, x, w)))
        all->products_before(count, x, w, NULL, NULL);
}

static void pass(void *data, void *state, uint64_t first, uint64_t count)
{
    const product_line *const l = data;
    const gradient_lines *const all = l->at.all;
    const size_t batch = product_batch(all);
    for (uint64_t end = first + count; first < end; first += batch)
        pass_alone(all, l->at.x, state, first, end - first < batch ? (size_t)(end - first) : batch);
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

/* Running products of a whole piece with a 0: as if that were 1 or -1, so that the kernel is fast.
 * What is before it stays the same, and what is after it is made 0. */
static void multiply_to_zero(product_line *l, lanescan_state *product, double *products)
{
    enum { COLUMNS = 8 };
    const gradient_lines *const all = l->at.all;
    size_t i = 0;
    all->products_zeros(&(lanescan_gradient_tile){ .rows = PRODUCT_BUFFER / COLUMNS,
                                                   .lines = COLUMNS,
                                                   .stride = COLUMNS,
                                                   .x = l->x_of,
                                                   .y = l->y });
    all->product(product, false, PRODUCT_BUFFER, l->y, products, NULL);
    while (i < PRODUCT_BUFFER && l->x_of[i] != 0)
        i++;
    for (; i < PRODUCT_BUFFER; i++)
        products[i] *= 0;
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
    if (l->becomes_zero && before->high[0] != 0)
        multiply_to_zero(l, &product, products + 1);
    else
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
    l->becomes_zero = before.high[0] == 0;
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

void lanescan_cumprod_gradient(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS])
{
    product_line line; /* the buffers begin as they are */
    line.becomes_zero = false;
    const lanescan_wide begin = product_before_line(all);
    gradient_by_pieces(&(piece_work){ &line, sizeof begin, product_batch(all), pass, finish },
                       &begin, all, offset);
}

/* ---- a line in each lane: what lanes do not do is left to the line's own code ---- */

/* One row more than there are elements: the product before the first, and what follows the last. */
typedef double product_rows[TILE_NUMBERS + ACROSS_LINES];

typedef struct product_tiles {
    const gradient_lines *all;
    const line_block *lines;
    size_t stride; /* numbers of a row */
    size_t step; /* 1, or 0 where there is one batch: all lines then have the states of the first */
    lanescan_wide after[ACROSS_LINES];
    double factors[ACROSS_LINES]; /* of products: 0 where they stay 0, else 1 */
    lanescan_columns columns;
    _Alignas(64) product_rows x;
    _Alignas(64) product_rows g;
    _Alignas(64) product_rows products; /* then the gradients */
    _Alignas(64) product_rows r;
} product_tiles;

/* Rows of bytes. */
static ptrdiff_t row_of(const product_tiles *t)
{
    return (ptrdiff_t)(t->stride * sizeof(double));
}

static size_t rows_at_once(size_t left)
{
    return left < TILE_ROWS ? left : TILE_ROWS;
}

/* One line's batch; its gradients go to the tile. */
LANESCAN_NOINLINE void finish_alone(product_tiles *t, size_t lane, const lanescan_wide *before,
                                    uint64_t first, uint64_t count)
{
    gradient_lines to_tile;
    gradient_carry carry = { .of.product = t->after[lane * t->step] };
    product_line line; /* the buffers begin as they are */
    line.becomes_zero = false;
    line.at = gradient_place_in_tile(t->all, t->lines, lane, t->products, t->stride, first,
                                     &to_tile, &carry);
    finish(&line, before, first, count);
    if (t->step)
        t->after[lane] = carry.of.product;
}

/* The columns move on past these rows, whose products are written: as if they had 1 or -1 where
 * they have a 0, so that kernels are fast. What is before a 0 stays the same. */
static void multiply_columns(product_tiles *t, size_t rows, lanescan_zeros *zeros)
{
    double *const products = t->products + t->stride;
    *zeros = t->all->products_zeros(&(lanescan_gradient_tile){
        .rows = rows, .lines = t->lines->count, .stride = t->stride, .x = t->x, .y = products });
    for (size_t row = 0; row < rows; row += TILE_ROWS) {
        const lanescan_rows where = { .in = (const char *)(products + row * t->stride),
                                      .in_stride = row_of(t),
                                      .out = (char *)(products + row * t->stride),
                                      .out_stride = row_of(t) };
        t->all->product_columns(&t->columns, rows_at_once(rows - row), t->lines->count, &where);
    }
}

/* What products and recurrences begin with. */
static const lanescan_state_kind *product_kind(void)
{
    return lanescan_state_kinds[LANESCAN_CUMPROD][ELEMENT_F64];
}

static const lanescan_state_kind *recurrence_kind(void)
{
    return lanescan_recurrence_kinds[ELEMENT_F64];
}

/* A line's product moves on, from what the columns say of the batch. */
static bool pass_column(const product_tiles *t, const lanescan_zeros *zeros, size_t l,
                        lanescan_wide *w)
{
    const bool is_zero = w->high[0] == 0;
    product_state state;
    product_get(&t->columns.as.product, l, &state);
    if (!is_zero && !(zeros->any >> l & 1))
        return is_usual(w->high[0]) && multiply_piece(w, t->columns.over[l], &state.line);
    if (zeros->beyond >> l & 1 || t->columns.over[l] ||
        (is_zero ? w->low[0] != 0 : !is_near_one(w->high[0])))
        return false;
    become_zero(w, bits_of_f64(state.line.value.high));
    return true;
}

static void pass_batch(product_tiles *t, lanescan_wide *states, uint64_t first)
{
    const gradient_lines *const all = t->all;
    lanescan_zeros zeros;
    lanescan_state begin;
    gradient_read_tile(all, WALK_X, t->lines, first, PRODUCT_BUFFER, t->stride, t->x);
    product_begin(&begin);
    product_kind()->broadcast(&t->columns, &begin);
    multiply_columns(t, PRODUCT_BUFFER, &zeros);
    for (size_t l = 0; l < t->lines->count; l++)
        if (!pass_column(t, &zeros, l, &states[l]))
            pass_alone(all, gradient_lane(all, t->lines, l, WALK_X), &states[l], first,
                       PRODUCT_BUFFER);
}

static void pass_lanes(void *tiles, void *states, uint64_t first, uint64_t count)
{
    for (uint64_t end = first + count; first < end; first += PRODUCT_BUFFER)
        pass_batch(tiles, states, first);
}

/* Products from the left: from those before these rows, or from 1 where they are 0. */
static void fill_products(product_tiles *t, const lanescan_wide *before, size_t rows)
{
    lanescan_state begin;
    lanescan_zeros zeros;
    for (size_t l = 0; l < t->lines->count; l++) {
        lanescan_wide w = before[l * t->step];
        t->factors[l] = w.high[0] == 0 ? 0 : 1;
        w.high[0] = w.high[0] != 0 ? w.high[0] : bits_of_f64(w.high[0]) >> 63 ? -1 : 1;
        t->products[l] = t->factors[l] == 0 ? 1 : w.high[0] + w.low[0];
        if (t->step || l == 0)
            begin_products(&w, &begin);
        if (l == 0)
            product_kind()->broadcast(&t->columns, &begin);
        if (t->step)
            product_put(&t->columns.as.product, l, &begin.as.product);
    }
    multiply_columns(t, rows, &zeros);
}

/* r from the right, from those after these rows. */
static void fill_sums(product_tiles *t, size_t rows)
{
    const size_t lines = t->lines->count;
    lanescan_state begin;
    begin_sums(&t->after[0], &begin);
    recurrence_kind()->broadcast(&t->columns, &begin);
    for (size_t l = 0; l < lines; l++)
        t->r[rows * t->stride + l] = t->after[l * t->step].high[0] + t->after[l * t->step].low[0];
    for (size_t l = 0; l < lines * t->step; l++) {
        begin_sums(&t->after[l], &begin);
        recurrence_put(&t->columns.as.recurrence, l, &begin.as.recurrence);
        t->columns.over[l] = begin.over;
    }
    for (size_t left = rows, now; left; left -= now) {
        const size_t last = (left - 1) * t->stride;
        const lanescan_recurrence_rows where = { .a = (const char *)(t->x + last + t->stride),
                                                 .a_stride = -row_of(t),
                                                 .b = (const char *)(t->g + last),
                                                 .b_stride = -row_of(t),
                                                 .y = (char *)(t->r + last),
                                                 .y_stride = -row_of(t) };
        now = rows_at_once(left);
        t->all->recurrence_columns(&t->columns, now, lines, &where);
    }
}

static bool is_irregular(const lanescan_wide *before, const lanescan_wide *after)
{
    return !is_for_kernels(before) || after->exponent != 0 || !is_usual(after->high[0]);
}

/* Lines that are not for kernels, or have left the range: r is in the columns. */
static uint64_t irregular_lines(const product_tiles *t, const lanescan_wide *before)
{
    uint64_t others = 0;
    if (!t->step && is_irregular(before, t->after))
        return UINT64_MAX;
    for (size_t l = 0; l < t->lines->count; l++)
        if (t->columns.over[l] || (t->step && is_irregular(&before[l], &t->after[l])))
            others |= UINT64_C(1) << l;
    return others;
}

static void finish_lanes(void *tiles, const void *states, uint64_t first, uint64_t count)
{
    product_tiles *const t = tiles;
    const gradient_lines *const all = t->all;
    const lanescan_wide *const before = states;
    const size_t rows = (size_t)count, lines = t->lines->count;
    double exponents[ACROSS_LINES];
    const lanescan_gradient_tile tile = { .rows = rows,
                                          .lines = lines,
                                          .stride = t->stride,
                                          .x = t->x,
                                          .g = t->g,
                                          .products = t->products,
                                          .r = t->r,
                                          .exponents = exponents,
                                          .factors = t->factors,
                                          .y = t->products };
    gradient_read_tile(all, WALK_X, t->lines, first, rows + 1, t->stride, t->x);
    gradient_read_tile(all, WALK_G, t->lines, first, rows, t->stride, t->g);
    for (size_t l = 0; l < lines; l++)
        exponents[l] = (double)exponent_for_kernels(&before[l * t->step]);
    fill_products(t, before, rows);
    fill_sums(t, rows);
    const uint64_t others = irregular_lines(t, before) | all->products_gradients(&tile);
    for (size_t l = 0; l < lines; l++) {
        if (others >> l & 1) {
            finish_alone(t, l, &before[l * t->step], first, count);
        } else if (t->step) {
            t->after[l].high[0] = t->columns.as.recurrence.line.high[l];
            t->after[l].low[0] = t->columns.as.recurrence.line.low[l];
        }
    }
    gradient_write_tile(all, t->lines, first, rows, t->stride, t->products);
}

void lanescan_cumprod_gradients(const gradient_lines *all, const line_block *lines)
{
    product_tiles t; /* the tiles begin as they are */
    lanescan_wide begin[ACROSS_LINES];
    const lanescan_wide of_line = product_before_line(all);
    t.all = all;
    t.lines = lines;
    t.stride = all->in_lanes;
    t.step = all->n > PRODUCT_BUFFER;
    for (size_t l = 0; l < (t.step ? lines->count : 1); l++) {
        begin[l] = of_line;
        t.after[l] = (lanescan_wide){ .exponent = 0 };
    }
    if (t.step)
        pieces_run(&(piece_work){ &t, lines->count * sizeof begin[0], PRODUCT_BUFFER, pass_lanes,
                                  finish_lanes },
                   begin, all->n);
    else
        finish_lanes(&t, begin, 0, all->n);
}

/* Of longer lines there would be too few states. */
#define LONGEST_IN_LANES (UINT64_C(1) << 20)

/* A batch must fit a tile as a whole. Lines of whole batches are as fast by themselves, unless their
 * elements are far from each other. */
size_t lanescan_cumprod_in_lanes(const gradient_lines *all)
{
    const bool is_worth_it = all->n < PRODUCT_BUFFER || gradient_is_across(all, WALK_X);
    size_t lines = ACROSS_LINES;
    if (!is_worth_it ||
        !gradient_is_short(all, all->is_overwritten ? PRODUCT_BUFFER : LONGEST_IN_LANES))
        return 0;
    for (uint64_t rows = TILE_ROWS; rows < all->n && rows < PRODUCT_BUFFER; rows *= 2)
        lines /= 2;
    return lines;
}
