/* Linear recurrences of tensors: random shapes, strides, broadcasts, types and options, in place,
 * and with executors, on every instruction set: the bits of contiguous lines, whose values are
 * judged by themselves; nothing else written. Errors.
 *     recurrence_tensors [CASES] */
#include "harness/check.h"
#include "recurrence/data.h"
#include "recurrence/judge.h"
#include "tensor/data.h"
#include "tensor/region.h"
#include "threads/executors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 400, LARGE = 60000, LONG = 300000, JUDGED = 10000, TEXT = 700 };

/* ---- a line, worked out here ---- */

typedef struct line {
    int dtype;
    size_t n;
    char *a, *b, *y;     /* contiguous, all of dtype, in the order of the scan */
    const void *initial; /* NULL, or one element */
} line;

static lanescan_status scan_line(const line *l, const char *isa)
{
    const int64_t shape = (int64_t)l->n;
    const lanescan_tensor a = { l->a, &shape, NULL, 1, l->dtype },
                          b = { l->b, &shape, NULL, 1, l->dtype },
                          y = { l->y, &shape, NULL, 1, l->dtype };
    const lanescan_options options = { .struct_size = sizeof options, .initial = l->initial };
    lanescan_set_isa(isa);
    return lanescan_linear_recurrence(&a, &b, 0, &options, &y);
}

static uint64_t modulo(uint64_t value, size_t size)
{
    return size == 8 ? value : value & ((UINT64_C(1) << 8 * size) - 1);
}

static void judge_integers(const line *l, const char *text)
{
    const size_t size = dtype_of(l->dtype).size;
    uint64_t y = l->initial ? number_read(l->dtype, l->initial).integer : 0;
    for (size_t j = 0; j < l->n; j++) {
        y = number_read(l->dtype, l->a + j * size).integer * y +
            number_read(l->dtype, l->b + j * size).integer;
        const uint64_t got = number_read(l->dtype, l->y + j * size).integer;
        if (!check(modulo(got, size) == modulo(y, size), "%s: element %zu is %#llx, not %#llx",
                   text, j, (unsigned long long)got, (unsigned long long)y))
            return;
    }
}

/* Values by themselves, of a long line some chunks; and beside the functions on lines where there
 * are any. */
static void judge_line(const line *l, const char *text)
{
    const size_t most = l->n < JUDGED ? l->n : JUDGED;
    const size_t bytes = l->n * dtype_of(l->dtype).size;
    const dtype_kind kind = dtype_of(l->dtype).kind;
    if (kind == KIND_SIGNED || kind == KIND_UNSIGNED)
        judge_integers(l, text);
    else
        recurrence_judge(text, l->dtype, most, l->a, l->b, l->initial, l->y);
    if (l->initial || (l->dtype != LANESCAN_F32 && l->dtype != LANESCAN_F64))
        return;
    char *const y = check_alloc(bytes);
    if (l->dtype == LANESCAN_F32)
        lanescan_linear_recurrence_f32(l->n, (float *)(void *)l->a, (float *)(void *)l->b,
                                       (float *)(void *)y);
    else
        lanescan_linear_recurrence_f64(l->n, (double *)(void *)l->a, (double *)(void *)l->b,
                                       (double *)(void *)y);
    for (size_t j = 0; j < l->n; j++) {
        const size_t at = j * dtype_of(l->dtype).size;
        if (!check(dtype_same(l->dtype, y + at, l->y + at),
                   "%s: a line of one dimension, element %zu", text, j))
            break;
    }
    free(y);
}

/* ---- a case ---- */

typedef struct recurrence_case {
    uint64_t seed;
    layout y, x[2]; /* the second and third: coefficients, addends */
    int from[2], to;
    int in_place; /* of coefficients, 0, or addends, 1; -1: of none */
    int dim;
    uint32_t flags;
    bool has_initial;
} recurrence_case;

static const char *operand(const layout *y, const layout *x, const int64_t *at, const region *r)
{
    int64_t own[LANESCAN_MAX_NDIM] = { 0 };
    for (int32_t i = 0; i < x->ndim; i++)
        own[i] = x->shape[i] == 1 ? 0 : at[y->ndim - x->ndim + i];
    return r->before + (size_t)layout_position(x, own) * dtype_of(r->dtype).size;
}

/* The place of an element in C order. */
static size_t place_of(const layout *y, const int64_t *at)
{
    size_t place = 0;
    for (int32_t d = 0; d < y->ndim; d++)
        place = place * (size_t)y->shape[d] + (size_t)at[d];
    return place;
}

static void expect(const recurrence_case *c, const region inputs[2], const void *initial,
                   const region *result, const char *text)
{
    const layout *const y = &c->y;
    const size_t size = dtype_of(c->to).size;
    const size_t n = y->ndim ? (size_t)y->shape[c->dim] : 1;
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    if (layout_count(y) == 0)
        return;
    line l = { c->to,  n, check_alloc(n * size), check_alloc(n * size), check_alloc(n * size),
               initial };
    do {
        for (size_t j = 0; j < n; j++) {
            if (y->ndim)
                at[c->dim] = (int64_t)(c->flags & LANESCAN_REVERSE ? n - 1 - j : j);
            number_write(c->to, l.a + j * size,
                         number_read(c->from[0], operand(y, &c->x[0], at, &inputs[0])));
            number_write(c->to, l.b + j * size,
                         number_read(c->from[1], operand(y, &c->x[1], at, &inputs[1])));
        }
        check(scan_line(&l, "generic") == LANESCAN_OK, "%s: a line", text);
        judge_line(&l, text);
        for (size_t j = 0; j < n; j++) {
            if (y->ndim)
                at[c->dim] = (int64_t)(c->flags & LANESCAN_REVERSE ? n - 1 - j : j);
            memcpy(result->expected + place_of(y, at) * size, l.y + j * size, size);
        }
        if (y->ndim)
            at[c->dim] = 0;
    } while (y->ndim && layout_next(y, at, c->dim));
    free(l.a);
    free(l.b);
    free(l.y);
}

