#include "line_kind.h"

#include "complex_state.h"
#include "dtype.h"

#include <string.h>

static line_kind kind(line_type type, int dtype)
{
    return (line_kind){ .type = type, .dtype = dtype };
}

/* Extremes are exact, so types whose values are all floats share those kernels. */
static bool extreme_kind(int dtype, line_kind *out)
{
    switch (dtype) {
    case LANESCAN_U32:
    case LANESCAN_I32:
    case LANESCAN_I64:
        *out = kind(LINE_I64, LANESCAN_I64);
        return true;
    case LANESCAN_U64:
        *out = kind(LINE_I64, LANESCAN_I64);
        out->biased = true;
        return true;
    case LANESCAN_F64:
        *out = kind(LINE_F64, LANESCAN_F64);
        return true;
    case LANESCAN_C64:
    case LANESCAN_C128:
        return false;
    default:
        *out = kind(LINE_F32, LANESCAN_F32);
        return true;
    }
}

bool lanescan_line_kind(lanescan_op op, int dtype, line_kind *out)
{
    if (op_is_extreme(op))
        return extreme_kind(dtype, out);
    if (dtype_is_integer(dtype)) {
        *out = dtype_size(dtype) == 8 ? kind(LINE_I64, LANESCAN_I64) : kind(LINE_I32, LANESCAN_I32);
        return op != LANESCAN_LOGCUMSUMEXP;
    }
    switch (dtype) {
    case LANESCAN_F16:
        *out = kind(LINE_F16, LANESCAN_F16);
        return true;
    case LANESCAN_BF16:
        *out = kind(LINE_BF16, LANESCAN_BF16);
        return true;
    case LANESCAN_F32:
        *out = kind(LINE_F32, LANESCAN_F32);
        return true;
    case LANESCAN_F64:
        *out = kind(LINE_F64, LANESCAN_F64);
        return true;
    case LANESCAN_C64:
        *out = kind(LINE_C64, LANESCAN_C64);
        return true;
    case LANESCAN_C128:
        *out = kind(LINE_C128, LANESCAN_C128);
        return true;
    default:
        return false;
    }
}

bool lanescan_across_kind(lanescan_op op, int dtype, line_kind *out)
{
    lanescan_line_kind(op, dtype, out);
    switch (out->type) {
    case LINE_F16:
    case LINE_BF16:
        *out = kind(out->type, LANESCAN_F64);
        return true;
    case LINE_F32:
    case LINE_F64:
    case LINE_I32:
    case LINE_I64:
        return true;
    default:
        return false;
    }
}

void lanescan_state_begin(lanescan_state *state, lanescan_op op, line_type type)
{
    const bool is_integer = type == LINE_I32 || type == LINE_I64;
    if (type == LINE_C64 || type == LINE_C128)
        lanescan_complex_begin(state, op);
    else if (op == LANESCAN_CUMMAX && is_integer)
        extreme_begin_integer(state, INT64_MIN);
    else if (op == LANESCAN_CUMMIN && is_integer)
        extreme_begin_integer(state, INT64_MAX);
    else if (op_is_extreme(op))
        extreme_begin(state, op == LANESCAN_CUMMAX ? -__builtin_inf() : __builtin_inf());
    else if (is_integer)
        integer_begin(state, op == LANESCAN_CUMPROD);
    else if (op == LANESCAN_CUMSUM)
        sum_begin(state);
    else if (op == LANESCAN_CUMPROD)
        product_begin(state);
    else
        log_begin(state);
}

void lanescan_state_fold_initial(lanescan_state *state, lanescan_op op, lanescan_step step,
                                 const void *initial)
{
    union {
        double real[2];
        int64_t integer;
    } result;
    step(state, 1, initial, &result, NULL);
    state->position = 0;
    if (op_is_extreme(op))
        state->as.extreme.index = -1;
}

/* The bits of the lowest or highest integer of `size` bytes. */
static uint64_t extreme_integer(bool is_signed, size_t size, bool highest)
{
    const uint64_t all = UINT64_MAX >> (64 - 8 * size), top = UINT64_C(1) << (8 * size - 1);
    if (highest)
        return is_signed ? all ^ top : all;
    return is_signed ? top : 0;
}

static void set_integer(size_t size, uint64_t bits, void *element)
{
    const uint8_t one = (uint8_t)bits;
    const uint16_t two = (uint16_t)bits;
    const uint32_t four = (uint32_t)bits;
    memcpy(element,
           size == 1   ? (const void *)&one
           : size == 2 ? (const void *)&two
           : size == 4 ? (const void *)&four
                       : (const void *)&bits,
           size);
}

static double real_identity(lanescan_op op)
{
    return op == LANESCAN_CUMSUM    ? 0
           : op == LANESCAN_CUMPROD ? 1
           : op == LANESCAN_CUMMIN  ? __builtin_inf()
                                    : -__builtin_inf();
}

static uint16_t half_identity(int dtype, lanescan_op op)
{
    const uint16_t one = dtype == LANESCAN_F16 ? 0x3c00 : 0x3f80;
    const uint16_t infinity = dtype == LANESCAN_F16 ? 0x7c00 : 0x7f80;
    return op == LANESCAN_CUMSUM    ? 0
           : op == LANESCAN_CUMPROD ? one
           : op == LANESCAN_CUMMIN  ? infinity
                                    : infinity | 0x8000;
}

void lanescan_identity(lanescan_op op, int dtype, void *element)
{
    const size_t size = dtype_size(dtype);
    const double value = real_identity(op);
    const float rounded = (float)value;
    memset(element, 0, size);
    if (dtype == LANESCAN_BOOL)
        set_integer(1, op == LANESCAN_CUMMIN, element);
    else if (dtype_is_integer(dtype))
        set_integer(size,
                    op_is_extreme(op)
                        ? extreme_integer(dtype_is_signed(dtype), size, op == LANESCAN_CUMMIN)
                        : op == LANESCAN_CUMPROD,
                    element);
    else if (size == 2)
        set_integer(2, half_identity(dtype, op), element);
    else if (dtype == LANESCAN_F32 || dtype == LANESCAN_C64)
        memcpy(element, &rounded, sizeof rounded);
    else
        memcpy(element, &value, sizeof value);
}
