/* Instead of src/choose/xgetbv.h, for tests: the registers that an invented operating system saves.
 * Without OSXSAVE a CPU does not know the instruction. */
#ifndef LANESCAN_TESTS_CPU_XGETBV_H
#define LANESCAN_TESTS_CPU_XGETBV_H

#include "dispatch/invented/invented.h"

#include <stdio.h>
#include <stdlib.h>

static inline unsigned xgetbv(void)
{
    if (!invented_has(FEATURE_OSXSAVE)) {
        puts("FAIL xgetbv without OSXSAVE");
        exit(1);
    }
    return ~((invented_has(FEATURE_YMM_SAVED) ? 0 : 0x4u) |
             (invented_has(FEATURE_ZMM_SAVED) ? 0 : 0x40u));
}

#endif
