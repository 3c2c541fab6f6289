#define _DEFAULT_SOURCE /* _SC_NPROCESSORS_ONLN */

#include "cpu_report.h"

#include "lanescan.h"

#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

/* A CPU without a name is called by its architecture. Names go into files: only printable ASCII. */
static void name_properly(bench_cpu *cpu)
{
    struct utsname system;
    if (!cpu->name[0])
        snprintf(cpu->name, sizeof cpu->name, "unknown %.64s",
                 uname(&system) == 0 ? system.machine : "CPU");
    for (char *c = cpu->name; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

const bench_cpu *bench_this_cpu(void)
{
    static bench_cpu cpu;
    if (cpu.logical_cpus)
        return &cpu;
    cpu.family = cpu.model = cpu.stepping = -1;
    bench_identify_cpu(&cpu);
    name_properly(&cpu);
    if (cpu.num_caches == 0)
        bench_kernel_caches(&cpu);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    cpu.logical_cpus = online > 0 ? (int)online : 1;
    return &cpu;
}

size_t bench_last_cache(void)
{
    const bench_cpu *cpu = bench_this_cpu();
    size_t bytes = 0;
    for (size_t i = 0; i < cpu->num_caches; i++)
        if (cpu->caches[i].bytes > bytes)
            bytes = cpu->caches[i].bytes;
    return bytes;
}

static const char *or_unknown(const char *text)
{
    return text && *text ? text : "unknown";
}

static void print_number(const char *name, int number)
{
    if (number < 0)
        printf(", %s unknown", name);
    else
        printf(", %s %d", name, number);
}

int bench_print_cpu(void)
{
    const bench_cpu *cpu = bench_this_cpu();
    printf("name:              %s\n", or_unknown(cpu->name));
    printf("vendor:            %s", or_unknown(cpu->vendor));
    print_number("family", cpu->family);
    print_number("model", cpu->model);
    print_number("stepping", cpu->stepping);
    printf("\nmicroarchitecture: %s\n", or_unknown(cpu->microarchitecture));
    printf("logical CPUs:      %d\n", cpu->logical_cpus);
    printf("instruction sets:  ");
    for (const char *const *isa = lanescan_isas(); *isa; isa++)
        printf("%s%s", *isa, isa[1] ? " " : "\n");
    printf("caches:            %s", cpu->num_caches ? "" : "unknown\n");
    for (size_t i = 0; i < cpu->num_caches; i++)
        printf("%sL%d %s %zu KiB%s", i ? ", " : "", cpu->caches[i].level, cpu->caches[i].type,
               cpu->caches[i].bytes / 1024, i + 1 < cpu->num_caches ? "" : "\n");
    printf("known from:        %s; caches: %s\n", cpu->source, cpu->cache_source);
    printf("features:         %s", cpu->num_features ? "" : " unknown");
    for (size_t i = 0; i < cpu->num_features; i++)
        printf(" %s", cpu->features[i]);
    printf("\n");
    return 0;
}
