/* Calls with arguments of any kind: NULL, wild extents, strides, types and dimensions, memory that
 * is shared. Either all is well and only the outputs are written, or the status names one of the
 * errors there are and nothing is written; and every instruction set answers alike. */
#include "fuzz_descriptor.h"

#include "harness/check.h"

/* Shared with fuzz_invalid_stream.c. */
void fuzz_stream_errors(fuzz_input *in);

_Alignas(64) static char arena[ARENA];
static char before[ARENA], first[ARENA];
static uint8_t marks[ARENA];

typedef enum call_kind {
    CALL_SCAN,
    CALL_INDEX,
    CALL_BY_NAME,
    CALL_LOGSUMEXP,
    CALL_LOGADDEXP
} call_kind;

enum { MOST_DIMS = LANESCAN_MAX_NDIM };

typedef struct call {
    call_kind kind;
    int op, dim;
    struct {
        lanescan_options options;
        char more[8];
    } options;
    bool has_options, has_dims;
    int dims[MOST_DIMS], num_dims;
    descriptor tensors[3]; /* input, output, indices; a, b, output */
} call;

/* One task after the other is an executor too. */
static void run_tasks(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    (void)context;
    for (size_t i = n_tasks; i-- > 0;)
        task(data, i);
}

static const lanescan_executor executors[] = {
    { sizeof executors[0], 7, NULL, run_tasks },
    { sizeof executors[0], 0, NULL, NULL },
    { sizeof executors[0] - 1, 7, NULL, run_tasks },
};

static void read_options(fuzz_input *in, call *c)
{
    const uint8_t flags = fuzz_byte(in), size = fuzz_byte(in);
    c->has_options = !(flags & 0x80);
    c->options.options = (lanescan_options){ .struct_size = sizeof c->options.options,
                                             .flags = flags & 3 };
    if (flags & 4)
        c->options.options.initial = descriptor_address(in, arena);
    if (flags & 0x10)
        c->options.options.executor = &executors[flags >> 5 & 3 ? (flags >> 5 & 3) - 1 : 0];
    if (flags & 8)
        c->options.options.flags = (uint32_t)descriptor_int(in);
    if (size >= 200) /* never more than there is */
        c->options.options.struct_size = size % (sizeof c->options + 1);
    if (size >= 240)
        fuzz_bytes(in, sizeof c->options.more, c->options.more);
}

/* A dimension of the first tensor, mostly. */
static int read_dim(fuzz_input *in, const call *c)
{
    const int32_t ndim = c->tensors[0].tensor.ndim;
    const uint8_t byte = fuzz_byte(in);
    if (byte >= 230 || ndim < 1 || ndim > LANESCAN_MAX_NDIM)
        return descriptor_int(in);
    return byte % ndim - (byte & 0x80 ? ndim : 0);
}

static void read_dims(fuzz_input *in, call *c)
{
    const uint8_t count = fuzz_byte(in);
    c->num_dims = count < 230 ? count % 4 : descriptor_int(in);
    c->has_dims = fuzz_byte(in) < 240;
    for (int i = 0; i < MOST_DIMS && i < c->num_dims; i++)
        c->dims[i] = i < 8 ? read_dim(in, c) : i;
}

static void read_call(fuzz_input *in, call *c)
{
    *c = (call){ .kind = (call_kind)fuzz_below(in, CALL_LOGADDEXP + 1) };
    const uint8_t op = fuzz_byte(in);
    c->op = op % NUM_OPS;
    if (c->kind == CALL_INDEX)
        c->op = op & 1 ? LANESCAN_CUMMAX : LANESCAN_CUMMIN;
    if (op >= 230 && c->kind != CALL_BY_NAME)
        c->op = descriptor_int(in);
    for (int i = 0; i < 3; i++)
        descriptor_read(in, arena, i ? &c->tensors[i - 1] : NULL, &c->tensors[i]);
    if (c->kind == CALL_INDEX && op & 2) /* or few calls with indices would be right */
        c->tensors[2].tensor.dtype = LANESCAN_I64;
    c->dim = read_dim(in, c);
    if (c->kind == CALL_SCAN || c->kind == CALL_INDEX)
        read_options(in, c);
    if (c->kind == CALL_LOGSUMEXP)
        read_dims(in, c);
    if (c->kind == CALL_LOGSUMEXP || c->kind == CALL_LOGADDEXP)
        read_options(in, c);
}

static lanescan_status run(const call *c)
{
    static lanescan_status (*const by_name[NUM_OPS])(const lanescan_tensor *, int,
                                                     const lanescan_tensor *) = {
#define OPERATION(op, name, text, identity, integers) lanescan_##name,
#include "ops/ops.def"
    };
    const lanescan_tensor *const x = descriptor_pass(&c->tensors[0]),
                                 *const y = descriptor_pass(&c->tensors[1]),
                                 *const z = descriptor_pass(&c->tensors[2]);
    const lanescan_options *const options = c->has_options ? &c->options.options : NULL;
    switch (c->kind) {
    case CALL_SCAN:
        return lanescan_scan((lanescan_op)c->op, x, c->dim, options, y);
    case CALL_INDEX:
        return lanescan_scan_index((lanescan_op)c->op, x, c->dim, options, y, z);
    case CALL_BY_NAME:
        return by_name[c->op](x, c->dim, y);
    case CALL_LOGSUMEXP:
        return lanescan_logsumexp(x, c->has_dims ? c->dims : NULL, c->num_dims, options, y);
    default:
        return lanescan_logaddexp(x, y, options, z);
    }
}