static void check_case(const recurrence_case *c, region inputs[2], const void *initial,
                       generator *g)
{
    region output = c->in_place < 0 ? region_new(&c->y, c->to) : inputs[c->in_place];
    char text[TEXT], of_a[LAYOUT_TEXT], of_b[LAYOUT_TEXT], of_y[LAYOUT_TEXT];
    snprintf(text, sizeof text,
             "linear_recurrence %#llx: %s [%s], %s [%s] -> %s [%s], in place of %d, dim %d, "
             "flags %u%s",
             (unsigned long long)c->seed, dtype_of(c->from[0]).name, layout_text(of_a, &c->x[0]),
             dtype_of(c->from[1]).name, layout_text(of_b, &c->x[1]), dtype_of(c->to).name,
             layout_text(of_y, &c->y), c->in_place, c->dim, (unsigned)c->flags,
             initial ? ", an initial value" : "");
    expect(c, inputs, initial, &output, text);
    const lanescan_tensor a = layout_tensor(&c->x[0], c->from[0], inputs[0].memory),
                          b = layout_tensor(&c->x[1], c->from[1], inputs[1].memory),
                          y = layout_tensor(&c->y, c->to, output.memory);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        executor_use use = { .kind = (executor_kind)random_below(g, NUM_EXECUTORS),
                             .seed = random_bits(g) };
        const lanescan_executor executor = executor_of(&use, 2 + (uint32_t)random_below(g, 7));
        const bool is_shared = random_below(g, 2);
        const lanescan_options options = { .struct_size = sizeof options,
                                           .flags = c->flags,
                                           .initial = initial,
                                           .executor = is_shared ? &executor : NULL };
        char call[TEXT + 100];
        snprintf(call, sizeof call, "%s %s%s%s", *isa, text, is_shared ? ", " : "",
                 is_shared ? executor_name(use.kind) : "");
        lanescan_set_isa(*isa);
        region_reset(&inputs[0]);
        region_reset(&inputs[1]);
        region_reset(&output);
        const int dim = random_below(g, 2) ? c->dim : c->dim - (c->y.ndim ? c->y.ndim : 1);
        const lanescan_status status = lanescan_linear_recurrence(&a, &b, dim, &options, &y);
        check(status == LANESCAN_OK, "%s: %s", call, lanescan_status_string(status));
        region_check(&output, "values", call);
        for (int k = 0; k < 2; k++)
            check(memcmp(inputs[k].memory, inputs[k].before, inputs[k].bytes) == 0,
                  "%s: changed input %d", call, k);
    }
    if (c->in_place < 0)
        region_free(&output);
}

/* ---- random cases ---- */

static int any_dtype(generator *g)
{
    return 1 + (int)random_below(g, NUM_DTYPES - 1); /* not bool */
}

/* Of complex coefficients the modulus is at most a real one's. */
static void fill_hard(const recurrence_data *d, generator *g, bool is_coefficient, int dtype,
                      size_t n, char *elements)
{
    const size_t size = dtype_of(dtype).size;
    const bool is_complex = dtype_of(dtype).kind == KIND_COMPLEX;
    for (size_t i = 0; i < n; i++) {
        const double re = is_coefficient ? d->coefficient(g, i) : d->addend(g, i);
        const double im = is_coefficient ? re * random_between(g, -0.3, 0.3) : d->addend(g, i);
        const number value = { is_complex ? KIND_COMPLEX : KIND_FLOAT, 0,
                               is_complex ? re * 0.9 : re, im };
        number_write(dtype, elements + i * size, value);
    }
}

/* Coefficients and addends that stay in range for long, or the usual kinds of data. */
static void fill(generator *g, bool is_coefficient, int dtype, size_t n, char *elements)
{
    if (random_below(g, 3) == 0) {
        data_fill((data_kind)random_below(g, NUM_DATA_KINDS), g, dtype, n, elements);
        return;
    }
    fill_hard(&recurrence_datasets[random_below(g, recurrence_num_datasets)], g, is_coefficient,
              dtype, n, elements);
}

static void check_made(recurrence_case *c, generator *g)
{
    _Alignas(16) char initial[LARGEST_ELEMENT];
    region inputs[2];
    for (int k = 0; k < 2; k++) {
        inputs[k] = region_new(&c->x[k], c->from[k]);
        fill(g, k == 0, c->from[k], (size_t)c->x[k].elements, inputs[k].before);
    }
    data_fill(random_below(g, 5) ? DATA_NORMAL : DATA_SPECIAL, g, c->to, 1, initial);
    check_case(c, inputs, c->has_initial ? initial : NULL, g);
    region_free(&inputs[0]);
    region_free(&inputs[1]);
}

static void choose(recurrence_case *c, generator *g)
{
    c->to = random_below(g, 2) ? (random_below(g, 2) ? LANESCAN_F32 : LANESCAN_F64) : any_dtype(g);
    c->dim = c->y.ndim ? (int)random_below(g, (size_t)c->y.ndim) : 0;
    c->flags = random_below(g, 2) ? LANESCAN_REVERSE : 0;
    c->has_initial = random_below(g, 2);
    for (int k = 0; k < 2; k++)
        c->from[k] = k == c->in_place ? c->to : data_input_type(g, c->to);
}

