#include "golden/golden.h"
#ifndef LANESCAN_WITHOUT_TENSORS

#include "golden/dtype.h"
#include "golden/mix.h"
#include "golden/random.h"
#include "lanes/sets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LONGEST = 4096 + 150,
    BEFORE = 3, /* the shape of the tensors that are scanned along the middle */
    ALONG = 70,
    AFTER = 5,
    NUM_KINDS = 4
};

static _Alignas(16) unsigned char input[LONGEST * LARGEST_ELEMENT],
    second[LONGEST * LARGEST_ELEMENT], output[LONGEST * LARGEST_ELEMENT];
static int64_t indices[LONGEST];

/* The first thing that went wrong with the number that is being made; NULL: nothing. */
static const char *wrong;

static void expect(bool holds, const char *otherwise)
{
    if (!holds && !wrong)
        wrong = otherwise;
}

static void succeed(lanescan_status status)
{
    expect(status == LANESCAN_OK, lanescan_status_string(status));
}

/* ---- data: each draw is a statement, for compilers order the operands of one as they like ---- */

static double draw(unsigned kind, generator *g)
{
    static const double special[] = { INFINITY, -INFINITY, NAN,  0,     -0.0,
                                      65504,    3.4e38,    6e-8, 1e-40, -1e308 };
    const double normal = random_normal(g);
    const size_t choice = random_below(g, 400);
    switch (kind) {
    case 0: /* ties, zeros */
        return (double)(choice % 9) - 4;
    case 1:
        return 3 * normal;
    case 2: /* products stay in range */
        return choice % 2 ? 1 + normal / 16 : -1 + normal / 16;
    default:
        return choice < 10 ? special[choice] : 40 * normal;
    }
}

static void fill(unsigned kind, uint64_t seed, int dtype, size_t n, unsigned char *elements)
{
    const dtype_info info = dtype_of(dtype);
    generator g = random_seeded(seed * 64 + kind);
    for (size_t i = 0; i < n; i++) {
        const double re = draw(kind, &g);
        const double im = info.kind == KIND_COMPLEX ? draw(kind, &g) : 0;
        const number value = { info.kind == KIND_COMPLEX ? KIND_COMPLEX : KIND_FLOAT, 0, re, im };
        number_write(dtype, elements + i * info.size, value);
    }
}

/* ---- hashes ---- */

/* Any NaN is the same. */
static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7ff8000000000000u : bits;
}

static uint64_t hash_elements(uint64_t hash, int dtype, size_t n, const unsigned char *elements)
{
    const dtype_info info = dtype_of(dtype);
    for (size_t i = 0; i < n; i++) {
        const number value = number_read(dtype, elements + i * info.size);
        const bool is_whole = info.kind != KIND_FLOAT && info.kind != KIND_COMPLEX;
        hash = golden_mix(hash, is_whole ? value.integer : bits_of(value.re));
        if (info.kind == KIND_COMPLEX)
            hash = golden_mix(hash, bits_of(value.im));
    }
    return hash;
}

static lanescan_tensor tensor(void *data, const int64_t *shape, int32_t ndim, int dtype)
{
    return (lanescan_tensor){ .data = data, .shape = shape, .ndim = ndim, .dtype = dtype };
}

static const int64_t line_shape[1] = { LONGEST }, box_shape[3] = { BEFORE, ALONG, AFTER };

/* One long line, or the middle dimension of a box. */
static uint64_t hash_scan(uint64_t hash, lanescan_op op, int from, int to, uint32_t flags,
                          bool is_line)
{
    const int64_t *const shape = is_line ? line_shape : box_shape;
    const int32_t ndim = is_line ? 1 : 3;
    const size_t n = is_line ? LONGEST : BEFORE * ALONG * AFTER;
    const lanescan_tensor x = tensor(input, shape, ndim, from), y = tensor(output, shape, ndim, to),
                          index = tensor(indices, shape, ndim, LANESCAN_I64);
    const lanescan_options options = { .struct_size = sizeof options, .flags = flags };
    const bool has_index = op_has_index(op) && !(flags & LANESCAN_EXCLUSIVE);
    const lanescan_status status = has_index ? lanescan_scan_index(op, &x, is_line ? 0 : 1,
                                                                   &options, &y, &index)
                                             : lanescan_scan(op, &x, is_line ? 0 : 1, &options, &y);
    succeed(status);
    for (size_t i = 0; has_index && i < n; i++)
        hash = golden_mix(hash, (uint64_t)indices[i]);
    return hash_elements(hash, to, n, output);
}

