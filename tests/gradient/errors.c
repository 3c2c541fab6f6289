#include "gradient/tensors.h"
#include "harness/check.h"

#include <stddef.h>
#include <string.h>

enum { ROWS = 3, COLUMNS = 4, MEMORY = 64 };

static const int64_t shape[2] = { ROWS, COLUMNS }, longer[2] = { ROWS, COLUMNS + 1 },
                     row[1] = { COLUMNS }, column[1] = { ROWS }, none[2] = { 0, 2 },
                     negative[2] = { ROWS, -4 }, repeated[2] = { 0, 1 }, backwards[2] = { -4, -1 },
                     far[2] = { INT64_MAX / 4, 1 }, square[2] = { ROWS, ROWS };
static double memory[5][MEMORY];

/* All that any of them takes. */
typedef struct call {
    int kind; /* 0: scan_vjp, 1: by indices, 2: logsumexp, 3: logaddexp, 4: recurrence */
    lanescan_op op;
    lanescan_tensor x, b, g, out, second;
    bool lacks_x, lacks_b, lacks_g, lacks_out, lacks_second, lacks_options;
    int dim, num_dims;
    bool lacks_dims, names_twice; /* the dimensions that are reduced */
    lanescan_options options;
} call;

static call right_call(int kind)
{
    call c = { .kind = kind,
               .op = LANESCAN_LOGCUMSUMEXP,
               .x = { memory[0], shape, NULL, 2, LANESCAN_F64 },
               .b = { memory[1], shape, NULL, 2, LANESCAN_F64 },
               .g = { memory[2], shape, NULL, 2, LANESCAN_F64 },
               .out = { memory[3], shape, NULL, 2, LANESCAN_F64 },
               .second = { memory[4], shape, NULL, 2, LANESCAN_F64 },
               .dim = 1,
               .num_dims = 1,
               .options = { .struct_size = sizeof(lanescan_options) } };
    if (kind == 1)
        c.x.dtype = LANESCAN_I64;
    if (kind == 2)
        c.g = (lanescan_tensor){ memory[2], column, NULL, 1, LANESCAN_F64 };
    return c;
}

static lanescan_status make(const call *c)
{
    const lanescan_tensor *const x = c->lacks_x ? NULL : &c->x,
                                 *const b = c->lacks_b ? NULL : &c->b,
                                 *const g = c->lacks_g ? NULL : &c->g,
                                 *const out = c->lacks_out ? NULL : &c->out,
                                 *const second = c->lacks_second ? NULL : &c->second;
    const lanescan_options *const options = c->lacks_options ? NULL : &c->options;
    const int dims[2] = { c->dim, c->dim - 2 };
    switch (c->kind) {
    case 0:
        return lanescan_scan_vjp(c->op, x, c->dim, options, g, out);
    case 1:
        return lanescan_scan_index_vjp(x, c->dim, options, g, out);
    case 2:
        return lanescan_logsumexp_vjp(x, c->lacks_dims ? NULL : dims,
                                      c->names_twice ? 2 : c->num_dims, options, g, out);
    case 3:
        return lanescan_logaddexp_vjp(x, b, options, g, out, second);
    default:
        return lanescan_linear_recurrence_vjp(x, b, c->dim, options, g, out, second);
    }
}

static void check_status(const char *what, const call *c, lanescan_status want)
{
    double before[5][MEMORY];
    memcpy(before, memory, sizeof before);
    const lanescan_status status = make(c);
    check(status == want, "%d, %s: %s, not %s", c->kind, what, lanescan_status_string(status),
          lanescan_status_string(want));
    if (want != LANESCAN_OK)
        check(memcmp(before, memory, sizeof before) == 0, "%s: something is written", what);
    memcpy(memory, before, sizeof before);
}

#define WRONG(kind, what, status, ...)  \
    do {                                \
        call c = right_call(kind);      \
        __VA_ARGS__;                    \
        check_status(what, &c, status); \
    } while (0)

static void share_nothing(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    (void)task;
    (void)data;
    check(false, "%s: %zu tasks", (const char *)context, n_tasks);
}

