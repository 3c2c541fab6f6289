/* The report on tensors: its rows, and the parts that are short. */
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

static const void *initial_of(int32_t dtype)
{
    static const float f32 = 0.5F;
    static const double f64 = 0.5;
    static const int32_t i32 = 5;
    static const int64_t i64 = 5;
    return dtype == LANESCAN_F32   ? (const void *)&f32
           : dtype == LANESCAN_F64 ? (const void *)&f64
           : dtype == LANESCAN_I32 ? (const void *)&i32
                                   : (const void *)&i64;
}

static bool print_options(lanescan_op op, const bench_case *what, const bench_arrays *arrays)
{
    enum { COUNT = 5 };
    const void *const initial = initial_of(dtype_of(what));
    static const uint32_t flags[COUNT] = { 0, LANESCAN_REVERSE, LANESCAN_EXCLUSIVE,
                                           LANESCAN_REVERSE | LANESCAN_EXCLUSIVE, 0 };
    lanescan_options options[COUNT];
    bench_scan scans[COUNT];
    bench_task tasks[COUNT];
    double ns[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        options[i] = (lanescan_options){ .struct_size = sizeof options[i],
                                         .flags = flags[i],
                                         .initial = i + 1 == COUNT ? initial : NULL };
        scans[i] = bench_scan_make(op, what, arrays, &bench_one_line);
        scans[i].options = &options[i];
        tasks[i] = (bench_task){ bench_scan_run, &scans[i], NULL };
    }
    bench_time_tasks(tasks, COUNT, ns);
    for (size_t i = 0; i < COUNT; i++)
        if (!bench_succeeded(scans[i].status))
            return false;
    printf("%8.3f |", ns[0] / BENCH_IN_CACHE);
    for (size_t i = 1; i < COUNT; i++)
        printf("%11.2fx", ns[i] / ns[0]);
    return true;
}

bool bench_options(void)
{
    printf("\nOptions: a contiguous tensor of 65536 elements\n"
           "                   plain |                          reverse,     initial\n"
           "                    scan |    reverse   exclusive   exclusive       value\n");
    return bench_rows(BENCH_IN_CACHE, print_options);
}

int bench_tensors(void)
{
    printf("lanescan %s on %s, one thread. Median of calls made in turn; times in ns per element,\n"
           "smaller is better. 1.50x: takes 1.5 times as long as the scan left of the bar.\n",
           lanescan_version(), lanescan_isa());
    bool complete = bench_layouts();
    complete &= bench_options();
    complete &= bench_conversions();
    complete &= bench_streams();
    return complete ? 0 : 1;
}
