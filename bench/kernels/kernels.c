/* Each kernel of an instruction set beside the portable one of the same name, by itself: what is
 * left to portable code is decided by it (kernels.py).
 *
 *     kernels SET                  name, case, how many times as fast; a line each
 *     kernels SET names            the names and cases alone
 *     kernels SET CASE CALLS       calls the kernel of a case so often: for who counts
 *
 * Fails where results differ. */
#include "ops/kernels.h"
#include "choose/dispatch.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 4096, ROWS = N / ACROSS_LINES, SAMPLES = 15 };

/* ---- data ---- */

typedef union numbers {
    double f64[2 * N];
    float f32[4 * N];
    int64_t i64[2 * N];
    uint16_t u16[8 * N];
    unsigned char bytes[16 * N];
} numbers;

static _Alignas(64) numbers from_a, from_b, from_c, to, spare, spare_too;
static int64_t indices[2 * N];
static lanescan_terms terms;
static lanescan_columns columns;

static double fraction(void)
{
    static uint64_t seed = 1;
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 11) * 0x1p-53;
}

/* Usual numbers: of products and coefficients near 1 either way, else from -2 to 2. */
static double usual(bool is_factor)
{
    const double f = fraction();
    return is_factor ? (f < 0.5 ? 0.75 + f / 2 : 1 / (0.25 + f)) : 4 * f - 2;
}

typedef enum stored { F64, F32, F16, BF16, INTEGERS } stored;

static void fill(numbers *x, stored type, bool is_factor)
{
    for (size_t i = 0; i < 2 * N; i++) {
        const float f = (float)usual(is_factor);
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        if (type == F64)
            x->f64[i] = f;
        else if (type == F32)
            x->f32[i] = f;
        else if (type == BF16)
            x->u16[i] = (uint16_t)(bits >> 16);
        else if (type == F16) /* normal ones, toward 0; others are 0 */
            x->u16[i] = (uint16_t)((bits >> 16 & 0x8000) |
                                   (((bits >> 23 & 0xff) > 112)
                                        ? ((bits & 0x7fffffff) - (112u << 23)) >> 13
                                        : 0));
        else
            x->i64[i] = (int64_t)(fraction() * 0x1p63);
    }
}

static stored stored_as(element type)
{
    return type == ELEMENT_F16                          ? F16
           : type == ELEMENT_BF16                       ? BF16
           : type == ELEMENT_F32 || type == ELEMENT_C64 ? F32
           : type == ELEMENT_I32 || type == ELEMENT_I64 ? INTEGERS
                                                        : F64;
}

static size_t bytes_of(element type)
{
    return type == ELEMENT_C128  ? 16
           : type == ELEMENT_C64 ? 8
           : type == ELEMENT_I32 ? 4
                                 : element_bytes(type);
}

/* ---- cases ---- */

typedef struct run {
    const char *kernel;
    const char *which; /* of several cases of a kernel, or "" */
    void (*call)(const lanescan_kernels *kernels, const struct run *it);
    element type;
    lanescan_op op;
    int dtype;    /* of a widening kernel */
    size_t width; /* of short lines; 1 for the index of an extreme */
    stored stored;
    bool is_factor;
} run;

#define LINE(name, result, parameters, arguments)                              \
    static void call_##name(const lanescan_kernels *kernels, const run *it)    \
    {                                                                          \
        const size_t n = N;                                                    \
        const void *const x = &from_a, *const a = &from_a, *const b = &from_b; \
        void *const y = &to;                                                   \
        int64_t *const index = it->width ? indices : NULL;                     \
        (void)x, (void)a, (void)b, (void)y, (void)index;                       \
        LINE_##result kernels->name arguments;                                 \
    }
#define LINE_void
#define LINE_float  to.f32[0] =
#define LINE_double to.f64[0] =
#include "ops/ops.def"

static void call_piece(const lanescan_kernels *kernels, const run *it)
{
    lanescan_state state = { 0 };
    lanescan_state_kinds[it->op][it->type]->begin(&state);
    kernels->piece[it->op][it->type](&state, false, N, &from_a, &to, it->width ? indices : NULL);
}

static void call_parts(const lanescan_kernels *kernels, const run *it)
{
    lanescan_state state[2] = { { 0 } };
    const ptrdiff_t stride = (ptrdiff_t)bytes_of(it->type);
    for (int part = 0; part < 2; part++)
        lanescan_state_kinds[LANESCAN_CUMSUM][ELEMENT_F64]->begin(&state[part]);
    kernels->cumsum_parts[it->type](state, N, (const char *)&from_a, stride, (char *)&to, stride);
}

