/* lanescan-bench: how fast the library is on this machine, next to what it replaces. */
#include "commands.h"
#include "cpu_report.h"
#include "shapes.h"

#include "lanescan.h"

#include <stdio.h>
#include <string.h>

static int usage(void)
{
    fputs("usage: lanescan-bench [table]         every operation on every instruction set\n"
          "       lanescan-bench list            operations, types, instruction sets, layouts\n"
          "       lanescan-bench cpu             what is known about this CPU\n"
          "       lanescan-bench run OP TYPE [--n N] [--isa ISA] [--layout L]\n"
          "                      [--threads N] [--min-time S | --calls K] [--json FILE] [--csv "
          "FILE]\n"
          "                                      one measurement, for a profiler or hyperfine\n"
          "       lanescan-bench sweep [--quick] [--op OP] [--type T] [--isa ISA]\n"
          "                      [--json FILE] [--csv FILE]\n"
          "                                      everything at all sizes, some minutes\n"
          "       lanescan-bench scaling [--threads N] [--op OP] [--type T] [--isa ISA]\n"
          "                      [--json FILE] [--csv FILE]\n"
          "                                      scans on 1, 2, ... N threads, a minute or two\n"
          "       lanescan-bench tensors [--isa ISA]\n"
          "                                      layouts, options, types, streams, gradients\n",
          stdout);
    return 0;
}

static int list(void)
{
    for (size_t i = 0; i < bench_num_cases; i++)
        printf("%s %s%s (%s)\n", bench_cases[i].op, bench_cases[i].type,
               bench_cases[i].with_index ? " with index" : "", bench_cases[i].data);
    printf("instruction sets on this CPU:");
    for (const char *const *isa = lanescan_isas(); *isa; isa++)
        printf(" %s", *isa);
    printf("\nlayouts: line");
    for (size_t i = 0; i < bench_num_shapes; i++)
        printf(" %s", bench_shape_name(i));
    printf("\n");
    return 0;
}

static int tensors(int argc, char **argv)
{
    bench_arguments arguments;
    if (!bench_tensors_arguments(argc, argv, &arguments))
        return 2;
    if (arguments.isa)
        lanescan_set_isa(arguments.isa);
    return bench_tensors();
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "table";
    bench_arguments arguments;
    if (strcmp(command, "table") == 0 && argc <= 2)
        return bench_table();
    if (strcmp(command, "list") == 0 && argc == 2)
        return list();
    if (strcmp(command, "cpu") == 0 && argc == 2)
        return bench_print_cpu();
    if (strcmp(command, "run") == 0)
        return bench_run_arguments(argc - 2, argv + 2, &arguments) ? bench_run(&arguments) : 2;
    if (strcmp(command, "sweep") == 0)
        return bench_sweep_arguments(argc - 2, argv + 2, &arguments) ? bench_sweep(&arguments) : 2;
    if (strcmp(command, "scaling") == 0)
        return bench_scaling_arguments(argc - 2, argv + 2, &arguments) ? bench_scaling(&arguments)
                                                                       : 2;
    if (strcmp(command, "tensors") == 0)
        return tensors(argc - 2, argv + 2);
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0)
        return usage();
    fprintf(stderr, "lanescan-bench: cannot do '%s'%s (see lanescan-bench --help)\n", command,
            argc > 2 ? " with these arguments" : "");
    return 2;
}
