#include "fuzz_elements.h"

int fuzz_dtype(fuzz_input *in, lanescan_op op)
{
    int dtype = fuzz_below(in, NUM_DTYPES);
    while (!op_is_defined(op, dtype))
        dtype = (dtype + 1) % NUM_DTYPES;
    return dtype;
}

int fuzz_input_dtype(fuzz_input *in, int to)
{
    const uint8_t choice = fuzz_byte(in);
    int dtype = choice & 0x80 ? choice % NUM_DTYPES : to;
    while (!dtype_converts(dtype, to))
        dtype = (dtype + 1) % NUM_DTYPES;
    return dtype;
}

static void repeat_bytes(fuzz_input *in, size_t size, size_t n, char *elements)
{
    const size_t period = 1 + fuzz_byte(in) % 64u;
    for (size_t i = 0; i < n; i++) {
        if (i < period)
            fuzz_bytes(in, size, elements + i * size);
        else
            memcpy(elements + i * size, elements + (i - period) * size, size);
    }
}

data_kind fuzz_data(fuzz_input *in, int dtype, size_t n, void *elements)
{
    char *const bytes = elements;
    const size_t size = dtype_of(dtype).size;
    const int kind = fuzz_below(in, NUM_DATA_KINDS + 1);
    if (kind == NUM_DATA_KINDS) {
        repeat_bytes(in, size, n, bytes);
    } else {
        generator g = random_seeded(fuzz_byte(in));
        data_fill((data_kind)kind, &g, dtype, n, elements);
    }
    for (int count = fuzz_below(in, 24); count && n; count--) {
        const size_t place = fuzz_u16(in) % n;
        fuzz_bytes(in, size, bytes + place * size);
    }
    return kind == NUM_DATA_KINDS ? DATA_BITS : (data_kind)kind;
}

void fuzz_shape(fuzz_input *in, layout *l, int64_t most)
{
    const int ndim = fuzz_byte(in);
    l->ndim = ndim < 240 ? ndim % 7 : 7 + (ndim - 240) * 57 / 15; /* up to LANESCAN_MAX_NDIM */
    int64_t left = most;
    for (int32_t i = 0; i < l->ndim; i++) {
        const int byte = ndim < 240 || i % 16 == 0 ? fuzz_byte(in) : 1;
        const int64_t extent = byte < 200 ? byte % 41 : byte < 230 ? byte - 200 : fuzz_u16(in);
        l->shape[i] = extent <= left ? extent : left;
        left /= l->shape[i] ? l->shape[i] : 1;
    }
}

/* Of a dimension with one position nothing is said: anything may stand there. */
static int64_t unused_stride(fuzz_input *in)
{
    static const int64_t odd[] = { 1, 0, -1, 7, INT64_C(1) << 40, INT64_MAX, INT64_MIN };
    return odd[fuzz_below(in, sizeof odd / sizeof odd[0])];
}

/* From the innermost dimension out, in an order, with gaps and signs of the case's choice. */
static void strides_apart(fuzz_input *in, layout *l)
{
    int32_t order[LANESCAN_MAX_NDIM];
    int64_t stride = 1 + fuzz_below(in, 4);
    for (int32_t i = 0; i < l->ndim; i++)
        order[i] = l->ndim - 1 - i;
    for (int32_t i = 0; i < l->ndim; i++) {
        const uint8_t choice = fuzz_byte(in);
        const int32_t other = i + (choice >> 3) % (l->ndim - i), d = order[other];
        order[other] = order[i];
        if (l->shape[d] == 1) {
            l->strides[d] = unused_stride(in);
            continue;
        }
        l->strides[d] = choice & 1 ? -stride : stride;
        stride = stride * (l->shape[d] ? l->shape[d] : 1) + (choice >> 1) % 4;
    }
}

/* layout_place leaves margins; a case may want none, where a sanitizer watches the memory
 * beside. */
static void set_margins(layout *l, int before, int after)
{
    l->offset += before - LAYOUT_MARGIN;
    l->elements += before + after - 2 * LAYOUT_MARGIN;
}

void fuzz_strides(fuzz_input *in, layout *l, bool may_alias)
{
    const uint8_t choice = fuzz_byte(in);
    const int kind = choice % 4;
    l->no_strides = kind == 0;
    layout_plain(l);
    if (kind >= 2)
        strides_apart(in, l);
    if (kind == 3 && may_alias) {
        for (int32_t i = 0; i < l->ndim; i++)
            if (l->shape[i] > 1)
                l->strides[i] = (int8_t)fuzz_byte(in) % 6;
    }
    layout_place(l);
    set_margins(l, choice >> 2 & 3, choice >> 4 & 3);
}
