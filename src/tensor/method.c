/* Kernels by operation and element type, and the conversions on the way to them and back. */
#include "tensor/method.h"

#include "lanes/sets.h"
#include "memory/dtype.h"
#include "ops/recurrence/state.h"

#include <string.h>

/* ---- which kernels ---- */

/* The element type of the kernels for results of `dtype`, and the type of what they take and
 * give. */
typedef struct kernel_type {
    unsigned char type;  /* an element */
    unsigned char dtype; /* a lanescan_dtype */
    bool biased;         /* conversion.biased */
} kernel_type;

/* Extremes are exact, so types whose values are all floats share those kernels. */
static const struct {
    kernel_type number, extreme;
} kernel_types[] = {
#define TYPE(dtype, number, extreme)                                                           \
    [LANESCAN_##dtype] = {                                                                     \
        { ELEMENT_##number, LANESCAN_##number, false },                                        \
        { ELEMENT_##extreme, LANESCAN_##extreme, (int)LANESCAN_##dtype == (int)LANESCAN_U64 }, \
    },
    /* clang-format off */
    TYPE(BOOL, I32, F32)
    TYPE(U8, I32, F32)
    TYPE(U16, I32, F32)
    TYPE(U32, I32, I64)
    TYPE(U64, I64, I64)
    TYPE(I8, I32, F32)
    TYPE(I16, I32, F32)
    TYPE(I32, I32, I64)
    TYPE(I64, I64, I64)
    TYPE(F16, F16, F32)
    TYPE(BF16, BF16, F32)
    TYPE(F32, F32, F32)
    TYPE(F64, F64, F64)
    TYPE(C64, C64, C64)
    TYPE(C128, C128, C128)
/* clang-format on */
#undef TYPE
};

static kernel_type type_of(lanescan_op op, int dtype)
{
    return op_is_extreme(op) ? kernel_types[dtype].extreme : kernel_types[dtype].number;
}

/* LANESCAN_WITHOUT_<name> is 1, or not defined. */
#define IS_LEFT_OUT(name) (false LANESCAN_IF_ONE(LANESCAN_WITHOUT_##name, || true))

static const bool is_left_out[] = {
#define OPERATION(op, name, text, identity, integers) [LANESCAN_##op] = IS_LEFT_OUT(op),
#define FUNCTION(function, name)                      [CALLED_##function] = IS_LEFT_OUT(function),
#include "ops/ops.def"
};

static bool is_defined(unsigned called, int dtype)
{
    if (called == CALLED_LINEAR_RECURRENCE)
        return dtype != LANESCAN_BOOL;
    if (called >= NUM_OPS)
        return dtype_is_floating(dtype) || dtype_is_complex(dtype);
    const lanescan_op op = (lanescan_op)called;
    if (dtype == LANESCAN_BOOL && !op_is_extreme(op))
        return false;
    if (op == LANESCAN_CUMSUM && dtype_is_complex(dtype)) /* two of real numbers */
        return true;
    return lanescan_state_kinds[op][type_of(op, dtype).type] != NULL;
}

lanescan_status lanescan_method_status(unsigned called, int dtype)
{
    if (is_left_out[called] || (dtype_is_complex(dtype) && IS_LEFT_OUT(COMPLEX)))
        return LANESCAN_ERROR_NOT_BUILT;
    return is_defined(called, dtype) ? LANESCAN_OK : LANESCAN_ERROR_OP;
}

/* ---- identities ---- */

/* The bits of the lowest or highest integer of `size` bytes. */
static uint64_t extreme_integer(bool is_signed, size_t size, bool highest)
{
    const uint64_t all = UINT64_MAX >> (64 - 8 * size), top = UINT64_C(1) << (8 * size - 1);
    if (highest)
        return is_signed ? all ^ top : all;
    return is_signed ? top : 0;
}

static void set_integer(size_t size, uint64_t bits, void *to)
{
    const uint8_t one = (uint8_t)bits;
    const uint16_t two = (uint16_t)bits;
    const uint32_t four = (uint32_t)bits;
    lanescan_copy_element(size,
                          size == 1   ? (const void *)&one
                          : size == 2 ? (const void *)&two
                          : size == 4 ? (const void *)&four
                                      : (const void *)&bits,
                          to);
}

static const double real_identity[] = {
#define OPERATION(op, name, text, identity, integers) identity,
#include "ops/ops.def"
};

static uint16_t half_identity(int dtype, double value)
{
    const uint16_t one = dtype == LANESCAN_F16 ? 0x3c00 : 0x3f80;
    const uint16_t infinity = dtype == LANESCAN_F16 ? 0x7c00 : 0x7f80;
    return value == 0 ? 0 : value == 1 ? one : value > 0 ? infinity : infinity | 0x8000;
}

/* The identity of an operation as an element of `dtype`: 0, 1, -inf, or the lowest or highest
 * value. */
static void set_identity(lanescan_op op, int dtype, any_element *to)
{
    const size_t size = dtype_size(dtype);
    const double value = real_identity[op];
    const float rounded = (float)value;
    memset(to, 0, sizeof *to);
    if (dtype == LANESCAN_BOOL)
        set_integer(1, op == LANESCAN_CUMMIN, to);
    else if (dtype_is_integer(dtype) && op_is_extreme(op))
        set_integer(size, extreme_integer(dtype_is_signed(dtype), size, op == LANESCAN_CUMMIN), to);
    else if (dtype_is_integer(dtype))
        set_integer(size, op == LANESCAN_CUMPROD, to);
    else if (size == 2)
        set_integer(2, half_identity(dtype, value), to);
    else if (dtype == LANESCAN_F32 || dtype == LANESCAN_C64)
        memcpy(to, &rounded, sizeof rounded);
    else
        memcpy(to, &value, sizeof value);
}

/* ---- a method ---- */

/* (A row in every build, also one that leaves out all of these operations.) */
static const uint16_t cost[NUM_OPS][NUM_ELEMENTS] = {
    [LANESCAN_CUMSUM][ELEMENT_C64] = 0,
#define PIECE(op, element, states, kernel, where, cost) [LANESCAN_##op][ELEMENT_##element] = cost,
#include "ops/ops.def"
};

static const uint16_t logaddexp_cost[NUM_ELEMENTS] = {
    [ELEMENT_I32] = 0,
#define BINARY(element, kernel, cost) [ELEMENT_##element] = cost,
#include "ops/ops.def"
};

static const uint16_t recurrence_cost[NUM_ELEMENTS] = {
    [ELEMENT_F16] = 0,
#define RECURRENCE(element, states, kernel, where, cost) [ELEMENT_##element] = cost,
#include "ops/ops.def"
};

/* An element of the results' type as kernels take it. */
static void to_kernel(const method *m, kernel_type kernel, const any_element *from, any_element *to)
{
    conversion convert;
    if (m->dtype == kernel.dtype) {
        *to = *from;
        return;
    }
    lanescan_set_conversion(&convert, &m->kernels->memory, m->dtype, m->dtype, kernel.dtype,
                            kernel.biased);
    lanescan_read_elements(&convert, 1, (const char *)from->bytes, (ptrdiff_t)convert.from_size,
                           to->bytes);
}

static void set_passage(const method *m, kernel_type kernel, passage *p)
{
    const lanescan_memory_kernels *const memory = &m->kernels->memory;
    lanescan_set_conversion(&p->read, memory, m->in_dtype, m->dtype, kernel.dtype, kernel.biased);
    lanescan_set_conversion(&p->write, memory, kernel.dtype, m->dtype, m->dtype, kernel.biased);
    to_kernel(m, kernel, &m->first, &p->first);
}

/* Side by side halves are doubles: many lines take the same time then, and a tile is converted
 * anyway. */
static void set_side_by_side(method *m, kernel_type kernel)
{
    m->has_side_by_side = kernel.type == ELEMENT_F16 || kernel.type == ELEMENT_BF16;
    if (!m->has_side_by_side)
        return;
    kernel.dtype = LANESCAN_F64;
    set_passage(m, kernel, &m->side_by_side);
}

static void fold_initial(method *m, kernel_type kernel)
{
    any_element initial, result;
    int64_t index;
    to_kernel(m, kernel, &m->first, &initial);
    m->piece(&m->begin, false, 1, initial.bytes, result.bytes,
             op_is_extreme(m->op) ? &index : NULL);
    m->begin.position = 0;
    if (op_is_extreme(m->op))
        m->begin.as.extreme.index = -1;
}

/* Kernels that read the input's type themselves, where there are any: of lines one at a time. */
static void read_as_it_is(method *m)
{
    lanescan_piece *const piece = m->kernels->widening_cumsum[m->in_dtype];
    if (m->op != LANESCAN_CUMSUM || m->type != ELEMENT_I64 || !piece)
        return;
    m->piece = piece;
    m->side_by_side = m->along;
    m->has_side_by_side = true;
    lanescan_set_conversion(&m->along.read, &m->kernels->memory, m->in_dtype, m->in_dtype,
                            m->in_dtype, false);
}

void lanescan_method_index_as_it_is(method *m)
{
    lanescan_piece *const piece = m->kernels->indexed_i32[m->op];
    if (m->dtype != LANESCAN_I32 || !piece)
        return;
    m->piece = piece;
    set_passage(m, (kernel_type){ ELEMENT_I32, LANESCAN_I32, false }, &m->along);
}

void lanescan_method_resolve(method *m, const lanescan_kernels *kernels, lanescan_op op,
                             int in_dtype, int dtype, const void *initial)
{
    const kernel_type kernel = type_of(op, dtype);
    m->kernels = kernels;
    m->op = op;
    m->in_dtype = in_dtype;
    m->dtype = dtype;
    m->type = kernel.type;
    m->cost = cost[op][kernel.type];
    m->piece = kernels->piece[op][kernel.type];
    m->fold = kernels->fold[op][kernel.type];
    m->keeping_piece = kernels->keeping_piece[op][kernel.type];
    m->across = kernels->across[op][kernel.type];
    m->states = lanescan_state_kinds[op][kernel.type];
    set_identity(op, dtype, &m->first);
    if (initial)
        lanescan_copy_element(dtype_size(dtype), initial, m->first.bytes);
    if (initial && dtype == LANESCAN_BOOL)
        m->first.bytes[0] = m->first.bytes[0] != 0;
    set_passage(m, kernel, &m->along);
    set_side_by_side(m, kernel);
    m->recurrence_piece = NULL;
    m->recurrence_across = NULL;
    m->recurrence_short = NULL;
    const element short_type = m->has_side_by_side ? ELEMENT_F64 : kernel.type;
    m->short_lines = initial ? NULL : kernels->short_lines[op][short_type];
    const bool is_i32 = in_dtype == LANESCAN_I32 && dtype == LANESCAN_I32;
    m->short_indexed = initial ? NULL
                               : kernels->short_indexed[op][is_i32 ? ELEMENT_I32 : short_type];
    m->short_logs = op == LANESCAN_LOGCUMSUMEXP && !initial && !dtype_is_complex(dtype)
                        ? kernels->short_logs
                        : NULL;
    m->states->begin(&m->begin);
    if (initial)
        fold_initial(m, kernel);
    read_as_it_is(m);
}

lanescan_piece *lanescan_method_plain(const lanescan_kernels *kernels, lanescan_op op, int dtype,
                                      const lanescan_state_kind **states)
{
    const kernel_type kernel = type_of(op, dtype);
    *states = lanescan_state_kinds[op][kernel.type];
    return kernel.dtype == dtype ? kernels->piece[op][kernel.type] : NULL;
}

void lanescan_method_continue(method *m, const lanescan_state *state, const void *last)
{
    m->begin = *state;
    lanescan_copy_element(dtype_size(m->dtype), last, m->first.bytes);
    to_kernel(m, type_of(m->op, m->dtype), &m->first, &m->along.first);
}

lanescan_binary *lanescan_method_plain_logaddexp(const lanescan_kernels *kernels, int dtype)
{
    return kernels->logaddexp[kernel_types[dtype].number.type];
}

void lanescan_method_resolve_logaddexp(method *m, const lanescan_kernels *kernels, int in_dtype,
                                       int dtype)
{
    const kernel_type kernel = kernel_types[dtype].number;
    memset(m, 0, sizeof *m);
    m->kernels = kernels;
    m->in_dtype = in_dtype;
    m->dtype = dtype;
    m->type = kernel.type;
    m->cost = logaddexp_cost[kernel.type];
    set_passage(m, kernel, &m->along);
}

/* ---- linear recurrences ---- */

/* Kernels take no halves: these are doubles. */
static kernel_type type_of_recurrence(int dtype)
{
    const kernel_type kernel = kernel_types[dtype].number;
    if (kernel.type == ELEMENT_F16 || kernel.type == ELEMENT_BF16)
        return (kernel_type){ ELEMENT_F64, LANESCAN_F64, false };
    return kernel;
}

/* What is known of a line before its first element. */
static void begin_recurrence(method *m, const void *initial)
{
    lanescan_state *const line = &m->begin;
    any_element value;
    m->states->begin(line);
    if (!initial)
        return;
    lanescan_copy_element(dtype_size(m->dtype), initial, m->first.bytes);
    to_kernel(m, type_of_recurrence(m->dtype), &m->first, &value);
    if (m->type == ELEMENT_I64 || m->type == ELEMENT_I32)
        integer_recurrence_set_initial(line, m->type, value.bytes);
    else if (m->type == ELEMENT_C64 || m->type == ELEMENT_C128)
        complex_recurrence_set_initial(line, m->type, value.bytes);
    else
        recurrence_set_initial(line, read_element(m->type, value.bytes));
}

lanescan_recurrence_piece *lanescan_method_plain_recurrence(const lanescan_kernels *kernels,
                                                            int dtype,
                                                            const lanescan_state_kind **states)
{
    const kernel_type kernel = kernel_types[dtype].number;
    *states = lanescan_recurrence_kinds[kernel.type];
    return kernel.dtype == dtype ? kernels->recurrence_piece[kernel.type] : NULL;
}

void lanescan_method_resolve_recurrence(method *m, const lanescan_kernels *kernels,
                                        int coefficient_dtype, int addend_dtype, int dtype,
                                        const void *initial)
{
    const kernel_type kernel = type_of_recurrence(dtype);
    memset(m, 0, sizeof *m);
    m->kernels = kernels;
    m->in_dtype = addend_dtype;
    m->dtype = dtype;
    m->type = kernel.type;
    m->cost = recurrence_cost[kernel.type];
    m->fold = kernels->recurrence_fold[kernel.type];
    m->recurrence_piece = kernels->recurrence_piece[kernel.type];
    m->recurrence_across = kernels->recurrence_across[kernel.type];
    if (!initial && (kernel.type == ELEMENT_F32 || kernel.type == ELEMENT_F64))
        m->recurrence_short = kernels->recurrence_short;
    m->coefficient_dtype = coefficient_dtype;
    m->states = lanescan_recurrence_kinds[kernel.type];
    set_passage(m, kernel, &m->along);
    lanescan_set_conversion(&m->coefficients, &kernels->memory, coefficient_dtype, dtype,
                            kernel.dtype, false);
    begin_recurrence(m, initial);
}
