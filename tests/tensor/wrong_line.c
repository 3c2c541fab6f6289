/* One line of elements that follow each other, for which most of the checks are left out when
 * nothing can be wrong. */
#include "tensor/wrong.h"

#include <stdint.h>

enum { ELEMENTS = 12 };

static void one_line(wrong_call *c)
{
    for (int t = 0; t < WRONG_TENSORS; t++) {
        c->tensor[t].ndim = 1;
        c->shape[t][0] = ELEMENTS;
        c->strides[t][0] = 1;
    }
    c->dim = 0;
}

SPOIL(dim_behind)
{
    c->dim = 1;
}
SPOIL(dim_before)
{
    c->dim = -2;
}
SPOIL(dim_from_the_end)
{
    c->dim = -1;
}
SPOIL(y_shorter)
{
    c->shape[WRONG_Y][0] = ELEMENTS - 1;
}
SPOIL(y_longer)
{
    c->shape[WRONG_Y][0] = ELEMENTS + 1;
}
SPOIL(y_of_two_dimensions)
{
    c->tensor[WRONG_Y].ndim = 2;
    c->shape[WRONG_Y][1] = c->strides[WRONG_Y][1] = 1;
}
SPOIL(x_of_two_dimensions)
{
    c->tensor[WRONG_X].ndim = 2;
    c->shape[WRONG_X][1] = c->strides[WRONG_X][1] = 1;
}
SPOIL(x_beyond_addresses)
{
    c->tensor[WRONG_X].data = (void *)(UINTPTR_MAX - 4 * ELEMENTS + 1);
}
SPOIL(y_beyond_addresses)
{
    c->tensor[WRONG_Y].data = (void *)(UINTPTR_MAX - 4 * ELEMENTS + 1);
}

static void put_y(wrong_call *c, int t, int bytes)
{
    c->tensor[WRONG_Y].data = (char *)c->tensor[t].data + bytes;
}

SPOIL(y_in_place)
{
    put_y(c, WRONG_X, 0);
}
SPOIL(y_on_the_last)
{
    put_y(c, WRONG_X, 4 * ELEMENTS - 4);
}
SPOIL(y_on_the_first)
{
    put_y(c, WRONG_X, 4 - 4 * ELEMENTS);
}
SPOIL(y_behind)
{
    put_y(c, WRONG_X, 4 * ELEMENTS);
}
SPOIL(y_before)
{
    put_y(c, WRONG_X, -4 * ELEMENTS);
}

static const wrong_row dim_rows[] = {
    { "dim 1 of 1", dim_behind, LANESCAN_ERROR_DIM },
    { "dim -2 of 1", dim_before, LANESCAN_ERROR_DIM },
    { "dim -1", dim_from_the_end, LANESCAN_OK },
};

static const wrong_row rows[] = {
    { "a shorter output", y_shorter, LANESCAN_ERROR_SHAPE },
    { "a longer output", y_longer, LANESCAN_ERROR_SHAPE },
    { "an output of two dimensions", y_of_two_dimensions, LANESCAN_ERROR_SHAPE },
    { "an input of two dimensions", x_of_two_dimensions, LANESCAN_ERROR_SHAPE },
    { "an input behind the last address", x_beyond_addresses, LANESCAN_ERROR_SIZE },
    { "an output behind the last address", y_beyond_addresses, LANESCAN_ERROR_SIZE },
    { "in place", y_in_place, LANESCAN_OK },
    { "the first result on the last element", y_on_the_last, LANESCAN_ERROR_OVERLAP },
    { "the last result on the first element", y_on_the_first, LANESCAN_ERROR_OVERLAP },
    { "results right behind", y_behind, LANESCAN_OK },
    { "results right before", y_before, LANESCAN_OK },
};

