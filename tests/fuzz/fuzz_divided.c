/* A call with an executor whose order and tasks the case chooses: the bits of the call without one,
 * and nothing else is written. Of scans, logsumexp, logaddexp and streams, with enough elements for
 * some tasks, in data that are hard for chunks and where single elements are the case's own. */
#include "fuzz_elements.h"

#include "harness/check.h"
#include "tensor/case.h"
#include "tensor/stream_case.h"
#include "threads/executors.h"
#include "threads/hard_data.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_CUTS = 8, NUM_CALLS = NUM_OPS + 3 };

/* Elements for some tasks, by what they cost. */
static size_t some_elements(fuzz_input *in, lanescan_op op, int dtype)
{
    const bool is_log = op == LANESCAN_LOGCUMSUMEXP,
               is_complex = dtype_of(dtype).kind == KIND_COMPLEX;
    const size_t least = is_log && is_complex ? 3000 : is_log ? 20000 : 60000;
    return least + (fuzz_u16(in) & 0x7fff);
}

static executor_use choose_executor(fuzz_input *in)
{
    const executor_kind kind = (executor_kind)fuzz_below(in, NUM_EXECUTORS);
    return (executor_use){ .kind = kind, .seed = fuzz_u16(in) };
}

static uint32_t choose_tasks(fuzz_input *in)
{
    return 2 + (uint32_t)fuzz_below(in, 30);
}

static void use_any_set(fuzz_input *in)
{
    size_t sets = 0;
    while (lanescan_isas()[sets])
        sets++;
    lanescan_set_isa(lanescan_isas()[(size_t)fuzz_byte(in) % sets]);
}

static void fill(fuzz_input *in, int dtype, size_t n, char *elements)
{
    const size_t size = dtype_of(dtype).size;
    const int kind = fuzz_below(in, NUM_HARD_KINDS);
    generator g = random_seeded(fuzz_byte(in));
    double *const x = check_alloc(2 * n * sizeof *x);
    hard_fill((hard_kind)kind, &g, n, x);
    hard_fill((hard_kind)kind, &g, n, x + n);
    for (size_t i = 0; i < n; i++) {
        const bool is_complex = dtype_of(dtype).kind == KIND_COMPLEX;
        number_write(dtype, elements + i * size,
                     (number){ is_complex ? KIND_COMPLEX : KIND_FLOAT, 0, x[i], x[n + i] });
    }
    for (int count = fuzz_below(in, 24); count && n; count--) {
        const size_t place = (fuzz_u16(in) | (size_t)fuzz_byte(in) << 16) % n;
        fuzz_bytes(in, size, elements + place * size);
    }
    free(x);
}

/* The same bits, also between the elements; a NaN equals any other. */
static void compare(const char *what, const region *shared, const char *serial)
{
    const size_t size = dtype_of(shared->dtype).size;
    bool is_same = memcmp(shared->memory, serial, shared->bytes) == 0;
    size_t at = 0;
    while (!is_same && at < shared->bytes / size &&
           dtype_same(shared->dtype, shared->memory + at * size, serial + at * size))
        at++;
    is_same = is_same || at == shared->bytes / size;
    check(is_same, "%s: element %zu of the memory differs from the serial call's", what, at);
}

/* ---- scans ---- */

/* Lines in one of the dimensions of two or three, or what fuzz_shape makes. */
static void choose_shape(fuzz_input *in, tensor_case *c)
{
    static const int64_t counts[] = { 1, 2, 3, 7, 65, 1000 };
    const int64_t most = (int64_t)some_elements(in, c->op, c->dtype);
    const uint8_t kind = fuzz_byte(in);
    const int64_t lines = counts[kind / 4 % 6], n = most / lines;
    switch (kind % 4) {
    case 0:
        c->input.ndim = 2;
        memcpy(c->input.shape, ((const int64_t[]){ lines, n }), 2 * sizeof n);
        c->dim = 1;
        break;
    case 1:
        c->input.ndim = 2;
        memcpy(c->input.shape, ((const int64_t[]){ n, lines }), 2 * sizeof n);
        break;
    case 2:
        c->input.ndim = 3;
        memcpy(c->input.shape, ((const int64_t[]){ lines, n / 5, 5 }), 3 * sizeof n);
        c->dim = -2;
        break;
    default:
        fuzz_shape(in, &c->input, most);
        c->dim = c->input.ndim ? fuzz_below(in, c->input.ndim) : 0;
        break;
    }
}

