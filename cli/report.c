#include "report.h"

#include "escape.h"
#include "progress.h"
#include "temporary.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer ones are cut: names of files are shorter. */
enum { MESSAGE_MAX = 1 << 14 };

/* One line, written at once, with nothing in it that a terminal would obey: names may hold
 * anything. */
static void say(const char *format, va_list arguments, const char *reason)
{
    static const char start[] = "lanescan: ", cut[] = "...";
    static char message[MESSAGE_MAX],
        line[sizeof start + (size_t)ESCAPED_MAX * MESSAGE_MAX + MESSAGE_MAX];
    temporary_remove_all();
    progress_end();
    const int length = vsnprintf(message, sizeof message, format, arguments);
    if (length >= MESSAGE_MAX)
        memcpy(message + sizeof message - sizeof cut, cut, sizeof cut);
    memcpy(line, start, sizeof start - 1);
    size_t n = sizeof start - 1;
    n += escape(message, strlen(message), line + n);
    n += (size_t)snprintf(line + n, sizeof line - n, "%s%.200s\n", reason ? ": " : "",
                          reason ? reason : "");
    fwrite(line, 1, n, stderr);
}

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, NULL);
    va_end(arguments);
    exit(EXIT_DATA);
}

void fail_errno(const char *format, ...)
{
    const char *const reason = strerror(errno);
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, reason);
    va_end(arguments);
    exit(EXIT_DATA);
}

void fail_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, NULL);
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
