/* Rows past the caches. */
#include "memory/nontemporal.h"
#include "memory/own.h"

/* The cache lines that a row does not fill are written as usual. */
void OF_FOLDER(copy_rows_nontemporal)(size_t rows, size_t bytes, const char *from,
                                      ptrdiff_t from_stride, char *to, ptrdiff_t to_stride)
{
    for (size_t r = 0; r < rows; r++, from += from_stride, to += to_stride) {
        size_t done = -(uintptr_t)to % CACHE_LINE;
        if (done)
            memcpy(to, from, done);
        for (; done + CACHE_LINE <= bytes; done += CACHE_LINE)
            nontemporal_line(to + done, from + done);
        if (done < bytes)
            memcpy(to + done, from + done, bytes - done);
    }
}

void OF_FOLDER(nontemporal_fence)(void)
{
    nontemporal_fence();
}