static void check_all_kinds(void)
{
    static char few[] = "a call that is not worth sharing", one[] = "an executor of one task";
    const lanescan_executor unusable = { .struct_size = sizeof unusable, .max_tasks = 2 },
                            too_small = { sizeof too_small - 1, 2, few, share_nothing },
                            idle = { sizeof idle, 2, few, share_nothing },
                            alone = { sizeof alone, 1, one, share_nothing },
                            nobody = { sizeof nobody, 0, one, share_nothing };
    for (int kind = 0; kind < 5; kind++) {
        WRONG(kind, "the right call", LANESCAN_OK, (void)c);
        WRONG(kind, "without options", LANESCAN_OK, c.lacks_options = true);
        WRONG(kind, "no input", LANESCAN_ERROR_NULL, c.lacks_x = true);
        WRONG(kind, "no gradient of the output", LANESCAN_ERROR_NULL, c.lacks_g = true);
        WRONG(kind, "without data", LANESCAN_ERROR_NULL, c.x.data = NULL);
        WRONG(kind, "no data of the gradient", LANESCAN_ERROR_NULL, c.g.data = NULL);
        WRONG(kind, "no data of the output", LANESCAN_ERROR_NULL, c.out.data = NULL);
        WRONG(kind, "no shape of the output", LANESCAN_ERROR_NULL, c.out.shape = NULL);
        WRONG(kind, "no type", LANESCAN_ERROR_DTYPE, c.g.dtype = 15);
        WRONG(kind, "no type of the output", LANESCAN_ERROR_DTYPE, c.out.dtype = -1);
        WRONG(kind, "complex elements, real gradient", LANESCAN_ERROR_DTYPE,
              c.x.dtype = LANESCAN_C128);
        WRONG(kind, "into integers", LANESCAN_ERROR_OP,
              c.out.dtype = c.second.dtype = LANESCAN_I32);
        WRONG(kind, "complex to real", LANESCAN_ERROR_DTYPE, c.g.dtype = LANESCAN_C64);
        WRONG(kind, "65 dimensions", LANESCAN_ERROR_NDIM, c.x.ndim = LANESCAN_MAX_NDIM + 1);
        WRONG(kind, "ndim -1 of the gradient", LANESCAN_ERROR_NDIM, c.g.ndim = -1);
        WRONG(kind, "elements too far apart", LANESCAN_ERROR_SIZE, c.x.strides = far);
        WRONG(kind, "results too far apart", LANESCAN_ERROR_SIZE, c.out.strides = far);
        WRONG(kind, "gradients too far apart", LANESCAN_ERROR_SIZE, c.g.strides = far);
        WRONG(kind, "a negative extent", LANESCAN_ERROR_EXTENT, c.out.shape = negative);
        WRONG(kind, "an output of another shape", LANESCAN_ERROR_SHAPE, c.out.shape = longer);
        WRONG(kind, "an output that repeats", LANESCAN_ERROR_ALIAS, c.out.strides = repeated);
        WRONG(kind, "an input that repeats", LANESCAN_OK, c.g.strides = repeated + (kind == 2));
        WRONG(kind, "over the input", LANESCAN_ERROR_OVERLAP, c.out.data = memory[0] + 3);
        WRONG(kind, "in place of the input", LANESCAN_ERROR_OVERLAP, c.out.data = memory[0]);
        WRONG(kind, "over the gradient", LANESCAN_ERROR_OVERLAP, c.out.data = memory[2] + 1);
        WRONG(kind, "in place, backwards", LANESCAN_ERROR_OVERLAP, c.out.data = memory[2] + 11;
              c.out.strides = backwards);
        WRONG(kind, "in place of another type", LANESCAN_ERROR_OVERLAP, c.out.data = memory[2];
              c.g.dtype = LANESCAN_U64);
        WRONG(kind, "an unknown flag", LANESCAN_ERROR_OPTION, c.options.flags = 4);
        WRONG(kind, "options of no size", LANESCAN_ERROR_OPTION, c.options.struct_size = 0);
        WRONG(kind, "an executor without a function", LANESCAN_ERROR_OPTION,
              c.options.executor = &unusable);
        WRONG(kind, "an executor that is too small", LANESCAN_ERROR_OPTION,
              c.options.executor = &too_small);
        WRONG(kind, "an executor that is not needed", LANESCAN_OK, c.options.executor = &idle);
        WRONG(kind, "an executor of one task", LANESCAN_OK, c.options.executor = &alone);
        WRONG(kind, "an executor of no tasks", LANESCAN_OK, c.options.executor = &nobody);
        WRONG(kind, "options of 0.1, without an executor", LANESCAN_OK,
              c.options.struct_size = offsetof(lanescan_options, executor);
              c.options.executor = &unusable);
        WRONG(kind, "no elements", LANESCAN_OK, c.x.shape = c.b.shape = c.out.shape = none;
              c.g.shape = none; c.second.shape = none; c.out.data = NULL);
        if (kind != 2)
            WRONG(kind, "in place of the gradient", LANESCAN_OK, c.out.data = memory[2]);
        if (kind < 3)
            WRONG(kind, "no output", LANESCAN_ERROR_NULL, c.lacks_out = true);
        if (kind != 3) {
            WRONG(kind, "dim 2 of 2", LANESCAN_ERROR_DIM, c.dim = 2);
            WRONG(kind, "dim -3 of 2", LANESCAN_ERROR_DIM, c.dim = -3);
            WRONG(kind, "dim -1 of 2", LANESCAN_OK, c.dim = -1);
        }
    }
}

