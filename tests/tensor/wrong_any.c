/* Functions with one wrong argument that is wrong for all of them. */
#include "tensor/wrong.h"

SPOIL(x_null)
{
    c->pointer[WRONG_X] = NULL;
}
SPOIL(y_null)
{
    c->pointer[WRONG_Y] = NULL;
}
SPOIL(x_data_null)
{
    c->tensor[WRONG_X].data = NULL;
}
SPOIL(y_data_null)
{
    c->tensor[WRONG_Y].data = NULL;
}
SPOIL(x_shape_null)
{
    c->tensor[WRONG_X].shape = NULL;
}
SPOIL(y_shape_null)
{
    c->tensor[WRONG_Y].shape = NULL;
}
SPOIL(x_dtype_below)
{
    c->tensor[WRONG_X].dtype = -1;
}
SPOIL(x_dtype_above)
{
    c->tensor[WRONG_X].dtype = LANESCAN_C128 + 1;
}
SPOIL(y_dtype_above)
{
    c->tensor[WRONG_Y].dtype = LANESCAN_C128 + 1;
}
SPOIL(x_complex_f32)
{
    c->tensor[WRONG_X].dtype = LANESCAN_C64;
}
SPOIL(x_complex_f64)
{
    c->tensor[WRONG_X].dtype = LANESCAN_C128;
}
SPOIL(x_ndim_below)
{
    c->tensor[WRONG_X].ndim = -1;
}
SPOIL(x_ndim_above)
{
    for (int i = 0; i <= LANESCAN_MAX_NDIM; i++)
        c->shape[WRONG_X][i] = 1;
    c->tensor[WRONG_X].ndim = LANESCAN_MAX_NDIM + 1;
}
SPOIL(y_ndim_below)
{
    c->tensor[WRONG_Y].ndim = INT32_MIN;
}
SPOIL(x_extent)
{
    c->shape[WRONG_X][0] = -1;
}
SPOIL(y_stride_zero)
{
    c->strides[WRONG_Y][0] = 0;
}

static const wrong_row rows[] = {
    { "no input", x_null, LANESCAN_ERROR_NULL },
    { "no output", y_null, LANESCAN_ERROR_NULL },
    { "no data", x_data_null, LANESCAN_ERROR_NULL },
    { "no data of the output", y_data_null, LANESCAN_ERROR_NULL },
    { "no shape", x_shape_null, LANESCAN_ERROR_NULL },
    { "no shape of the output", y_shape_null, LANESCAN_ERROR_NULL },
    { "dtype -1", x_dtype_below, LANESCAN_ERROR_DTYPE },
    { "dtype 15", x_dtype_above, LANESCAN_ERROR_DTYPE },
    { "dtype 15 of the output", y_dtype_above, LANESCAN_ERROR_DTYPE },
    { "complex into real", x_complex_f32, LANESCAN_ERROR_DTYPE },
    { "complex of doubles into real", x_complex_f64, LANESCAN_ERROR_DTYPE },
    { "ndim -1", x_ndim_below, LANESCAN_ERROR_NDIM },
    { "ndim 65", x_ndim_above, LANESCAN_ERROR_NDIM },
    { "ndim of the output", y_ndim_below, LANESCAN_ERROR_NDIM },
    { "extent -1", x_extent, LANESCAN_ERROR_EXTENT },
    { "output stride 0", y_stride_zero, LANESCAN_ERROR_ALIAS },
};

/* ---- executors, wherever there are options ---- */

static void run_tasks(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    (void)context;
    for (size_t i = 0; i < n_tasks; i++)
        task(data, i);
}

SPOIL(executor)
{
    c->executor = (lanescan_executor){ .struct_size = sizeof c->executor,
                                       .max_tasks = 2,
                                       .parallel_for = run_tasks };
    c->options.executor = &c->executor;
}
SPOIL(executor_small)
{
    executor(c);
    c->executor.struct_size--;
}
SPOIL(executor_of_no_size)
{
    executor(c);
    c->executor.struct_size = 0;
}
SPOIL(executor_not_callable)
{
    executor(c);
    c->executor.parallel_for = NULL;
}
SPOIL(executor_of_no_tasks)
{
    executor(c);
    c->executor.max_tasks = 0;
}
SPOIL(executor_larger)
{
    executor(c);
    c->executor.struct_size += sizeof c->after_executor;
}
SPOIL(executor_unknown)
{
    executor_larger(c);
    c->after_executor[sizeof c->after_executor - 1] = 1;
}

static const wrong_row with_executor[] = {
    { "an executor", executor, LANESCAN_OK },
    { "struct_size of the executor too small", executor_small, LANESCAN_ERROR_OPTION },
    { "struct_size of the executor 0", executor_of_no_size, LANESCAN_ERROR_OPTION },
    { "no parallel_for", executor_not_callable, LANESCAN_ERROR_OPTION },
    { "no tasks", executor_of_no_tasks, LANESCAN_OK },
    { "an executor with more, all 0", executor_larger, LANESCAN_OK },
    { "an executor with more set", executor_unknown, LANESCAN_ERROR_OPTION },
};

void wrong_any(wrong_function function, void (*set)(wrong_call *))
{
    WRONG_CHECK_ALL(function, rows, set);
    if (function != WRONG_BY_NAME)
        WRONG_CHECK_ALL(function, with_executor, set);
}