static void call_keeping(const lanescan_kernels *kernels, const run *it)
{
    for (int pass = 0; pass < 2; pass++) {
        lanescan_state state = { 0 };
        lanescan_state_kinds[it->op][it->type]->begin(&state);
        terms.groups = 0;
        kernels->keeping_piece[it->op][it->type](&state, false, N, &from_a, pass ? &to : NULL,
                                                 &terms);
    }
}

/* Tiles of rows of ACROSS_LINES. */
static size_t bytes_across(element type)
{
    return is_half(type) ? sizeof(double) : bytes_of(type);
}

static void call_across(const lanescan_kernels *kernels, const run *it)
{
    const lanescan_state_kind *const states = lanescan_state_kinds[it->op][it->type];
    const size_t row = ACROSS_LINES * bytes_across(it->type);
    lanescan_state state = { 0 };
    states->begin(&state);
    lanescan_state_broadcast(states, &state, &columns);
    for (size_t r = 0; r < ROWS; r += GROUP) {
        const lanescan_rows where = { (const char *)&from_a + r * row,
                                      (char *)&to + r * row,
                                      it->width ? (char *)(indices + r * ACROSS_LINES) : NULL,
                                      (ptrdiff_t)row,
                                      (ptrdiff_t)row,
                                      ACROSS_LINES * sizeof(int64_t),
                                      0 };
        kernels->across[it->op][it->type](&columns, GROUP, ACROSS_LINES, &where);
    }
}

static void call_short(const lanescan_kernels *kernels, const run *it)
{
    const ptrdiff_t pitch = (ptrdiff_t)(it->width * bytes_of(it->type));
    kernels->short_lines[it->op][it->type](N / it->width, it->width, &from_a, pitch, &to, pitch);
}

static void call_widening(const lanescan_kernels *kernels, const run *it)
{
    lanescan_state state = { 0 };
    lanescan_state_kinds[LANESCAN_CUMSUM][ELEMENT_I64]->begin(&state);
    kernels->widening_cumsum[it->dtype](&state, false, N, &from_a, &to, NULL);
}

static void call_indexed(const lanescan_kernels *kernels, const run *it)
{
    lanescan_state state = { 0 };
    lanescan_state_kinds[it->op][ELEMENT_I64]->begin(&state);
    kernels->indexed_i32[it->op](&state, false, N, &from_a, &to, indices);
}

static void call_binary(const lanescan_kernels *kernels, const run *it)
{
    kernels->logaddexp[it->type](N, &from_a, &from_b, &to);
}

static void call_recurrence(const lanescan_kernels *kernels, const run *it)
{
    lanescan_state state = { 0 };
    lanescan_recurrence_kinds[it->type]->begin(&state);
    kernels->recurrence_piece[it->type](&state, false, false, N, &from_a, &from_b, &to);
}

static void call_recurrence_across(const lanescan_kernels *kernels, const run *it)
{
    const size_t row = ACROSS_LINES * bytes_of(it->type);
    lanescan_state state = { 0 };
    lanescan_recurrence_kinds[it->type]->begin(&state);
    lanescan_state_broadcast(lanescan_recurrence_kinds[it->type], &state, &columns);
    for (size_t r = 0; r < ROWS; r += GROUP) {
        const lanescan_recurrence_rows where = { (const char *)&from_a + r * row,
                                                 (const char *)&from_b + r * row,
                                                 (char *)&to + r * row,
                                                 (ptrdiff_t)row,
                                                 (ptrdiff_t)row,
                                                 (ptrdiff_t)row,
                                                 NULL,
                                                 false };
        kernels->recurrence_across[it->type](&columns, GROUP, ACROSS_LINES, &where);
    }
}

/* Portable code takes such lines one by one. */
static void call_recurrence_short(const lanescan_kernels *kernels, const run *it)
{
    const size_t n = it->width;
    const ptrdiff_t pitch = (ptrdiff_t)(n * sizeof(double));
    const lanescan_recurrence_lines at = {
        (const char *)&from_a, (const char *)&from_b, (char *)&to, pitch, pitch, pitch, false
    };
    if (kernels->recurrence_short)
        kernels->recurrence_short(N / n, n, &at);
    else
        for (size_t i = 0; i < N / n * n; i += n)
            kernels->linear_recurrence_f64(n, from_a.f64 + i, from_b.f64 + i, to.f64 + i);
}

