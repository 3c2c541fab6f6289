/* What gradients are made of: each part by itself, block by block, in buffers that stay in the
 * first cache. Their sum is how fast a gradient could be if nothing were spent between them. */
#include "tensors.h"

#include "choose/dispatch.h"
#include "memory/elements.h"
#include "ops/product/state.h"
#include "ops/recurrence/state.h"
#include "ops/sum/state.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 256, LOG_BLOCK = 128 }; /* elements, as gradients take them */

static struct {
    _Alignas(64) double x[BLOCK + 8], g[BLOCK + 8], r[BLOCK + 8], y[BLOCK + 8], products[BLOCK + 8];
    _Alignas(64) double exponentials[BLOCK];
    _Alignas(64) float floats[BLOCK];
    _Alignas(64) int64_t indices[BLOCK];
    conversion to_doubles, to_floats;
    const lanescan_kernels *kernels;
    volatile double result;
} b;

static void read_floats(void)
{
    lanescan_read_elements(&b.to_doubles, BLOCK, (const char *)b.floats, sizeof(float), b.y);
}

static void write_floats(void)
{
    lanescan_write_elements(&b.to_floats, BLOCK, b.y, (char *)b.floats, sizeof(float));
}

static void multiply_up(void *results)
{
    lanescan_state state;
    product_begin(&state);
    b.kernels->piece[LANESCAN_CUMPROD][ELEMENT_F64](&state, false, BLOCK, b.x, results, NULL);
    b.result = state.as.product.line.value.high;
}

static void product_alone(void)
{
    multiply_up(NULL);
}

static void products(void)
{
    multiply_up(b.products + 8);
}

static void recurrence(void)
{
    lanescan_state state;
    recurrence_begin(&state);
    b.kernels->recurrence_piece[ELEMENT_F64](&state, true, false, BLOCK, b.x + BLOCK - 1,
                                             b.g + BLOCK - 1, b.r + BLOCK - 1);
    b.result = state.as.recurrence.line.high;
}

static void combine(void)
{
    const lanescan_product_piece piece = {
        .x = b.x, .after = b.x + 1, .g = b.g, .products = b.products + 7, .r = b.r
    };
    b.result = b.kernels->products_combine(BLOCK, &piece, b.y);
}

static void multiply(void)
{
    for (size_t i = 0; i < BLOCK; i++)
        b.y[i] = b.r[i] * b.products[i];
}

static void exponentials(void)
{
    for (size_t i = 0; i < BLOCK; i += LOG_BLOCK)
        b.result = b.kernels->exponentials[ELEMENT_F64](LOG_BLOCK, b.g + i, b.exponentials + i,
                                                        NULL, 4);
}

static void add_up(double *results)
{
    for (size_t i = 0; i < BLOCK; i += LOG_BLOCK) {
        lanescan_state state;
        sum_begin(&state);
        b.kernels->piece[LANESCAN_CUMSUM][ELEMENT_F64](&state, false, LOG_BLOCK, b.exponentials + i,
                                                       results, NULL);
        b.result = state.as.sum.line.high;
    }
}

static void sum_alone(void)
{
    add_up(NULL);
}

static void sums(void)
{
    add_up(b.products);
}

static void weigh(void)
{
    memcpy(b.y, b.exponentials, sizeof b.exponentials);
    b.result = b.kernels->weigh(BLOCK, b.x, b.y);
}

static void weights(void)
{
    for (size_t i = 0; i < BLOCK; i += LOG_BLOCK)
        b.result = b.kernels->weights(LOG_BLOCK, b.g + i, 4, 3, b.y + i);
}

static void quotients(void)
{
    memcpy(b.y, b.exponentials, sizeof b.exponentials);
    b.kernels->quotients(BLOCK, b.g, b.y);
}

static void pairs(void)
{
    memcpy(b.y, b.g, sizeof b.g);
    memcpy(b.r, b.x, sizeof b.x);
    b.kernels->pairs(BLOCK, b.x, b.y, b.r);
}

/* One addition waits for the other. */
static void additions_in_turn(void)
{
    double sum = b.result;
    for (size_t i = 0; i < BLOCK; i++)
        b.y[i] = sum += b.g[i];
    b.result = sum;
}

static void check_indices(void)
{
    uint64_t wrong = 0;
    for (size_t i = 1; i < BLOCK; i++)
        wrong |= ((uint64_t)b.indices[i] - (uint64_t)b.indices[i - 1]) |
                 (i - (uint64_t)b.indices[i]);
    b.result = (double)(wrong >> 63);
}