static uint64_t hash_scans(int op, int to)
{
    uint64_t hash = 0;
    for (int from = 0; from < NUM_DTYPES; from++) {
        if (!dtype_converts(from, to))
            continue;
        for (unsigned kind = 0; kind < NUM_KINDS; kind++) {
            fill(kind, 1 + (uint64_t)from, from, LONGEST, input);
            hash = hash_scan(hash, (lanescan_op)op, from, to, 0, false);
            hash = hash_scan(hash, (lanescan_op)op, from, to, LANESCAN_REVERSE | LANESCAN_EXCLUSIVE,
                             false);
            if (from == to)
                hash = hash_scan(hash, (lanescan_op)op, from, to, 0, true);
        }
    }
    return hash;
}

static uint64_t hash_logs(int is_reduction, int dtype)
{
    static const int64_t reduced_shape[2] = { BEFORE, AFTER };
    static const int middle = 1;
    uint64_t hash = 0;
    for (unsigned kind = 0; kind < NUM_KINDS; kind++) {
        fill(kind, 100, dtype, LONGEST, input);
        fill(kind, 200, dtype, LONGEST, second);
        const lanescan_tensor x = tensor(input, box_shape, 3, dtype),
                              b = tensor(second, box_shape, 3, dtype),
                              all = tensor(output, box_shape, 3, dtype),
                              reduced = tensor(output, reduced_shape, 2, dtype);
        const lanescan_status status = is_reduction
                                           ? lanescan_logsumexp(&x, &middle, 1, NULL, &reduced)
                                           : lanescan_logaddexp(&x, &b, NULL, &all);
        succeed(status);
        hash = hash_elements(hash, dtype, BEFORE * AFTER * (is_reduction ? 1 : (size_t)ALONG),
                             output);
    }
    return hash;
}

/* Coefficients of the kind whose products stay in range, and of the others, along the line and the
 * box's middle, each way; a row of them for all lines. */
static uint64_t hash_recurrences(int what, int dtype)
{
    (void)what;
    static const int64_t along_shape[2] = { ALONG, 1 };
    const size_t in_box = BEFORE * ALONG * AFTER;
    uint64_t hash = 0;
    for (unsigned kind = 0; kind < NUM_KINDS; kind++) {
        fill(kind, 300, dtype, LONGEST, input);
        fill(kind, 400, dtype, LONGEST, second);
        const lanescan_options options = { .struct_size = sizeof options,
                                           .flags = kind % 2 ? LANESCAN_REVERSE : 0,
                                           .initial = kind < 2 ? NULL : second };
        const lanescan_tensor a = tensor(input, box_shape, 3, dtype),
                              b = tensor(second, box_shape, 3, dtype),
                              same = tensor(input, along_shape, 2, dtype),
                              y = tensor(output, box_shape, 3, dtype),
                              a_line = tensor(input, line_shape, 1, dtype),
                              b_line = tensor(second, line_shape, 1, dtype),
                              y_line = tensor(output, line_shape, 1, dtype);
        succeed(lanescan_linear_recurrence(&a, &b, 1, &options, &y));
        hash = hash_elements(hash, dtype, in_box, output);
        succeed(lanescan_linear_recurrence(&same, &b, 1, &options, &y));
        hash = hash_elements(hash, dtype, in_box, output);
        succeed(lanescan_linear_recurrence(&a_line, &b_line, 0, &options, &y_line));
        hash = hash_elements(hash, dtype, LONGEST, output);
    }
    return hash;
}

/* LANESCAN_WITHOUT_<name> is 1, or not defined. */
#define IS_LEFT_OUT(name) (false LANESCAN_IF_ONE(LANESCAN_WITHOUT_##name, || true))

/* Gradients along the line, and the box's middle: of scans, by indices that a line's own cummax
 * has, of logsumexp and logaddexp. */
typedef enum golden_gradient {
    GRADIENT_CUMSUM,
    GRADIENT_CUMPROD,
    GRADIENT_LOGCUMSUMEXP,
    GRADIENT_LOGSUMEXP,
    GRADIENT_LOGADDEXP,
    GRADIENT_RECURRENCE,
    GRADIENT_CUMMAX,
    NUM_GRADIENTS
} golden_gradient;

