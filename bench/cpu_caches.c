#include "cpu_report.h"

#include <stdio.h>
#include <string.h>

/* The first word of a file that describes a cache of the first CPU; false where it is not there. */
static int read_word(int index, const char *name, char word[32])
{
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    const int found = fscanf(file, "%31s", word) == 1;
    fclose(file);
    return found;
}

void bench_kernel_caches(bench_cpu *cpu)
{
    cpu->cache_source = "/sys/devices/system/cpu";
    char level[32], type[32], size[32], line[32];
    for (int i = 0; cpu->num_caches < BENCH_MAX_CACHES && read_word(i, "type", type); i++) {
        bench_cache cache = { 0 };
        unsigned long long kib = 0;
        if (strcmp(type, "Instruction") == 0 || !read_word(i, "level", level) ||
            !read_word(i, "size", size) || sscanf(size, "%lluK", &kib) != 1 ||
            sscanf(level, "%d", &cache.level) != 1)
            continue;
        if (read_word(i, "coherency_line_size", line) && sscanf(line, "%d", &cache.line) != 1)
            cache.line = 0;
        cache.type = strcmp(type, "Data") == 0 ? "data" : "unified";
        cache.bytes = (size_t)kib * 1024;
        cpu->caches[cpu->num_caches++] = cache;
    }
}
