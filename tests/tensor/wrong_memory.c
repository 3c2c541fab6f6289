/* Outputs that share memory: with themselves, with an input, with each other. What must be refused,
 * and only that. */
#include "golden/random.h"
#include "harness/check.h"
#include "tensor/wrong.h"

#include <stdlib.h>
#include <string.h>

SPOIL(y_windows)
{
    c->strides[WRONG_Y][0] = 3;
}
SPOIL(indices_stride_zero)
{
    c->strides[WRONG_INDICES][1] = 0;
}
SPOIL(y_shifted)
{
    c->tensor[WRONG_Y].data = (char *)c->tensor[WRONG_X].data + 4;
}
SPOIL(y_backwards)
{
    c->tensor[WRONG_Y].data = (char *)c->tensor[WRONG_X].data + 44;
    c->strides[WRONG_Y][0] = -4;
    c->strides[WRONG_Y][1] = -1;
}
SPOIL(y_transposed)
{
    c->tensor[WRONG_Y].data = c->tensor[WRONG_X].data;
    c->strides[WRONG_Y][0] = 1;
    c->strides[WRONG_Y][1] = 3;
}
SPOIL(y_of_another_type)
{
    c->tensor[WRONG_Y].data = c->tensor[WRONG_X].data;
    c->tensor[WRONG_Y].dtype = LANESCAN_I32;
}
SPOIL(y_one_more_in_place)
{
    c->options.flags = LANESCAN_EXCLUSIVE;
    c->tensor[WRONG_Y].data = c->tensor[WRONG_X].data;
    c->shape[WRONG_Y][1] = c->strides[WRONG_Y][0] = c->strides[WRONG_X][0] = 5;
}
SPOIL(x_window_on_y)
{
    c->tensor[WRONG_X].data = c->tensor[WRONG_Y].data;
    c->strides[WRONG_X][0] = 0;
}
SPOIL(values_on_indices)
{
    c->tensor[WRONG_Y].data = (char *)c->tensor[WRONG_INDICES].data + 92;
}
SPOIL(indices_on_x)
{
    c->tensor[WRONG_INDICES].data = (char *)c->tensor[WRONG_X].data - 8;
}
SPOIL(in_place)
{
    c->tensor[WRONG_Y].data = c->tensor[WRONG_X].data;
}
SPOIL(in_place_c_order)
{
    c->tensor[WRONG_Y].data = c->tensor[WRONG_X].data;
    c->tensor[WRONG_X].strides = NULL;
}
SPOIL(in_place_one_row)
{
    c->tensor[WRONG_Y].data = c->tensor[WRONG_X].data;
    for (int t = 0; t < WRONG_TENSORS; t++)
        c->shape[t][0] = 1;
    c->strides[WRONG_Y][0] = 0; /* of a dimension with one position */
}
SPOIL(interleaved)
{
    c->tensor[WRONG_Y].data = (char *)c->tensor[WRONG_X].data + 4;
    for (int t = 0; t < WRONG_INDICES; t++) {
        c->strides[t][0] = 8;
        c->strides[t][1] = 2;
    }
}
SPOIL(beside)
{
    c->tensor[WRONG_Y].data = (char *)c->tensor[WRONG_X].data + 48;
}
SPOIL(columns_of_one_matrix)
{
    c->tensor[WRONG_Y].data = (char *)c->tensor[WRONG_X].data + 16;
    c->strides[WRONG_X][0] = c->strides[WRONG_Y][0] = 8;
}

static const wrong_row rows[] = {
    { "output of overlapping windows", y_windows, LANESCAN_ERROR_ALIAS },
    { "shifted by one", y_shifted, LANESCAN_ERROR_OVERLAP },
    { "the same backwards", y_backwards, LANESCAN_ERROR_OVERLAP },
    { "the same transposed", y_transposed, LANESCAN_ERROR_OVERLAP },
    { "the same memory, another type", y_of_another_type, LANESCAN_ERROR_OVERLAP },
    { "input repeats the output's first row", x_window_on_y, LANESCAN_ERROR_OVERLAP },
    { "in place", in_place, LANESCAN_OK },
    { "in place, the strides of C order left out", in_place_c_order, LANESCAN_OK },
    { "in place, one row", in_place_one_row, LANESCAN_OK },
    { "every other element", interleaved, LANESCAN_OK },
    { "side by side", beside, LANESCAN_OK },
    { "columns of one matrix", columns_of_one_matrix, LANESCAN_OK },
};

static const wrong_row options_rows[] = {
    { "one more, in place", y_one_more_in_place, LANESCAN_ERROR_OVERLAP },
};

static const wrong_row index_rows[] = {
    { "stride 0 of the indices", indices_stride_zero, LANESCAN_ERROR_ALIAS },
    { "values over indices", values_on_indices, LANESCAN_ERROR_OVERLAP },
    { "indices over the input", indices_on_x, LANESCAN_ERROR_OVERLAP },
};

/* ---- any two layouts, against every byte of both ---- */

enum { BYTES = 4096, MOST_DIMENSIONS = 3, CASES = 30000 };