static lanescan_status gradient_of(int which, bool is_line, const lanescan_options *options,
                                   int dtype)
{
    static const int64_t reduced_shape[2] = { BEFORE, AFTER };
    const int64_t *const shape = is_line ? line_shape : box_shape;
    const int32_t ndim = is_line ? 1 : 3;
    const int middle = is_line ? 0 : 1;
    const lanescan_tensor x = tensor(input, shape, ndim, dtype),
                          g = tensor(second, shape, ndim, dtype),
                          index = tensor(indices, shape, ndim, LANESCAN_I64),
                          of_reduced = tensor(second, reduced_shape, is_line ? 0 : 2, dtype),
                          out = tensor(output, shape, ndim, dtype);
    const lanescan_options without_flags = { .struct_size = sizeof without_flags,
                                             .initial = options ? options->initial : NULL };
    lanescan_status status;
    switch (which) {
    case GRADIENT_RECURRENCE: /* of coefficients and addends that are the results */
        return lanescan_linear_recurrence_vjp(&x, &g, middle, &without_flags, &g, &out, NULL);
    case GRADIENT_CUMSUM:
        return lanescan_scan_vjp(LANESCAN_CUMSUM, &x, middle, options, &g, &out);
    case GRADIENT_CUMPROD:
        return lanescan_scan_vjp(LANESCAN_CUMPROD, &x, middle, options, &g, &out);
    case GRADIENT_LOGCUMSUMEXP:
        return lanescan_scan_vjp(LANESCAN_LOGCUMSUMEXP, &x, middle, options, &g, &out);
    case GRADIENT_LOGSUMEXP:
        return lanescan_logsumexp_vjp(&x, &middle, 1, NULL, &of_reduced, &out);
    case GRADIENT_LOGADDEXP:
        return lanescan_logaddexp_vjp(&x, &g, NULL, &g, NULL, &out);
    default:
        status = LANESCAN_OK;
        if (!IS_LEFT_OUT(GRADIENTS))
            status = lanescan_scan_index(LANESCAN_CUMMAX, &x, middle, options, &out, &index);
        return status ? status : lanescan_scan_index_vjp(&index, middle, options, &g, &out);
    }
}

static uint64_t hash_gradients(int which, int dtype)
{
    uint64_t hash = 0;
    for (unsigned kind = 0; kind < NUM_KINDS; kind++) {
        fill(kind, 500, dtype, LONGEST, input);
        fill(kind, 600, dtype, LONGEST, second);
        for (uint32_t flags = 0; flags < 4; flags++) {
            const lanescan_options options = { .struct_size = sizeof options,
                                               .flags = flags,
                                               .initial = flags == 1 ? second : NULL };
            for (int is_line = 0; is_line < 2; is_line++) {
                succeed(gradient_of(which, is_line, &options, dtype));
                hash = hash_elements(hash, dtype, is_line ? LONGEST : BEFORE * ALONG * AFTER,
                                     output);
            }
        }
    }
    return hash;
}

static lanescan_status scan_box(int op, int dtype)
{
    const lanescan_tensor x = tensor(input, box_shape, 3, dtype),
                          y = tensor(output, box_shape, 3, dtype);
    static const int64_t none[1] = { 0 };
    const lanescan_tensor nothing = tensor(NULL, none, 1, dtype);
    const lanescan_status status = lanescan_scan((lanescan_op)op, &nothing, 0, NULL, &nothing);
    lanescan_stream s;
    expect(lanescan_stream_begin(&s, (lanescan_op)op, (lanescan_dtype)dtype, NULL) == status,
           "a stream is refused otherwise than a tensor");
    return status == LANESCAN_OK ? status : lanescan_scan((lanescan_op)op, &x, 1, NULL, &y);
}

static lanescan_status log_of_box(int is_reduction, int dtype)
{
    static const int middle = 1;
    static const int64_t reduced_shape[2] = { BEFORE, AFTER };
    const lanescan_tensor x = tensor(input, box_shape, 3, dtype),
                          y = tensor(output, box_shape, 3, dtype),
                          reduced = tensor(output, reduced_shape, 2, dtype);
    return is_reduction ? lanescan_logsumexp(&x, &middle, 1, NULL, &reduced)
                        : lanescan_logaddexp(&x, &x, NULL, &y);
}

static lanescan_status recurrence_of_box(int what, int dtype)
{
    const lanescan_tensor x = tensor(input, box_shape, 3, dtype),
                          y = tensor(output, box_shape, 3, dtype);
    (void)what;
    return lanescan_linear_recurrence(&x, &x, 1, NULL, &y);
}

static lanescan_status gradient_of_box(int which, int dtype)
{
    return gradient_of(which, false, NULL, dtype);
}

