/* Dimensions and shapes that fit each other, and those that do not. */
#include "harness/check.h"
#include "tensor/layout.h"

static char memory[64];

static void check_dim(void)
{
    for (int ndim = 0; ndim <= LANESCAN_MAX_NDIM; ndim++) {
        const int dims = ndim > 1 ? ndim : 1;
        for (int dim = -dims - 2; dim <= dims + 1; dim++) {
            int got = -7;
            const bool is_in = dim >= -dims && dim < dims;
            check(layout_dim(dim, ndim, &got) == (is_in ? LANESCAN_OK : LANESCAN_ERROR_DIM) &&
                      got == (is_in ? (dim + dims) % dims : -7),
                  "dim %d of %d: %d", dim, ndim, got);
        }
        int got;
        check(layout_dim(INT32_MIN, ndim, &got) == LANESCAN_ERROR_DIM &&
                  layout_dim(INT32_MAX, ndim, &got) == LANESCAN_ERROR_DIM,
              "a far dim of %d", ndim);
    }
}

static layout described(int ndim, const int64_t *shape, const int64_t *strides)
{
    layout l = { 0 };
    const lanescan_tensor t = { memory, shape, strides, ndim, LANESCAN_U8 };
    check(layout_read(&t, &l) == LANESCAN_OK, "a layout for others to use");
    return l;
}

static void check_broadcast(void)
{
    static const struct row {
        int in_ndim, out_ndim;
        int64_t in[4], in_strides[4], out[4];
        bool fits;
        int64_t strides[4];
    } rows[] = {
        { 0, 0, { 0 }, { 0 }, { 0 }, true, { 0 } },
        { 0, 2, { 0 }, { 0 }, { 2, 3 }, true, { 0, 0 } },
        { 1, 1, { 3 }, { -2 }, { 3 }, true, { -2 } },
        { 1, 1, { 1 }, { 5 }, { 3 }, true, { 0 } },
        { 1, 1, { 1 }, { 5 }, { 0 }, true, { 0 } },
        { 1, 1, { 3 }, { 1 }, { 1 }, false, { 0 } },
        { 1, 1, { 0 }, { 1 }, { 1 }, false, { 0 } },
        { 1, 1, { 0 }, { 1 }, { 3 }, false, { 0 } },
        { 1, 1, { 3 }, { 1 }, { 0 }, false, { 0 } },
        { 1, 1, { 2 }, { 1 }, { 4 }, false, { 0 } },
        { 1, 0, { 1 }, { 1 }, { 0 }, false, { 0 } },
        { 2, 1, { 1, 3 }, { 3, 1 }, { 3 }, false, { 0 } },
        { 2, 4, { 1, 3 }, { 7, 2 }, { 5, 4, 2, 3 }, true, { 0, 0, 0, 2 } },
        { 3, 3, { 2, 1, 3 }, { 4, 1, -1 }, { 2, 2, 3 }, true, { 4, 0, -1 } },
        { 2, 2, { 2, 3 }, { 3, 1 }, { 3, 2 }, false, { 0 } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        const layout in = described(row->in_ndim, row->in, row->in_strides);
        const layout out = described(row->out_ndim, row->out, NULL);
        int64_t strides[LANESCAN_MAX_NDIM];
        const lanescan_status got = layout_broadcast(&in, &out, strides);
        check(got == (row->fits ? LANESCAN_OK : LANESCAN_ERROR_SHAPE), "broadcast %zu: %s", i,
              lanescan_status_string(got));
        for (int d = 0; d < row->out_ndim && got == LANESCAN_OK; d++)
            check(strides[d] == row->strides[d], "broadcast %zu: stride %d is %lld", i, d,
                  (long long)strides[d]);
    }
}

static void check_same(void)
{
    const int64_t shape[] = { 2, 1, 3 }, strides[] = { 3, 77, 1 }, others[] = { 3, -1, 2 };
    const int64_t longer[] = { 2, 1, 3, 1 };
    const layout a = described(3, shape, NULL), b = described(3, shape, strides);
    layout c = described(3, shape, others);
    check(layouts_same(&a, &b), "strides where the extent is 1 make no difference");
    check(!layouts_same(&a, &c), "strides make a difference");
    c = described(4, longer, NULL);
    check(!layouts_same(&a, &c) && !layouts_same(&c, &a),
          "the number of dimensions makes a difference");
    c = a;
    c.shape[1] = 2;
    check(!layouts_same(&a, &c), "the shape makes a difference");
    c = a;
    c.data++;
    check(!layouts_same(&a, &c), "the address makes a difference");
    c = a;
    c.dtype = LANESCAN_I8;
    check(!layouts_same(&a, &c), "the dtype makes a difference, also at the same size");
}

int main(void)
{
    check_start("shapes", "");
    check_dim();
    check_broadcast();
    check_same();
    return check_finish();
}
