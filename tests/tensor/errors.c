/* Every wrong argument of a scan has its own status, and nothing is written: each row is a call
 * that is right but for one thing, on memory that is compared afterwards. */
#include "tensor/wrong.h"

#include "golden/dtype.h"
#include "harness/check.h"

#include <math.h>
#include <string.h>

/* A call that is right; rows change it. Sizes: x and y 3 x 4 of f32, indices the same of i64. */
static void set_right(wrong_call *c)
{
    memset(c, 0, sizeof *c);
    memset(c->memory, 0x33, sizeof c->memory);
    for (int t = 0; t < WRONG_TENSORS; t++) {
        c->shape[t][0] = 3;
        c->shape[t][1] = 4;
        c->strides[t][0] = 4;
        c->strides[t][1] = 1;
        c->tensor[t] = (lanescan_tensor){ c->memory[t] + WRONG_ROOM / 2, c->shape[t], c->strides[t],
                                          2, t == WRONG_INDICES ? LANESCAN_I64 : LANESCAN_F32 };
        c->pointer[t] = &c->tensor[t];
    }
    c->op = LANESCAN_CUMMAX;
    c->dim = 1;
    c->options.struct_size = sizeof c->options;
    c->has_options = true;
}

static lanescan_status call(const wrong_call *c, wrong_function function)
{
    const lanescan_options *options = c->has_options ? &c->options : NULL;
    const lanescan_tensor *x = c->pointer[WRONG_X], *y = c->pointer[WRONG_Y];
    switch (function) {
    case WRONG_SCAN:
        return lanescan_scan(c->op, x, c->dim, options, y);
    case WRONG_SCAN_INDEX:
        return lanescan_scan_index(c->op, x, c->dim, options, y, c->pointer[WRONG_INDICES]);
    case WRONG_BY_NAME:
        return lanescan_cummax(x, c->dim, y);
    case WRONG_LOGSUMEXP:
        return lanescan_logsumexp(x, c->dims, c->num_dims, options, y);
    default:
        return lanescan_logaddexp(x, c->pointer[WRONG_INDICES], options, y);
    }
}

void wrong_check(wrong_function function, const wrong_row *row, void (*set)(wrong_call *))
{
    static wrong_call c, before;
    set_right(&c);
    if (set)
        set(&c);
    lanescan_status status = call(&c, function);
    check(status == LANESCAN_OK, "function %d before '%s': the right call: %s", (int)function,
          row->what, lanescan_status_string(status));
    set_right(&c);
    if (set)
        set(&c);
    row->spoil(&c);
    memcpy(&before, &c, sizeof c);
    status = call(&c, function);
    check(status == row->status, "function %d, %s: %s instead of %s", (int)function, row->what,
          lanescan_status_string(status), lanescan_status_string(row->status));
    check(row->status == LANESCAN_OK || memcmp(&before, &c, sizeof c) == 0,
          "function %d, %s: something was written", (int)function, row->what);
}

static void check_statuses(void)
{
    for (int a = LANESCAN_OK; a <= LANESCAN_ERROR_INDEX; a++) {
        const char *text = lanescan_status_string((lanescan_status)a);
        check(text && text[0], "status %d has no sentence", a);
        for (int b = LANESCAN_OK; b < a; b++)
            check(strcmp(text, lanescan_status_string((lanescan_status)b)) != 0,
                  "statuses %d and %d read the same", a, b);
    }
    for (int a = -1; a <= LANESCAN_ERROR_INDEX + 1; a += LANESCAN_ERROR_INDEX + 2)
        check(lanescan_status_string((lanescan_status)a) != NULL, "status %d has no sentence", a);
}

/* Every operation into every type, from every type. */
static void check_types(void)
{
    for (int op = 0; op < NUM_OPS; op++) {
        for (int from = 0; from < NUM_DTYPES; from++) {
            for (int to = 0; to < NUM_DTYPES; to++) {
                double x[2] = { 0 }, y[2] = { 77, 78 }, before[2] = { 77, 78 };
                const lanescan_tensor input = { x, NULL, NULL, 0, from },
                                      output = { y, NULL, NULL, 0, to };
                const bool is_defined = op_is_defined((lanescan_op)op, to);
                if (!is_defined && !dtype_converts(from, to))
                    continue; /* wrong in two ways */
                const lanescan_status expected = !is_defined                 ? LANESCAN_ERROR_OP
                                                 : !dtype_converts(from, to) ? LANESCAN_ERROR_DTYPE
                                                                             : LANESCAN_OK;
                const lanescan_status got = lanescan_scan((lanescan_op)op, &input, 0, NULL,
                                                          &output);
                check(got == expected, "%s %s -> %s: %s", op_name((lanescan_op)op),
                      dtype_of(from).name, dtype_of(to).name, lanescan_status_string(got));
                check(got == LANESCAN_OK || memcmp(y, before, sizeof y) == 0,
                      "%s %s -> %s: an error, yet written", op_name((lanescan_op)op),
                      dtype_of(from).name, dtype_of(to).name);
            }
        }
    }
}

/* No elements: no pointer is needed, and dimensions are checked all the same. */
static void check_empty(void)
{
    const int64_t shape[2] = { 3, 0 }, one_more[2] = { 3, 1 }, huge[2] = { INT64_MAX, 0 };
    const lanescan_options exclusive = { .struct_size = sizeof exclusive,
                                         .flags = LANESCAN_EXCLUSIVE };
    float y[3] = { 7, 7, 7 }, value = -0.0f, copy = 7;
    const lanescan_tensor empty = { NULL, shape, NULL, 2, LANESCAN_F32 },
                          empty_there = { y, shape, NULL, 2, LANESCAN_F32 },
                          vast = { NULL, huge, NULL, 2, LANESCAN_F32 },
                          ends = { y, one_more, NULL, 2, LANESCAN_F32 },
                          scalar = { &value, NULL, NULL, 0, LANESCAN_F32 },
                          result = { &copy, NULL, NULL, 0, LANESCAN_F32 };
    check(lanescan_cumsum(&empty, 1, &empty) == LANESCAN_OK, "an empty tensor is an error");
    check(lanescan_cumsum(&vast, 0, &vast) == LANESCAN_OK,
          "an empty tensor of vast extent is an error");
    check(lanescan_cumsum(&empty, 2, &empty) == LANESCAN_ERROR_DIM, "dim 2 of an empty 2-d tensor");
    check(lanescan_scan(LANESCAN_CUMSUM, &empty, 1, &exclusive, &ends) == LANESCAN_OK &&
              y[0] == 0 && y[1] == 0 && y[2] == 0,
          "one more than nothing: the identity");
    y[0] = y[1] = y[2] = 7;
    check(lanescan_scan(LANESCAN_CUMSUM, &empty_there, 1, &exclusive, &ends) == LANESCAN_OK &&
              y[0] == 0 && y[1] == 0 && y[2] == 0,
          "one more than nothing that is said to be in its place");
    check(lanescan_cumsum(&scalar, -1, &result) == LANESCAN_OK && signbit(copy),
          "a 0-d tensor is not copied");
    check(lanescan_cumsum(&scalar, 1, &result) == LANESCAN_ERROR_DIM &&
              lanescan_cumsum(&scalar, -2, &result) == LANESCAN_ERROR_DIM,
          "a 0-d tensor has dimensions 0 and -1 only");
}

int main(void)
{
    check_start("tensor_errors", lanescan_isa());
    check_statuses();
    check_types();
    check_empty();
    wrong_scans();
    wrong_memory();
    wrong_line();
    wrong_logs();
    return check_finish();
}