static void check_random(uint64_t seed, int64_t most)
{
    generator g = random_seeded(seed);
    recurrence_case c = { .seed = seed };
    layout_random_shape(&c.y, &g, most);
    layout_choose(&c.y, &g, false);
    for (int k = 0; k < 2; k++)
        c.x[k] = layout_narrower(&c.y, &g);
    c.in_place = random_below(&g, 3) ? -1 : (int)random_below(&g, 2);
    if (c.in_place >= 0)
        c.x[c.in_place] = c.y;
    choose(&c, &g);
    check_made(&c, &g);
}

/* A few long lines, which tasks divide; one coefficient, or one for each element. */
static void check_long(uint64_t seed, int dtype)
{
    generator g = random_seeded(seed);
    const int64_t lines = 1 + (int64_t)random_below(&g, 3);
    recurrence_case c = { .seed = seed, .in_place = random_below(&g, 3) ? -1 : 1 };
    c.y = (layout){ .ndim = 2, .shape = { lines, LONG / lines } };
    layout_plain(&c.y);
    c.x[0] = c.x[1] = c.y;
    if (random_below(&g, 2)) {
        c.x[0] = (layout){ .ndim = 0 };
        layout_plain(&c.x[0]);
    }
    choose(&c, &g);
    c.dim = 1;
    if (dtype)
        c.from[0] = c.from[1] = c.to = dtype;
    check_made(&c, &g);
}

/* Lines of up to eight groups, mostly as kernels take them: with gaps between lines and without;
 * with coefficients of their own, the same for all lines, one for each line, or one for all. */
static void check_short(uint64_t seed)
{
    generator g = random_seeded(seed);
    const int64_t lines = 1 + (int64_t)random_below(&g, 40);
    static const uint64_t longest[] = { 10, 10, 10, 10, 35, 35, 70, 260 };
    const int64_t n = 1 + (int64_t)random_below(&g, longest[random_below(&g, 8)]);
    recurrence_case c = { .seed = seed, .in_place = (int)random_below(&g, 3) - 1 };
    layout *const places[] = { &c.y, &c.x[0], &c.x[1] };
    const bool has_gaps = random_below(&g, 2);
    for (size_t i = 0; i < 3; i++) {
        const int64_t gap = has_gaps ? (int64_t)random_below(&g, 3) : 0;
        *places[i] = (layout){ .ndim = 2, .shape = { lines, n }, .strides = { n + gap, 1 } };
        layout_place(places[i]);
    }
    const uint64_t kind = c.in_place == 0 ? 0 : random_below(&g, 4);
    if (kind == 1)
        c.x[0] = (layout){ .ndim = 1, .shape = { n } };
    if (kind == 2)
        c.x[0] = (layout){ .ndim = 2, .shape = { lines, 1 } };
    if (kind == 3)
        c.x[0] = (layout){ .ndim = 0 };
    if (kind != 0)
        layout_plain(&c.x[0]);
    if (c.in_place >= 0)
        c.x[c.in_place] = c.y;
    choose(&c, &g);
    c.dim = 1;
    if (random_below(&g, 4)) {
        c.flags = 0;
        c.has_initial = false;
    }
    if (random_below(&g, 2))
        c.from[0] = c.from[1] = c.to = random_below(&g, 3) ? LANESCAN_F64 : LANESCAN_F32;
    check_made(&c, &g);
}

/* What makes a line another than those around it: each rarely, so that it is the only one of its
 * kind. */
static const double rare_coefficients[] = { 0,          -0.0,     -0x1p-60,
                                            0x1p300,    0x1p-900, (double)INFINITY,
                                            (double)NAN };
static const double rare_addends[] = { -0.0,      -0.0,      0x1p390,          -0x1p410,
                                       -0x1p1023, 0x1p-1074, (double)INFINITY, (double)NAN };

static double rarely(generator *g, double usual, const double *rare, size_t count)
{
    return random_below(g, 40) ? usual : rare[random_below(g, count)];
}

/* More short lines than are converted at once; some of zeros, some with a sum that is in range
 * again after one that is not. kind: coefficients of their own, the same for all lines, or one. */
static void check_short_and_hard(uint64_t seed, int dtype, int64_t n, int kind)
{
    enum { EVERY = 7 };
    const int64_t lines = n > 64 ? 40 : 240;
    generator g = random_seeded(seed);
    const size_t size = dtype_of(dtype).size;
    recurrence_case c = {
        .seed = seed, .from = { dtype, dtype }, .to = dtype, .in_place = -1, .dim = 1
    };
    region inputs[2];
    c.y = (layout){ .ndim = 2, .shape = { lines, n } };
    c.x[0] = kind == 0   ? c.y
             : kind == 1 ? (layout){ .ndim = 1, .shape = { n } }
                         : (layout){ .ndim = 0 };
    c.x[1] = c.y;
    layout_plain(&c.y);
    for (int k = 0; k < 2; k++) {
        static const int64_t first[2] = { 0, 0 };
        layout_plain(&c.x[k]);
        inputs[k] = region_new(&c.x[k], dtype);
        char *const at = inputs[k].before + (size_t)layout_position(&c.x[k], first) * size;
        for (int64_t i = 0; i < (int64_t)layout_count(&c.x[k]); i++) {
            /* The second run's product is beyond the limits, with that of the first it is not. */
            static const double rising[] = { 1, 0x1p-133, 1, 1, 0x1p128, 1, 1, 0x1p128, 0x1p-133 };
            const bool rises = k == 0 && n >= 9 && i % n < 9 && i / n % EVERY == 5;
            /* The second run begins with an infinity, although none of its numbers is large. */
            static const double bursting[2][6] = { { 1, 1, 1, 1, 0x1p6, 0x1p-10 },
                                                   { 1, 1, 1, 0x1p1020, 1, 1 } };
            const bool bursts = kind == 0 && n > 5 && i % n < 6 && i / n % EVERY == 1;
            const bool cancels = kind == 0 && n > 5 && i / n % EVERY == 0,
                       is_nothing = k == 1 && i / n % EVERY == 3;
            const double usual = random_between(&g, -1, 1), huge = i % n == 3 ? 0x1p1017 : 1;
            const double a = rarely(&g, usual, rare_coefficients, 7),
                         b = rarely(&g, usual, rare_addends, 8);
            const double value = is_nothing   ? -0.0
                                 : rises      ? a * rising[i % n]
                                 : bursts     ? bursting[k][i % n]
                                 : !cancels   ? k ? b : a
                                 : k == 0     ? 0x1p6
                                 : i % n == 4 ? -0x1p1023
                                              : huge;
            number_write(dtype, at + (size_t)i * size, (number){ KIND_FLOAT, 0, value, 0 });
        }
    }
    check_case(&c, inputs, NULL, &g);
    region_free(&inputs[0]);
    region_free(&inputs[1]);
}

