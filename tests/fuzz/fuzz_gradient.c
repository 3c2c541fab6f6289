/* Gradients of any elements: on every instruction set the bits of the portable one, of the line
 * alone, of many beside each other, from the other end, shared out, and in place; nothing else
 * written. Of lines that are forward and whole the values, MPFR as the judge. */
#include "fuzz_elements.h"

#include "gradient/line.h"
#include "harness/check.h"
#include "threads/executors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 9000, MOST_JUDGED = 300, LINES = 9, MOST_PRODUCTS = 700 };

/* What is called: the kinds that are judged, and cumsum. */
enum { OF_CUMSUM = NUM_KINDS };
static const int calls[] = { OF_CUMPROD,   OF_LOGCUMSUMEXP, OF_LOGSUMEXP, OF_RECURRENCE,
                             OF_LOGADDEXP, OF_CUMSUM,       OF_INDEX };

typedef struct case_of_gradient {
    int call, dtype, g_dtype;
    size_t n, num_g;
    bool is_exclusive, has_initial;
    _Alignas(16) char initial[LARGEST_ELEMENT];
    char *x, *b, *g; /* of x, of indices as I64, and of b n or num_g; g has num_g elements */
} case_of_gradient;

static bool is_pair(const case_of_gradient *c)
{
    return c->call < NUM_KINDS && gradient_is_pair((gradient_kind)c->call);
}

static int x_dtype(const case_of_gradient *c)
{
    return c->call == OF_INDEX ? LANESCAN_I64 : c->dtype;
}

/* How the arrays of a call lie: `lines` copies beside each other, from the other end or not. */
typedef struct way {
    const char *isa;
    size_t lines;
    bool is_reversed, is_in_place;
    const lanescan_executor *executor;
} way;

/* `count` elements at `from`, in the order of the call, to each of the lines. */
static char *laid_out(const way *w, size_t count, size_t size, const char *from)
{
    char *const to = check_alloc(count * w->lines * size + 1);
    for (size_t i = 0; i < count; i++)
        for (size_t l = 0; l < w->lines; l++)
            memcpy(to + ((w->is_reversed ? count - 1 - i : i) * w->lines + l) * size,
                   from + i * size, size);
    return to;
}

/* Indices count from the other end, too. */
static void turn_indices(const case_of_gradient *c, size_t count, char *indices)
{
    for (size_t i = 0; i < count; i++) {
        int64_t index;
        memcpy(&index, indices + i * sizeof index, sizeof index);
        index = index < 0 ? index : (int64_t)c->n - 1 - index;
        memcpy(indices + i * sizeof index, &index, sizeof index);
    }
}

typedef struct arrays {
    char *x, *b, *g, *out, *second; /* `out` may be g */
} arrays;

static lanescan_status call(const case_of_gradient *c, const way *w, const arrays *a)
{
    const int64_t lines = (int64_t)w->lines, n[2] = { (int64_t)c->n, lines },
                  num_g[2] = { (int64_t)c->num_g, lines };
    const int ndim = 2;
    const lanescan_tensor x = { a->x, c->call == OF_INDEX ? num_g : n, NULL, ndim, x_dtype(c) },
                          b = { a->b, n, NULL, ndim, c->dtype },
                          g = { a->g, num_g, NULL, ndim, c->g_dtype },
                          of_lines = { a->g, &lines, NULL, 1, c->g_dtype },
                          out = { a->out, n, NULL, ndim, c->dtype },
                          second = { a->second, n, NULL, ndim, c->dtype };
    const lanescan_options options = {
        .struct_size = sizeof options,
        .flags = (w->is_reversed ? LANESCAN_REVERSE : 0) |
                 (c->is_exclusive ? LANESCAN_EXCLUSIVE : 0),
        .initial = c->has_initial ? c->initial : NULL,
        .executor = w->executor,
    };
    const lanescan_options of_logs = { .struct_size = sizeof options, .executor = w->executor };
    const int dim = 0;
    lanescan_set_isa(w->isa);
    switch (c->call) {
    case OF_CUMSUM:
        return lanescan_scan_vjp(LANESCAN_CUMSUM, &x, dim, &options, &g, &out);
    case OF_CUMPROD:
        return lanescan_scan_vjp(LANESCAN_CUMPROD, &x, dim, &options, &g, &out);
    case OF_LOGCUMSUMEXP:
        return lanescan_scan_vjp(LANESCAN_LOGCUMSUMEXP, &x, dim, &options, &g, &out);
    case OF_INDEX:
        return lanescan_scan_index_vjp(&x, dim, &options, &g, &out);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp_vjp(&x, &dim, 1, &of_logs, &of_lines, &out);
    case OF_RECURRENCE:
        return lanescan_linear_recurrence_vjp(&x, &b, dim, &options, &g, &out, &second);
    default:
        return lanescan_logaddexp_vjp(&x, &b, &of_logs, &g, &out, &second);
    }
}

