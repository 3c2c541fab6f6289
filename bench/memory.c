#define _POSIX_C_SOURCE 200809L /* sysconf */

#include "memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/* The number in the first line of `path` that fits the pattern; SIZE_MAX where there is none. */
static size_t number_in(const char *path, const char *pattern)
{
    char text[256];
    unsigned long long number = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return SIZE_MAX;
    bool found = false;
    while (!found && fgets(text, sizeof text, file))
        found = sscanf(text, pattern, &number) == 1;
    fclose(file);
    return found && number < SIZE_MAX ? (size_t)number : SIZE_MAX;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t bench_memory_available(void)
{
    const size_t kib = number_in("/proc/meminfo", "MemAvailable: %llu");
    uint64_t all = (uint64_t)kib * 1024;
    if (kib == SIZE_MAX) {
        const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
        all = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
    }
    size_t bytes = all < SIZE_MAX ? (size_t)all : SIZE_MAX;
    /* A container's own limit, and what it uses already; files it has read give way. */
    const size_t limit = number_in("/sys/fs/cgroup/memory.max", "%llu");
    const size_t used = number_in("/sys/fs/cgroup/memory.current", "%llu");
    const size_t files = number_in("/sys/fs/cgroup/memory.stat", "inactive_file %llu");
    if (limit != SIZE_MAX && used != SIZE_MAX) {
        const size_t needed = files < used ? used - files : used;
        bytes = smaller(bytes, needed < limit ? limit - needed : 0);
    }
    return bytes;
}
