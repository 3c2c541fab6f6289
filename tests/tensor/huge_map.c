#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */

#include "harness/check.h"
#include "tensor/huge.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static char *map(char *where, FILE *file, size_t offset)
{
    return mmap(where, HUGE_WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fileno(file),
                (off_t)offset);
}

huge huge_map(size_t windows)
{
    FILE *file = tmpfile();
    if (!file || ftruncate(fileno(file), 2 * (off_t)HUGE_WINDOW))
        check_skip("no temporary file of %d bytes", 2 * HUGE_WINDOW);
    if (windows > (size_t)PTRDIFF_MAX / HUGE_WINDOW)
        check_skip("needs 64-bit addresses");
    char *first = mmap(NULL, windows * HUGE_WINDOW, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (first == MAP_FAILED)
        check_skip("no room for %zu windows of %d bytes", windows, HUGE_WINDOW);
    const huge h = { first, windows, first + (windows - 1) * HUGE_WINDOW };
    for (size_t i = 0; i < windows; i++)
        if (map(first + i * HUGE_WINDOW, file, i + 1 < windows ? 0 : HUGE_WINDOW) == MAP_FAILED)
            check_skip("cannot map window %zu", i);
    fclose(file); /* the maps hold it */
    return h;
}

void huge_unmap(const huge *h)
{
    munmap(h->first, h->windows * HUGE_WINDOW);
}
