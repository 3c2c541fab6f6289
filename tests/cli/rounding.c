/* Preloaded into the program: floating-point numbers are rounded upward once LANESCAN_ROUNDING
 * calls of fflush have ended, so that what is computed from then on has other bits. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>

static long left = -1;

static void count(void)
{
    if (left-- == 0)
        fesetround(FE_UPWARD);
}

__attribute__((constructor)) static void read_settings(void)
{
    const char *const text = getenv("LANESCAN_ROUNDING");
    if (text)
        left = atol(text);
    count();
}

int fflush(FILE *file)
{
    int (*next)(FILE *);
    *(void **)&next = dlsym(RTLD_NEXT, "fflush");
    const int status = next(file);
    count();
    return status;
}
