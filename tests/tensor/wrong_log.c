/* logsumexp and logaddexp with one wrong argument. */
#include "tensor/wrong.h"

/* The right logsumexp: 3 x 4 over dim 1 into 3. */
static void set_reduction(wrong_call *c)
{
    c->dims[0] = 1;
    c->num_dims = 1;
    c->tensor[WRONG_Y].ndim = 1;
    c->strides[WRONG_Y][0] = 1;
}

static void set_pair(wrong_call *c)
{
    c->tensor[WRONG_INDICES].dtype = LANESCAN_F32;
}

SPOIL(y_integer)
{
    c->tensor[WRONG_Y].dtype = LANESCAN_I32;
}
SPOIL(y_bool)
{
    c->tensor[WRONG_Y].dtype = LANESCAN_BOOL;
}
SPOIL(x_integer)
{
    c->tensor[WRONG_X].dtype = LANESCAN_I16;
}
SPOIL(x_extent)
{
    c->shape[WRONG_X][1] = -4;
}
SPOIL(y_extent)
{
    c->shape[WRONG_Y][0] = -3;
}
SPOIL(x_distance)
{
    c->strides[WRONG_X][0] = INT64_MAX / 2;
}
SPOIL(y_distance)
{
    c->strides[WRONG_Y][0] = INT64_MIN / 2;
}
SPOIL(y_shifted)
{
    c->tensor[WRONG_Y].data = (char *)c->tensor[WRONG_X].data + 8;
}
SPOIL(y_larger)
{
    c->shape[WRONG_Y][0] = 4;
}

SPOIL(reversed)
{
    c->options.flags = LANESCAN_REVERSE;
}
SPOIL(with_initial)
{
    c->options.initial = c->memory[WRONG_X];
}
SPOIL(no_options)
{
    c->has_options = false;
}

static const wrong_row both[] = {
    { "reversed", reversed, LANESCAN_ERROR_OPTION },
    { "an initial value", with_initial, LANESCAN_ERROR_OPTION },
    { "no options", no_options, LANESCAN_OK },
    { "into integers", y_integer, LANESCAN_ERROR_OP },
    { "into bool", y_bool, LANESCAN_ERROR_OP },
    { "from integers", x_integer, LANESCAN_OK },
    { "extent -4", x_extent, LANESCAN_ERROR_EXTENT },
    { "extent of the output", y_extent, LANESCAN_ERROR_EXTENT },
    { "stride 2^62", x_distance, LANESCAN_ERROR_SIZE },
    { "stride -2^62 of the output", y_distance, LANESCAN_ERROR_SIZE },
    { "output over the input", y_shifted, LANESCAN_ERROR_OVERLAP },
    { "output larger", y_larger, LANESCAN_ERROR_SHAPE },
};

SPOIL(dims_negative)
{
    c->num_dims = -2;
}
SPOIL(dims_too_many)
{
    c->num_dims = LANESCAN_MAX_NDIM + 1;
}
SPOIL(dims_above)
{
    c->dims[0] = 2;
}
SPOIL(dims_below)
{
    c->dims[0] = -3;
}
SPOIL(dims_twice)
{
    c->dims[1] = -1;
    c->num_dims = 2;
}
SPOIL(dims_kept)
{
    c->tensor[WRONG_Y].ndim = 2;
    c->shape[WRONG_Y][1] = 1;
}
SPOIL(dims_kept_whole)
{
    c->tensor[WRONG_Y].ndim = 2;
    c->strides[WRONG_Y][0] = 4;
}
SPOIL(output_without_dims)
{
    c->tensor[WRONG_Y].ndim = 0;
}
SPOIL(output_of_more_dims)
{
    c->tensor[WRONG_Y].ndim = 3;
    for (int d = 1; d < 3; d++)
        c->shape[WRONG_Y][d] = c->strides[WRONG_Y][d] = 1;
}
/* A column, whose lines are of one element each. */
SPOIL(in_place_of_a_column)
{
    dims_kept(c);
    c->shape[WRONG_X][1] = 1;
    c->strides[WRONG_Y][0] = c->strides[WRONG_X][0];
    c->tensor[WRONG_Y].data = c->tensor[WRONG_X].data;
}
SPOIL(output_of_dim_0)
{
    c->dims[0] = 0;
}