static void compare(const case_of_gradient *c, const way *w, const char *what, const char *expected,
                    const char *got)
{
    const size_t size = dtype_of(c->dtype).size;
    for (size_t i = 0; i < c->n; i++)
        for (size_t l = 0; l < w->lines; l++) {
            const size_t at = w->is_reversed ? c->n - 1 - i : i;
            if (!check(dtype_same(c->dtype, expected + i * size, got + (at * w->lines + l) * size),
                       "%s, call %d of %s, %zu lines%s%s%s: %s %zu of %zu, line %zu", w->isa,
                       c->call, dtype_of(c->dtype).name, w->lines,
                       w->is_reversed ? " backwards" : "", w->is_in_place ? " in place" : "",
                       w->executor ? " shared out" : "", what, i, c->n, l))
                return;
        }
}

/* `expected` has the gradient, or two; made here if it is not yet. */
static void check_way(const case_of_gradient *c, const way *w, char *expected, bool is_expected)
{
    const size_t size = dtype_of(c->dtype).size, bytes = c->n * size,
                 num_x = c->call == OF_INDEX ? c->num_g : c->n, x_size = dtype_of(x_dtype(c)).size,
                 g_size = dtype_of(c->g_dtype).size;
    arrays a = { .x = laid_out(w, num_x, x_size, c->x),
                 .b = laid_out(w, c->n, size, c->b),
                 .g = laid_out(w, c->call == OF_LOGSUMEXP ? 1 : c->num_g, g_size, c->g) };
    char *const out = check_alloc(w->lines * bytes + 1), *const second = check_alloc(
                                                             w->lines * bytes + 1);
    out[w->lines * bytes] = second[w->lines * bytes] = 0x5a;
    a.out = w->is_in_place ? a.g : out;
    a.second = second;
    if (c->call == OF_INDEX && w->is_reversed)
        turn_indices(c, num_x * w->lines, a.x);
    const lanescan_status status = call(c, w, &a);
    check(status == LANESCAN_OK, "%s, call %d: %s", w->isa, c->call,
          lanescan_status_string(status));
    if (!is_expected) {
        memcpy(expected, out, bytes);
        memcpy(expected + bytes, second, is_pair(c) ? bytes : 0);
    }
    compare(c, w, "gradient", expected, a.out);
    if (is_pair(c))
        compare(c, w, "second gradient", expected + bytes, second);
    check(out[w->lines * bytes] == 0x5a && second[w->lines * bytes] == 0x5a,
          "%s: something is written behind", w->isa);
    free(a.x);
    free(a.b);
    free(a.g);
    free(out);
    free(second);
}

/* Indices that a scan may give: of an element so far, none before the last; -1 first. */
static void fill_indices(fuzz_input *in, const case_of_gradient *c, char *indices)
{
    generator g = random_seeded(fuzz_byte(in));
    const size_t chance = 1 + fuzz_byte(in) % 8u;
    int64_t index = -1;
    for (size_t j = 0; j < c->num_g; j++) {
        const int64_t most = (int64_t)j - (c->is_exclusive ? 1 : 0);
        if (index < most && random_below(&g, chance) == 0)
            index += 1 + (int64_t)random_below(&g, (size_t)(most - index));
        memcpy(indices + j * sizeof index, &index, sizeof index);
    }
}