static void check_scans(void)
{
    WRONG(0, "no operation", LANESCAN_ERROR_OP, c.op = (lanescan_op)5);
    WRONG(0, "of extremes without indices", LANESCAN_ERROR_OP, c.op = LANESCAN_CUMMAX);
    WRONG(0, "a gradient of another shape", LANESCAN_ERROR_SHAPE, c.g.shape = longer);
    for (int k = 0; k < 2; k++) {
        WRONG(0, "with a total", LANESCAN_OK, c.g.shape = longer; c.op = k ? c.op : LANESCAN_CUMSUM;
              c.options.flags = LANESCAN_EXCLUSIVE);
        WRONG(0, "with a total in place", LANESCAN_ERROR_OVERLAP, c.g.shape = longer;
              c.op = k ? c.op : LANESCAN_CUMSUM; c.options.flags = LANESCAN_EXCLUSIVE;
              c.out.data = c.g.data);
    }
    WRONG(0, "total along the other dimension", LANESCAN_ERROR_SHAPE, c.g.shape = longer;
          c.options.flags = LANESCAN_EXCLUSIVE; c.dim = 0);
}

static void check_indices(void)
{
    int64_t right[ROWS * COLUMNS] = { 0, 0, 2, 2, -1, 1, 1, 3, 0, 1, 2, 3 };
    memcpy(memory[0], right, sizeof right);
    WRONG(1, "indices of a scan", LANESCAN_OK, (void)c);
    WRONG(1, "indices of another type", LANESCAN_ERROR_DTYPE, c.x.dtype = LANESCAN_U64);
    WRONG(1, "indices of another shape", LANESCAN_ERROR_SHAPE, c.x.ndim = 1; c.x.shape = row);
    WRONG(1, "complex numbers", LANESCAN_ERROR_OP, c.out.dtype = LANESCAN_C128);
    WRONG(1, "of an exclusive scan they are others", LANESCAN_ERROR_INDEX,
          c.options.flags = LANESCAN_EXCLUSIVE);
    WRONG(1, "so are they of a reversed one", LANESCAN_ERROR_INDEX,
          c.options.flags = LANESCAN_REVERSE);
    static const struct {
        int at;
        int64_t index;
    } wrong[] = { { 11, 4 },        { 0, 1 },        { 3, 1 },
                  { 5, -2 },        { 6, -1 },       { 7, INT64_MAX },
                  { 4, INT64_MIN }, { 10, COLUMNS }, { 8, -1 - COLUMNS } };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        int64_t indices[ROWS * COLUMNS];
        memcpy(indices, right, sizeof right);
        indices[wrong[k].at] = wrong[k].index;
        memcpy(memory[0], indices, sizeof indices);
        WRONG(1, "a wrong index", LANESCAN_ERROR_INDEX, (void)c);
        for (int i = 0; i < ROWS * COLUMNS; i++) { /* the same from the other end */
            const int64_t index = indices[i / COLUMNS * COLUMNS + COLUMNS - 1 - i % COLUMNS];
            right[0] = index == -1 ? -1 : (int64_t)((uint64_t)(COLUMNS - 1) - (uint64_t)index);
            memcpy(&memory[0][i], &right[0], sizeof right[0]);
        }
        right[0] = 0;
        WRONG(1, "a wrong index, reversed", LANESCAN_ERROR_INDEX,
              c.options.flags = LANESCAN_REVERSE);
    }
    for (int i = 0; i < ROWS * COLUMNS;
         i++) /* one beyond the last is not -1, counted from the end */
        right[i] = i == COLUMNS - 1 ? COLUMNS : -1;
    memcpy(memory[0], right, sizeof right);
    WRONG(1, "one beyond the last", LANESCAN_ERROR_INDEX, c.options.flags = LANESCAN_REVERSE);
    memset(memory[0], 0, sizeof memory[0]);
}

