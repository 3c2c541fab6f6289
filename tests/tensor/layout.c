/* Descriptors at the edges of what they may say: which error, and which of two. */
#include "tensor/layout.h"
#include "harness/check.h"

#include <string.h>

static double memory[64];

/* A descriptor of memory's middle. */
static lanescan_tensor tensor(int ndim, const int64_t *shape, const int64_t *strides, int dtype)
{
    return (lanescan_tensor){ &memory[32], shape, strides, ndim, dtype };
}

static void expect(lanescan_status want, const lanescan_tensor *t, const char *what)
{
    layout l;
    const lanescan_status got = layout_read(t, &l);
    check(got == want, "%s: %s, expected %s", what, lanescan_status_string(got),
          lanescan_status_string(want));
}

static void expect_shape(lanescan_status want, int ndim, const int64_t *shape,
                         const int64_t *strides, int dtype, const char *what)
{
    const lanescan_tensor t = tensor(ndim, shape, strides, dtype);
    expect(want, &t, what);
}

/* Faults are mended one by one, in the order in which they must be found. */
static void check_order(void)
{
    expect(LANESCAN_ERROR_NULL, NULL, "no descriptor");
    const int64_t negative[] = { INT64_MAX, INT64_MAX, -1 }, huge[] = { INT64_MAX, INT64_MAX, 1 };
    const int64_t one[] = { 1, 1, 1 };
    static const int no_dtype[] = { -1, 15, INT32_MIN, INT32_MAX };
    static const int no_ndim[] = { -1, 65, INT32_MIN, INT32_MAX };
    lanescan_tensor t = { NULL, NULL, NULL, 65, 15 };
    for (int i = 0; i < 4; i++) {
        t.dtype = no_dtype[i];
        expect(LANESCAN_ERROR_DTYPE, &t, "no dtype");
    }
    t.dtype = LANESCAN_C128;
    for (int i = 0; i < 4; i++) {
        t.ndim = no_ndim[i];
        expect(LANESCAN_ERROR_NDIM, &t, "no ndim");
    }
    t.ndim = 3;
    expect(LANESCAN_ERROR_NULL, &t, "no shape");
    t.shape = negative;
    expect(LANESCAN_ERROR_EXTENT, &t, "a negative extent behind others that overflow");
    t.shape = huge;
    expect(LANESCAN_ERROR_SIZE, &t, "too large, no data");
    t.shape = one;
    expect(LANESCAN_ERROR_NULL, &t, "no data");
    t.data = memory;
    expect(LANESCAN_OK, &t, "nothing wrong");
    t = (lanescan_tensor){ NULL, NULL, NULL, 0, LANESCAN_BOOL };
    expect(LANESCAN_ERROR_NULL, &t, "0-d, no data");
    t.data = memory;
    expect(LANESCAN_OK, &t, "0-d, no shape");
}

