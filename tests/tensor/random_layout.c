#include "tensor/random_layout.h"

#include "golden/dtype.h"

#include <stdio.h>

void layout_random_shape(layout *l, generator *g, int64_t most)
{
    const size_t kind = random_below(g, 20);
    l->ndim = kind == 0   ? (int32_t)(6 + random_below(g, LANESCAN_MAX_NDIM - 5))
              : kind == 1 ? 0
                          : (int32_t)(1 + random_below(g, 5));
    int64_t left = most;
    for (int32_t i = 0; i < l->ndim; i++)
        l->shape[i] = 1;
    /* In random order, so that the long extents are anywhere. */
    for (int32_t turn = 0; turn < 6 && l->ndim; turn++) {
        const size_t i = random_below(g, (size_t)l->ndim);
        if (l->shape[i] != 1)
            continue;
        const int64_t limit = random_below(g, 4) && left > 40 ? 40 : left;
        l->shape[i] = 1 + (int64_t)random_below(g, (size_t)limit);
        left /= l->shape[i];
    }
    if (l->ndim && random_below(g, 40) == 0)
        l->shape[random_below(g, (size_t)l->ndim)] = 0;
}

void layout_place(layout *l)
{
    int64_t lowest = 0, highest = 0;
    for (int32_t i = 0; i < l->ndim; i++) {
        const int64_t reach = l->shape[i] ? (l->shape[i] - 1) * l->strides[i] : 0;
        lowest += reach < 0 ? reach : 0;
        highest += reach > 0 ? reach : 0;
    }
    l->offset = LAYOUT_MARGIN - lowest;
    l->elements = highest - lowest + 1 + 2 * LAYOUT_MARGIN;
}

void layout_plain(layout *l)
{
    int64_t stride = 1;
    for (int32_t i = l->ndim; i-- > 0;) {
        l->strides[i] = stride;
        stride *= l->shape[i];
    }
    layout_place(l);
}

/* The stride of a dimension with one position says nothing: anything may stand there. */
static void scramble_unused(layout *l, generator *g)
{
    static const int64_t odd[] = { 0, 1, -1, 7, INT64_C(1) << 40, -(INT64_C(1) << 40) };
    for (int32_t i = 0; i < l->ndim; i++)
        if (l->shape[i] == 1 && random_below(g, 4) == 0)
            l->strides[i] = odd[random_below(g, sizeof odd / sizeof odd[0])];
}

void layout_apart(layout *l, generator *g)
{
    int32_t order[LANESCAN_MAX_NDIM];
    for (int32_t i = 0; i < l->ndim; i++)
        order[i] = l->ndim - 1 - i;
    if (random_below(g, 3) == 0)
        for (int32_t i = l->ndim; i > 1; i--) {
            const size_t j = random_below(g, (size_t)i);
            const int32_t other = order[j];
            order[j] = order[i - 1];
            order[i - 1] = other;
        }
    const bool is_padded = random_below(g, 3) == 0, is_flipped = random_below(g, 3) == 0;
    int64_t stride = is_padded ? 1 + (int64_t)random_below(g, 3) : 1;
    for (int32_t i = 0; i < l->ndim; i++) {
        const int32_t d = order[i];
        l->strides[d] = is_flipped && random_below(g, 2) ? -stride : stride;
        stride *= l->shape[d] ? l->shape[d] : 1;
        if (is_padded && l->shape[d] > 1)
            stride += (int64_t)random_below(g, 3);
    }
    scramble_unused(l, g);
    layout_place(l);
}

void layout_any(layout *l, generator *g)
{
    layout_apart(l, g);
    if (random_below(g, 2))
        return;
    for (int32_t i = 0; i < l->ndim; i++)
        if (l->shape[i] > 1 && random_below(g, 2))
            l->strides[i] = (int64_t)random_below(g, 9) - 4;
    layout_place(l);
}

void layout_choose(layout *l, generator *g, bool may_alias)
{
    l->no_strides = random_below(g, 6) == 0;
    if (l->no_strides)
        layout_plain(l);
    else if (may_alias)
        layout_any(l, g);
    else
        layout_apart(l, g);
}

layout layout_narrower(const layout *y, generator *g)
{
    layout x = { .ndim = 0 };
    const int32_t first = random_below(g, 3) == 0 ? (int32_t)random_below(g, (size_t)y->ndim + 1)
                                                  : 0;
    const bool is_full = random_below(g, 3) == 0;
    for (int32_t i = first; i < y->ndim; i++)
        x.shape[x.ndim++] = !is_full && random_below(g, 3) == 0 ? 1 : y->shape[i];
    layout_choose(&x, g, true);
    return x;
}

int64_t layout_count(const layout *l)
{
    int64_t count = 1;
    for (int32_t i = 0; i < l->ndim; i++)
        count *= l->shape[i];
    return count;
}

int64_t layout_position(const layout *l, const int64_t *at)
{
    int64_t position = l->offset;
    for (int32_t i = 0; i < l->ndim; i++)
        position += at[i] * l->strides[i];
    return position;
}

bool layout_next(const layout *l, int64_t *at, int fixed)
{
    for (int32_t i = l->ndim; i-- > 0;) {
        if (i == fixed)
            continue;
        if (++at[i] < l->shape[i])
            return true;
        at[i] = 0;
    }
    return false;
}

lanescan_tensor layout_tensor(const layout *l, int dtype, void *memory)
{
    return (lanescan_tensor){ .data = (char *)memory + l->offset * (int64_t)dtype_of(dtype).size,
                              .shape = l->shape,
                              .strides = l->no_strides ? NULL : l->strides,
                              .ndim = l->ndim,
                              .dtype = dtype };
}

static size_t list_text(char *text, size_t room, const int64_t *values, int32_t count)
{
    size_t used = 0;
    for (int32_t i = 0; i < count && used + 1 < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%lld", i ? "," : "",
                                 (long long)values[i]);
    return used < room ? used : room - 1;
}

char *layout_text(char text[LAYOUT_TEXT], const layout *l)
{
    size_t used = list_text(text, LAYOUT_TEXT / 2, l->shape, l->ndim);
    used += (size_t)snprintf(text + used, LAYOUT_TEXT - used, l->no_strides ? " C order" : " by ");
    if (!l->no_strides)
        list_text(text + used, LAYOUT_TEXT - used, l->strides, l->ndim);
    return text;
}
