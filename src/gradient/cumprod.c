/* The gradient of cumprod: p[i] r[i], p[i] the product of the elements before i and r[i] = g[i] +
 * x[i+1] r[i+1], from right to left. There is no division, so zeros are numbers as others. p and r
 * have exponents of their own, so they cannot leave the range unless the gradient does.
 *
 * Pieces of real numbers in which neither comes near the ends of the range are left to the kernels
 * of running products and of linear recurrences; all others to scalars in double-double. */
#include "gradient/cumprod.h"
#include "lanes/vocabulary.h"

#include <string.h>

static size_t product_batch(const gradient_lines *all)
{
    return PRODUCT_BUFFER / gradient_parts(all);
}

/* Elements of a line that stay where they were read for the pass, until they are finished. */
enum { MOST_KEPT = 4 * PRODUCT_BUFFER };

typedef struct product_line {
    gradient_place at;
    bool is_kept;       /* the whole line, in `elements` */
    const double *x_of; /* the piece's elements, and the one to the right */
    const double *g_of; /* those of its results */
    double *y;          /* its gradients, in memory or the buffer */
    bool becomes_zero;  /* the product, before the piece to the right */
    _Alignas(64) double results[PRODUCT_BUFFER];
    double elements[MOST_KEPT + 2], g_room[PRODUCT_BUFFER];
    union {
        struct {
            _Alignas(64) double r[PRODUCT_BUFFER + 7];
            double products[PRODUCT_BUFFER + 1]; /* which kernels write from the second on */
        } by_kernels;
        int64_t exponents[PRODUCT_BUFFER];
    } with;
} product_line;

/* ---- products from the left ---- */

/* w times high + low, both usual. The low part of a 0 is +0, as everywhere: with the high part it
 * makes the product before an element. */
static void multiply(lanescan_wide *w, double high, double low)
{
    const f64_pair product = f64_two_product_by_halves(w->high[0], high);
    w->low[0] = w->low[0] * high + (w->high[0] * low + product.low) + 0.0;
    w->high[0] = product.high;
    if (!product_is_usual(product.high)) {
        const int order = f64_biased_exponent(product.high) - 1023;
        w->high[0] *= f64_power_of_two(-order);
        w->low[0] *= f64_power_of_two(-order);
        w->exponent += order;
    }
}

/* w times what a kernel has made of elements. */
LANESCAN_ONE_COPY
bool product_multiply_batch(lanescan_wide *w, bool over, const wide_product *piece)
{
    if (over || piece->exponent != 0 || piece->value.high == 0 ||
        !product_is_usual(piece->value.high))
        return false;
    multiply(w, piece->value.high, piece->value.low);
    return true;
}

/* Running products from 1, or (`results` NULL) what they come to. */
LANESCAN_ONE_COPY static void scan_batch(const gradient_lines *all, size_t count, const double *x,
                                         double *results, lanescan_state *state)
{
    product_begin(state);
    all->product(state, false, count, x, results, NULL);
}

/* A batch is taken as rows of eight numbers: */
enum { COLUMNS = 8 };

/* is any in a row 0? */
static bool has_zero(const double row[COLUMNS])
{
    int64_t zeros = 0;
    for (size_t i = 0; i < COLUMNS; i++)
        zeros += row[i] == 0;
    return zeros != 0;
}

/* A batch with 1 or -1 in the place of zeros. */
static lanescan_zeros replace_zeros(const gradient_lines *all, const double *x, double *y)
{
    return all->products_zeros(&(lanescan_gradient_tile){
        .rows = PRODUCT_BUFFER / COLUMNS, .lines = COLUMNS, .stride = COLUMNS, .x = x, .y = y });
}

/* Of a batch's elements, in bit 63: the sign of their product, and whether the magnitude of any,
 * but for zeros, is not usual. (A difference of integers that is negative sets that bit, for which
 * compilers make vectors.) */
typedef struct factors_seen {
    uint64_t sign, beyond;
} factors_seen;

