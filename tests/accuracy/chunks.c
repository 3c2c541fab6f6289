/* Lines of several chunks on which a fault in folding the chunks' totals (src/fold/sum_carry.h,
 * src/fold/product_carry.h) exceeds the bounds: one that loses a little in each chunk does so in
 * the same direction. */
#include "accuracy/accuracy.h"
#include "golden/random.h"
#include "harness/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNKS = 4, MANY_CHUNKS = 24 };

/* ---- data ---- */

/* The first element of a chunk decides; in each group one follows that is lost beside it, but
 * not their sum. */
static void fill_lost(generator *g, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = i % CHUNK == 0 ? random_sign(g) : i % GROUP == 16 ? 0x1.8p-54 : 0;
}

/* The first two chunks leave the range when they are summed up by themselves, but not one after
 * the other. */
static void fill_beyond_range(generator *g, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = random_normal(g);
    x[5] = -0x1.8p1023;
    x[CHUNK + 3] = x[CHUNK + 300] = 0x1.8p1023;
    x[2 * CHUNK + 7] = -0x1.8p1023;
}

/* The same factors in each chunk, so that what is lost of each chunk's product adds up. Their
 * own product is next to 1. */
static void fill_same_chunks(generator *g, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = i >= CHUNK ? x[i - CHUNK] : i % 2 ? 1 / x[i - 1] : random_between(g, 1, 2);
}

/* In the second chunk factors that are multiplied one by one; the chunk's own product is not
 * known then. */
static void fill_slow_chunk(generator *g, size_t n, double *x)
{
    fill_same_chunks(g, n, x);
    x[CHUNK + 100] *= 0x1p30;
    x[CHUNK + 2000] *= 0x1p-29;
}

/* Products that go from one end of the range to the other and back: at the ends of chunks they
 * have exponents. */
static void fill_far_products(generator *g, size_t n, double *x)
{
    const double step = ldexp(1, 9);
    for (size_t i = 0; i < n; i++) {
        const size_t at = i % (2 * CHUNK);
        const bool is_up = at < CHUNK;
        x[i] = random_between(g, 0.9, 1.1) * (at % 50 ? 1 : is_up ? step : 1 / step);
    }
}

/* e^x of the first element decides; in each group one follows that is lost beside it, but not
 * their sum. */
static void fill_log_lost(generator *g, size_t n, double *x)
{
    const double first = log(10.0);
    (void)g;
    for (size_t i = 0; i < n; i++)
        x[i] = i == 0 ? first : i % GROUP == 16 ? first - 36.9 : -100;
}

/* The sum passes 8, where counting ends, in the second chunk; both have elements that are
 * counted. */
static void fill_log_counted(generator *g, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = i % (CHUNK / 5) == 7 ? -random_between(g, 0, 0.9) : -random_between(g, 40, 60);
}

/* In the second chunk a group that moves the window: the chunk's own sum is not known then. */
static void fill_log_moved(generator *g, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = random_between(g, 0, 3) + (i >= CHUNK + 1000 ? 800 : i < 1000 ? 0 : 2);
}

static void fill_log_normal(generator *g, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = random_normal(g);
}

/* ---- judging ---- */

static const struct long_line {
    const char *operation, *data;
    size_t chunks;
    void (*fill)(generator *g, size_t n, double *x);
    bool wide_only; /* not for f32 */
} lines[] = {
    { "cumsum", "lost_in_chunks", CHUNKS, fill_lost, false },
    { "cumsum", "chunk_beyond_range", CHUNKS, fill_beyond_range, true },
    { "cumprod", "same_chunks", MANY_CHUNKS, fill_same_chunks, false },
    { "cumprod", "slow_chunk", CHUNKS, fill_slow_chunk, false },
    { "cumprod", "far_at_chunks", CHUNKS, fill_far_products, true },
    { "logcumsumexp", "lost_in_chunks", CHUNKS, fill_log_lost, false },
    { "logcumsumexp", "counted_in_chunks", CHUNKS, fill_log_counted, false },
    { "logcumsumexp", "moved_in_chunk", CHUNKS, fill_log_moved, true },
    { "logcumsumexp", "normal_chunks", CHUNKS, fill_log_normal, false },
};

enum { NUM_LINES = sizeof lines / sizeof lines[0] };

/* Of logarithms, which take MPFR long, one element in 16. */
static void judge(const lanescan_kernels *table, const kernel *k, const struct long_line *l)
{
    const size_t n = l->chunks * CHUNK + 77;
    double *const wide = check_alloc(n * sizeof *wide), *const y = check_alloc(n * sizeof *y);
    float *const narrow = check_alloc(n * sizeof *narrow);
    const void *const x = k->type == TYPE_F64 ? (void *)wide : (void *)narrow;
    generator g = random_seeded(check_stream_seed(l->data));
    l->fill(&g, n, wide);
    for (size_t i = 0; i < n; i++)
        narrow[i] = (float)wide[i];
    k->call(table, n, x, NULL, y, NULL);
    if (strcmp(l->operation, "cumsum") == 0)
        accuracy_sum(k, l->data, n, x, y);
    else if (strcmp(l->operation, "cumprod") == 0)
        accuracy_product(k, l->data, n, x, y);
    else
        accuracy_log_scan(k, l->data, n, x, y, GROUP);
    free(wide);
    free(narrow);
    free(y);
}

void accuracy_chunks(const lanescan_kernels *table, const kernel *k)
{
    for (size_t i = 0; i < NUM_LINES; i++) {
        const size_t length = strlen(lines[i].operation);
        if (strncmp(k->name, lines[i].operation, length) == 0 && k->name[length] == '_' &&
            element_is_float(k->type) && !(lines[i].wide_only && k->type == TYPE_F32))
            judge(table, k, &lines[i]);
    }
}
