#include "calls.h"

#include "harness/check.h"
#include "harness/line_calls.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 40, COLUMNS = 70, LINE = 777 };

/* ---- the functions on lines ---- */

static int line_dtype(const char *name)
{
    const char *const type = name + strlen(name) - 3;
    return strcmp(type, "f32") == 0   ? LANESCAN_F32
           : strcmp(type, "f64") == 0 ? LANESCAN_F64
           : strcmp(type, "i32") == 0 ? LANESCAN_I32
                                      : LANESCAN_I64;
}

/* ---- the functions on tensors and streams ---- */

typedef enum way {
    ALONG,     /* contiguous lines */
    REVERSED,  /* the same from their ends */
    ACROSS,    /* many lines side by side, from another type */
    BACKWARDS, /* strides, reverse, exclusive, initial value, total; indices where there are any */
    PIECES,    /* a stream */
    REDUCTION, /* logsumexp */
    BINARY,    /* logaddexp */
    ONE_LINE,  /* a scan of few elements; indices where there are any */
    TWO_LINES, /* logaddexp of few elements, */
    SUM_OF_LINE,        /* logsumexp of them, */
    RECURRENCE_OF_LINE, /* and a linear recurrence */
    RECURRENCE,         /* linear recurrences along contiguous lines, */
    RECURRENCE_ACROSS,  /* and of many lines side by side, from other types */
    GRADIENT,           /* those of scans, indices and recurrences along contiguous lines, */
    GRADIENT_ACROSS,    /* of scans of lines side by side, from another type, */
    GRADIENT_OF_LOGS,   /* of logsumexp, */
    GRADIENT_OF_PAIRS,  /* of logaddexp, */
    GRADIENT_OF_RECURRENCE,
    NUM_WAYS
} way;

static const char *const way_names[NUM_WAYS] = { "along",
                                                 "reversed",
                                                 "across",
                                                 "backwards",
                                                 "pieces",
                                                 "logsumexp",
                                                 "logaddexp",
                                                 "one line",
                                                 "logaddexp of lines",
                                                 "logsumexp of a line",
                                                 "recurrence of a line",
                                                 "recurrence",
                                                 "recurrence across",
                                                 "gradient",
                                                 "gradient across",
                                                 "gradient of logsumexp",
                                                 "gradient of logaddexp",
                                                 "gradient of recurrence" };

typedef struct tensor_call {
    way way;
    lanescan_op op;
    int dtype;
} tensor_call;

static bool is_call(const tensor_call *c)
{
    if (c->way >= GRADIENT && c->dtype != LANESCAN_F32 && c->dtype != LANESCAN_F64 &&
        c->dtype != LANESCAN_C128)
        return false;
    if (c->way == GRADIENT_ACROSS && op_has_index(c->op))
        return false;
    if (c->way > GRADIENT_ACROSS)
        return c->op == LANESCAN_LOGCUMSUMEXP;
    if (c->way == REDUCTION || c->way == BINARY || c->way == TWO_LINES || c->way == SUM_OF_LINE)
        return c->op == LANESCAN_LOGCUMSUMEXP && op_is_defined(c->op, c->dtype);
    if (c->way == RECURRENCE || c->way == RECURRENCE_ACROSS || c->way == RECURRENCE_OF_LINE)
        return c->op == LANESCAN_CUMSUM && op_is_defined(c->op, c->dtype);
    return op_is_defined(c->op, c->dtype);
}

/* Call number `call`, counted after the lines; false past the last. */
static bool tensor_call_at(size_t call, tensor_call *found)
{
    for (int w = 0; w < NUM_WAYS; w++)
        for (int op = 0; op < NUM_OPS; op++)
            for (int dtype = 0; dtype < NUM_DTYPES; dtype++) {
                *found = (tensor_call){ (way)w, (lanescan_op)op, dtype };
                if (is_call(found) && call-- == 0)
                    return true;
            }
    return false;
}

static void *elements(const call_data *data, int dtype)
{
    return (void *)(uintptr_t)data->input[dtype]; /* a tensor's data are not const */
}

static lanescan_status scan_backwards(const tensor_call *c, const call_data *data, char *output)
{
    const int64_t shape[2] = { ROWS, COLUMNS }, longer[2] = { ROWS + 1, COLUMNS };
    const int64_t strides[2] = { -COLUMNS, 1 }, transposed[2] = { 1, ROWS + 1 };
    const size_t size = dtype_of(c->dtype).size;
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = LANESCAN_REVERSE | LANESCAN_EXCLUSIVE,
                                       .initial = data->second[c->dtype] };
    const lanescan_tensor x = { (char *)elements(data, c->dtype) + (ROWS - 1) * COLUMNS * size,
                                shape, strides, 2, c->dtype };
    const lanescan_tensor y = { output, longer, transposed, 2, c->dtype };
    const lanescan_tensor index = { output + CALL_BYTES, longer, NULL, 2, LANESCAN_I64 };
    return op_has_index(c->op) ? lanescan_scan_index(c->op, &x, 0, &options, &y, &index)
                               : lanescan_scan(c->op, &x, 0, &options, &y);
}

