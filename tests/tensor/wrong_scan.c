/* Scans with one wrong argument. */
#include "golden/dtype.h"
#include "tensor/wrong.h"

SPOIL(nothing)
{
    (void)c;
}
SPOIL(indices_null)
{
    c->pointer[WRONG_INDICES] = NULL;
}
SPOIL(indices_data_null)
{
    c->tensor[WRONG_INDICES].data = NULL;
}
SPOIL(indices_i32)
{
    c->tensor[WRONG_INDICES].dtype = LANESCAN_I32;
}
SPOIL(indices_u64)
{
    c->tensor[WRONG_INDICES].dtype = LANESCAN_U64;
}
SPOIL(op_below)
{
    c->op = (lanescan_op)-1;
}
SPOIL(op_above)
{
    c->op = (lanescan_op)NUM_OPS;
}
SPOIL(op_sum)
{
    c->op = LANESCAN_CUMSUM;
}
SPOIL(op_log)
{
    c->op = LANESCAN_LOGCUMSUMEXP;
}
SPOIL(dim_above)
{
    c->dim = 2;
}
SPOIL(dim_below)
{
    c->dim = -3;
}
SPOIL(y_extent)
{
    c->shape[WRONG_Y][1] = INT64_MIN;
}
SPOIL(y_shorter)
{
    c->shape[WRONG_Y][1] = 3;
}
SPOIL(y_longer)
{
    c->shape[WRONG_Y][1] = 5;
    c->strides[WRONG_Y][0] = 5;
}
SPOIL(y_one_more_elsewhere)
{
    c->options.flags = LANESCAN_EXCLUSIVE;
    c->shape[WRONG_Y][0] = 4;
    c->shape[WRONG_INDICES][0] = 4;
}
SPOIL(y_two_more)
{
    c->options.flags = LANESCAN_EXCLUSIVE;
    c->shape[WRONG_Y][1] = c->strides[WRONG_Y][0] = 6;
    c->shape[WRONG_INDICES][1] = c->strides[WRONG_INDICES][0] = 6;
}
SPOIL(y_fewer_dimensions)
{
    c->tensor[WRONG_Y].ndim = 1;
    c->shape[WRONG_Y][0] = 12;
    c->strides[WRONG_Y][0] = 1;
}
SPOIL(indices_shorter)
{
    c->shape[WRONG_INDICES][0] = 2;
}
SPOIL(indices_not_one_more)
{
    c->options.flags = LANESCAN_EXCLUSIVE;
    c->shape[WRONG_Y][1] = c->strides[WRONG_Y][0] = 5;
}
SPOIL(count_too_large)
{
    for (int t = 0; t < WRONG_TENSORS; t++) {
        c->shape[t][0] = INT64_C(1) << 32;
        c->shape[t][1] = c->strides[t][0] = INT64_C(1) << 31;
    }
    c->strides[WRONG_X][0] = c->strides[WRONG_X][1] = 0;
}
SPOIL(distance_too_large)
{
    c->strides[WRONG_X][0] = INT64_MAX / 3;
}
SPOIL(distance_too_small)
{
    c->strides[WRONG_X][0] = INT64_MIN;
}
SPOIL(distances_add_up)
{
    c->strides[WRONG_X][0] = INT64_C(1) << 59;
    c->strides[WRONG_X][1] = INT64_C(1) << 59;
}
SPOIL(y_distance_too_large)
{
    c->strides[WRONG_Y][0] = -(INT64_C(1) << 61);
}
SPOIL(flags_unknown)
{
    c->options.flags = 4;
}
SPOIL(flags_high)
{
    c->options.flags = 0x80000001u;
}
SPOIL(struct_size_zero)
{
    c->options.struct_size = 0;
}
SPOIL(struct_size_small)
{
    c->options.struct_size = sizeof c->options - 1;
}
SPOIL(struct_size_of_0_1)
{
    c->options.struct_size = offsetof(lanescan_options, executor);
    c->options.executor = &c->executor; /* not one: behind what an older caller has */
}
SPOIL(struct_size_unknown)
{
    c->options.struct_size = sizeof c->options + sizeof c->after_options;
    c->after_options[3] = 1;
}
SPOIL(struct_size_larger)
{
    c->options.struct_size = sizeof c->options + sizeof c->after_options;
}