/* Rows of several tiles side by side, and lines of several pieces that are converted: each element
 * meets its own coefficient, which integers tell whatever they are. Tiles of complex numbers are
 * narrower. */
static void check_tiles_and_pieces(uint64_t seed)
{
    static const struct {
        int64_t shape[2];
        int dim, from, to;
    } cases[] = {
        { { 100, 24 }, 0, LANESCAN_I32, LANESCAN_I32 },
        { { 100, 24 }, 0, LANESCAN_U16, LANESCAN_I64 },
        { { 2, 3000 }, 1, LANESCAN_U16, LANESCAN_I32 },
        { { 2, 3000 }, 1, LANESCAN_I32, LANESCAN_I64 },
        { { 100, 24 }, 1, LANESCAN_C64, LANESCAN_C128 },
        { { 100, 24 }, 1, LANESCAN_C128, LANESCAN_C128 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        generator g = random_seeded(seed);
        recurrence_case c = { .seed = seed,
                              .from = { cases[i].from, cases[i].from },
                              .to = cases[i].to,
                              .in_place = -1,
                              .dim = cases[i].dim };
        region inputs[2];
        c.y = (layout){ .ndim = 2, .shape = { cases[i].shape[0], cases[i].shape[1] } };
        layout_plain(&c.y);
        c.x[0] = c.x[1] = c.y;
        for (int k = 0; k < 2; k++) {
            inputs[k] = region_new(&c.x[k], c.from[k]);
            data_fill(DATA_NORMAL, &g, c.from[k], (size_t)c.x[k].elements, inputs[k].before);
        }
        check_case(&c, inputs, NULL, &g);
        region_free(&inputs[0]);
        region_free(&inputs[1]);
    }
}

/* ---- values ---- */

/* Lines of the types that have no functions of their own, of each kind of data. */
static void check_values(int dtype)
{
    enum { LENGTH = 700 };
    static const size_t lengths[] = { 5, 70, LENGTH };
    static char a[LENGTH * LARGEST_ELEMENT], b[LENGTH * LARGEST_ELEMENT],
        y[LENGTH * LARGEST_ELEMENT];
    double worst = 0;
    size_t judged = 0;
    for (size_t i = 0; i < 3 * recurrence_num_datasets; i++) {
        const recurrence_data *const d = &recurrence_datasets[i / 3];
        const line l = { dtype, lengths[i % 3], a, b, y, NULL };
        char text[TEXT];
        snprintf(text, sizeof text, "linear_recurrence of %zu %s, %s", l.n, dtype_of(dtype).name,
                 d->name);
        generator g = random_seeded(check_stream_seed(text));
        fill_hard(d, &g, true, dtype, l.n, a);
        fill_hard(d, &g, false, dtype, l.n, b);
        check(scan_line(&l, "generic") == LANESCAN_OK, "%s", text);
        const recurrence_error error = recurrence_judge(text, dtype, l.n, a, b, NULL, y);
        worst = fmax(worst, error.worst);
        judged += error.judged;
    }
    printf("%s: worst error %.3f eps W%s, of %zu elements\n", dtype_of(dtype).name, worst,
           dtype == LANESCAN_C128 ? "" : " beyond half an ulp", judged);
}

/* ---- one coefficient ---- */

enum { ONE_LENGTH = 4096 + 700 };

/* Lines with one coefficient, and with the same written out, on every set. */
static void compare_one(int dtype, size_t n, const char *a, const char *written_out, const char *b,
                        const lanescan_options *options)
{
    static char want[ONE_LENGTH * sizeof(double)], y[ONE_LENGTH * sizeof(double)];
    const int64_t shape = (int64_t)n;
    const lanescan_tensor one = { (void *)(uintptr_t)a, NULL, NULL, 0, dtype },
                          many = { (void *)(uintptr_t)written_out, &shape, NULL, 1, dtype },
                          of_b = { (void *)(uintptr_t)b, &shape, NULL, 1, dtype },
                          expected = { want, &shape, NULL, 1, dtype },
                          of_y = { y, &shape, NULL, 1, dtype };
    const size_t bytes = n * dtype_of(dtype).size;
    lanescan_set_isa("generic");
    check(lanescan_linear_recurrence(&many, &of_b, 0, options, &expected) == LANESCAN_OK, "many");
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        for (int k = 0; k < 2; k++) {
            memset(y, 0x55, bytes);
            check(lanescan_linear_recurrence(k ? &many : &one, &of_b, 0, options, &of_y) ==
                          LANESCAN_OK &&
                      memcmp(y, want, bytes) == 0,
                  "%s: %zu of dtype %d with %s coefficient %g, flags %u, initial value %d", *isa, n,
                  dtype, k ? "written out" : "one", (double)number_read(dtype, a).re,
                  options->flags, options->initial != NULL);
        }
    }
}

