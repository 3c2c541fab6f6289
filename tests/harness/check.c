#include "harness/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 20, STATUS_SKIP = 77 };

static const char *program_name = "";
static uint64_t seed = 1;
static size_t scale = 1;
static bool stop_at_failure;
static size_t num_checks;
static size_t num_failures;

/* A setting from the environment. One that is not a number is an error: it would hide what was
 * run. */
static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    if (!text || !*text)
        return otherwise;
    char *end;
    const unsigned long long value = strtoull(text, &end, 0);
    if (*end) {
        fprintf(stderr, "%s=%s is not a number\n", name, text);
        exit(1);
    }
    return value;
}

void check_start(const char *program, const char *subject)
{
    program_name = program;
    seed = setting("LANESCAN_TEST_SEED", 1);
    scale = (size_t)setting("LANESCAN_TEST_SCALE", 1);
    if (scale == 0)
        scale = 1;
    stop_at_failure = setting("LANESCAN_TEST_STOP", 0) != 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("%s %s: LANESCAN_TEST_SEED=%llu LANESCAN_TEST_SCALE=%zu\n", program, subject,
           (unsigned long long)seed, scale);
}

uint64_t check_seed(void)
{
    return seed;
}

uint64_t check_stream_seed(const char *stream)
{
    uint64_t hash = 0xcbf29ce484222325u ^ seed; /* FNV-1a of the name */
    for (; *stream; stream++)
        hash = (hash ^ (unsigned char)*stream) * 0x100000001b3u;
    return hash;
}

size_t check_scale(void)
{
    return scale;
}

bool check(bool holds, const char *format, ...)
{
    num_checks++;
    if (holds)
        return true;
    num_failures++;
    if (num_failures <= MOST_MESSAGES) {
        va_list arguments;
        va_start(arguments, format);
        fputs("FAIL ", stdout);
        vprintf(format, arguments);
        putchar('\n');
        va_end(arguments);
    } else if (num_failures == MOST_MESSAGES + 1) {
        puts("... further failures are only counted");
    }
    if (stop_at_failure)
        exit(1);
    return false;
}

size_t check_failures(void)
{
    return num_failures;
}

int check_finish(void)
{
    printf("%s: %zu checks, %zu failed\n", program_name, num_checks, num_failures);
    if (num_checks == 0)
        puts("no check was made: that is a failure");
    return num_checks == 0 || num_failures != 0;
}

void check_skip(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("SKIP ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    exit(STATUS_SKIP);
}

void check_conversions(void)
{
#ifdef __POWER8_VECTOR__
    const __vector double pair = { 1, __builtin_nan("") };
    __vector unsigned long long whole;
    __asm__ volatile("xvcvdpuxds %x0,%x1" : "=wa"(whole) : "wa"(pair));
    if (whole[0] != 1)
        check_skip("xvcvdpuxds makes 0 of a 1 beside a NaN: a fault of qemu 7.2, not of 10.0");
#endif
}

void *check_alloc(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        printf("FAIL no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}