typedef struct random_layout {
    int64_t shape[MOST_DIMENSIONS], strides[MOST_DIMENSIONS];
    lanescan_tensor tensor;
} random_layout;

static void choose(random_layout *l, generator *g, int dtype, char *middle)
{
    for (int i = 0; i < l->tensor.ndim; i++)
        l->strides[i] = (int64_t)random_below(g, 21) - 10;
    const int64_t at = (int64_t)random_below(g, 40) - 20;
    l->tensor = (lanescan_tensor){ middle + 8 * at, l->shape, l->strides, l->tensor.ndim, dtype };
}

static int64_t size_of(const random_layout *l)
{
    return l->tensor.dtype == LANESCAN_U8 ? 1 : l->tensor.dtype == LANESCAN_F32 ? 4 : 8;
}

/* Counts how often each byte belongs to an element; returns the largest. */
static int touch(const random_layout *l, const char *memory, unsigned char count[BYTES])
{
    int64_t at[MOST_DIMENSIONS] = { 0 };
    int most = 0;
    memset(count, 0, BYTES);
    for (;;) {
        int64_t place = (const char *)l->tensor.data - memory;
        for (int i = 0; i < l->tensor.ndim; i++)
            place += at[i] * l->strides[i] * size_of(l);
        for (int64_t b = 0; b < size_of(l); b++)
            most = ++count[place + b] > most ? count[place + b] : most;
        int i = l->tensor.ndim;
        while (i-- > 0 && ++at[i] == l->shape[i])
            at[i] = 0;
        if (i < 0)
            return most;
    }
}

static bool is_same(const random_layout *a, const random_layout *b)
{
    bool same = a->tensor.data == b->tensor.data && a->tensor.dtype == b->tensor.dtype;
    for (int i = 0; i < a->tensor.ndim; i++)
        same = same && (a->shape[i] == 1 || a->strides[i] == b->strides[i]);
    return same;
}

static void check_layouts(generator *g)
{
    static _Alignas(16) char memory[BYTES], before[BYTES];
    static unsigned char of_x[BYTES], of_y[BYTES];
    static const int dtypes[] = { LANESCAN_U8, LANESCAN_F32, LANESCAN_F64 };
    random_layout x = { .tensor.ndim = 1 + (int32_t)random_below(g, MOST_DIMENSIONS) };
    for (int i = 0; i < x.tensor.ndim; i++)
        x.shape[i] = 1 + (int64_t)random_below(g, 4);
    random_layout y = x;
    choose(&x, g, dtypes[random_below(g, 3)], memory + BYTES / 2);
    choose(&y, g, dtypes[random_below(g, 3)], memory + BYTES / 2);
    if (random_below(g, 8) == 0)
        memcpy(x.strides, y.strides, sizeof x.strides), x.tensor.data = y.tensor.data;
    touch(&x, memory, of_x);
    const bool aliases = touch(&y, memory, of_y) > 1;
    bool overlaps = false;
    for (size_t i = 0; i < BYTES; i++)
        overlaps |= of_x[i] && of_y[i];
    overlaps = overlaps && !is_same(&x, &y);
    memset(memory, 0x33, BYTES);
    memcpy(before, memory, BYTES);
    const lanescan_status status = lanescan_cummax(&x.tensor, 0, &y.tensor);
    const bool is_right = aliases && status == LANESCAN_ERROR_ALIAS ? true
                          : overlaps ? status == LANESCAN_ERROR_OVERLAP
                                     : !aliases && status == LANESCAN_OK;
    check(is_right,
          "shape %lld,%lld,%lld of %d: %lld byte strides %lld,%lld,%lld into %lld byte strides "
          "%lld,%lld,%lld %lld bytes on: %s",
          (long long)x.shape[0], (long long)x.shape[1], (long long)x.shape[2], x.tensor.ndim,
          (long long)size_of(&x), (long long)x.strides[0], (long long)x.strides[1],
          (long long)x.strides[2], (long long)size_of(&y), (long long)y.strides[0],
          (long long)y.strides[1], (long long)y.strides[2],
          (long long)((char *)y.tensor.data - (char *)x.tensor.data),
          lanescan_status_string(status));
    for (size_t i = 0; i < BYTES; i++)
        if (status == LANESCAN_OK && of_y[i])
            memory[i] = before[i];
    check(memcmp(memory, before, BYTES) == 0, "wrote outside of the output: %s",
          lanescan_status_string(status));
}

void wrong_memory(void)
{
    WRONG_CHECK_ALL(WRONG_SCAN, rows, NULL);
    WRONG_CHECK_ALL(WRONG_BY_NAME, rows, NULL);
    WRONG_CHECK_ALL(WRONG_SCAN_INDEX, rows, NULL);
    WRONG_CHECK_ALL(WRONG_SCAN, options_rows, NULL);
    WRONG_CHECK_ALL(WRONG_SCAN_INDEX, index_rows, NULL);
    generator g = random_seeded(check_stream_seed("tensor_wrong_memory"));
    for (size_t i = 0; i < CASES / check_scale(); i++)
        check_layouts(&g);
}