enum {
    READ,
    WRITE,
    PRODUCT_ALONE,
    PRODUCTS,
    RECURRENCE,
    COMBINE,
    MULTIPLY,
    EXPONENTIALS,
    SUM_ALONE,
    SUMS,
    WEIGH,
    WEIGHTS,
    QUOTIENTS,
    PAIRS,
    IN_TURN,
    CHECK,
    NUM_PARTS
};

static const struct {
    const char *name;
    void (*run)(void);
} parts[NUM_PARTS] = {
    [READ] = { "f32 to f64", read_floats },
    [WRITE] = { "f64 to f32", write_floats },
    [PRODUCT_ALONE] = { "products, without results", product_alone },
    [PRODUCTS] = { "products", products },
    [RECURRENCE] = { "linear recurrence", recurrence },
    [COMBINE] = { "p r, and their range", combine },
    [MULTIPLY] = { "r y", multiply },
    [EXPONENTIALS] = { "e^x", exponentials },
    [SUM_ALONE] = { "sum, without results", sum_alone },
    [SUMS] = { "sums", sums },
    [WEIGH] = { "products with weights", weigh },
    [WEIGHTS] = { "e^x and its product", weights },
    [QUOTIENTS] = { "g / s", quotients },
    [PAIRS] = { "logaddexp: all", pairs },
    [IN_TURN] = { "additions in turn", additions_in_turn },
    [CHECK] = { "check of indices", check_indices },
};

/* How often each is needed; conversions only of floats. */
static const struct {
    const char *op;
    unsigned char times[NUM_PARTS];
} made_of[] = {
    { "cumprod",
      { [READ] = 3, 1, [PRODUCT_ALONE] = 1, [PRODUCTS] = 1, [RECURRENCE] = 1, [COMBINE] = 1 } },
    { "cummax", { [READ] = 1, 1, [IN_TURN] = 1, [CHECK] = 1 } },
    { "logcumsumexp",
      { [READ] = 3,
        1,
        [EXPONENTIALS] = 2,
        [SUM_ALONE] = 1,
        [SUMS] = 1,
        [QUOTIENTS] = 1,
        [IN_TURN] = 1,
        [WEIGH] = 1 } },
    { "logsumexp", { [READ] = 2, 1, [EXPONENTIALS] = 1, [SUM_ALONE] = 1, [WEIGHTS] = 1 } },
    { "logaddexp", { [READ] = 3, 2, [PAIRS] = 1 } },
    { "linear_recurrence", { [READ] = 3, 2, [RECURRENCE] = 1, [MULTIPLY] = 1 } },
};

static void fill(void)
{
    const bench_case *const of_x = bench_find_case("cumprod", "f64"), *const of_g = bench_find_case(
                                                                          "logaddexp", "f64");
    bench_arrays x, g;
    if (b.kernels || !bench_arrays_get(of_x, BLOCK + 8, &x))
        return;
    if (bench_arrays_get(of_g, BLOCK + 8, &g)) {
        b.kernels = lanescan_active_kernels();
        memcpy(b.x, x.x, sizeof b.x);
        memcpy(b.g, g.x, sizeof b.g);
        lanescan_set_conversion(&b.to_doubles, &b.kernels->memory, LANESCAN_F32, LANESCAN_F64,
                                LANESCAN_F64, false);
        lanescan_set_conversion(&b.to_floats, &b.kernels->memory, LANESCAN_F64, LANESCAN_F32,
                                LANESCAN_F32, false);
        b.products[7] = 1;
        bench_arrays_free(&g);
    }
    bench_arrays_free(&x);
}

static void run_part(void (*run)(void))
{
    for (size_t i = 0; i < BENCH_IN_CACHE; i += BLOCK)
        run();
}

void bench_gradient_parts_run(void *gradient, size_t calls)
{
    const bench_gradient_parts *const which = gradient;
    fill();
    for (size_t m = 0; b.kernels && m < sizeof made_of / sizeof made_of[0]; m++)
        for (size_t part = which->are_floats ? 0 : PRODUCT_ALONE;
             strcmp(made_of[m].op, which->op) == 0 && part < NUM_PARTS; part++)
            for (size_t i = 0; i < calls * made_of[m].times[part]; i++)
                run_part(parts[part].run);
}

static void run_alone(void *part, size_t calls)
{
    for (size_t i = 0; i < calls; i++)
        run_part(*(void (**)(void))part);
}

bool bench_gradient_parts_report(void)
{
    fill();
    printf("\nParts of gradients, each by itself in the first cache\n");
    for (size_t part = 0; b.kernels && part < NUM_PARTS; part++) {
        void (*run)(void) = parts[part].run;
        const bench_task task = { run_alone, (void *)&run, NULL };
        double ns;
        bench_time_tasks(&task, 1, &ns);
        printf("%-27s%8.3f\n", parts[part].name, ns / BENCH_IN_CACHE);
    }
    return b.kernels != NULL;
}
