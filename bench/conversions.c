#include "tensors.h"

#include <stdio.h>

/* Each beside the line function of the type it is computed in, or that is nearest to it. */
static const struct {
    const char *input_name, *output_name, *line_name;
    lanescan_dtype input, output;
} conversions[] = {
    { "i8", "i64", "i64", LANESCAN_I8, LANESCAN_I64 },
    { "bool", "i64", "i64", LANESCAN_BOOL, LANESCAN_I64 },
    { "f16", "f16", "f32", LANESCAN_F16, LANESCAN_F16 },
    { "bf16", "bf16", "f32", LANESCAN_BF16, LANESCAN_BF16 },
    { "bf16", "f32", "f32", LANESCAN_BF16, LANESCAN_F32 },
    { "f16", "f32", "f32", LANESCAN_F16, LANESCAN_F32 },
    { "f64", "f32", "f32", LANESCAN_F64, LANESCAN_F32 },
    { "i32", "i32", "i32", LANESCAN_I32, LANESCAN_I32 },
    { "u8", "u8", "i32", LANESCAN_U8, LANESCAN_U8 },
};

/* Numbers of the input's type in source->y: lines of one element are converted, and that is all. */
static bool make_input(lanescan_dtype type, const bench_case *source_case, bench_arrays *source)
{
    static const int64_t lines_of_one[] = { BENCH_IN_CACHE, 1 };
    const bool is_float = source_case->type[0] == 'f';
    bench_scan convert = {
        .op = LANESCAN_CUMSUM,
        .input = { source->x, lines_of_one, NULL, 2, is_float ? LANESCAN_F64 : LANESCAN_I64 },
        .output = { source->y, lines_of_one, NULL, 2, (int32_t)type },
        .dim = 1,
    };
    if (type == LANESCAN_BOOL) {
        uint8_t *bytes = source->y; /* which cumsum does not write */
        for (size_t i = 0; i < BENCH_IN_CACHE; i++)
            bytes[i] = ((const uint64_t *)source->x)[i] & 1;
        return true;
    }
    bench_scan_run(&convert, 1);
    return bench_succeeded(convert.status);
}

static bool print_conversion(size_t which, bench_arrays *source, const bench_case *line_case,
                             const bench_arrays *arrays)
{
    const bench_contender library = bench_library();
    bench_line line = { &library, line_case, arrays };
    bench_scan scan = {
        .op = LANESCAN_CUMSUM,
        .input = { source->y, bench_one_line.shape, NULL, 1, (int32_t)conversions[which].input },
        .output = { arrays->y, bench_one_line.shape, NULL, 1, (int32_t)conversions[which].output },
    };
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = LANESCAN_REVERSE | LANESCAN_EXCLUSIVE };
    bench_scan otherwise = scan;
    otherwise.options = &options;
    const bench_task tasks[3] = { { bench_line_run, &line, NULL },
                                  { bench_scan_run, &scan, NULL },
                                  { bench_scan_run, &otherwise, NULL } };
    double ns[3];
    bench_time_tasks(tasks, 3, ns);
    if (!bench_succeeded(scan.status) || !bench_succeeded(otherwise.status))
        return false;
    printf("%-6s -> %-6s%8.3f   |  %-10s%8.3f   |%9.2fx   |%9.2fx\n", conversions[which].input_name,
           conversions[which].output_name, ns[1] / BENCH_IN_CACHE, line_case->type,
           ns[0] / BENCH_IN_CACHE, ns[1] / ns[0], ns[2] / ns[1]);
    fflush(stdout);
    return true;
}

bool bench_conversions(void)
{
    bool complete = true;
    printf(
        "\nConversions: cumsum of 65536 elements, beside the line function of a near type\n"
        "                           |                       |              |  reverse,\n"
        "input     output  tensor   |  line of       line   |  tensor/line |  exclusive/tensor\n");
    for (size_t i = 0; i < sizeof conversions / sizeof conversions[0]; i++) {
        const bool is_integer = conversions[i].line_name[0] == 'i';
        const bench_case *source_case = bench_find_case("cumsum", is_integer ? "i64" : "f64");
        const bench_case *line_case = bench_find_case("cumsum", conversions[i].line_name);
        bench_arrays source = { 0 }, arrays = { 0 };
        complete &= bench_arrays_get(source_case, BENCH_IN_CACHE, &source) &&
                    bench_arrays_get(line_case, BENCH_IN_CACHE, &arrays) &&
                    make_input(conversions[i].input, source_case, &source) &&
                    print_conversion(i, &source, line_case, &arrays);
        bench_arrays_free(&source);
        bench_arrays_free(&arrays);
    }
    return complete;
}