/* In and out of the range of regular groups, and from an initial value that is in the range for
 * longer than the products are. The first addend is -0, whose sign one coefficient must not
 * keep. Beside the one coefficient are others, which nothing may take. */
static void check_one_coefficient(int dtype)
{
    static const double coefficients[] = { 0.9, -0.9,    1,       -1,        1.0625,
                                           0,   0x1p-30, 0x1p-60, -0x1p-250, 0x1p40 };
    static const size_t lengths[] = { 40, 256, 300, 1000, ONE_LENGTH };
    static char b[ONE_LENGTH * sizeof(double)], written_out[ONE_LENGTH * sizeof(double)];
    static char beside[ONE_LENGTH * sizeof(double)];
    _Alignas(16) char initial[LARGEST_ELEMENT];
    const size_t size = dtype_of(dtype).size;
    number_write(dtype, initial, (number){ KIND_FLOAT, 0, dtype == LANESCAN_F64 ? 0x1p390 : 3, 0 });
    for (size_t i = 0; i < 20 * sizeof coefficients / sizeof *coefficients; i++) {
        const size_t n = lengths[i / 4 % 5];
        const lanescan_options options = { .struct_size = sizeof options,
                                           .flags = i % 2 ? LANESCAN_REVERSE : 0,
                                           .initial = i / 2 % 2 ? initial : NULL };
        const size_t one = n / 2 * size;
        for (size_t j = 0; j < n; j++) {
            const double usual = options.initial ? 0 : 0.3 * (double)(j % 7) - 0.8;
            number_write(dtype, written_out + j * size,
                         (number){ KIND_FLOAT, 0, coefficients[i / 20], 0 });
            number_write(dtype, beside + j * size, (number){ KIND_FLOAT, 0, 0.75, 0 });
            number_write(dtype, b + j * size,
                         (number){ KIND_FLOAT, 0, j % (n - 1) ? usual : -0.0, 0 });
        }
        memcpy(beside + one, written_out, size);
        compare_one(dtype, n, beside + one, written_out, b, &options);
    }
}

/* ---- side by side, more than the caches hold ---- */

enum { LINE_BYTES = 64, WIDE_ROW = 25 * LINE_BYTES, WIDE_ROWS = 5300, WIDE = WIDE_ROW * WIDE_ROWS };

/* The results of each line alone. */
static void expect_wide(int dtype, bool is_reversed, const char *a, const char *b, char *y)
{
    static char alone[3][WIDE_ROWS * sizeof(double)];
    const line of_line = { dtype, WIDE_ROWS, alone[0], alone[1], alone[2], NULL };
    const size_t size = dtype_of(dtype).size;
    for (size_t column = 0; column < WIDE_ROW; column += size) {
        for (size_t row = 0; row < WIDE_ROWS; row++) {
            const size_t at = (is_reversed ? WIDE_ROWS - 1 - row : row) * WIDE_ROW + column;
            memcpy(alone[0] + row * size, a + at, size);
            memcpy(alone[1] + row * size, b + at, size);
        }
        scan_line(&of_line, "generic");
        for (size_t row = 0; row < WIDE_ROWS; row++) {
            const size_t at = (is_reversed ? WIDE_ROWS - 1 - row : row) * WIDE_ROW + column;
            memcpy(y + at, alone[2] + row * size, size);
        }
    }
}

/* Results go past the caches: to blocks of lines that begin where a cache line does, and to others;
 * nothing beside them is written. */
static void check_wide_results(int dtype, uint32_t flags, size_t shift, char *a, char *b,
                               const char *want, char *room)
{
    const int64_t shape[2] = { WIDE_ROWS, WIDE_ROW / (int64_t)dtype_of(dtype).size };
    const lanescan_options options = { .struct_size = sizeof options, .flags = flags };
    const lanescan_tensor of_a = { a, shape, NULL, 2, dtype }, of_b = { b, shape, NULL, 2, dtype },
                          of_y = { room + shift, shape, NULL, 2, dtype };
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        bool is_beside = false;
        memset(room, 0x55, WIDE + LINE_BYTES);
        lanescan_set_isa(*isa);
        check(lanescan_linear_recurrence(&of_a, &of_b, 0, &options, &of_y) == LANESCAN_OK &&
                  memcmp(room + shift, want, WIDE) == 0,
              "%s: dtype %d, flags %u, %zu bytes from a cache line", *isa, dtype, flags, shift);
        for (size_t i = 0; i < LINE_BYTES; i++)
            is_beside = is_beside || room[i < shift ? i : WIDE + i] != 0x55;
        check(!is_beside, "%s: dtype %d is written beside its results", *isa, dtype);
    }
}

/* Among lines that are regular there are some that are not. */
static void check_wide(uint64_t seed, int dtype)
{
    generator g = random_seeded(seed);
    const size_t size = dtype_of(dtype).size;
    char *const a = aligned_alloc(LINE_BYTES, 4 * WIDE + LINE_BYTES), *const b = a + WIDE,
                *const want = b + WIDE, *const room = want + WIDE;
    if (!a)
        check_skip("no memory for more than the caches hold");
    for (size_t i = 0; i < 2 * WIDE / size; i++) {
        const bool is_small = random_below(&g, 100000) == 0;
        const double value = random_between(&g, -1, 1) * (is_small ? 0x1p-80 : 1);
        number_write(dtype, a + i * size, (number){ KIND_FLOAT, 0, value, 0 });
    }
    for (int is_reversed = 0; is_reversed < 2; is_reversed++) {
        expect_wide(dtype, is_reversed, a, b, want);
        for (size_t shift = 0; shift <= 3 * size; shift += 3 * size)
            check_wide_results(dtype, is_reversed ? LANESCAN_REVERSE : 0, shift, a, b, want, room);
    }
    free(a);
}