static const wrong_row every_scan[] = {
    { "dim 2 of 2", dim_above, LANESCAN_ERROR_DIM },
    { "dim -3 of 2", dim_below, LANESCAN_ERROR_DIM },
    { "extent of the output", y_extent, LANESCAN_ERROR_EXTENT },
    { "output shorter", y_shorter, LANESCAN_ERROR_SHAPE },
    { "output longer", y_longer, LANESCAN_ERROR_SHAPE },
    { "output of another ndim", y_fewer_dimensions, LANESCAN_ERROR_SHAPE },
    { "2^63 elements", count_too_large, LANESCAN_ERROR_SIZE },
    { "stride 2^63 / 3", distance_too_large, LANESCAN_ERROR_SIZE },
    { "stride -2^63", distance_too_small, LANESCAN_ERROR_SIZE },
    { "strides 2^59 that add up", distances_add_up, LANESCAN_ERROR_SIZE },
    { "stride of the output", y_distance_too_large, LANESCAN_ERROR_SIZE },
};

static const wrong_row with_op[] = {
    { "op -1", op_below, LANESCAN_ERROR_OP },
    { "op 5", op_above, LANESCAN_ERROR_OP },
    { "flag 4", flags_unknown, LANESCAN_ERROR_OPTION },
    { "flag 2^31", flags_high, LANESCAN_ERROR_OPTION },
    { "struct_size 0", struct_size_zero, LANESCAN_ERROR_OPTION },
    { "struct_size too small", struct_size_small, LANESCAN_ERROR_OPTION },
    { "struct_size of 0.1", struct_size_of_0_1, LANESCAN_OK },
    { "struct_size with more set", struct_size_unknown, LANESCAN_ERROR_OPTION },
    { "struct_size with more, all 0", struct_size_larger, LANESCAN_OK },
    { "one more, but not along dim", y_one_more_elsewhere, LANESCAN_ERROR_SHAPE },
    { "two more", y_two_more, LANESCAN_ERROR_SHAPE },
};

static const wrong_row with_indices[] = {
    { "nothing", nothing, LANESCAN_OK },
    { "no indices", indices_null, LANESCAN_ERROR_NULL },
    { "no data of the indices", indices_data_null, LANESCAN_ERROR_NULL },
    { "indices of i32", indices_i32, LANESCAN_ERROR_DTYPE },
    { "indices of u64", indices_u64, LANESCAN_ERROR_DTYPE },
    { "indices of a sum", op_sum, LANESCAN_ERROR_OP },
    { "indices of a logarithm", op_log, LANESCAN_ERROR_OP },
    { "fewer indices", indices_shorter, LANESCAN_ERROR_SHAPE },
    { "values one more, indices not", indices_not_one_more, LANESCAN_ERROR_SHAPE },
};

void wrong_scans(void)
{
    wrong_any(WRONG_SCAN, NULL);
    wrong_any(WRONG_SCAN_INDEX, NULL);
    wrong_any(WRONG_BY_NAME, NULL);
    WRONG_CHECK_ALL(WRONG_SCAN, every_scan, NULL);
    WRONG_CHECK_ALL(WRONG_SCAN_INDEX, every_scan, NULL);
    WRONG_CHECK_ALL(WRONG_BY_NAME, every_scan, NULL);
    WRONG_CHECK_ALL(WRONG_SCAN, with_op, NULL);
    WRONG_CHECK_ALL(WRONG_SCAN_INDEX, with_op, NULL);
    WRONG_CHECK_ALL(WRONG_SCAN_INDEX, with_indices, NULL);
}