/* A function: how it is hashed, and one call of it, for where it is left out. */
typedef struct subject {
    const char *name;
    bool is_left_out;
    int what;
    uint64_t (*hash)(int what, int dtype);
    lanescan_status (*call)(int what, int dtype);
} subject;

/* What a build leaves out says so, of no elements too, and writes nothing. */
static void expect_refusal(const subject *s, int dtype)
{
    bool is_untouched = true;
    memset(output, 0, sizeof output);
    expect(s->call(s->what, dtype) == LANESCAN_ERROR_NOT_BUILT, "left out, but not refused");
    for (size_t i = 0; i < sizeof output; i++)
        is_untouched &= output[i] == 0;
    expect(is_untouched, "left out, but writes");
}

static void take_type(golden_take *take, const subject *s, int dtype)
{
    const bool is_left_out = s->is_left_out ||
                             (dtype_of(dtype).kind == KIND_COMPLEX && IS_LEFT_OUT(COMPLEX));
    char name[64];
    uint64_t hash = 0;
    wrong = NULL;
    if (is_left_out)
        expect_refusal(s, dtype);
    else
        hash = s->hash(s->what, dtype);
    snprintf(name, sizeof name, "%s_%s", s->name, dtype_of(dtype).name);
    if (!is_left_out || wrong)
        take(name, hash, wrong);
}

static void take_gradients(golden_take *take)
{
    static const struct {
        const char *name;
        bool is_left_out;
    } gradients[NUM_GRADIENTS] = {
        [GRADIENT_CUMSUM] = { "cumsum_gradient", IS_LEFT_OUT(CUMSUM) },
        [GRADIENT_CUMPROD] = { "cumprod_gradient",
                               IS_LEFT_OUT(CUMPROD) || IS_LEFT_OUT(LINEAR_RECURRENCE) },
        [GRADIENT_LOGCUMSUMEXP] = { "logcumsumexp_gradient",
                                    IS_LEFT_OUT(LOGCUMSUMEXP) || IS_LEFT_OUT(CUMSUM) },
        [GRADIENT_LOGSUMEXP] = { "logsumexp_gradient",
                                 IS_LEFT_OUT(LOGSUMEXP) || IS_LEFT_OUT(CUMSUM) },
        [GRADIENT_LOGADDEXP] = { "logaddexp_gradient", IS_LEFT_OUT(LOGADDEXP) },
        [GRADIENT_RECURRENCE] = { "linear_recurrence_gradient", IS_LEFT_OUT(LINEAR_RECURRENCE) },
        [GRADIENT_CUMMAX] = { "cummax_gradient", IS_LEFT_OUT(CUMMAX) },
    };
    for (int which = 0; which < NUM_GRADIENTS; which++) {
        const subject s = { gradients[which].name,
                            gradients[which].is_left_out || IS_LEFT_OUT(GRADIENTS), which,
                            hash_gradients, gradient_of_box };
        const int end = which == GRADIENT_CUMMAX ? LANESCAN_C64 : NUM_DTYPES;
        for (int dtype = LANESCAN_F16; dtype < end; dtype++)
            take_type(take, &s, dtype);
    }
}

void golden_tensors(golden_take *take)
{
    static const subject scans[NUM_OPS] = {
#define OPERATION(op, name, text, identity, integers) \
    [LANESCAN_##op] = { #name, IS_LEFT_OUT(op), LANESCAN_##op, hash_scans, scan_box },
#include "ops/ops.def"
    };
    static const subject logs[] = {
        { "logsumexp", IS_LEFT_OUT(LOGSUMEXP), true, hash_logs, log_of_box },
        { "logaddexp", IS_LEFT_OUT(LOGADDEXP), false, hash_logs, log_of_box },
    };
    static const subject recurrence = { "linear_recurrence", IS_LEFT_OUT(LINEAR_RECURRENCE), 0,
                                        hash_recurrences, recurrence_of_box };
    for (int op = 0; op < NUM_OPS; op++)
        for (int to = 0; to < NUM_DTYPES; to++)
            if (op_is_defined((lanescan_op)op, to))
                take_type(take, &scans[op], to);
    for (int dtype = LANESCAN_F16; dtype < NUM_DTYPES; dtype++)
        for (int i = 0; i < 2; i++)
            take_type(take, &logs[i], dtype);
    for (int dtype = LANESCAN_U8; dtype < NUM_DTYPES; dtype++)
        take_type(take, &recurrence, dtype);
    take_gradients(take);
}
#else
typedef int without_tensors; /* a unit is not empty */
#endif