static factors_seen look_at(const double *x)
{
    const uint64_t least = bits_of_f64(0x1p-400), most = bits_of_f64(0x1p400);
    uint64_t sign = 0, beyond = 0;
    for (size_t i = 0; i < PRODUCT_BUFFER; i++) {
        const uint64_t bits = bits_of_f64(x[i]), magnitude = bits & INT64_MAX;
        sign ^= bits;
        beyond |= ((magnitude - least) | (most - magnitude)) & (0 - magnitude);
    }
    return (factors_seen){ sign, beyond };
}

/* Are w and its products with elements of a batch nowhere near the ends of the range? */
static bool stays_usual(const gradient_lines *all, const double *x, const lanescan_wide *w)
{
    double products[PRODUCT_BUFFER];
    lanescan_state state;
    size_t count = 0;
    bool is_far = !product_is_usual(w->high[0]);
    while (count < PRODUCT_BUFFER && x[count] != 0)
        count++;
    if (count)
        scan_batch(all, count, x, products, &state);
    for (size_t i = 0; i < count; i++) {
        const double product = products[i] * w->high[0], square = product * product;
        is_far |= !(square > 0x1p-780) | !(square < 0x1p780);
    }
    return !is_far;
}

static bool parity_of(uint64_t lines)
{
    lines ^= lines >> 4;
    lines ^= lines >> 2;
    return (lines ^ lines >> 1) & 1;
}

/* A product that is 0 or becomes so, where neither elements nor products before that are near the
 * ends of the range. */
static bool pass_zero(const gradient_lines *all, size_t count, const double *x, lanescan_wide *w)
{
    const bool is_zero = w->high[0] == 0;
    double y[PRODUCT_BUFFER];
    if (all->is_complex || count != PRODUCT_BUFFER || (is_zero && w->low[0] != 0))
        return false;
    const lanescan_zeros zeros = replace_zeros(all, x, y);
    uint64_t sign = (uint64_t)parity_of(zeros.negative) << 63;
    if (!is_zero && !zeros.any)
        return false;
    if (zeros.beyond || !(is_zero || product_is_near_one(w->high[0]))) {
        const factors_seen seen = look_at(x);
        if (seen.beyond >> 63 || !(is_zero || stays_usual(all, x, w)))
            return false;
        sign = seen.sign;
    }
    product_become_zero(w, sign);
    return true;
}

/* Without results a kernel gives up (`over`) where a product is far, or 0. What has no 0 is then
 * scanned with results, whose verdict counts, as lines side by side are always scanned so. */
static bool pass_by_kernel(const gradient_lines *all, size_t count, const double *x,
                           lanescan_wide *w)
{
    double results[PRODUCT_BUFFER];
    lanescan_state state;
    if (all->is_complex || count < PRODUCT_BUFFER || !product_is_usual(w->high[0]))
        return false;
    scan_batch(all, count, x, NULL, &state);
    if (state.over) {
        if (w->high[0] != 0 && pass_zero(all, count, x, w))
            return true;
        scan_batch(all, count, x, results, &state);
    }
    return product_multiply_batch(w, state.over, &state.as.product.line);
}

LANESCAN_ONE_COPY
void product_pass_batch(const gradient_lines *all, const char *line, lanescan_wide *w,
                        uint64_t first, size_t count, double *elements)
{
    const double *const x = gradient_view(&all->x, count, gradient_at(&all->x, line, first),
                                          elements);
    if (!(w->high[0] == 0 && pass_zero(all, count, x, w)) && !pass_by_kernel(all, count, x, w))
        all->products_before(count, x, w, NULL, NULL);
}

/* Where elements from `first` on are read to. */
static double *room_of(product_line *l, uint64_t first)
{
    return l->elements + (l->is_kept ? first : 0);
}

