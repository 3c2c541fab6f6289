#include "shapes.h"

#include <string.h>

enum { SHORT_LINE = 8 };

/* `dim` -1: one dimension. Transposed: neighbours in memory are neighbours along the first
 * dimension. */
static const struct shape_kind {
    const char *name;
    int dim;
    bool short_lines, input_transposed, output_transposed;
    int64_t step; /* of the input */
    uint32_t flags;
} kinds[] = {
    { "tensor", -1, false, false, false, 1, 0 },
    { "reverse", -1, false, false, false, 1, LANESCAN_REVERSE },
    { "exclusive", -1, false, false, false, 1, LANESCAN_EXCLUSIVE },
    { "step2", -1, false, false, false, 2, 0 },
    { "last", 1, false, false, false, 1, 0 },
    { "first", 0, false, false, false, 1, 0 },
    { "transposed", 1, false, true, false, 1, 0 },
    { "transposed_first", 0, false, true, false, 1, 0 },
    { "output_transposed", 1, false, false, true, 1, 0 },
    { "output_transposed_first", 0, false, false, true, 1, 0 },
    { "lines_of_8", 1, true, false, false, 1, 0 },
};

const size_t bench_num_shapes = sizeof kinds / sizeof kinds[0];

const char *bench_shape_name(size_t i)
{
    return kinds[i].name;
}

static const struct shape_kind *find(const char *name)
{
    for (size_t i = 0; i < bench_num_shapes; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

bool bench_shape_exists(const char *name)
{
    return find(name) != NULL;
}

/* 0 when n is no square. */
static size_t square_root(size_t n)
{
    uint64_t low = 0, high = (uint64_t)1 << 27;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (middle * middle < n)
            low = middle + 1;
        else
            high = middle;
    }
    return low * low == n ? (size_t)low : 0;
}

bool bench_shape_make(const char *name, size_t n, bench_shape *shape)
{
    const struct shape_kind *kind = find(name);
    *shape = (bench_shape){ .input_reach = n };
    if (!kind || n > SIZE_MAX / 16)
        return false;
    shape->options = (lanescan_options){ .struct_size = sizeof shape->options,
                                         .flags = kind->flags };
    shape->layout.shape = shape->extents;
    if (kind->dim < 0) {
        shape->layout.ndim = 1;
        shape->extents[0] = (int64_t)n;
        shape->input_strides[0] = kind->step;
        shape->layout.input_strides = shape->input_strides;
        shape->input_reach = n * (size_t)kind->step;
        shape->length = n;
        shape->lines = 1;
        return true;
    }
    const size_t columns = kind->short_lines ? SHORT_LINE : square_root(n);
    if (columns == 0 || n % columns != 0)
        return false;
    const int64_t rows = (int64_t)(n / columns);
    shape->layout.ndim = 2;
    shape->layout.dim = kind->dim;
    shape->extents[0] = rows;
    shape->extents[1] = (int64_t)columns;
    shape->input_strides[0] = kind->input_transposed ? 1 : (int64_t)columns;
    shape->input_strides[1] = kind->input_transposed ? rows : 1;
    shape->output_strides[0] = kind->output_transposed ? 1 : (int64_t)columns;
    shape->output_strides[1] = kind->output_transposed ? rows : 1;
    shape->layout.input_strides = shape->input_strides;
    shape->layout.output_strides = shape->output_strides;
    shape->length = (size_t)shape->extents[kind->dim];
    shape->lines = shape->extents[1 - kind->dim];
    return true;
}

bool bench_scan_op(const bench_case *what, lanescan_op *op)
{
    static const struct {
        const char *name;
        lanescan_op op;
    } ops[] = {
#define OPERATION(op, name, text, identity, integers) { #name, LANESCAN_##op },
#include "ops/ops.def"
    };
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (strcmp(ops[i].name, what->op) == 0 && !what->with_index) {
            *op = ops[i].op;
            return true;
        }
    return false;
}

bool bench_function_of(const bench_case *what, bench_function *function)
{
    lanescan_op op;
    if (bench_scan_op(what, &op))
        *function = BENCH_SCAN;
    else if (strcmp(what->op, "logsumexp") == 0)
        *function = BENCH_LOGSUMEXP;
    else if (strcmp(what->op, "logaddexp") == 0)
        *function = BENCH_LOGADDEXP;
    else if (strcmp(what->op, "linear_recurrence") == 0)
        *function = BENCH_LINEAR_RECURRENCE;
    else
        return false;
    return true;
}

bench_scan bench_shape_scan(const bench_shape *shape, const bench_case *what,
                            const bench_arrays *arrays)
{
    lanescan_op op = LANESCAN_CUMSUM;
    bench_scan_op(what, &op);
    bench_scan scan = bench_scan_make(op, what, arrays, &shape->layout);
    scan.options = &shape->options;
    if (what->type[0] == 'i')
        scan.input.dtype = scan.output.dtype = what->element_size == 4 ? LANESCAN_I32
                                                                       : LANESCAN_I64;
    bench_function_of(what, &scan.function);
    scan.other = scan.input;
    scan.other.data = arrays->b;
    if (scan.function == BENCH_LOGSUMEXP) {
        scan.output.ndim = shape->layout.ndim - 1;
        scan.output.shape = &shape->lines;
        scan.output.strides = NULL;
    }
    return scan;
}
