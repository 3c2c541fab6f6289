/* What the parts of the report on tensors share. */
#include "tensors.h"

#include <stdio.h>

static const struct {
    const char *name, *type;
    lanescan_op op;
} rows[] = {
    { "cumsum", "f32", LANESCAN_CUMSUM },
    { "cumsum", "f64", LANESCAN_CUMSUM },
    { "cumsum", "i32", LANESCAN_CUMSUM },
    { "cumsum", "i64", LANESCAN_CUMSUM },
    { "cumprod", "f32", LANESCAN_CUMPROD },
    { "cumprod", "f64", LANESCAN_CUMPROD },
    { "cummax", "f32", LANESCAN_CUMMAX },
    { "cummax", "f64", LANESCAN_CUMMAX },
    { "logcumsumexp", "f32", LANESCAN_LOGCUMSUMEXP },
    { "logcumsumexp", "f64", LANESCAN_LOGCUMSUMEXP },
};

static const int64_t line[] = { BENCH_IN_CACHE };
const bench_layout bench_one_line = { .ndim = 1, .shape = line };

static int32_t dtype_of(const bench_case *what)
{
    if (what->type[0] == 'i')
        return what->element_size == 4 ? LANESCAN_I32 : LANESCAN_I64;
    return what->element_size == 4 ? LANESCAN_F32 : LANESCAN_F64;
}

bench_scan bench_scan_make(lanescan_op op, const bench_case *what, const bench_arrays *arrays,
                           const bench_layout *form)
{
    const int32_t dtype = dtype_of(what);
    return (bench_scan){
        .op = op,
        .input = { arrays->x, form->shape, form->input_strides, form->ndim, dtype },
        .output = { arrays->y, form->shape, form->output_strides, form->ndim, dtype },
        .dim = form->dim,
    };
}

static lanescan_status call(const bench_scan *self)
{
    switch (self->function) {
    case BENCH_LOGSUMEXP:
        return lanescan_logsumexp(&self->input, &self->dim, 1, self->options, &self->output);
    case BENCH_LOGADDEXP:
        return lanescan_logaddexp(&self->input, &self->other, self->options, &self->output);
    case BENCH_LINEAR_RECURRENCE:
        return lanescan_linear_recurrence(&self->input, &self->other, self->dim, self->options,
                                          &self->output);
    default:
        return lanescan_scan(self->op, &self->input, self->dim, self->options, &self->output);
    }
}

void bench_scan_run(void *scan, size_t calls)
{
    bench_scan *self = scan;
    for (size_t i = 0; i < calls; i++)
        self->status = call(self);
}

bool bench_succeeded(lanescan_status status)
{
    if (status != LANESCAN_OK)
        fprintf(stderr, "lanescan-bench: %s\n", lanescan_status_string(status));
    return status == LANESCAN_OK;
}

bool bench_arrays_get(const bench_case *what, size_t n, bench_arrays *arrays)
{
    if (bench_arrays_make(what, n, arrays))
        return true;
    fprintf(stderr, "lanescan-bench: not enough memory for %zu elements of %s\n", n, what->type);
    return false;
}

bool bench_rows(size_t n, bench_print_row *print)
{
    bool complete = true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const bench_case *what = bench_find_case(rows[i].name, rows[i].type);
        bench_arrays arrays;
        if (!bench_arrays_get(what, n, &arrays)) {
            complete = false;
            continue;
        }
        printf("%-12s %s", what->op, what->type);
        complete &= print(rows[i].op, what, &arrays);
        printf("\n");
        fflush(stdout);
        bench_arrays_free(&arrays);
    }
    return complete;
}