enum { FLAG_EXCLUSIVE = 1, FLAG_ONE_MORE = 2, FLAG_INITIAL = 4, FLAG_OTHER_TYPE = 8 };

static case_of_gradient choose(fuzz_input *in)
{
    case_of_gradient c = { .call = calls[fuzz_below(in, sizeof calls / sizeof calls[0])] };
    const bool is_scan = c.call == OF_CUMSUM || c.call == OF_CUMPROD || c.call == OF_LOGCUMSUMEXP,
               has_one_initial = is_scan || c.call == OF_RECURRENCE;
    c.dtype = fuzz_dtype(in, LANESCAN_LOGCUMSUMEXP);
    if (c.call == OF_INDEX && dtype_of(c.dtype).kind == KIND_COMPLEX)
        c.dtype = LANESCAN_F64;
    const uint8_t flags = fuzz_byte(in), length = fuzz_byte(in);
    c.n = 1 + (length < 230 ? length : fuzz_u16(in) % MOST_ELEMENTS);
    if (c.call == OF_CUMPROD && c.n > MOST_PRODUCTS) /* which may go one by one */
        c.n = MOST_PRODUCTS + c.n % 64;
    c.is_exclusive = (is_scan || c.call == OF_INDEX) && flags & FLAG_EXCLUSIVE;
    c.num_g = c.n + (c.is_exclusive && flags & FLAG_ONE_MORE);
    c.has_initial = has_one_initial && flags & FLAG_INITIAL;
    c.g_dtype = flags & FLAG_OTHER_TYPE ? fuzz_input_dtype(in, c.dtype) : c.dtype;
    fuzz_bytes(in, LARGEST_ELEMENT, c.initial);
    c.x = check_alloc(c.num_g * LARGEST_ELEMENT);
    c.b = check_alloc(c.n * LARGEST_ELEMENT);
    c.g = check_alloc(c.num_g * LARGEST_ELEMENT);
    if (c.call == OF_INDEX)
        fill_indices(in, &c, c.x);
    else
        fuzz_data(in, c.dtype, c.n, c.x);
    fuzz_data(in, c.g_dtype, c.num_g, c.g);
    memset(c.b, 0, c.n * LARGEST_ELEMENT);
    if (is_pair(&c))
        fuzz_data(in, c.dtype, c.n, c.b);
    return c;
}

static void judge(const case_of_gradient *c, const char *expected)
{
    const gradient_line line = {
        (gradient_kind)c->call, c->dtype, c->n, c->x, c->b, c->g, c->has_initial ? c->initial : NULL
    };
    const bool is_judged = c->call < NUM_KINDS && c->n <= MOST_JUDGED && !c->is_exclusive &&
                           c->g_dtype == c->dtype;
    if (is_judged)
        gradient_line_judge("the line", &line, expected);
}

void fuzz_one(const uint8_t *bytes, size_t size)
{
    fuzz_input in = { bytes, size };
    case_of_gradient c = choose(&in);
    executor_use use = { .kind = (executor_kind)fuzz_below(&in, EXECUTOR_THREADS),
                         .seed = fuzz_byte(&in) };
    const lanescan_executor executor = executor_of(&use, 2 + (uint32_t)fuzz_below(&in, 7));
    const bool may_be_in_place = c.num_g == c.n && c.g_dtype == c.dtype && c.call != OF_LOGSUMEXP;
    char *const expected = check_alloc(2 * c.n * LARGEST_ELEMENT);
    check_way(&c, &(way){ "generic", 1, false, false, NULL }, expected, false);
    const int ways = c.call == OF_LOGSUMEXP ? 2 : 4; /* its sum has an order */
    for (const char *const *isa = lanescan_isas(); *isa; isa++)
        for (int k = 0; k < ways; k++)
            check_way(&c,
                      &(way){ *isa, k & 1 ? LINES : 1, k & 2, k == 3 && may_be_in_place,
                              k & 1 ? &executor : NULL },
                      expected, true);
    judge(&c, expected);
    free(expected);
    free(c.x);
    free(c.b);
    free(c.g);
}