/* An initial value reaches the last chunk. */
static void check_initial(void)
{
    enum { LENGTH = 10000 };
    static double a = 1, b[LENGTH], y[LENGTH];
    const double initial = 5;
    const int64_t n = LENGTH;
    const lanescan_tensor one = { &a, NULL, NULL, 0, LANESCAN_F64 },
                          ones = { b, &n, NULL, 1, LANESCAN_F64 },
                          counts = { y, &n, NULL, 1, LANESCAN_F64 };
    const lanescan_options options = { .struct_size = sizeof options, .initial = &initial };
    for (size_t j = 0; j < LENGTH; j++)
        b[j] = 1;
    check(lanescan_linear_recurrence(&one, &ones, 0, &options, &counts) == LANESCAN_OK, "counts");
    for (size_t j = 0; j < LENGTH; j++)
        check(y[j] == initial + (double)j + 1, "an initial value: y[%zu] is %g", j, y[j]);
}

/* A chunk by itself seems to be finite, but the line is beyond the range within it. */
static void check_hard_chunks(void)
{
    enum { LENGTH = 200000, OVERFLOW_AT = 90000 };
    static double a[LENGTH], b[LENGTH], y[LENGTH];
    const int64_t n = LENGTH;
    const lanescan_tensor of_a = { a, &n, NULL, 1, LANESCAN_F64 },
                          of_b = { b, &n, NULL, 1, LANESCAN_F64 },
                          of_y = { y, &n, NULL, 1, LANESCAN_F64 };
    executor_use use = { .kind = EXECUTOR_FORWARDS };
    const lanescan_executor executor = executor_of(&use, 4);
    const lanescan_options options = { .struct_size = sizeof options, .executor = &executor };
    for (size_t j = 0; j < LENGTH; j++)
        a[j] = 1;
    b[0] = 0x1p200;
    a[OVERFLOW_AT] = 0x1p900;
    a[OVERFLOW_AT + 1] = 0x1p-900;
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        check(lanescan_linear_recurrence(&of_a, &of_b, 0, &options, &of_y) == LANESCAN_OK,
              "chunks");
        check(y[OVERFLOW_AT - 1] == 0x1p200 && isinf(y[OVERFLOW_AT]) && isinf(y[LENGTH - 1]),
              "%s: hard chunks end with %g", *isa, y[LENGTH - 1]);
    }
    check(use.calls > 0, "hard chunks were not shared");
}

/* Integers by tasks, of which each has chunks. */
static void check_integer_chunks(void)
{
    enum { LENGTH = 200000 };
    static int64_t b[LENGTH], y[LENGTH];
    int64_t a = 3;
    const int64_t n = LENGTH;
    const lanescan_tensor of_a = { &a, NULL, NULL, 0, LANESCAN_I64 },
                          of_b = { b, &n, NULL, 1, LANESCAN_I64 },
                          of_y = { y, &n, NULL, 1, LANESCAN_I64 };
    executor_use use = { .kind = EXECUTOR_FORWARDS };
    const lanescan_executor executor = executor_of(&use, 4);
    const lanescan_options options = { .struct_size = sizeof options, .executor = &executor };
    uint64_t want = 0;
    for (size_t j = 0; j < LENGTH; j++)
        b[j] = (int64_t)j;
    check(lanescan_linear_recurrence(&of_a, &of_b, 0, &options, &of_y) == LANESCAN_OK, "integers");
    for (size_t j = 0; j < LENGTH; j++) {
        want = 3 * want + j;
        if (!check((uint64_t)y[j] == want, "integers by tasks: element %zu", j))
            break;
    }
    check(use.calls > 0, "integers were not shared");
}

/* ---- errors ---- */

typedef struct call {
    lanescan_tensor a, b, y;
    const lanescan_tensor *of_a, *of_b, *of_y;
    int dim;
    lanescan_options options;
} call;

enum { ROWS = 3, COLUMNS = 4 };

static const int64_t shape[2] = { ROWS, COLUMNS }, row[1] = { COLUMNS }, other[2] = { ROWS, 5 },
                     column[2] = { ROWS, 1 }, none[2] = { 0, 2 }, negative[2] = { ROWS, -4 },
                     repeated[2] = { 0, 1 }, far[2] = { INT64_MAX / 2, 1 };
static double memory[4][64];

static call right_call(void)
{
    return (call){ .a = { memory[0], shape, NULL, 2, LANESCAN_F64 },
                   .b = { memory[1], shape, NULL, 2, LANESCAN_F64 },
                   .y = { memory[2], shape, NULL, 2, LANESCAN_F64 },
                   .dim = 1,
                   .options = { .struct_size = sizeof(lanescan_options) } };
}

static lanescan_status make(const call *c)
{
    return lanescan_linear_recurrence(c->of_a ? NULL : &c->a, c->of_b ? NULL : &c->b, c->dim,
                                      &c->options, c->of_y ? NULL : &c->y);
}

static void check_status(const char *what, const call *c, lanescan_status want)
{
    double before[4][64];
    memcpy(before, memory, sizeof before);
    const lanescan_status status = make(c);
    check(status == want, "%s: %s, not %s", what, lanescan_status_string(status),
          lanescan_status_string(want));
    if (want != LANESCAN_OK)
        check(memcmp(before, memory, sizeof before) == 0, "%s: something is written", what);
    memcpy(memory, before, sizeof before);
}