SPOIL(values_on_the_last_index)
{
    put_y(c, WRONG_INDICES, 8 * ELEMENTS - 4);
}
SPOIL(values_on_the_first_index)
{
    put_y(c, WRONG_INDICES, 4 - 4 * ELEMENTS);
}
SPOIL(values_behind_indices)
{
    put_y(c, WRONG_INDICES, 8 * ELEMENTS);
}
SPOIL(indices_on_the_last)
{
    c->tensor[WRONG_INDICES].data = (char *)c->tensor[WRONG_X].data + 4 * ELEMENTS - 8;
}
SPOIL(indices_on_the_first)
{
    c->tensor[WRONG_INDICES].data = (char *)c->tensor[WRONG_X].data + 8 - 8 * ELEMENTS;
}
SPOIL(indices_shorter)
{
    c->shape[WRONG_INDICES][0] = ELEMENTS - 1;
}
SPOIL(indices_of_i32)
{
    c->tensor[WRONG_INDICES].dtype = LANESCAN_I32;
}
SPOIL(indices_of_two_dimensions)
{
    c->tensor[WRONG_INDICES].ndim = 2;
    c->shape[WRONG_INDICES][1] = c->strides[WRONG_INDICES][1] = 1;
}
SPOIL(indices_without_data)
{
    c->tensor[WRONG_INDICES].data = NULL;
}
SPOIL(indices_beyond_addresses)
{
    c->tensor[WRONG_INDICES].data = (void *)(UINTPTR_MAX - 4 * ELEMENTS + 1);
}
SPOIL(no_indices)
{
    c->pointer[WRONG_INDICES] = NULL;
}

static const wrong_row index_rows[] = {
    { "values on the last index", values_on_the_last_index, LANESCAN_ERROR_OVERLAP },
    { "values on the first index", values_on_the_first_index, LANESCAN_ERROR_OVERLAP },
    { "values right behind the indices", values_behind_indices, LANESCAN_OK },
    { "indices on the last element", indices_on_the_last, LANESCAN_ERROR_OVERLAP },
    { "indices on the first element", indices_on_the_first, LANESCAN_ERROR_OVERLAP },
    { "fewer indices", indices_shorter, LANESCAN_ERROR_SHAPE },
    { "indices of int32_t", indices_of_i32, LANESCAN_ERROR_DTYPE },
    { "indices of two dimensions", indices_of_two_dimensions, LANESCAN_ERROR_SHAPE },
    { "indices without data", indices_without_data, LANESCAN_ERROR_NULL },
    { "indices behind the last address", indices_beyond_addresses, LANESCAN_ERROR_SIZE },
    { "no indices", no_indices, LANESCAN_ERROR_NULL },
};

/* The third tensor is the second operand. */
static void two_lines(wrong_call *c)
{
    one_line(c);
    c->tensor[WRONG_INDICES].dtype = LANESCAN_F32;
}

SPOIL(y_on_the_last_of_the_second)
{
    put_y(c, WRONG_INDICES, 4 * ELEMENTS - 4);
}
SPOIL(y_in_place_of_the_second)
{
    put_y(c, WRONG_INDICES, 0);
}

static const wrong_row second_rows[] = {
    { "results on the second operand's last", y_on_the_last_of_the_second, LANESCAN_ERROR_OVERLAP },
    { "in place of the second operand", y_in_place_of_the_second, LANESCAN_OK },
    { "a shorter second operand", indices_shorter, LANESCAN_ERROR_SHAPE },
    { "a second operand without data", indices_without_data, LANESCAN_ERROR_NULL },
    { "a second operand behind the last address", indices_beyond_addresses, LANESCAN_ERROR_SIZE },
    { "no second operand", no_indices, LANESCAN_ERROR_NULL },
};

/* The sum of a line, along its dimension by number, into no dimension, and into one. */
static void into_an_element(wrong_call *c)
{
    one_line(c);
    c->num_dims = 1;
    c->tensor[WRONG_Y].ndim = 0;
    c->tensor[WRONG_Y].shape = c->tensor[WRONG_Y].strides = NULL;
}
static void into_a_line_of_one(wrong_call *c)
{
    one_line(c);
    c->num_dims = 1;
    c->shape[WRONG_Y][0] = 1;
}

