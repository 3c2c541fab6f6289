/* Which registers the operating system saves: XCR0, which is there where cpuid says OSXSAVE. */
#ifndef LANESCAN_XGETBV_H
#define LANESCAN_XGETBV_H

#ifdef __x86_64__

static inline unsigned xgetbv(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

#endif

#endif