/* The largest counts, spans and strides that pass, and the next that do not. */
static void check_size(void)
{
    const int64_t most = PTRDIFF_MAX;
    for (int dtype = 0; dtype <= LANESCAN_C128; dtype++) {
        layout l;
        lanescan_tensor t = tensor(0, NULL, NULL, dtype);
        if (!check(layout_read(&t, &l) == LANESCAN_OK, "0-d of dtype %d", dtype))
            continue;
        const int64_t size = (int64_t)l.element_size, fit = most / size;
        t.ndim = 1;
        t.data = memory;
        /* A stride of 0 keeps the addresses out of it. */
        const int64_t none = 0;
        t.strides = &none;
        int64_t extent = fit;
        t.shape = &extent;
        expect(LANESCAN_OK, &t, "the most elements");
        if (fit < INT64_MAX) {
            extent = fit + 1;
            expect(LANESCAN_ERROR_SIZE, &t, "one element more than the most");
        }

        const int64_t two[] = { 2, 1 };
        /* Half of the address space, so the data are near its other end. */
        for (int sign = -1; sign <= 1; sign += 2) {
            t.shape = two;
            t.data = (void *)(sign < 0 ? UINTPTR_MAX - 16 : (uintptr_t)16);
            int64_t stride = sign * (fit - 1);
            t.strides = &stride;
            expect(LANESCAN_OK, &t, "the longest stride");
            stride = sign * fit;
            expect(LANESCAN_ERROR_SIZE, &t, "a stride too long by 1");
        }
    }
    const int64_t two_two[] = { 2, 2 }, half[] = { most / 2, most / 2 },
                  over[] = { most / 2, -most / 2 - 1 };
    expect_shape(LANESCAN_ERROR_SIZE, 2, two_two, over, LANESCAN_U8, "one stride up, one down");
    lanescan_tensor t = tensor(2, two_two, half, LANESCAN_U8);
    t.data = (void *)(uintptr_t)16;
    expect(LANESCAN_OK, &t, "the longest two strides");
    const int64_t two_two_two[] = { 2, 2, 2 }, around[] = { INT64_MAX, INT64_MAX, 2 };
    expect_shape(LANESCAN_ERROR_SIZE, 3, two_two_two, around, LANESCAN_U8, "2^64 in three strides");
    const int64_t product[] = { (int64_t)1 << 32, (int64_t)1 << 31 };
    expect_shape(LANESCAN_ERROR_SIZE, 2, product, NULL, LANESCAN_U8, "2^63 elements");
    const int64_t wraps[] = { (int64_t)1 << 32, (int64_t)1 << 32, 3 };
    expect_shape(LANESCAN_ERROR_SIZE, 3, wraps, NULL, LANESCAN_U8, "3 * 2^64 elements");
    const int64_t three[] = { 3 }, lowest[] = { INT64_MIN }, highest[] = { INT64_MAX };
    expect_shape(LANESCAN_ERROR_SIZE, 1, three, lowest, LANESCAN_U8, "a stride of INT64_MIN");
    expect_shape(LANESCAN_ERROR_SIZE, 1, three, highest, LANESCAN_U8, "a stride of INT64_MAX");
}

/* Tensors that are empty, or do not move, may have any strides; not any shape. */
static void check_unused(void)
{
    static const int64_t any[] = { INT64_MIN, INT64_MAX, INT64_MIN };
    const int64_t one[] = { 1, 1, 1 }, empty[] = { INT64_MAX, 0, 1 },
                  behind[] = { 0, 0, INT64_MAX };
    const int64_t edge[] = { INT64_MAX, 0, 2 }, early[] = { 0, INT64_MAX, 2 },
                  late[] = { 2, INT64_MAX, 0 };
    expect_shape(LANESCAN_OK, 3, one, any, LANESCAN_C128, "one element with any strides");
    for (int with_strides = 0; with_strides < 2; with_strides++) {
        const int64_t *strides = with_strides ? any : NULL;
        expect_shape(LANESCAN_OK, 3, empty, strides, LANESCAN_C128, "no element");
        expect_shape(LANESCAN_OK, 3, behind, strides, LANESCAN_C128, "no element, 0 first");
        expect_shape(LANESCAN_ERROR_SIZE, 3, edge, strides, LANESCAN_U8, "2 (2^63 - 1), 0 between");
        expect_shape(LANESCAN_ERROR_SIZE, 3, early, strides, LANESCAN_U8, "2 (2^63 - 1), 0 first");
        expect_shape(LANESCAN_ERROR_SIZE, 3, late, strides, LANESCAN_U8, "2 (2^63 - 1), 0 last");
    }
    lanescan_tensor t = { NULL, empty, any, 3, LANESCAN_F64 };
    expect(LANESCAN_OK, &t, "no element, no data");
    t.data = (void *)UINTPTR_MAX;
    expect(LANESCAN_OK, &t, "no element, at the last address");
    layout l;
    t = tensor(3, one, any, LANESCAN_F64);
    if (check(layout_read(&t, &l) == LANESCAN_OK, "one element"))
        for (int i = 0; i < 3; i++)
            check(l.strides[i] == 0, "an unused stride is %lld", (long long)l.strides[i]);
}

