#include "command.h"

#include "element.h"
#include "number.h"
#include "report.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int result_dtype(const options *o, int dtype)
{
    const lanescan_op op = o->command == COMMAND_SCAN ? o->op : LANESCAN_LOGCUMSUMEXP;
    return o->dtype != DEFAULT_DTYPE ? o->dtype
                                     : (int)lanescan_result_dtype(op, (lanescan_dtype)dtype);
}

int input_dtype(const options *o, const input *in)
{
    if (in->format != FORMAT_TEXT)
        return in->header.dtype;
    return o->dtype != DEFAULT_DTYPE ? o->dtype : LANESCAN_F64;
}

const void *initial_element(const options *o, int dtype, void *room)
{
    const char *why;
    if (!o->initial)
        return NULL;
    if (!number_parse(o->initial, dtype, room, &why))
        fail_usage("--initial: '%s' %s, as an element of %s", o->initial, why, element_name(dtype));
    return room;
}

void check_status(lanescan_status status, const options *o, const char *input_name, int dtype)
{
    if (status)
        fail("%s: %s of %s: %s", input_name, o->op_name, element_name(dtype),
             lanescan_status_string(status));
}

void fail_size(const input *in)
{
    const char *const why = lanescan_status_string(LANESCAN_ERROR_SIZE);
    if (in->format == FORMAT_RAW && in->has_shape)
        fail_usage("--shape: %s", why);
    fail("%s: %s", in->name, why);
}

int checked_dim(const options *o, const input *in, int ndim, int default_dim)
{
    const int dim = o->num_dims ? o->dims[0] : default_dim, dims = ndim ? ndim : 1;
    if (dim < -dims || dim >= dims)
        fail("%s: --dim %d of %d dimensions: %s", in->name, dim, ndim,
             lanescan_status_string(LANESCAN_ERROR_DIM));
    return dim < 0 ? dim + dims : dim;
}

void check_inputs_differ(const options *o, const input *first)
{
    const char *const name = o->input[1];
    struct stat a, b;
    const bool is_there = strcmp(name, "-") == 0 ? fstat(STDIN_FILENO, &b) == 0
                                                 : stat(name, &b) == 0;
    if (is_there && fstat(first->fd, &a) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
        (S_ISFIFO(a.st_mode) || S_ISSOCK(a.st_mode)))
        fail_usage("%s and %s are one pipe, which can be read only once", first->name, name);
}

void check_outputs_differ(const writer *a, const writer *b)
{
    const char *const values = a->out.name, *const indices = b->out.name;
    if (!output_same(&a->out, &b->out))
        return;
    if (strcmp(values, indices) == 0)
        fail_usage("results and indices cannot both go to %s", values);
    fail_usage("results and indices cannot both go to %s, which is also %s", values, indices);
}

void check_output_is_not_input(const writer *w, const input *in)
{
    if (output_is(&w->out, in->fd))
        fail(
            "%s: this file is both input and %s; use -o FILE, with a name that is not open already",
            in->name, w->out.name);
}