/* The model's answer: the errors that this call has, and what it may write. */
typedef struct answer {
    model_tensor tensors[3];
    const model_tensor *inputs[2], *outputs[2];
    model_errors errors;
    bool is_known; /* else the call must not be made: it might reach beyond the arena */
} answer;

static model_errors errors_of_arguments(const call *c, const answer *a)
{
    const lanescan_options *const options = c->has_options ? &c->options.options : NULL;
    const bool exclusive = options && options->flags & LANESCAN_EXCLUSIVE;
    model_errors errors = 0;
    if ((c->kind == CALL_LOGSUMEXP || c->kind == CALL_LOGADDEXP) &&
        !model_executor(options, sizeof c->options))
        errors |= model_error(LANESCAN_ERROR_OPTION);
    if (c->kind == CALL_LOGSUMEXP)
        return errors | model_logsumexp(&a->tensors[0], c->has_dims ? c->dims : NULL, c->num_dims,
                                        &a->tensors[1]);
    if (c->kind == CALL_LOGADDEXP)
        return errors | model_logaddexp(&a->tensors[0], &a->tensors[1], &a->tensors[2]);
    if (!model_options(options, sizeof c->options, LANESCAN_REVERSE | LANESCAN_EXCLUSIVE))
        errors |= model_error(LANESCAN_ERROR_OPTION);
    return errors | model_scan(c->op, &a->tensors[0], c->dim, exclusive, &a->tensors[1],
                               c->kind == CALL_INDEX ? &a->tensors[2] : NULL);
}

/* As every pointer to elements must be. */
static bool is_aligned(const model_tensor *m)
{
    return m->count == 0 || (uintptr_t)m->data % dtype_of(dtype_of(m->dtype).part).size == 0;
}

static void answer_call(const call *c, answer *a)
{
    const bool has_third = c->kind == CALL_LOGADDEXP || c->kind == CALL_INDEX;
    memset(marks, 0, sizeof marks);
    *a = (answer){ .is_known = true };
    for (int i = 0; i < 3; i++)
        a->tensors[i] = model_read(descriptor_pass(&c->tensors[i]));
    a->inputs[0] = &a->tensors[0];
    a->inputs[1] = c->kind == CALL_LOGADDEXP ? &a->tensors[1] : NULL;
    a->outputs[0] = &a->tensors[c->kind == CALL_LOGADDEXP ? 2 : 1];
    a->outputs[1] = c->kind == CALL_INDEX ? &a->tensors[2] : NULL;
    a->errors = errors_of_arguments(c, a);
    if (a->errors)
        return;
    for (int i = 0; i < 2 + has_third; i++)
        a->is_known &= model_is_inside(&a->tensors[i], arena) && is_aligned(&a->tensors[i]);
    if (a->is_known)
        a->errors = model_memory(a->inputs, a->outputs, arena, marks, &a->is_known);
}

/* The elements of the first instruction set's output; a NaN is any NaN. */
static bool is_as_first(const model_tensor *m)
{
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    const int64_t size = (int64_t)dtype_of(m->dtype).size;
    for (bool more = m->count != 0; more; more = layout_next(&m->layout, at, -1)) {
        const int64_t place = m->data - arena + layout_position(&m->layout, at) * size;
        if (!dtype_same(m->dtype, arena + place, first + place))
            return false;
    }
    return true;
}

static void judge(const call *c, const answer *a, lanescan_status status, bool is_first)
{
    const char *const isa = lanescan_isa();
    size_t at = 0;
    if (a->errors)
        check((unsigned)status <= LANESCAN_ERROR_STREAM && a->errors >> status & 1,
              "%s: call %d, operation %d: status %d (%s), the errors are %#x", isa, (int)c->kind,
              c->op, (int)status, lanescan_status_string(status), (unsigned)a->errors);
    else
        check(status == LANESCAN_OK, "%s: call %d, operation %d: status %d (%s), nothing is wrong",
              isa, (int)c->kind, c->op, (int)status, lanescan_status_string(status));
    while (at < ARENA && (arena[at] == before[at] || (status == LANESCAN_OK && marks[at])))
        at++;
    check(at == ARENA, "%s: call %d, operation %d, status %d: byte %zu was written", isa,
          (int)c->kind, c->op, (int)status, at);
    if (status != LANESCAN_OK || a->errors)
        return;
    if (is_first)
        memcpy(first, arena, sizeof first);
    for (int k = 0; k < 2 && a->outputs[k]; k++)
        check(is_as_first(a->outputs[k]), "%s: call %d, operation %d: other results than %s", isa,
              (int)c->kind, c->op, lanescan_isas()[0]);
}

static void tensors(fuzz_input *in)
{
    call c;
    answer a;
    read_call(in, &c);
    answer_call(&c, &a);
    if (!a.is_known)
        return;
    const int period = 1 + fuzz_byte(in) % 128;
    for (int i = 0; i < ARENA; i++)
        before[i] = i < period ? (char)fuzz_byte(in) : before[i - period];
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        memcpy(arena, before, sizeof arena);
        judge(&c, &a, run(&c), isa == lanescan_isas());
    }
}

void fuzz_one(const uint8_t *bytes, size_t size)
{
    fuzz_input in = { bytes, size };
    if (fuzz_below(&in, 8) == 7)
        fuzz_stream_errors(&in);
    else
        tensors(&in);
}