static void call_exponentials(const lanescan_kernels *kernels, const run *it)
{
    kernels->exponentials[it->type](N / 2, from_a.f64, to.f64, spare.f64, 0);
}

/* In place: y is y0, each time. */
static void call_quotients(const lanescan_kernels *kernels, const run *it)
{
    (void)it;
    memcpy(&to, &from_b, sizeof(double[N]));
    kernels->quotients(N, from_a.f64, to.f64);
}

static void call_weigh(const lanescan_kernels *kernels, const run *it)
{
    (void)it;
    memcpy(&to, &from_b, sizeof(double[N]));
    kernels->weigh(N, from_a.f64, to.f64);
}

static void call_weights(const lanescan_kernels *kernels, const run *it)
{
    (void)it;
    kernels->weights(N, from_a.f64, 4, 3, to.f64);
}

static void call_pairs(const lanescan_kernels *kernels, const run *it)
{
    (void)it;
    memcpy(&to, &from_b, sizeof(double[N]));
    memcpy(&spare, &from_c, sizeof(double[N]));
    kernels->pairs(N, from_a.f64, to.f64, spare.f64);
}

static void call_combine(const lanescan_kernels *kernels, const run *it)
{
    (void)it;
    const lanescan_product_piece piece = { from_a.f64, from_a.f64 + 1, from_b.f64,
                                           from_c.f64, from_c.f64 + N, 0 };
    kernels->products_combine(N - 1, &piece, to.f64);
}

/* As tall as ACROSS_LINES lines are in a tile. */
static void gradient_tile(lanescan_gradient_tile *tile)
{
    static double zeros[ACROSS_LINES], ones[ACROSS_LINES];
    for (size_t line = 0; line < ACROSS_LINES; line++)
        ones[line] = 1;
    *tile = (lanescan_gradient_tile){ GROUP,      ACROSS_LINES, ACROSS_LINES,       from_a.f64,
                                      from_b.f64, from_c.f64,   from_c.f64 + N / 2, zeros,
                                      ones,       to.f64 };
}

static void call_zeros(const lanescan_kernels *kernels, const run *it)
{
    (void)it;
    lanescan_gradient_tile tile;
    gradient_tile(&tile);
    kernels->products_zeros(&tile);
}

static void call_products_gradients(const lanescan_kernels *kernels, const run *it)
{
    (void)it;
    lanescan_gradient_tile tile;
    gradient_tile(&tile);
    kernels->products_gradients(&tile);
}

static void call_log_across(lanescan_log_across *kernel)
{
    enum { TILE = GROUP * ACROSS_LINES };
    static double state[LOG_COLUMNS * ACROSS_LINES], quotients[QUOTIENTS_COLUMNS * ACROSS_LINES],
        next[LOG_COLUMNS * ACROSS_LINES], exponents[TILE], sums[TILE];
    for (size_t line = 0; line < ACROSS_LINES; line++) {
        state[LOG_REFERENCE * ACROSS_LINES + line] = -__builtin_inf();
        state[LOG_HIGH * ACROSS_LINES + line] = 1;
        quotients[QUOTIENTS_HIGH * ACROSS_LINES + line] = 1;
    }
    for (size_t i = 0; i < TILE; i++) {
        to.f64[i] = 1.4 + (double)(i % 29) / 29;
        exponents[i] = (double)(i % 7) - 3;
    }
    const lanescan_log_tile tile = { GROUP,     ACROSS_LINES, ACROSS_LINES, from_a.f64, to.f64,
                                     exponents, sums,         state,        quotients,  next };
    kernel(&tile);
}

#define LOG_ACROSS(field, kernel)                                            \
    static void call_##field(const lanescan_kernels *kernels, const run *it) \
    {                                                                        \
        (void)it;                                                            \
        call_log_across(kernels->field);                                     \
    }
#include "ops/ops.def"

static void call_step(const lanescan_kernels *kernels, const run *it)
{
    convert_of_step(&kernels->memory, (int)it->width)(N, &from_a, &to);
}

static void call_transpose(const lanescan_kernels *kernels, const run *it)
{
    const ptrdiff_t pitch = (ptrdiff_t)(64 * it->width);
    transpose_of_size(&kernels->memory, it->width)(64, 64, &from_a, pitch, &to, pitch);
}

/* ---- the list ---- */

static run runs[1024];
static size_t num_runs;