#define WRONG(what, status, ...)        \
    do {                                \
        call c = right_call();          \
        __VA_ARGS__;                    \
        check_status(what, &c, status); \
    } while (0)

static void check_errors(void)
{
    static const lanescan_tensor nothing;
    const lanescan_executor unusable = { .struct_size = sizeof unusable, .max_tasks = 2 };
    WRONG("the right call", LANESCAN_OK, (void)c);
    WRONG("no coefficients", LANESCAN_ERROR_NULL, c.of_a = &nothing);
    WRONG("no addends", LANESCAN_ERROR_NULL, c.of_b = &nothing);
    WRONG("no output", LANESCAN_ERROR_NULL, c.of_y = &nothing);
    WRONG("coefficients without data", LANESCAN_ERROR_NULL, c.a.data = NULL);
    WRONG("addends without a type", LANESCAN_ERROR_DTYPE, c.b.dtype = 15);
    WRONG("into bool", LANESCAN_ERROR_OP, c.y.dtype = LANESCAN_BOOL);
    WRONG("complex coefficients of real numbers", LANESCAN_ERROR_DTYPE, c.a.dtype = LANESCAN_C64);
    WRONG("complex addends of real numbers", LANESCAN_ERROR_DTYPE, c.b.dtype = LANESCAN_C128);
    WRONG("65 dimensions", LANESCAN_ERROR_NDIM, c.b.ndim = LANESCAN_MAX_NDIM + 1);
    WRONG("dim 2 of 2", LANESCAN_ERROR_DIM, c.dim = 2);
    WRONG("dim -3 of 2", LANESCAN_ERROR_DIM, c.dim = -3);
    WRONG("dim -2 of 2", LANESCAN_OK, c.dim = -2);
    WRONG("a negative extent", LANESCAN_ERROR_EXTENT, c.y.shape = negative);
    WRONG("coefficients of a row", LANESCAN_OK, c.a.ndim = 1; c.a.shape = row);
    WRONG("one coefficient", LANESCAN_OK, c.a.ndim = 0);
    WRONG("a column of addends", LANESCAN_OK, c.b.shape = column);
    WRONG("coefficients of another shape", LANESCAN_ERROR_SHAPE, c.a.shape = other);
    WRONG("addends of another shape", LANESCAN_ERROR_SHAPE, c.b.shape = other);
    WRONG("an output that is smaller", LANESCAN_ERROR_SHAPE, c.y.shape = column);
    WRONG("no elements, and shapes that do not fit", LANESCAN_ERROR_SHAPE, c.y.shape = none);
    WRONG("too far apart", LANESCAN_ERROR_SIZE, c.b.strides = far);
    WRONG("an output that repeats", LANESCAN_ERROR_ALIAS, c.y.strides = repeated);
    WRONG("addends that repeat", LANESCAN_OK, c.b.strides = repeated);
    WRONG("in place of coefficients", LANESCAN_OK, c.y.data = c.a.data);
    WRONG("in place of addends", LANESCAN_OK, c.y.data = c.b.data);
    WRONG("all the same", LANESCAN_OK, c.y.data = c.b.data = c.a.data);
    WRONG("over coefficients", LANESCAN_ERROR_OVERLAP, c.y.data = memory[0] + 1);
    WRONG("over addends", LANESCAN_ERROR_OVERLAP, c.y.data = memory[1] + 11);
    WRONG("over a row that is repeated", LANESCAN_ERROR_OVERLAP, c.b.ndim = 1; c.b.shape = row;
          c.y.data = c.b.data);
    WRONG("over addends of another type", LANESCAN_ERROR_OVERLAP, c.b.dtype = LANESCAN_I64;
          c.y.data = c.b.data);
    WRONG("reversed", LANESCAN_OK, c.options.flags = LANESCAN_REVERSE);
    WRONG("exclusive", LANESCAN_ERROR_OPTION, c.options.flags = LANESCAN_EXCLUSIVE);
    WRONG("an unknown flag", LANESCAN_ERROR_OPTION, c.options.flags = 4);
    WRONG("options of no size", LANESCAN_ERROR_OPTION, c.options.struct_size = 0);
    WRONG("an executor without a function", LANESCAN_ERROR_OPTION, c.options.executor = &unusable);
    WRONG("no elements", LANESCAN_OK, c.y.shape = c.a.shape = c.b.shape = none; c.y.data = NULL);
    const call c = right_call();
    check(lanescan_linear_recurrence(&c.a, &c.b, 0, NULL, &c.y) == LANESCAN_OK, "without options");
}

/* One line of elements that follow each other, for which most of the checks are left out when
 * nothing can be wrong. */
static call right_line(void)
{
    static const int64_t twelve[1] = { 12 };
    call c = right_call();
    c.a.ndim = c.b.ndim = c.y.ndim = 1;
    c.a.shape = c.b.shape = c.y.shape = twelve;
    c.dim = 0;
    return c;
}

#define WRONG_LINE(what, status, ...)   \
    do {                                \
        call c = right_line();          \
        __VA_ARGS__;                    \
        check_status(what, &c, status); \
    } while (0)