static lanescan_status call_line(const tensor_call *c, const call_data *data, char *output)
{
    const int64_t shape[1] = { LINE };
    const lanescan_tensor x = { elements(data, c->dtype), shape, NULL, 1, c->dtype };
    const lanescan_tensor second = { (void *)(uintptr_t)data->second[c->dtype], shape, NULL, 1,
                                     c->dtype };
    const lanescan_tensor y = { output, shape, NULL, 1, c->dtype };
    const lanescan_tensor sum = { output, NULL, NULL, 0, c->dtype };
    const lanescan_tensor index = { output + CALL_BYTES, shape, NULL, 1, LANESCAN_I64 };
    if (c->way == TWO_LINES)
        return lanescan_logaddexp(&x, &second, NULL, &y);
    if (c->way == SUM_OF_LINE)
        return lanescan_logsumexp(&x, NULL, 0, NULL, &sum);
    if (c->way == RECURRENCE_OF_LINE)
        return lanescan_linear_recurrence(&second, &x, 0, NULL, &y);
    return op_has_index(c->op) ? lanescan_scan_index(c->op, &x, 0, NULL, &y, &index)
                               : lanescan_scan(c->op, &x, 0, NULL, &y);
}

static lanescan_status scan_pieces(const tensor_call *c, const call_data *data, char *output)
{
    static const size_t pieces[] = { 1, 30, 0, 33, 1000, 5, CALL_ELEMENTS - 1069 };
    const size_t size = dtype_of(c->dtype).size;
    const char *x = elements(data, c->dtype);
    lanescan_stream stream;
    lanescan_status status = lanescan_stream_begin(&stream, c->op, (lanescan_dtype)c->dtype, NULL);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0] && !status; i++) {
        status = lanescan_stream_push(&stream, pieces[i], x, output);
        x += pieces[i] * size;
        output += pieces[i] * size;
    }
    return status ? status : lanescan_stream_total(&stream, output);
}

/* Of extremes the indices are the scan's, before the gradient. */
static lanescan_status call_gradient(const tensor_call *c, const call_data *data, char *output)
{
    static const lanescan_options reverse = { .struct_size = sizeof reverse,
                                              .flags = LANESCAN_REVERSE };
    const int64_t shape[2] = { ROWS, COLUMNS };
    const int last = 1, other = c->dtype == LANESCAN_F32 ? LANESCAN_F64 : LANESCAN_F32;
    void *const second = (void *)(uintptr_t)data->second[c->dtype];
    const lanescan_tensor x = { elements(data, c->dtype), shape, NULL, 2, c->dtype },
                          converted = { elements(data, other), shape, NULL, 2, other },
                          g = { second, shape, NULL, 2, c->dtype },
                          of_lines = { second, shape, NULL, 1, c->dtype },
                          y = { output, shape, NULL, 2, c->dtype },
                          index = { output + CALL_BYTES, shape, NULL, 2, LANESCAN_I64 };
    lanescan_status status;
    switch (c->way) {
    case GRADIENT:
        if (!op_has_index(c->op))
            return lanescan_scan_vjp(c->op, &x, 1, &reverse, &g, &y);
        status = lanescan_scan_index(c->op, &x, 1, &reverse, &y, &index);
        return status ? status : lanescan_scan_index_vjp(&index, 1, &reverse, &g, &y);
    case GRADIENT_ACROSS:
        return lanescan_scan_vjp(c->op, &converted, 0, NULL, &g, &y);
    case GRADIENT_OF_LOGS:
        return lanescan_logsumexp_vjp(&x, &last, 1, NULL, &of_lines, &y);
    case GRADIENT_OF_PAIRS:
        return lanescan_logaddexp_vjp(&x, &converted, NULL, &g, &y, NULL);
    default:
        return lanescan_linear_recurrence_vjp(&x, &converted, 1, &reverse, &g, &y, NULL);
    }
}

