#include "fuzz_model.h"

#include <string.h>

#define ERROR(name) model_error(LANESCAN_ERROR_##name)

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

/* *value *= factor; false where the product is larger than a distance may be. */
static bool multiply(uint64_t *value, uint64_t factor)
{
    return !__builtin_mul_overflow(*value, factor, value) && *value <= INT64_MAX;
}

/* The extents, their product, and the strides of C order where none are given. */
static bool read_count(model_tensor *m, const lanescan_tensor *t)
{
    uint64_t product = 1;
    bool is_empty = false;
    for (int i = t->ndim; i-- > 0;) {
        m->layout.shape[i] = t->shape[i];
        m->layout.strides[i] = t->strides ? t->strides[i] : (int64_t)product;
        is_empty |= t->shape[i] == 0;
        if (t->shape[i] && !multiply(&product, (uint64_t)t->shape[i]))
            return false;
    }
    m->count = is_empty ? 0 : product;
    return true;
}

/* The distances, in bytes; no sum of them may exceed what a ptrdiff_t can say. */
static bool read_reach(model_tensor *m, uint64_t size)
{
    uint64_t bytes = m->count, span = size;
    if (!multiply(&bytes, size) || bytes > PTRDIFF_MAX)
        return false;
    for (int i = 0; i < m->layout.ndim; i++) {
        if (!m->count || m->layout.shape[i] == 1)
            m->layout.strides[i] = 0;
        uint64_t reach = magnitude(m->layout.strides[i]);
        if (!m->count || !reach)
            continue;
        if (!multiply(&reach, (uint64_t)(m->layout.shape[i] - 1)) || !multiply(&reach, size))
            return false;
        span += reach; /* each at most 2^63 - 1, as is the sum so far */
        if (span > PTRDIFF_MAX)
            return false;
        *(m->layout.strides[i] < 0 ? &m->below : &m->above) += reach;
    }
    return true;
}

model_tensor model_read(const lanescan_tensor *t)
{
    model_tensor m = { .dtype = -1 };
    if (!t)
        m.errors = ERROR(NULL);
    if (m.errors)
        return m;
    if (t->dtype < 0 || t->dtype >= NUM_DTYPES)
        m.errors |= ERROR(DTYPE);
    const bool has_dims = t->ndim >= 0 && t->ndim <= LANESCAN_MAX_NDIM;
    if (!has_dims)
        m.errors |= ERROR(NDIM);
    if (t->ndim > 0 && !t->shape)
        m.errors |= ERROR(NULL);
    for (int i = 0; has_dims && t->shape && i < t->ndim; i++)
        if (t->shape[i] < 0)
            m.errors |= ERROR(EXTENT);
    if (m.errors)
        return m;
    m.dtype = t->dtype;
    m.data = t->data;
    m.layout.ndim = t->ndim;
    const uint64_t size = dtype_of(t->dtype).size;
    if (!read_count(&m, t) || !read_reach(&m, size))
        m.errors |= ERROR(SIZE);
    else if (m.count && !t->data)
        m.errors |= ERROR(NULL);
    else if (m.count && (m.below > (uintptr_t)t->data ||
                         m.above + size > UINTPTR_MAX - (uint64_t)(uintptr_t)t->data))
        m.errors |= ERROR(SIZE);
    m.is_read = !m.errors;
    return m;
}

bool model_is_inside(const model_tensor *m, const char *arena)
{
    const uint64_t at = (uint64_t)((uintptr_t)m->data - (uintptr_t)arena);
    return m->count == 0 ||
           (at < ARENA && m->below <= at && at + m->above + dtype_of(m->dtype).size <= ARENA);
}

bool model_dim(int dim, int ndim, int *out)
{
    const int dims = ndim ? ndim : 1;
    *out = dim < 0 ? dim + dims : dim;
    return *out >= 0 && *out < dims;
}

