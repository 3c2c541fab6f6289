/* The report on tensors: options, and the parts that have files of their own. */
#include "tensors.h"

#include <stdio.h>

static const void *initial_of(int32_t dtype)
{
    static const float real_32 = 0.5F;
    static const double real = 0.5;
    static const int32_t i32 = 5;
    static const int64_t i64 = 5;
    return dtype == LANESCAN_F32   ? (const void *)&real_32
           : dtype == LANESCAN_F64 ? (const void *)&real
           : dtype == LANESCAN_I32 ? (const void *)&i32
                                   : (const void *)&i64;
}

static bool print_options(lanescan_op op, const bench_case *what, const bench_arrays *arrays)
{
    enum { COUNT = 5 };
    static const uint32_t flags[COUNT] = { 0, LANESCAN_REVERSE, LANESCAN_EXCLUSIVE,
                                           LANESCAN_REVERSE | LANESCAN_EXCLUSIVE, 0 };
    lanescan_options options[COUNT];
    bench_scan scans[COUNT];
    bench_task tasks[COUNT];
    double ns[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        scans[i] = bench_scan_make(op, what, arrays, &bench_one_line);
        options[i] = (lanescan_options){ .struct_size = sizeof options[i], .flags = flags[i] };
        if (i + 1 == COUNT)
            options[i].initial = initial_of(scans[i].input.dtype);
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

static bool report_options(void)
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
    complete &= report_options();
    complete &= bench_conversions();
    complete &= bench_streams();
    complete &= bench_gradients();
    return complete ? 0 : 1;
}