static const wrong_row reduction[] = {
    { "num_dims -2", dims_negative, LANESCAN_ERROR_NDIM },
    { "num_dims of too many dimensions", dims_too_many, LANESCAN_ERROR_NDIM },
    { "dims 2 of 2", dims_above, LANESCAN_ERROR_DIM },
    { "dims -3 of 2", dims_below, LANESCAN_ERROR_DIM },
    { "dims 1 and -1", dims_twice, LANESCAN_ERROR_DIM },
    { "reduced dimension kept", dims_kept, LANESCAN_OK },
    { "reduced dimension kept whole", dims_kept_whole, LANESCAN_ERROR_SHAPE },
    { "output of no dimension", output_without_dims, LANESCAN_ERROR_SHAPE },
    { "output of more dimensions than the input", output_of_more_dims, LANESCAN_ERROR_SHAPE },
    { "in place, lines of one element", in_place_of_a_column, LANESCAN_OK },
    { "the other dimension", output_of_dim_0, LANESCAN_ERROR_SHAPE },
};

SPOIL(b_null)
{
    c->pointer[WRONG_INDICES] = NULL;
}
SPOIL(b_row)
{
    c->tensor[WRONG_INDICES].ndim = 1;
    c->shape[WRONG_INDICES][0] = 4;
}
SPOIL(b_row_of_three)
{
    c->tensor[WRONG_INDICES].ndim = 1;
}
SPOIL(b_column)
{
    c->shape[WRONG_INDICES][1] = 1;
}
SPOIL(b_two_rows)
{
    c->shape[WRONG_INDICES][0] = 2;
}
SPOIL(b_more_dimensions)
{
    c->tensor[WRONG_INDICES].ndim = 3;
    c->shape[WRONG_INDICES][2] = c->shape[WRONG_INDICES][1];
    c->shape[WRONG_INDICES][1] = c->shape[WRONG_INDICES][0];
    c->shape[WRONG_INDICES][0] = 1;
    c->tensor[WRONG_INDICES].strides = NULL;
}
SPOIL(b_complex)
{
    c->tensor[WRONG_INDICES].dtype = LANESCAN_C64;
}
SPOIL(y_too_small)
{
    c->shape[WRONG_Y][0] = 1;
}
SPOIL(in_place)
{
    c->tensor[WRONG_Y].data = c->tensor[WRONG_X].data;
}
SPOIL(in_place_of_b)
{
    c->tensor[WRONG_Y].data = c->tensor[WRONG_INDICES].data;
}
SPOIL(in_place_of_a_row)
{
    b_row(c);
    c->tensor[WRONG_Y].data = c->tensor[WRONG_INDICES].data;
}

static const wrong_row pair[] = {
    { "no second input", b_null, LANESCAN_ERROR_NULL },
    { "a row", b_row, LANESCAN_OK },
    { "a row of another length", b_row_of_three, LANESCAN_ERROR_SHAPE },
    { "a column", b_column, LANESCAN_OK },
    { "two rows of three", b_two_rows, LANESCAN_ERROR_SHAPE },
    { "more dimensions than the output", b_more_dimensions, LANESCAN_ERROR_SHAPE },
    { "second complex, output real", b_complex, LANESCAN_ERROR_DTYPE },
    { "output smaller", y_too_small, LANESCAN_ERROR_SHAPE },
    { "in place of the first", in_place, LANESCAN_OK },
    { "in place of the second", in_place_of_b, LANESCAN_OK },
    { "over a row that repeats", in_place_of_a_row, LANESCAN_ERROR_OVERLAP },
};

void wrong_logs(void)
{
    wrong_any(WRONG_LOGSUMEXP, set_reduction);
    WRONG_CHECK_ALL(WRONG_LOGSUMEXP, both, set_reduction);
    WRONG_CHECK_ALL(WRONG_LOGSUMEXP, reduction, set_reduction);
    wrong_any(WRONG_LOGADDEXP, set_pair);
    WRONG_CHECK_ALL(WRONG_LOGADDEXP, both, set_pair);
    WRONG_CHECK_ALL(WRONG_LOGADDEXP, pair, set_pair);
}
