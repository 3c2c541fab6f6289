#include "fuzz_descriptor.h"

#include <limits.h>

int descriptor_int(fuzz_input *in)
{
    static const int wild[] = { -1,
                                15,
                                LANESCAN_MAX_NDIM,
                                LANESCAN_MAX_NDIM + 1,
                                INT_MAX,
                                INT_MIN,
                                1 << 16,
                                -LANESCAN_MAX_NDIM,
                                256,
                                INT_MIN + 1,
                                5,
                                -2 };
    const uint8_t byte = fuzz_byte(in);
    return byte < 200 ? byte % 16 : wild[byte % (sizeof wild / sizeof wild[0])];
}

static int64_t wild_extent(fuzz_input *in)
{
    static const int64_t wild[] = { -1,
                                    INT64_MIN,
                                    INT64_MAX,
                                    INT64_MAX - 1,
                                    INT64_C(1) << 31,
                                    INT64_C(1) << 32,
                                    INT64_C(1) << 59,
                                    INT64_C(1) << 60,
                                    (INT64_C(1) << 60) - 1,
                                    INT64_C(1) << 62,
                                    -INT64_MAX,
                                    0 };
    const uint8_t byte = fuzz_byte(in);
    return byte < 200 ? wild[byte % (sizeof wild / sizeof wild[0])] : (int64_t)fuzz_u64(in);
}

char *descriptor_address(fuzz_input *in, char *arena)
{
    const uint16_t place = fuzz_u16(in);
    return place >= 0xff00 ? NULL : arena + place % ARENA / 8 * 8;
}

static void read_shape(fuzz_input *in, const descriptor *like, uint8_t style, descriptor *d)
{
    enum { LIKE = 1, ONE_MORE = 8 };
    if (like && style & LIKE) {
        d->tensor.ndim = like->tensor.ndim;
        memcpy(d->shape, like->shape, sizeof d->shape);
        if (style & ONE_MORE && d->tensor.ndim > 0 && d->tensor.ndim <= LANESCAN_MAX_NDIM) {
            int64_t *const extent = &d->shape[fuzz_below(in, d->tensor.ndim)];
            *extent = *extent < INT64_MAX ? *extent + 1 : 1;
        }
        return;
    }
    const uint8_t ndim = fuzz_byte(in);
    d->tensor.ndim = ndim < 230 ? ndim % 5 : ndim % (LANESCAN_MAX_NDIM + 1);
    for (int32_t i = 0; i < d->tensor.ndim; i++) {
        const uint8_t byte = i < 5 ? fuzz_byte(in) : 1;
        d->shape[i] = byte < 230 ? byte % 5 : byte % 40;
    }
}

static void read_strides(fuzz_input *in, const descriptor *like, uint8_t style, descriptor *d)
{
    enum { LIKE = 2, NONE = 16 };
    memcpy(d->strides, like ? like->strides : d->strides, sizeof d->strides);
    if (style & NONE)
        d->tensor.strides = NULL;
    else if (!like || !(style & LIKE))
        for (int32_t i = 0; i < d->tensor.ndim && i < LANESCAN_MAX_NDIM; i++)
            d->strides[i] = i < 5 ? (int8_t)fuzz_byte(in) % 24 : 1;
}

/* One thing that is wrong, or may be. */
static void spoil(fuzz_input *in, descriptor *d)
{
    switch (fuzz_below(in, 8)) {
    case 0:
        d->is_null = true;
        break;
    case 1:
        d->tensor.shape = NULL;
        break;
    case 2:
        d->tensor.ndim = descriptor_int(in);
        break;
    case 3:
        d->tensor.dtype = descriptor_int(in);
        break;
    case 4:
        d->tensor.data = NULL;
        break;
    case 5:
        d->tensor.data = (void *)(uintptr_t)fuzz_u64(in);
        break;
    case 6:
        d->shape[fuzz_below(in, LANESCAN_MAX_NDIM)] = wild_extent(in);
        break;
    default:
        d->strides[fuzz_below(in, LANESCAN_MAX_NDIM)] = wild_extent(in);
    }
}

/* Somewhere in the arena, aligned as its elements must be. */
static void place(char *arena, uint16_t where, descriptor *d)
{
    d->tensor.data = arena;
    const model_tensor m = model_read(&d->tensor);
    if (!m.is_read || m.count == 0)
        return;
    const size_t size = dtype_of(m.dtype).size, aligned = size > 8 ? 8 : size;
    if (m.below > ARENA || m.above > ARENA || m.below + m.above + size > ARENA)
        return;
    const size_t room = ARENA - (size_t)(m.below + m.above) - size;
    d->tensor.data = arena + m.below + where % (room + 1) / aligned * aligned;
}

void descriptor_read(fuzz_input *in, char *arena, const descriptor *like, descriptor *d)
{
    enum { LIKE_DATA = 4, LIKE_TYPE = 32, ODD = 224 };
    const uint8_t style = fuzz_byte(in);
    *d = (descriptor){ .is_null = false };
    for (int i = 0; i < LANESCAN_MAX_NDIM; i++)
        d->shape[i] = d->strides[i] = 1;
    d->tensor.shape = d->shape;
    d->tensor.strides = d->strides;
    d->tensor.dtype = like && style & LIKE_TYPE ? like->tensor.dtype : fuzz_below(in, NUM_DTYPES);
    read_shape(in, like, style, d);
    read_strides(in, like, style, d);
    if (like && style & LIKE_DATA)
        d->tensor.data = like->tensor.data;
    else
        place(arena, fuzz_u16(in), d);
    if (style >= ODD)
        spoil(in, d);
}
