/* The order of operations that the contract states, bit for bit: lines of several chunks, at once
 * and piece by piece, against a definition that shares nothing with the library, on data where
 * another order shows.
 *     order <table> */
#include "harness/check.h"
#include "harness/dataset_named.h"
#include "harness/kernel_list.h"
#include "harness/target.h"
#include "lines/order_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNKS = 6, LONGEST = CHUNKS * ORDER_CHUNK + 45, LINES = 60 };

static const size_t lengths[] = {
    1, 5, 8, 9, 31, 32, 33, 70, ORDER_CHUNK - 1, ORDER_CHUNK, ORDER_CHUNK + 1, LONGEST,
};

static double x[LONGEST], y[LONGEST], expected[LONGEST];
static float x32[LONGEST], y32[LONGEST], expected32[LONGEST];

/* ---- data ---- */

/* Integers of magnitudes far apart; in the second half they are taken away again, so that what is
 * left is what the large ones made a sum forget, and that depends on the order of the chunks. */
static void fill_undone(generator *g, bool is_narrow, size_t n)
{
    dataset_make(dataset_named("undone"), g, is_narrow ? TYPE_F32 : TYPE_F64, n,
                 is_narrow ? (void *)x32 : (void *)x);
    for (size_t i = 0; is_narrow && i < n; i++)
        x[i] = (double)x32[i];
}

/* One number decides; all others are lost beside it, but not their sum. */
static void fill_lost(generator *g, bool is_narrow, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const bool is_large = i % (ORDER_CHUNK / 2) == 0;
        x[i] = is_large ? random_sign(g) * random_between(g, 1, 2)
                        : random_between(g, 0x1p-56, 0x1p-53);
        x32[i] = (float)x[i];
        x[i] = is_narrow ? (double)x32[i] : x[i];
    }
}

static void fill_normal(generator *g, bool is_narrow, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        x[i] = random_normal(g);
        x32[i] = (float)x[i];
        x[i] = is_narrow ? (double)x32[i] : x[i];
    }
}

/* Factors whose product keeps within 2^-200 .. 2^200. */
static void fill_factors(generator *g, bool is_narrow, size_t n)
{
    double product = 1;
    for (size_t i = 0; i < n; i++) {
        const bool is_far = fabs(product) > 0x1p200 || fabs(product) < 0x1p-200;
        const bool is_down = is_far ? fabs(product) > 1 : random_below(g, 2);
        const double size = random_between(g, 0.25, 1);
        x[i] = random_sign(g) * (is_down ? size : 1 / size);
        x32[i] = (float)x[i];
        x[i] = is_narrow ? (double)x32[i] : x[i];
        product *= x[i];
    }
}

/* Factors next to 1: products stay there, and show their last bits. */
static void fill_near_one(generator *g, bool is_narrow, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        x[i] = 1 + random_between(g, -0x1p-12, 0x1p-12);
        x32[i] = (float)x[i];
        x[i] = is_narrow ? (double)x32[i] : x[i];
    }
}

/* ---- judging ---- */

typedef struct data {
    const char *name;
    void (*fill)(generator *g, bool is_narrow, size_t n);
} data;

static const struct operation {
    const char *prefix; /* of the kernels' names */
    lanescan_op op;
    bool (*define)(size_t n, const double *from, double *to);
    data data[3];
} operations[] = {
    { "cumsum_f",
      LANESCAN_CUMSUM,
      order_sums,
      { { "undone", fill_undone }, { "lost", fill_lost }, { "normal", fill_normal } } },
    { "cumprod_f",
      LANESCAN_CUMPROD,
      order_products,
      { { "factors", fill_factors }, { "near one", fill_near_one }, { NULL, NULL } } },
};

enum { NUM_OPERATIONS = sizeof operations / sizeof operations[0] };

/* Pieces of whole groups, whose ends need not be those of chunks, and the rest. */
static void scan_pieces(const lanescan_kernels *table, lanescan_op op, bool is_narrow, size_t n,
                        generator *g)
{
    const element type = is_narrow ? ELEMENT_F32 : ELEMENT_F64;
    lanescan_state state;
    lanescan_state_kinds[op][type]->begin(&state);
    for (size_t i = 0, count; i < n; i += count) {
        const size_t groups = 1 + random_below(g, 2 * ORDER_CHUNK / ORDER_GROUP);
        count = ORDER_GROUP * groups < n - i ? ORDER_GROUP * groups : n - i;
        table->piece[op][type](&state, false, count,
                               is_narrow ? (void *)(x32 + i) : (void *)(x + i),
                               is_narrow ? (void *)(y32 + i) : (void *)(y + i), NULL);
    }
}

static void compare(const kernel *k, const data *d, size_t n, const char *how)
{
    const bool is_narrow = k->type == TYPE_F32;
    const void *const got = is_narrow ? (void *)y32 : (void *)y, *const want =
                                                                     is_narrow ? (void *)expected32
                                                                               : (void *)expected;
    const size_t wrong = element_mismatch(k->type, n, want, got);
    char wanted[ELEMENT_TEXT] = "", found[ELEMENT_TEXT] = "";
    if (wrong < n) {
        element_text(wanted, k->type, want, wrong);
        element_text(found, k->type, got, wrong);
    }
    check(wrong == n, "%s of %s%s, n=%zu: element %zu is %s, in the contract's order %s", k->name,
          d->name, how, n, wrong, found, wanted);
}

static void judge_line(const lanescan_kernels *table, const kernel *k, const struct operation *o,
                       const data *d, size_t n, generator *g)
{
    const bool is_narrow = k->type == TYPE_F32;
    d->fill(g, is_narrow, n);
    if (!check(o->define(n, x, expected), "%s of %s, n=%zu: not a line for this test", k->name,
               d->name, n))
        return;
    for (size_t i = 0; i < n; i++)
        expected32[i] = (float)expected[i]; /* f32: rounded once more */
    memset(y, 0x5a, sizeof y);
    memset(y32, 0x5a, sizeof y32);
    k->call(table, n, is_narrow ? (void *)x32 : (void *)x, NULL,
            is_narrow ? (void *)y32 : (void *)y, NULL);
    compare(k, d, n, "");
    memset(y, 0x5a, sizeof y);
    memset(y32, 0x5a, sizeof y32);
    scan_pieces(table, o->op, is_narrow, n, g);
    compare(k, d, n, " in pieces");
}

static void judge_kernel(const lanescan_kernels *table, const kernel *k, const struct operation *o)
{
    generator g = random_seeded(check_stream_seed(k->name));
    for (const data *d = o->data; d < o->data + 3 && d->name; d++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            judge_line(table, k, o, d, lengths[i], &g);
        for (size_t i = 0; i < LINES / check_scale() + 12; i++)
            judge_line(table, k, o, d, 1 + random_below(&g, LONGEST), &g);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("order", name);
    const lanescan_kernels *table = target_find(name);
    for (size_t j = 0; j < NUM_OPERATIONS; j++) {
        size_t judged = 0;
        for (size_t i = 0; i < kernel_count(); i++) {
            const kernel k = kernel_at(i);
            if (strncmp(k.name, operations[j].prefix, strlen(operations[j].prefix)) != 0)
                continue;
            judge_kernel(table, &k, &operations[j]);
            judged++;
        }
        check(judged == 2 || !kernel_list_is_whole(), "%zu kernels are called %s...", judged,
              operations[j].prefix);
    }
    return check_finish();
}