static void add(run one)
{
    for (size_t i = 0; i < num_runs; i++)
        if (strcmp(runs[i].kernel, one.kernel) == 0 && strcmp(runs[i].which, one.which) == 0)
            return;
    one.is_factor = strncmp(one.kernel, "cumprod", 7) == 0 ||
                    strncmp(one.kernel, "products", 8) == 0 || one.call == call_quotients ||
                    one.call == call_weigh;
    runs[num_runs++] = one;
}

/* Extremes are called for the index, too. */
static void add_extreme(run one, bool is_extreme)
{
    add(one);
    if (is_extreme) {
        one.which = "with index";
        one.width = 1;
        add(one);
    }
}

static void add_scan(bool is_there, run one)
{
    if (is_there)
        add_extreme(one, one.op == LANESCAN_CUMMAX || one.op == LANESCAN_CUMMIN);
}

static void add_short(run one)
{
    static const char *const which[] = { "of 4", "of 8", "of 64" };
    static const size_t widths[] = { 4, 8, 64 };
    const size_t most = one.stored == INTEGERS ? 2 : 3;
    for (size_t i = 0; i < most; i++) {
        one.which = which[i];
        one.width = widths[i];
        add(one);
    }
}

/* By the name's first word. */
static void add_step(const char *kernel, size_t step)
{
    const char *const name = strchr(kernel, '_') + 1;
    static const struct {
        const char *word;
        stored stored;
    } known[] = { { "f16_", F16 }, { "bf16_", BF16 }, { "half_", BF16 }, { "f32_", F32 },
                  { "c64_", F32 }, { "f64_", F64 },   { "parts_", F64 }, { "c128_", F64 } };
    run one = { kernel, "", call_step, .width = step, .stored = INTEGERS };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(name, known[i].word, strlen(known[i].word)) == 0)
            one.stored = known[i].stored;
    add(one);
}

/* Of a function on lines, by its name. */
static void add_line(run one)
{
    const size_t length = strlen(one.kernel);
    one.stored = strstr(one.kernel, "_i")                       ? INTEGERS
                 : strcmp(one.kernel + length - 4, "_f32") == 0 ? F32
                                                                : F64;
    add_extreme(one,
                strncmp(one.kernel, "cummax", 6) == 0 || strncmp(one.kernel, "cummin", 6) == 0);
}

