#include "info.h"

#include "escape.h"
#include "lanes/sets.h"
#include "lanescan.h"
#include "report.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* The CPU's name as Linux tells it; false where it does not. */
static int print_cpu_name(void)
{
    char line[512];
    int is_found = 0;
    FILE *const file = fopen("/proc/cpuinfo", "r");
    if (!file)
        return 0;
    while (!is_found && fgets(line, sizeof line, file)) {
        const char *const colon = strchr(line, ':');
        if (!colon || strncmp(line, "model name", 10) != 0)
            continue;
        is_found = 1;
        printf("CPU: %s", colon[1] == ' ' ? colon + 2 : colon + 1);
    }
    fclose(file);
    return is_found;
}

/* Every name that the library takes, on whatever CPU; it ignores others without a word. */
static int is_instruction_set(const char *name)
{
    static const char *const names[] = {
#define SHOWN(set, shown, level, cpu, flags, more) #shown,
        LANESCAN_SETS(SHOWN, )
#undef SHOWN
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return 0;
}

/* Whoever reads these lines by their names shall not find one that the environment made up. */
static void print_escaped(const char *text)
{
    const size_t n = strlen(text);
    char *const line = allocate(n, ESCAPED_MAX);
    fwrite(line, 1, escape(text, n, line), stdout);
    free(line);
}

void print_info(void)
{
    struct utsname machine;
    const char *const ceiling = getenv("LANESCAN_ISA");
    printf("version: %s\n", lanescan_version());
    if (!print_cpu_name())
        printf("CPU: unknown\n");
    printf("machine: %s\n", uname(&machine) == 0 ? machine.machine : "unknown");
    printf("threads: %d%s\n", threads_count(),
           threads_are_built ? "" : " (this program was built without OpenMP)");
    printf("instruction sets:");
    for (const char *const *isa = lanescan_isas(); *isa; isa++)
        printf(" %s", *isa);
    printf("\nin use: %s\n", lanescan_isa());
    printf("LANESCAN_ISA: ");
    print_escaped(ceiling ? ceiling : "not set");
    printf("%s\n",
           ceiling && !is_instruction_set(ceiling) ? " (not an instruction set: ignored)" : "");
}