bool model_options(const lanescan_options *options, size_t size, uint32_t allowed)
{
    const unsigned char *const bytes = (const unsigned char *)options;
    if (!options)
        return true;
    if (options->flags & ~allowed)
        return false;
    if (options->struct_size == offsetof(lanescan_options, executor)) /* of 0.1 */
        return true;
    if (options->struct_size < sizeof *options)
        return false;
    for (size_t i = sizeof *options; i < options->struct_size && i < size; i++)
        if (bytes[i])
            return false;
    const lanescan_executor *const e = options->executor;
    return !e || (e->struct_size == sizeof *e && e->parallel_for);
}

bool model_executor(const lanescan_options *options, size_t size)
{
    return model_options(options, size, 0) && !(options && options->initial);
}

/* 0: the shapes fit; 1: the output is one longer along dim; -1: they do not. */
static int compare_shapes(const model_tensor *in, const model_tensor *out, int dim,
                          bool is_exclusive)
{
    int longer = 0;
    if (in->layout.ndim != out->layout.ndim)
        return -1;
    for (int i = 0; i < in->layout.ndim; i++) {
        if (in->layout.shape[i] == out->layout.shape[i])
            continue;
        if (i != dim || !is_exclusive || out->layout.shape[i] - 1 != in->layout.shape[i])
            return -1;
        longer = 1;
    }
    return longer;
}

static bool op_is_known(int op)
{
    return op >= 0 && op < NUM_OPS;
}

/* What types the output and its inputs may have. */
static model_errors check_types(int op, int from, int to)
{
    model_errors errors = 0;
    if (!op_is_defined((lanescan_op)op, to))
        errors |= ERROR(OP);
    if (!dtype_converts(from, to))
        errors |= ERROR(DTYPE);
    return errors;
}

model_errors model_scan(int op, const model_tensor *in, int dim, bool is_exclusive,
                        const model_tensor *out, const model_tensor *index)
{
    model_errors errors = in->errors | out->errors | (index ? index->errors : 0);
    int d = 0;
    if (!op_is_known(op) || (index && !op_has_index((lanescan_op)op)))
        errors |= ERROR(OP);
    if (in->is_read && !model_dim(dim, in->layout.ndim, &d))
        errors |= ERROR(DIM);
    if (in->is_read && out->is_read && op_is_known(op))
        errors |= check_types(op, in->dtype, out->dtype);
    if (index && index->is_read && index->dtype != LANESCAN_I64)
        errors |= ERROR(DTYPE);
    if (errors)
        return errors;
    const int longer = compare_shapes(in, out, d, is_exclusive);
    if (longer < 0 || (index && compare_shapes(in, index, d, is_exclusive) != longer))
        errors |= ERROR(SHAPE);
    return errors;
}

/* The input's shape without the reduced dimensions, or with them as 1. */
static bool is_reduction(const layout *in, const bool *is_reduced, const layout *out, bool keeps)
{
    int next = 0;
    for (int i = 0; i < in->ndim; i++) {
        if (is_reduced[i] && !keeps)
            continue;
        if (next == out->ndim || out->shape[next++] != (is_reduced[i] ? 1 : in->shape[i]))
            return false;
    }
    return next == out->ndim;
}

model_errors model_logsumexp(const model_tensor *in, const int *dims, int num_dims,
                             const model_tensor *out)
{
    model_errors errors = in->errors | out->errors;
    bool is_reduced[LANESCAN_MAX_NDIM] = { false };
    if (num_dims < 0 || num_dims > LANESCAN_MAX_NDIM)
        errors |= ERROR(NDIM);
    else if (num_dims > 0 && !dims)
        errors |= ERROR(NULL);
    else if (in->is_read)
        for (int i = 0, d; i < num_dims; i++) {
            if (!model_dim(dims[i], in->layout.ndim, &d) || is_reduced[d])
                errors |= ERROR(DIM);
            else
                is_reduced[d] = true;
        }
    for (int i = 0; num_dims == 0 && i < LANESCAN_MAX_NDIM; i++)
        is_reduced[i] = true;
    if (in->is_read && out->is_read)
        errors |= check_types(LANESCAN_LOGCUMSUMEXP, in->dtype, out->dtype);
    if (!errors && !is_reduction(&in->layout, is_reduced, &out->layout, false) &&
        !is_reduction(&in->layout, is_reduced, &out->layout, true))
        errors |= ERROR(SHAPE);
    return errors;
}