static void make_list(void)
{
#define EVERY_SET    true
#define PORTABLE_SET false
#define OF(element_) .type = ELEMENT_##element_, .stored = stored_as(ELEMENT_##element_)
#define LINE(name, result, parameters, arguments) \
    add_line((run){ #name, "", call_##name, .stored = F64 });
#define PIECE(op_, element, states, kernel, where, cost) \
    add_scan(where, (run){ #kernel, "", call_piece, OF(element), .op = LANESCAN_##op_ });
#define PARTS(element, kernel) add((run){ #kernel, "", call_parts, OF(element) });
#define KEEPING(op_, element, kernel) \
    add((run){ #kernel, "", call_keeping, OF(element), .op = LANESCAN_##op_ });
#define ACROSS(op_, element, kernel)                                                           \
    add_scan(true,                                                                             \
             (run){ #kernel, "", call_across, .type = ELEMENT_##element, .op = LANESCAN_##op_, \
                    .stored = is_half(ELEMENT_##element) ? F64 : stored_as(ELEMENT_##element) });
#define SHORT(op_, element, kernel) \
    add_short((run){ #kernel, "", call_short, OF(element), .op = LANESCAN_##op_ });
#define WIDENING(dtype_, kernel) \
    add((run){ #kernel, "", call_widening, .dtype = LANESCAN_##dtype_, .stored = INTEGERS });
#define INDEXED(op_, kernel) \
    add((run){ #kernel, "", call_indexed, .op = LANESCAN_##op_, .stored = INTEGERS });
#define BINARY(element, kernel, cost) add((run){ #kernel, "", call_binary, OF(element) });
#define RECURRENCE(element, states, kernel, where, cost) \
    add_scan(where, (run){ #kernel, "", call_recurrence, OF(element) });
#define RECURRENCE_ACROSS(element, kernel) \
    add((run){ #kernel, "", call_recurrence_across, OF(element) });
#define RECURRENCE_SHORT(kernel)                                               \
    add((run){ #kernel, "of 2", call_recurrence_short, .width = 2, OF(F64) }); \
    add((run){ #kernel, "of 8", call_recurrence_short, .width = 8, OF(F64) });
#define EXPONENTIALS(element, kernel)  add((run){ #kernel, "", call_exponentials, OF(element) });
#define QUOTIENTS(kernel)              add((run){ #kernel, "", call_quotients, .stored = F64 });
#define WEIGH(kernel)                  add((run){ #kernel, "", call_weigh, .stored = F64 });
#define WEIGHTS(kernel)                add((run){ #kernel, "", call_weights, .stored = F64 });
#define PAIRS(kernel)                  add((run){ #kernel, "", call_pairs, .stored = F64 });
#define PRODUCTS_COMBINE(kernel)       add((run){ #kernel, "", call_combine, .stored = F64 });
#define PRODUCTS_ZEROS(kernel)         add((run){ #kernel, "", call_zeros, .stored = F64 });
#define GRADIENT_ACROSS(field, kernel) add((run){ #kernel, "", call_##field, .stored = F64 });
#define LOG_ACROSS(field, kernel)      add((run){ #kernel, "", call_##field, .stored = F64 });
#include "ops/ops.def"
#define STEP(name) add_step("convert_" #name, STEP_##name);
#include "memory/steps.def"
    add((run){ "transpose_size_1", "", call_transpose, .width = 1, .stored = INTEGERS });
    add((run){ "transpose_size_2", "", call_transpose, .width = 2, .stored = INTEGERS });
    add((run){ "transpose_size_4", "", call_transpose, .width = 4, .stored = INTEGERS });
    add((run){ "transpose_size_8", "", call_transpose, .width = 8, .stored = INTEGERS });
}

/* ---- measuring ---- */

static void prepare(const run *it)
{
    fill(&from_a, it->stored, it->is_factor);
    fill(&from_b, it->stored, it->is_factor);
    fill(&from_c, it->stored, it->is_factor);
    memset(&to, 0, sizeof to);
    memset(&spare, 0, sizeof spare);
    memset(indices, 0, sizeof indices);
}

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(const lanescan_kernels *kernels, const run *it, unsigned calls)
{
    const double begin = now();
    for (unsigned i = 0; i < calls; i++)
        it->call(kernels, it);
    return now() - begin;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of samples taken by turns. */
static double ratio(const lanescan_kernels *set, const lanescan_kernels *portable, const run *it)
{
    double of[SAMPLES];
    unsigned calls = 1;
    while (seconds(portable, it, calls) < 5e-4)
        calls *= 2;
    for (int i = 0; i < SAMPLES; i++) {
        const double of_set = seconds(set, it, calls);
        of[i] = seconds(portable, it, calls) / of_set;
    }
    qsort(of, SAMPLES, sizeof of[0], ascending);
    return of[SAMPLES / 2];
}

static bool same(const lanescan_kernels *set, const lanescan_kernels *portable, const run *it)
{
    static int64_t first_indices[2 * N];
    it->call(portable, it);
    spare_too = to;
    memcpy(first_indices, indices, sizeof indices);
    memset(&to, 0, sizeof to);
    memset(indices, 0, sizeof indices);
    it->call(set, it);
    return memcmp(&to, &spare_too, sizeof to) == 0 &&
           memcmp(indices, first_indices, sizeof indices) == 0;
}

int main(int argc, char **argv)
{
    const lanescan_kernels *set = NULL, *portable = NULL;
    for (unsigned i = 0; i < LANESCAN_NUM_SETS; i++) {
        const lanescan_kernels *const one = lanescan_kernels_of(i);
        if (argc > 1 && strcmp(one->name, argv[1]) == 0)
            set = one;
        if (strcmp(one->name, "generic") == 0)
            portable = one;
    }
    if (!set) {
        fprintf(stderr, "usage: kernels SET [names | CASE CALLS]\n");
        return 2;
    }
    make_list();
    if (argc == 4) {
        const run *const it = &runs[strtoul(argv[2], NULL, 10) % num_runs];
        prepare(it);
        for (unsigned long calls = strtoul(argv[3], NULL, 10); calls; calls--)
            it->call(set, it);
        return 0;
    }
    int differ = 0;
    for (size_t i = 0; i < num_runs; i++) {
        const run *const it = &runs[i];
        prepare(it);
        const bool is_same = same(set, portable, it);
        differ += !is_same;
        printf("%s\t%s\t%.3f\t%s\n", it->kernel, it->which,
               argc == 3 ? 0 : ratio(set, portable, it), is_same ? "same" : "OTHER BITS");
        fflush(stdout);
    }
    return differ != 0;
}