enum {
    FLAG_REVERSE = 1,
    FLAG_EXCLUSIVE = 2,
    FLAG_ONE_MORE = 4,
    FLAG_INITIAL = 8,
    FLAG_IN_PLACE = 16,
    FLAG_INDEX = 32
};

static void choose_case(fuzz_input *in, tensor_case *c)
{
    c->dtype = fuzz_dtype(in, c->op);
    c->input_dtype = fuzz_input_dtype(in, c->dtype);
    const uint8_t flags = fuzz_byte(in);
    choose_shape(in, c);
    c->flags = (flags & FLAG_REVERSE ? LANESCAN_REVERSE : 0) |
               (flags & FLAG_EXCLUSIVE ? LANESCAN_EXCLUSIVE : 0);
    c->has_initial = flags & FLAG_INITIAL;
    c->with_index = op_has_index(c->op) && flags & FLAG_INDEX;
    c->one_more = flags & FLAG_EXCLUSIVE && c->input.ndim && flags & FLAG_ONE_MORE;
    c->in_place = !c->one_more && c->input_dtype == c->dtype && flags & FLAG_IN_PLACE;
    c->output = c->input;
    fuzz_strides(in, &c->input, !c->in_place);
    if (c->in_place)
        c->output = c->input;
    c->output.shape[tensor_case_dim(c)] += c->one_more;
    c->indices = c->output;
    if (!c->in_place)
        fuzz_strides(in, &c->output, false);
    fuzz_strides(in, &c->indices, false);
}

static void scan(fuzz_input *in, lanescan_op op)
{
    tensor_case c = { .op = op };
    unsigned char initial[LARGEST_ELEMENT];
    char text[CASE_TEXT];
    executor_use use = choose_executor(in);
    const lanescan_executor executor = executor_of(&use, choose_tasks(in));
    use_any_set(in);
    choose_case(in, &c);
    fuzz_bytes(in, sizeof initial, initial);
    region input = region_new(&c.input, c.input_dtype),
           indices = region_new(&c.indices, LANESCAN_I64),
           output = c.in_place ? input : region_new(&c.output, c.dtype);
    fill(in, c.input_dtype, (size_t)c.input.elements, input.before);
    char *const serial = check_alloc(output.bytes), *const serial_index = check_alloc(
                                                        indices.bytes);
    for (int pass = 0; pass < 2; pass++) {
        c.executor = pass ? &executor : NULL;
        region_reset(&input);
        region_reset(&output);
        region_reset(&indices);
        check(tensor_case_call(&c, c.has_initial ? initial : NULL, input.memory, output.memory,
                               indices.memory) == LANESCAN_OK,
              "%s: a status", tensor_case_text(text, &c));
        if (pass)
            break;
        memcpy(serial, output.memory, output.bytes);
        memcpy(serial_index, indices.memory, indices.bytes);
    }
    tensor_case_text(text, &c);
    compare(text, &output, serial);
    compare(text, &indices, serial_index);
    check(c.in_place || memcmp(input.memory, input.before, input.bytes) == 0,
          "%s: its input has changed", text);
    free(serial);
    free(serial_index);
    region_free(&indices);
    if (!c.in_place)
        region_free(&output);
    region_free(&input);
}

/* ---- logsumexp and logaddexp ---- */

typedef struct log_call {
    bool is_pair;
    int dims[2], num_dims;
    lanescan_tensor a, b;
} log_call;

static lanescan_status call_log(const log_call *c, const lanescan_executor *executor,
                                const lanescan_tensor *y)
{
    const lanescan_options options = { .struct_size = sizeof options, .executor = executor };
    return c->is_pair ? lanescan_logaddexp(&c->a, &c->b, &options, y)
                      : lanescan_logsumexp(&c->a, c->dims, c->num_dims, &options, y);
}

static lanescan_tensor tensor_of(const layout *l, int dtype, char *memory)
{
    return (lanescan_tensor){ memory + l->offset * (int64_t)dtype_of(dtype).size, l->shape,
                              l->no_strides ? NULL : l->strides, l->ndim, dtype };
}