SPOIL(all_dims)
{
    c->num_dims = 0;
}
SPOIL(dims_of_the_last)
{
    c->dims[0] = -1;
}
SPOIL(dims_behind)
{
    c->dims[0] = 1;
}
SPOIL(dims_before)
{
    c->dims[0] = -2;
}
SPOIL(dims_twice)
{
    c->num_dims = 2;
}
SPOIL(dims_negative)
{
    c->num_dims = -1;
}
SPOIL(reversed)
{
    c->options.flags = LANESCAN_REVERSE;
}
SPOIL(with_initial)
{
    c->options.initial = c->memory[WRONG_X];
}
SPOIL(into_integers)
{
    c->tensor[WRONG_Y].dtype = LANESCAN_I32;
}
SPOIL(of_integers)
{
    c->tensor[WRONG_X].dtype = c->tensor[WRONG_Y].dtype = LANESCAN_I32;
}
SPOIL(into_more_digits)
{
    c->tensor[WRONG_Y].dtype = LANESCAN_F64;
}
SPOIL(y_on_the_second)
{
    put_y(c, WRONG_X, 4);
}
SPOIL(y_right_before)
{
    put_y(c, WRONG_X, -4);
}
SPOIL(element_beyond_addresses)
{
    c->tensor[WRONG_Y].data = (void *)(UINTPTR_MAX - 2);
}

static const wrong_row sum_rows[] = {
    { "all dims", all_dims, LANESCAN_OK },
    { "dims -1", dims_of_the_last, LANESCAN_OK },
    { "dims 1 of 1", dims_behind, LANESCAN_ERROR_DIM },
    { "dims -2 of 1", dims_before, LANESCAN_ERROR_DIM },
    { "dims 0 and 0", dims_twice, LANESCAN_ERROR_DIM },
    { "num_dims -1", dims_negative, LANESCAN_ERROR_NDIM },
    { "reversed", reversed, LANESCAN_ERROR_OPTION },
    { "an initial value", with_initial, LANESCAN_ERROR_OPTION },
    { "into integers", into_integers, LANESCAN_ERROR_OP },
    { "of integers", of_integers, LANESCAN_ERROR_OP },
    { "into more digits", into_more_digits, LANESCAN_OK },
    { "an input behind the last address", x_beyond_addresses, LANESCAN_ERROR_SIZE },
    { "a result behind the last address", element_beyond_addresses, LANESCAN_ERROR_SIZE },
    { "in place of the first", y_in_place, LANESCAN_ERROR_OVERLAP },
    { "in place of the second", y_on_the_second, LANESCAN_ERROR_OVERLAP },
    { "in place of the last", y_on_the_last, LANESCAN_ERROR_OVERLAP },
    { "right behind", y_behind, LANESCAN_OK },
    { "right before", y_right_before, LANESCAN_OK },
};

static const wrong_row element_rows[] = {
    { "an input of two dimensions", x_of_two_dimensions, LANESCAN_ERROR_SHAPE },
};

static const wrong_row line_of_one_rows[] = {
    { "an input of two dimensions", x_of_two_dimensions, LANESCAN_OK },
    { "a result of many elements", y_longer, LANESCAN_ERROR_SHAPE },
    { "a result of two dimensions", y_of_two_dimensions, LANESCAN_ERROR_SHAPE },
};

void wrong_line(void)
{
    wrong_any(WRONG_SCAN, one_line);
    wrong_any(WRONG_SCAN_INDEX, one_line);
    wrong_any(WRONG_BY_NAME, one_line);
    wrong_any(WRONG_LOGADDEXP, two_lines);
    WRONG_CHECK_ALL(WRONG_SCAN, dim_rows, one_line);
    WRONG_CHECK_ALL(WRONG_SCAN_INDEX, dim_rows, one_line);
    WRONG_CHECK_ALL(WRONG_SCAN, rows, one_line);
    WRONG_CHECK_ALL(WRONG_SCAN_INDEX, rows, one_line);
    WRONG_CHECK_ALL(WRONG_SCAN_INDEX, index_rows, one_line);
    WRONG_CHECK_ALL(WRONG_LOGADDEXP, rows, two_lines);
    WRONG_CHECK_ALL(WRONG_LOGADDEXP, second_rows, two_lines);
    WRONG_CHECK_ALL(WRONG_LOGSUMEXP, sum_rows, into_an_element);
    WRONG_CHECK_ALL(WRONG_LOGSUMEXP, sum_rows, into_a_line_of_one);
    WRONG_CHECK_ALL(WRONG_LOGSUMEXP, element_rows, into_an_element);
    WRONG_CHECK_ALL(WRONG_LOGSUMEXP, line_of_one_rows, into_a_line_of_one);
}
