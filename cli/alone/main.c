/* lanescan info --self-test by itself, for systems on which the program is not built. */
#include "cli/report.h"
#include "cli/self_test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("lanescan-self-test: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

int main(void)
{
    self_test();
    return 0;
}