static void check_logs(void)
{
    static const double initial = 1;
    static const int64_t kept[2] = { ROWS, 1 };
    for (int kind = 2; kind < 4; kind++) {
        WRONG(kind, "reversed", LANESCAN_ERROR_OPTION, c.options.flags = LANESCAN_REVERSE);
        WRONG(kind, "an initial value", LANESCAN_ERROR_OPTION, c.options.initial = &initial);
    }
    WRONG(2, "a gradient of the dimensions that stay", LANESCAN_OK, c.g.ndim = 2; c.g.shape = kept);
    WRONG(2, "a gradient of other shape", LANESCAN_ERROR_SHAPE, c.g.ndim = 2; c.g.shape = shape);
    WRONG(2, "too many dimensions", LANESCAN_ERROR_NDIM, c.num_dims = LANESCAN_MAX_NDIM + 1);
    WRONG(2, "-1 dimensions", LANESCAN_ERROR_NDIM, c.num_dims = -1);
    WRONG(2, "no list of dimensions", LANESCAN_ERROR_NULL, c.lacks_dims = true);
    WRONG(2, "a dimension twice", LANESCAN_ERROR_DIM, c.names_twice = true);
    WRONG(2, "all dimensions", LANESCAN_OK, c.lacks_dims = true; c.num_dims = c.g.ndim = 0);
    WRONG(2, "a dimension kept whole", LANESCAN_ERROR_SHAPE, c.g.ndim = 2; c.g.shape = square);
    WRONG(3, "a row of b", LANESCAN_OK, c.b.ndim = 1; c.b.shape = row);
    WRONG(4, "a row of coefficients", LANESCAN_OK, c.x.ndim = 1; c.x.shape = row);
    WRONG(4, "a row of results", LANESCAN_ERROR_SHAPE, c.b.ndim = 1; c.b.shape = row; c.dim = 0);
    WRONG(4, "exclusive", LANESCAN_ERROR_OPTION, c.options.flags = LANESCAN_EXCLUSIVE);
    WRONG(4, "reversed, from an initial value", LANESCAN_OK, c.options.flags = LANESCAN_REVERSE;
          c.options.initial = &initial);
    for (int kind = 3; kind < 5; kind++) {
        WRONG(kind, "no b", LANESCAN_ERROR_NULL, c.lacks_b = true);
        WRONG(kind, "only of a", LANESCAN_OK, c.lacks_second = true);
        WRONG(kind, "only of b", LANESCAN_OK, c.lacks_out = true);
        WRONG(kind, "of neither", LANESCAN_ERROR_NULL, c.lacks_out = c.lacks_second = true);
        WRONG(kind, "b of another shape", LANESCAN_ERROR_SHAPE, c.b.shape = longer);
        WRONG(kind, "gradients of two types", LANESCAN_ERROR_DTYPE, c.second.dtype = LANESCAN_F32);
        WRONG(kind, "complex b", LANESCAN_ERROR_DTYPE, c.b.dtype = LANESCAN_C64);
        WRONG(kind, "that of b of another shape", LANESCAN_ERROR_SHAPE, c.second.shape = longer);
        WRONG(kind, "that of b without data", LANESCAN_ERROR_NULL, c.second.data = NULL);
        WRONG(kind, "both in one place", LANESCAN_ERROR_OVERLAP, c.second.data = c.out.data);
        WRONG(kind, "over b", LANESCAN_ERROR_OVERLAP, c.out.data = memory[1] + 11);
        WRONG(kind, "that of b in place of b", LANESCAN_ERROR_OVERLAP, c.second.data = memory[1]);
        WRONG(kind, "inputs in one place", LANESCAN_OK, c.b.data = c.x.data; c.g.data = c.x.data);
        WRONG(kind, "that of b over a", LANESCAN_ERROR_OVERLAP, c.second.data = memory[0] + 2);
        WRONG(kind, "that of b in place", LANESCAN_OK, c.second.data = c.g.data);
        WRONG(kind, "that of b repeats", LANESCAN_ERROR_ALIAS, c.second.strides = repeated);
    }
}

void gradient_check_errors(void)
{
    check_all_kinds();
    check_scans();
    check_indices();
    check_logs();
}
