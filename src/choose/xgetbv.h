/* Which registers the operating system saves: XCR0, which is there where cpuid says OSXSAVE. */
#ifndef LANESCAN_XGETBV_H
#define LANESCAN_XGETBV_H

#include "lanes/compiler.h"

#ifdef __x86_64__

static inline unsigned xgetbv(void)
{
    unsigned low, high;
    LANESCAN_READ_XCR0(low, high);
    return low;
}

#endif

#endif