static void check_address_space(void)
{
    const int64_t four[] = { 4 }, down[] = { -1 }, up[] = { 1 };
    lanescan_tensor t = { NULL, four, up, 1, LANESCAN_U32 };
    t.data = (void *)(UINTPTR_MAX - 16);
    expect(LANESCAN_OK, &t, "ends with the address space");
    t.data = (void *)(UINTPTR_MAX - 15);
    expect(LANESCAN_ERROR_SIZE, &t, "ends behind the address space");
    t.strides = NULL;
    expect(LANESCAN_ERROR_SIZE, &t, "ends behind the address space in C order");
    t.strides = down;
    t.data = (void *)(uintptr_t)12;
    expect(LANESCAN_OK, &t, "begins with the address space");
    t.data = (void *)(uintptr_t)11;
    expect(LANESCAN_ERROR_SIZE, &t, "begins before the address space");
    t.data = NULL;
    expect(LANESCAN_ERROR_NULL, &t, "no data, and downwards");
}

static void check_fields(void)
{
    static const size_t sizes[] = { 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16 };
    const int64_t shape[] = { 2, 3, 1, 4 }, c_order[] = { 12, 4, 4, 1 };
    const int64_t empty[] = { 2, 0, 3 }, no_strides[] = { 0, 0, 0 }, given[] = { -1, 0, 9, 3 };
    for (int dtype = 0; dtype <= LANESCAN_C128; dtype++) {
        layout l;
        lanescan_tensor t = tensor(4, shape, NULL, dtype);
        check(layout_read(&t, &l) == LANESCAN_OK && l.element_size == sizes[dtype] &&
                  l.dtype == dtype && l.ndim == 4 && l.count == 24 &&
                  l.data == (char *)&memory[32] && memcmp(l.shape, shape, sizeof shape) == 0 &&
                  memcmp(l.strides, c_order, sizeof c_order) == 0,
              "dtype %d in C order", dtype);
        t.strides = given;
        uint64_t below = 1, above = 1;
        if (check(layout_read(&t, &l) == LANESCAN_OK, "dtype %d with strides", dtype))
            layout_reach(&l, &below, &above);
        check(below == sizes[dtype] && above == 9 * sizes[dtype],
              "dtype %d: %llu below, %llu above", dtype, (unsigned long long)below,
              (unsigned long long)above);
        t = tensor(3, empty, NULL, dtype);
        check(layout_read(&t, &l) == LANESCAN_OK && l.count == 0 &&
                  memcmp(l.strides, no_strides, sizeof no_strides) == 0,
              "dtype %d, empty", dtype);
        t = tensor(0, NULL, NULL, dtype);
        check(layout_read(&t, &l) == LANESCAN_OK && l.count == 1 && l.shape[0] == 1 &&
                  l.strides[0] == 0,
              "dtype %d, 0-d", dtype);
    }
    int64_t many[LANESCAN_MAX_NDIM];
    for (int i = 0; i < LANESCAN_MAX_NDIM; i++)
        many[i] = i % 8 == 0 ? 2 : 1;
    layout l;
    const lanescan_tensor t = tensor(LANESCAN_MAX_NDIM, many, NULL, LANESCAN_U8);
    check(layout_read(&t, &l) == LANESCAN_OK && l.count == 256 && l.strides[0] == 128 &&
              l.strides[63] == 1,
          "64 dimensions");
    for (int i = 0; i < LANESCAN_MAX_NDIM; i++)
        many[i] = 2;
    expect_shape(LANESCAN_ERROR_SIZE, LANESCAN_MAX_NDIM, many, NULL, LANESCAN_U8, "2^64 elements");
    expect_shape(LANESCAN_ERROR_SIZE, LANESCAN_MAX_NDIM - 1, many, NULL, LANESCAN_U8,
                 "2^63 elements");
}

int main(void)
{
    check_start("layout", "");
    check_order();
    check_size();
    check_unused();
    check_address_space();
    check_fields();
    return check_finish();
}
