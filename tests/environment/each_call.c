#include "each_call.h"

#include "calls.h"
#include "harness/check.h"

#include <stdio.h>
#include <string.h>

enum { KIND_SIGNALLING = NUM_DATA_KINDS, NUM_KINDS, LINE = 300, ELEMENTS = 8, TEXT = 160 };

static call_data data;
static char output[CALL_OUTPUT];

/* ---- data ---- */

/* Some elements become signalling NaN. */
static void plant(int dtype, char *elements)
{
    static const uint16_t f16 = 0x7c01, bf16 = 0x7f81;
    static const uint32_t f32 = 0x7f800001;
    static const uint64_t f64 = UINT64_C(0x7ff0000000000001);
    const int part = dtype_of(dtype).part;
    const size_t size = dtype_of(part).size, count = CALL_ELEMENTS * dtype_of(dtype).size / size;
    const void *const nan = part == LANESCAN_F16    ? (const void *)&f16
                            : part == LANESCAN_BF16 ? (const void *)&bf16
                            : part == LANESCAN_F32  ? (const void *)&f32
                                                    : (const void *)&f64;
    for (size_t i = 3; i < count; i += 61)
        memcpy(elements + i * size, nan, size);
}

static void fill(int kind)
{
    call_data_fill(&data, kind == KIND_SIGNALLING ? DATA_NORMAL : (data_kind)kind,
                   check_stream_seed("each call"));
    for (int dtype = LANESCAN_F16; kind == KIND_SIGNALLING && dtype < NUM_DTYPES; dtype++) {
        plant(dtype, data.input[dtype]);
        plant(dtype, data.second[dtype]);
    }
}

/* ---- calls ---- */

static bool run_listed(const void *how)
{
    return call_run(*(const size_t *)how, &data, output);
}

typedef struct pair {
    int from, to;
} pair;

static lanescan_op any_op(int dtype)
{
    return op_is_defined(LANESCAN_CUMMAX, dtype) ? LANESCAN_CUMMAX : LANESCAN_CUMSUM;
}

/* A stream begun with each of some elements, by each operation: they are converted and folded
 * in. */
static bool begin_streams(int dtype)
{
    bool done = true;
    for (int op = 0; op < NUM_OPS; op++)
        for (size_t i = 0; i < ELEMENTS && op_is_defined((lanescan_op)op, dtype); i++) {
            lanescan_stream stream;
            const lanescan_options options = { .struct_size = sizeof options,
                                               .initial = data.input[dtype] +
                                                          i * dtype_of(dtype).size };
            done &= !lanescan_stream_begin(&stream, (lanescan_op)op, (lanescan_dtype)dtype,
                                           &options);
            done &= !lanescan_stream_push(&stream, 1, data.second[dtype], output);
            done &= !lanescan_stream_total(&stream, output);
        }
    return done;
}

/* A line, and 0-d tensors, from one type to another. */
static bool run_pair(const void *how)
{
    static const int64_t shape[1] = { LINE };
    const pair p = *(const pair *)how;
    const lanescan_tensor x = { data.input[p.from], shape, NULL, 1, p.from },
                          y = { output, shape, NULL, 1, p.to };
    bool done = !lanescan_scan(any_op(p.to), &x, 0, NULL, &y);
    for (size_t i = 0; i < ELEMENTS; i++) {
        const lanescan_tensor one = { data.input[p.from] + i * dtype_of(p.from).size, NULL, NULL, 0,
                                      p.from };
        const lanescan_tensor result = { output, NULL, NULL, 0, p.to };
        done &= !lanescan_scan(any_op(p.to), &one, 0, NULL, &result);
    }
    return done && (p.from != p.to || begin_streams(p.to));
}

/* ---- all of them ---- */

static void each_pair(call_judge judge, const char *kind)
{
    for (int from = 0; from < NUM_DTYPES; from++)
        for (int to = 0; to < NUM_DTYPES; to++) {
            char text[TEXT];
            const pair p = { from, to };
            if (!dtype_converts(from, to))
                continue;
            snprintf(text, sizeof text, "%s to %s, %s", dtype_of(from).name, dtype_of(to).name,
                     kind);
            judge(text, run_pair, &p);
        }
}

static void each_listed(call_judge judge, size_t first, size_t step, const char *kind)
{
    const size_t count = call_count();
    for (size_t call = first; call < count; call += step) {
        char text[TEXT], name[CALL_TEXT];
        snprintf(text, sizeof text, "%s, %s", call_text(name, call), kind);
        judge(text, run_listed, &call);
    }
}

static void each_tensor(call_judge judge, int kind, size_t step)
{
    const char *const name = kind == KIND_SIGNALLING ? "signalling NaN"
                                                     : data_name((data_kind)kind);
    each_listed(judge, (size_t)kind % step, step, name);
    if (step == 1 || kind >= DATA_LIMITS)
        each_pair(judge, name);
}

static void use(const char *isa)
{
    check(lanescan_set_isa(isa) == LANESCAN_OK, "%s cannot be set", isa);
}

void each_call(call_judge judge)
{
    /* Where time is short, each call on one kind of data. */
    const size_t step = check_scale() > 1 ? NUM_KINDS : 1;
    const char *const *const isas = lanescan_isas();
    for (const char *const *isa = isas; *isa; isa++) {
        use(*isa);
        each_line(judge, step);
    }
    for (int k = 0; k < NUM_KINDS; k++) {
        fill(k);
        for (const char *const *isa = isas; *isa; isa++) {
            use(*isa);
            each_tensor(judge, k, step);
        }
    }
}