static void pass(void *data, void *state, uint64_t first, uint64_t count)
{
    product_line *const l = data;
    const gradient_lines *const all = l->at.all;
    const size_t batch = product_batch(all);
    if (first == 0 && l->is_kept) {
        gradient_fetch(&all->x, (size_t)all->n, gradient_at(&all->x, l->at.x, all->n));
        gradient_fetch_before(&l->at, batch, all->n);
    }
    for (uint64_t end = first + count; first < end; first += batch)
        product_pass_batch(all, l->at.x, state, first,
                           end - first < batch ? (size_t)(end - first) : batch, room_of(l, first));
}

/* ---- a piece, from the right ---- */

/* Running products of a whole piece that has a 0. The kernel is given 1 or -1 instead of zeros,
 * with which it is fast; products from the first 0 on are made 0 afterwards. */
static void multiply_to_zero(product_line *l, lanescan_state *product, double *products)
{
    const gradient_lines *const all = l->at.all;
    size_t i = 0;
    replace_zeros(all, l->x_of, l->y);
    all->product(product, false, PRODUCT_BUFFER, l->y, products, NULL);
    while (i < PRODUCT_BUFFER && !has_zero(l->x_of + i))
        i += COLUMNS;
    for (bool is_zero = false; i < PRODUCT_BUFFER && !is_zero; i++) {
        is_zero = l->x_of[i] == 0;
        products[i] *= !is_zero;
    }
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
        .exponent = product_exponent_for_kernels(before),
    };
    if (all->is_complex || !product_is_for_kernels(before) || after->exponent != 0 ||
        !product_is_usual(after->high[0]))
        return false;
    product_begin_products(before, &product);
    product_begin_sums(after, &recurrence);
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
    double *const room = room_of(l, first);
    l->x_of = room;
    if (first + n == all->n) {
        gradient_read(&all->x, n, at, room);
        room[parts * n] = room[parts * n + parts - 1] = 0;
    } else if (!l->is_kept) {
        l->x_of = gradient_view(&all->x, n + 1, at, room);
    }
}

static void finish(void *data, const void *state, uint64_t first, uint64_t count)
{
    product_line *const l = data;
    const gradient_lines *const all = l->at.all;
    const size_t n = (size_t)count;
    char *const memory = l->at.out + (ptrdiff_t)first * all->out.stride;
    lanescan_wide before;
    memcpy(&before, state, sizeof before);
    l->y = gradient_room(&all->out, memory, l->results);
    if (first && l->y == l->results)
        gradient_fetch_before(&l->at, product_batch(all), first);
    else if (first) /* doubles are read as fast as memory gives them */
        gradient_fetch(&all->out, product_batch(all), memory);
    read_factors(l, first, n);
    l->g_of = gradient_view_results(all, &l->at.carry->results, l->at.g, first, n, l->g_room);
    if (!finish_by_kernels(l, &before, n))
        finish_in_scalars(l, &before, n);
    l->becomes_zero = before.high[0] == 0;
    gradient_write(&all->out, n, l->y, memory);
}

lanescan_wide product_before_line(const gradient_lines *all)
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
    line.is_kept = !all->is_complex && all->n <= MOST_KEPT &&
                   !conversion_is_direct(&all->x.convert, all->x.stride);
    const lanescan_wide begin = product_before_line(all);
    gradient_by_pieces(&(piece_work){ &line, sizeof begin, product_batch(all), pass, finish },
                       &begin, all, offset);
}

void product_finish_lane(const gradient_lines *all, const line_block *lines, size_t lane,
                         double *tile, size_t stride, const lanescan_wide *before,
                         lanescan_wide *after, uint64_t first, uint64_t count)
{
    gradient_lines to_tile;
    gradient_carry carry = { .of.product = *after };
    product_line line; /* the buffers begin as they are */
    line.becomes_zero = line.is_kept = false;
    line.at = gradient_place_in_tile(all, lines, lane, tile, stride, first, &to_tile, &carry);
    finish(&line, before, first, count);
    *after = carry.of.product;
}
