#include "report.h"

#include "progress.h"
#include "temporary.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const char *format, va_list arguments, const char *reason)
{
    temporary_remove_all();
    progress_end();
    fputs("lanescan: ", stderr);
    vfprintf(stderr, format, arguments); /* NOLINT(clang-analyzer-valist.Uninitialized) */
    if (reason)
        fprintf(stderr, ": %s", reason);
    fputc('\n', stderr);
}

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, NULL);
    va_end(arguments);
    exit(EXIT_DATA);
}

void fail_errno(const char *format, ...)
{
    const char *const reason = strerror(errno);
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, reason);
    va_end(arguments);
    exit(EXIT_DATA);
}

void fail_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments, NULL);
    va_end(arguments);
    exit(EXIT_USAGE);
}

void *allocate(size_t count, size_t size)
{
    void *const memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        fail("not enough memory");
    return memory;
}

void *reallocate(void *memory, size_t bytes)
{
    void *const larger = realloc(memory, bytes ? bytes : 1);
    if (!larger)
        fail("not enough memory");
    return larger;
}