static lanescan_status call_tensor(const tensor_call *c, const call_data *data, char *output)
{
    static const lanescan_options reverse = { .struct_size = sizeof reverse,
                                              .flags = LANESCAN_REVERSE };
    const int64_t shape[2] = { ROWS, COLUMNS }, rows[1] = { ROWS };
    const int last = 1, other = c->dtype == LANESCAN_F32 ? LANESCAN_F64 : LANESCAN_F32;
    const lanescan_tensor x = { elements(data, c->dtype), shape, NULL, 2, c->dtype };
    const lanescan_tensor converted = { elements(data, other), shape, NULL, 2, other };
    const lanescan_tensor y = { output, shape, NULL, 2, c->dtype };
    const lanescan_tensor reduced = { output, rows, NULL, 1, c->dtype };
    const lanescan_tensor second = { (void *)(uintptr_t)data->second[other], shape + 1, NULL, 1,
                                     other };
    switch (c->way) {
    case ALONG:
        return lanescan_scan(c->op, &x, 1, NULL, &y);
    case REVERSED:
        return lanescan_scan(c->op, &x, 1, &reverse, &y);
    case ACROSS:
        return lanescan_scan(c->op, &converted, 0, NULL, &y);
    case BACKWARDS:
        return scan_backwards(c, data, output);
    case PIECES:
        return scan_pieces(c, data, output);
    case REDUCTION:
        return lanescan_logsumexp(&x, &last, 1, NULL, &reduced);
    case RECURRENCE:
        return lanescan_linear_recurrence(&x, &x, 1, &reverse, &y);
    case RECURRENCE_ACROSS:
        return lanescan_linear_recurrence(&second, &converted, 0, NULL, &y);
    case BINARY:
        return lanescan_logaddexp(&x, &second, NULL, &y);
    case ONE_LINE:
    case TWO_LINES:
    case SUM_OF_LINE:
    case RECURRENCE_OF_LINE:
        return call_line(c, data, output);
    default:
        return call_gradient(c, data, output);
    }
}

/* ---- the list ---- */

size_t call_count(void)
{
    tensor_call ignored;
    size_t count = 0;
    while (tensor_call_at(count, &ignored))
        count++;
    return line_call_count() + count;
}

char *call_text(char text[CALL_TEXT], size_t call)
{
    tensor_call c;
    if (call < line_call_count())
        snprintf(text, CALL_TEXT, "lanescan_%s", line_call_name(call));
    else if (tensor_call_at(call - line_call_count(), &c))
        snprintf(text, CALL_TEXT, "%s %s, %s", op_name(c.op), dtype_of(c.dtype).name,
                 way_names[c.way]);
    else
        snprintf(text, CALL_TEXT, "no call");
    return text;
}

bool call_run(size_t call, const call_data *data, char *output)
{
    tensor_call c;
    memset(output, 0, CALL_OUTPUT);
    if (call < line_call_count()) {
        const int dtype = line_dtype(line_call_name(call));
        line_call(call, CALL_ELEMENTS, data->input[dtype], data->second[dtype], output,
                  (int64_t *)(void *)(output + CALL_BYTES));
        return true;
    }
    return tensor_call_at(call - line_call_count(), &c) &&
           call_tensor(&c, data, output) == LANESCAN_OK;
}

int call_dtype(size_t call)
{
    tensor_call c = { .dtype = 0 };
    if (call < line_call_count())
        return line_dtype(line_call_name(call));
    tensor_call_at(call - line_call_count(), &c);
    return c.dtype;
}

bool call_is_exact(size_t call)
{
    tensor_call c;
    if (call < line_call_count())
        return strncmp(line_call_name(call), "cumm", 4) == 0 ||
               dtype_of(call_dtype(call)).kind <= KIND_SIGNED;
    tensor_call_at(call - line_call_count(), &c);
    return c.way != ACROSS && c.way < GRADIENT &&
           (op_has_index(c.op) || dtype_of(c.dtype).kind <= KIND_SIGNED);
}

/* Every NaN becomes the one with all bits set. */
static void unify_nans(int dtype, char *elements, size_t bytes)
{
    const dtype_info part = dtype_of(dtype_of(dtype).part);
    for (size_t at = 0; part.kind == KIND_FLOAT && at < bytes; at += part.size) {
        const number value = number_read(dtype_of(dtype).part, elements + at);
        if (value.re != value.re)
            memset(elements + at, 0xff, part.size);
    }
}

uint64_t call_hash(size_t call, const call_data *data, char *output)
{
    uint64_t hash = 0xcbf29ce484222325u;
    if (!call_run(call, data, output))
        return 0;
    unify_nans(call_dtype(call), output,
               CALL_BYTES / LARGEST_ELEMENT * dtype_of(call_dtype(call)).size);
    for (size_t at = 0; at < CALL_OUTPUT; at += sizeof hash) {
        uint64_t word;
        memcpy(&word, output + at, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    return hash;
}

uint64_t *call_all_hashes(const call_data *data, char *output)
{
    const size_t count = call_count();
    uint64_t *const hashes = check_alloc(count * sizeof *hashes);
    for (size_t i = 0; i < count; i++) {
        char text[CALL_TEXT];
        hashes[i] = call_hash(i, data, output);
        check(hashes[i] != 0, "%s failed", call_text(text, i));
    }
    return hashes;
}

void call_data_fill(call_data *data, data_kind kind, uint64_t seed)
{
    generator g = random_seeded(seed);
    for (int dtype = 0; dtype < NUM_DTYPES; dtype++) {
        data_fill(kind, &g, dtype, CALL_ELEMENTS, data->input[dtype]);
        data_fill(kind, &g, dtype, CALL_ELEMENTS, data->second[dtype]);
    }
}