/* Three dimensions; of the second operand of logaddexp any may be repeated. */
static void log_of(fuzz_input *in, bool is_pair)
{
    executor_use use = choose_executor(in);
    const lanescan_executor executor = executor_of(&use, choose_tasks(in));
    use_any_set(in);
    const int dtype = fuzz_dtype(in, LANESCAN_LOGCUMSUMEXP), from = fuzz_input_dtype(in, dtype);
    const int64_t elements = (int64_t)some_elements(in, LANESCAN_LOGCUMSUMEXP, dtype);
    const uint8_t choice = fuzz_byte(in);
    const int64_t outer = 1 + choice % 8, inner = 1 + fuzz_byte(in) % 70,
                  n = elements / outer / inner;
    layout x = { .ndim = 3, .shape = { outer, n, inner } }, other = x, y = x;
    log_call c = { .is_pair = is_pair };
    for (int d = 0; d < 3; d++) {
        const bool is_chosen = choice >> (3 + d) & 1;
        if (is_pair && is_chosen)
            other.shape[d] = 1;
        if (!is_pair && is_chosen && c.num_dims < 2)
            c.dims[c.num_dims++] = d;
    }
    if (!is_pair && c.num_dims == 0)
        c.dims[c.num_dims++] = 1;
    for (int i = 0; i < c.num_dims; i++)
        y.shape[c.dims[i]] = 1;
    fuzz_strides(in, &x, true);
    fuzz_strides(in, &other, true);
    fuzz_strides(in, &y, false);
    region a = region_new(&x, from), b = region_new(&other, dtype), out = region_new(&y, dtype);
    fill(in, from, (size_t)x.elements, a.before);
    fill(in, dtype, (size_t)other.elements, b.before);
    region_reset(&a);
    region_reset(&b);
    c.a = tensor_of(&x, from, a.memory);
    c.b = tensor_of(&other, dtype, b.memory);
    const lanescan_tensor result = tensor_of(&y, dtype, out.memory);
    region_reset(&out);
    check(call_log(&c, NULL, &result) == LANESCAN_OK, "a serial log-sum-exp: a status");
    char *const serial = check_alloc(out.bytes);
    memcpy(serial, out.memory, out.bytes);
    region_reset(&out);
    check(call_log(&c, &executor, &result) == LANESCAN_OK, "a divided log-sum-exp: a status");
    compare(is_pair ? "logaddexp" : "logsumexp", &out, serial);
    free(serial);
    region_free(&out);
    region_free(&b);
    region_free(&a);
}

/* ---- streams ---- */

static int by_size(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

static void stream(fuzz_input *in)
{
    stream_case s = { .op = (lanescan_op)fuzz_below(in, NUM_OPS) };
    executor_use use = choose_executor(in);
    const lanescan_executor executor = executor_of(&use, choose_tasks(in));
    size_t cuts[MOST_CUTS];
    uint8_t isas[MOST_CUTS + 1];
    s.dtype = fuzz_dtype(in, s.op);
    s.n = some_elements(in, s.op, s.dtype);
    const uint8_t flags = fuzz_byte(in);
    s.exclusive = flags & 1;
    s.has_initial = flags & 2;
    const size_t count = (size_t)fuzz_below(in, MOST_CUTS + 1);
    for (size_t i = 0; i < count; i++) {
        const size_t cut = fuzz_u16(in) * (s.n + 1) >> 16;
        cuts[i] = flags & 8 ? cut / 4096 * 4096 : cut;
    }
    fuzz_bytes(in, sizeof isas, isas);
    qsort(cuts, count, sizeof cuts[0], by_size);
    fuzz_bytes(in, dtype_of(s.dtype).size, s.initial);
    s.x = check_alloc(s.n * dtype_of(s.dtype).size);
    s.expected = check_alloc((s.n + 1) * dtype_of(s.dtype).size);
    fill(in, s.dtype, s.n, s.x);
    lanescan_set_isa("generic");
    stream_case_expect(&s);
    s.executor = &executor;
    stream_case_check(&s, cuts, count, isas, flags & 4);
    free(s.x);
    free(s.expected);
}

void fuzz_one(const uint8_t *bytes, size_t size)
{
    fuzz_input in = { bytes, size };
    const int call = fuzz_below(&in, NUM_CALLS);
    if (call < NUM_OPS)
        scan(&in, (lanescan_op)call);
    else if (call < NUM_OPS + 2)
        log_of(&in, call > NUM_OPS);
    else
        stream(&in);
}
