/* The gradient of cumprod of many lines, a line in each lane, batch by batch, in tiles. What lanes
 * do not do is left to the line's own code. */
#include "gradient/cumprod.h"

/* One row more than there are elements: the product before the first, and what follows the last. */
typedef double product_rows[TILE_NUMBERS + ACROSS_LINES];

/* Lines of several batches that go through tiles together. */
enum { LINES_OF_BATCHES = TILE_NUMBERS / PRODUCT_BUFFER };

typedef struct product_tiles {
    const gradient_lines *all;
    const line_block *lines;
    size_t stride; /* numbers of a row */
    size_t step; /* 1, or 0 where there is one batch: all lines then have the states of the first */
    lanescan_wide after[LINES_OF_BATCHES];
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

/* The columns move on past these rows, and their products are written, as if there were 1 or -1
 * instead of zeros: with these kernels are fast. Products before a line's first 0 are right. */
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
        return product_is_usual(w->high[0]) &&
               product_multiply_batch(w, t->columns.over[l], &state.line);
    if (zeros->beyond >> l & 1 || t->columns.over[l] ||
        (is_zero ? w->low[0] != 0 : !product_is_near_one(w->high[0])))
        return false;
    product_become_zero(w, bits_of_f64(state.line.value.high));
    return true;
}

static void pass_batch(product_tiles *t, lanescan_wide *states, uint64_t first)
{
    const gradient_lines *const all = t->all;
    lanescan_zeros zeros;
    lanescan_state begin;
    gradient_read_tile(all, WALK_X, t->lines, first, PRODUCT_BUFFER, t->stride, t->x);
    product_begin(&begin);
    lanescan_state_broadcast(product_kind(), &begin, &t->columns);
    multiply_columns(t, PRODUCT_BUFFER, &zeros);
    for (size_t l = 0; l < t->lines->count; l++)
        if (!pass_column(t, &zeros, l, &states[l]))
            product_pass_batch(all, gradient_lane(all, t->lines, l, WALK_X), &states[l], first,
                               PRODUCT_BUFFER, t->r);
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
            product_begin_products(&w, &begin);
        if (l == 0)
            lanescan_state_broadcast(product_kind(), &begin, &t->columns);
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
    product_begin_sums(&t->after[0], &begin);
    lanescan_state_broadcast(recurrence_kind(), &begin, &t->columns);
    for (size_t l = 0; l < lines; l++)
        t->r[rows * t->stride + l] = t->after[l * t->step].high[0] + t->after[l * t->step].low[0];
    for (size_t l = 0; l < lines * t->step; l++) {
        product_begin_sums(&t->after[l], &begin);
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
    return !product_is_for_kernels(before) || after->exponent != 0 ||
           !product_is_usual(after->high[0]);
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
        exponents[l] = (double)product_exponent_for_kernels(&before[l * t->step]);
    fill_products(t, before, rows);
    fill_sums(t, rows);
    const uint64_t others = irregular_lines(t, before) | all->products_gradients(&tile);
    for (size_t l = 0; l < lines; l++) {
        if (others >> l & 1) {
            lanescan_wide after = t->after[l * t->step];
            product_finish_lane(all, t->lines, l, t->products, t->stride, &before[l * t->step],
                                &after, first, count);
            if (t->step)
                t->after[l] = after;
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
    lanescan_wide begin[LINES_OF_BATCHES];
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

/* A batch must fit a tile as a whole. Lines of whole batches are as fast by themselves, unless
 * their elements are far from each other. */
size_t lanescan_cumprod_in_lanes(const gradient_lines *all)
{
    const bool is_worth_it = all->n < gradient_long_line(PRODUCT_BUFFER) ||
                             gradient_is_across(all, WALK_X);
    size_t lines = ACROSS_LINES;
    if (!is_worth_it ||
        !gradient_is_short(all, all->is_overwritten ? PRODUCT_BUFFER : LONGEST_IN_LANES))
        return 0;
    for (uint64_t rows = TILE_ROWS; rows < all->n && rows < PRODUCT_BUFFER; rows *= 2)
        lines /= 2;
    return lines;
}
