/* The gradient of cumprod: p[i] r[i], p[i] the product of the elements before i and r[i] = g[i] + x[i+1]
 * r[i+1], from right to left. There is no division, so zeros are numbers as others; p and r have
 * exponents of their own, so they cannot leave the range unless the gradient does. */
#include "gradient/gradient.h"
#include "gradient/pieces.h"

#include <string.h>

typedef struct product_line {
    const gradient_lines *all;
    const char *x, *g;
    char *out;
    gradient_results results;
    lanescan_wide r;
    double next[2]; /* the element to the right of the piece */
    double after[GRADIENT_BUFFER + 2], g_of[GRADIENT_BUFFER], products[GRADIENT_BUFFER];
    int64_t exponents[GRADIENT_BUFFER];
} product_line;

/* The state moves on. */
static void pass(void *data, void *state, uint64_t first, uint64_t count)
{
    product_line *const l = data;
    const gradient_lines *const all = l->all;
    const size_t batch = gradient_batch(all);
    for (uint64_t end = first + count; first < end; first += batch) {
        const size_t now = end - first < batch ? (size_t)(end - first) : batch;
        all->products_before(
            now, gradient_view(&all->x, now, gradient_at(&all->x, l->x, first), l->g_of), state,
            NULL, NULL);
    }
}

static void finish(void *data, const void *state, uint64_t first, uint64_t count)
{
    product_line *const l = data;
    const gradient_lines *const all = l->all;
    const size_t n = (size_t)count, parts = gradient_parts(all);
    lanescan_wide product;
    memcpy(&product, state, sizeof product);
    gradient_read(&all->x, n, gradient_at(&all->x, l->x, first), l->after);
    all->products_before(n, l->after, &product, l->products, l->exponents);
    memcpy(l->after + parts * n, l->next, parts * sizeof(double));
    memcpy(l->next, l->after, parts * sizeof(double));
    gradient_read_results(all, &l->results, l->g, first, n, l->g_of);
    all->products_gradient(n, l->after + parts, l->g_of, &l->r, l->products, l->exponents);
    gradient_write(&all->out, n, l->products, l->out + (ptrdiff_t)first * all->out.stride);
}

void lanescan_cumprod_gradient(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS])
{
    product_line line = { .all = all,
                          .out = all->out.data + offset[0],
                          .g = all->g.data + offset[1],
                          .x = all->x.data + offset[2] };
    lanescan_wide begin = { .high = { 1, 0 } };
    if (all->more)
        all->products_before(1, all->more, &begin, NULL, NULL);
    pieces_run(&(piece_work){ &line, sizeof begin, gradient_batch(all), pass, finish }, &begin,
               all->n);
}
