/* Those of the instruction set that is compiled. */
#ifndef LANESCAN_MEMORY_OWN_H
#define LANESCAN_MEMORY_OWN_H

#include "lanes/basics.h"
#include "lanes/sets.h"
#include "memory/kernels.h"

extern const lanescan_steps OF_FOLDER(steps);
extern const lanescan_transposes OF_FOLDER(transposes);
lanescan_copy_rows OF_FOLDER(copy_rows_nontemporal);
lanescan_fence OF_FOLDER(nontemporal_fence);

/* As convert_of_step, in kernels. */
LANESCAN_INLINE lanescan_convert *own_step(int step)
{
    lanescan_convert *const own = OF_FOLDER(steps)[step];
    return own ? own : GENERIC(steps)[step];
}

#endif