static bool is_broadcast(const layout *in, const layout *out)
{
    const int missing = out->ndim - in->ndim;
    for (int i = 0; missing >= 0 && i < in->ndim; i++)
        if (in->shape[i] != 1 && in->shape[i] != out->shape[missing + i])
            return false;
    return missing >= 0;
}

model_errors model_logaddexp(const model_tensor *a, const model_tensor *b, const model_tensor *out)
{
    model_errors errors = a->errors | b->errors | out->errors;
    const model_tensor *const inputs[2] = { a, b };
    for (int k = 0; k < 2 && out->is_read; k++) {
        if (!inputs[k]->is_read)
            continue;
        errors |= check_types(LANESCAN_LOGCUMSUMEXP, inputs[k]->dtype, out->dtype);
        if (!is_broadcast(&inputs[k]->layout, &out->layout))
            errors |= ERROR(SHAPE);
    }
    if (out->is_read && !op_is_defined(LANESCAN_LOGCUMSUMEXP, out->dtype))
        errors |= ERROR(OP);
    return errors;
}

static bool is_in_place(const model_tensor *in, const model_tensor *out)
{
    if (in->data != out->data || in->dtype != out->dtype || in->layout.ndim != out->layout.ndim)
        return false;
    for (int i = 0; i < in->layout.ndim; i++)
        if (in->layout.shape[i] != out->layout.shape[i] ||
            in->layout.strides[i] != out->layout.strides[i])
            return false;
    return true;
}

/* Sets `mark` on all bytes of the elements, each place once. Returns whether one of them had one of
 * `others`. */
static bool mark_all(const model_tensor *m, const char *arena, uint8_t *marks, uint8_t mark,
                     uint8_t others)
{
    layout places = m->layout; /* what is repeated lies where it lies */
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    bool had = false;
    for (int i = 0; i < places.ndim; i++)
        if (places.strides[i] == 0 && places.shape[i])
            places.shape[i] = 1;
    const size_t size = dtype_of(m->dtype).size;
    for (bool more = m->count != 0; more; more = layout_next(&places, at, -1)) {
        const char *element = m->data + layout_position(&places, at) * (int64_t)size;
        for (size_t byte = 0; byte < size; byte++) {
            uint8_t *const here = &marks[element - arena + (ptrdiff_t)byte];
            had |= *here & others;
            *here |= mark;
        }
    }
    return had;
}

/* Elements at different indices in one place. */
static bool has_repeats(const model_tensor *m)
{
    for (int i = 0; i < m->layout.ndim; i++)
        if (m->count && m->layout.shape[i] > 1 && m->layout.strides[i] == 0)
            return true;
    return m->count > ARENA;
}

model_errors model_memory(const model_tensor *const inputs[2], const model_tensor *const outputs[2],
                          const char *arena, uint8_t *marks, bool *is_done)
{
    enum { MOST = 1 << 14, FIRST = 1, SECOND = 2, ANY_INPUT = 4 };
    model_errors errors = 0;
    *is_done = true;
    for (int k = 0; k < 2 && outputs[k]; k++) {
        const uint8_t mark = k ? SECOND : FIRST;
        if (has_repeats(outputs[k]) || mark_all(outputs[k], arena, marks, mark, mark))
            errors |= ERROR(ALIAS);
    }
    if (errors)
        return errors; /* and perhaps overlaps, which come second */
    memset(marks, 0, ARENA);
    for (int k = 0; k < 2 && inputs[k]; k++) {
        *is_done &= inputs[k]->count <= MOST;
        if (!*is_done)
            return errors;
        if (!is_in_place(inputs[k], outputs[0]))
            mark_all(inputs[k], arena, marks, ANY_INPUT, 0);
    }
    if (mark_all(outputs[0], arena, marks, FIRST, ANY_INPUT))
        errors |= ERROR(OVERLAP);
    if (outputs[1] && mark_all(outputs[1], arena, marks, SECOND, ANY_INPUT | FIRST))
        errors |= ERROR(OVERLAP);
    for (size_t i = 0; i < ARENA; i++)
        marks[i] &= FIRST | SECOND;
    return errors;
}