static void check_line_errors(void)
{
    static const int64_t shorter[1] = { 11 }, one[2] = { 1, 1 }, upright[2] = { 12, 1 };
    static const lanescan_tensor nothing;
    const lanescan_executor unusable = { .struct_size = sizeof unusable, .max_tasks = 2 };
    void *const last = (void *)(UINTPTR_MAX - 12 * sizeof(double) + 1);
    WRONG_LINE("the right line", LANESCAN_OK, (void)c);
    WRONG_LINE("no coefficients", LANESCAN_ERROR_NULL, c.of_a = &nothing);
    WRONG_LINE("no addends", LANESCAN_ERROR_NULL, c.of_b = &nothing);
    WRONG_LINE("no output", LANESCAN_ERROR_NULL, c.of_y = &nothing);
    WRONG_LINE("dim 1 of 1", LANESCAN_ERROR_DIM, c.dim = 1);
    WRONG_LINE("dim -2 of 1", LANESCAN_ERROR_DIM, c.dim = -2);
    WRONG_LINE("dim -1", LANESCAN_OK, c.dim = -1);
    WRONG_LINE("fewer coefficients", LANESCAN_ERROR_SHAPE, c.a.shape = shorter);
    WRONG_LINE("fewer addends", LANESCAN_ERROR_SHAPE, c.b.shape = shorter);
    WRONG_LINE("fewer results", LANESCAN_ERROR_SHAPE, c.y.shape = shorter);
    WRONG_LINE("coefficients of a column", LANESCAN_ERROR_SHAPE, c.a.ndim = 2; c.a.shape = upright);
    WRONG_LINE("one coefficient", LANESCAN_OK, c.a.shape = one);
    WRONG_LINE("one coefficient of two dimensions", LANESCAN_ERROR_SHAPE, c.a.ndim = 2;
               c.a.shape = one);
    WRONG_LINE("one addend", LANESCAN_OK, c.b.shape = one);
    WRONG_LINE("one coefficient without data", LANESCAN_ERROR_NULL, c.a.ndim = 0; c.a.data = NULL);
    WRONG_LINE("one coefficient of float", LANESCAN_OK, c.a.ndim = 0; c.a.dtype = LANESCAN_F32);
    WRONG_LINE("one complex coefficient", LANESCAN_ERROR_DTYPE, c.a.ndim = 0;
               c.a.dtype = LANESCAN_C128);
    WRONG_LINE("one coefficient among results", LANESCAN_ERROR_OVERLAP, c.a.ndim = 0;
               c.a.data = memory[2] + 11);
    WRONG_LINE("one coefficient, the first result", LANESCAN_ERROR_OVERLAP, c.a.ndim = 0;
               c.a.data = memory[2]);
    WRONG_LINE("one coefficient right behind", LANESCAN_OK, c.a.ndim = 0;
               c.a.data = memory[2] + 12);
    WRONG_LINE("bool", LANESCAN_ERROR_OP, c.a.dtype = c.b.dtype = c.y.dtype = LANESCAN_BOOL);
    WRONG_LINE("coefficients behind the last address", LANESCAN_ERROR_SIZE, c.a.data = last);
    WRONG_LINE("addends behind the last address", LANESCAN_ERROR_SIZE, c.b.data = last);
    WRONG_LINE("results behind the last address", LANESCAN_ERROR_SIZE, c.y.data = last);
    WRONG_LINE("in place of coefficients", LANESCAN_OK, c.y.data = c.a.data);
    WRONG_LINE("in place of addends", LANESCAN_OK, c.y.data = c.b.data);
    WRONG_LINE("over the last coefficient", LANESCAN_ERROR_OVERLAP, c.y.data = memory[0] + 11);
    WRONG_LINE("over the last addend", LANESCAN_ERROR_OVERLAP, c.y.data = memory[1] + 11);
    WRONG_LINE("reversed", LANESCAN_OK, c.options.flags = LANESCAN_REVERSE);
    WRONG_LINE("exclusive", LANESCAN_ERROR_OPTION, c.options.flags = LANESCAN_EXCLUSIVE);
    WRONG_LINE("options of no size", LANESCAN_ERROR_OPTION, c.options.struct_size = 0);
    WRONG_LINE("an executor without a function", LANESCAN_ERROR_OPTION,
               c.options.executor = &unusable);
}

int main(int argc, char **argv)
{
    check_start("recurrence_tensors", lanescan_isas()[0]);
    const size_t cases = (argc > 1 ? strtoul(argv[1], NULL, 10) : 3000) / check_scale();
    generator g = random_seeded(check_stream_seed("recurrence_tensors"));
    check_errors();
    check_line_errors();
    for (size_t i = 0; i < cases; i++)
        check_random(random_bits(&g), SMALL);
    for (size_t i = 0; i < cases / 60 + 1; i++)
        check_random(random_bits(&g), LARGE);
    for (size_t i = 0; i < cases; i++)
        check_short(random_bits(&g));
    static const int64_t lengths[] = { 1,  2,  3,  4,  5,  6,  7,  8,   9,   11,
                                       12, 16, 29, 32, 33, 64, 65, 127, 255, 257 };
    const size_t times = check_scale() > 1 ? 1 : 2;
    for (int kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < times * (sizeof lengths / sizeof *lengths); i++) {
            check_short_and_hard(random_bits(&g), LANESCAN_F32, lengths[i / times], kind);
            check_short_and_hard(random_bits(&g), LANESCAN_F64, lengths[i / times], kind);
        }
    for (size_t i = 0; i < cases / 150 + 1; i++)
        check_long(random_bits(&g), 0);
    for (int dtype = LANESCAN_I32; dtype <= LANESCAN_F64; dtype++)
        check_long(random_bits(&g), dtype);
    check_tiles_and_pieces(random_bits(&g));
    check_values(LANESCAN_F16);
    check_values(LANESCAN_BF16);
    check_values(LANESCAN_C64);
    check_values(LANESCAN_C128);
    check_one_coefficient(LANESCAN_F32);
    check_one_coefficient(LANESCAN_F64);
    check_wide(random_bits(&g), LANESCAN_F32);
    check_wide(random_bits(&g), LANESCAN_F64);
    check_hard_chunks();
    check_integer_chunks();
    check_initial();
    return check_finish();
}
