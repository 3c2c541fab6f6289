#include "harness/line_calls.h"

#include "ops/kernels.h"

#include <lanescan.h>

#include <stdio.h>
#include <string.h>

#define CALL_void(expression)   expression
#define CALL_float(expression)  *(float *)y = expression
#define CALL_double(expression) *(double *)y = expression
#define LINE(kernel, result, parameters, arguments)                                            \
    static void line_##kernel(size_t n, const void *x, const void *b, void *y, int64_t *index) \
    {                                                                                          \
        const void *const a = x;                                                               \
        (void)a, (void)b, (void)y, (void)index;                                                \
        CALL_##result(lanescan_##kernel arguments);                                            \
    }
#include "ops/ops.def"

static const struct line {
    const char *name;
    void (*call)(size_t n, const void *x, const void *b, void *y, int64_t *index);
} lines[] = {
#define LINE(kernel, result, parameters, arguments) { #kernel, line_##kernel },
#include "ops/ops.def"
};

size_t line_call_count(void)
{
    return sizeof lines / sizeof lines[0];
}

const char *line_call_name(size_t call)
{
    return lines[call].name;
}

size_t line_call_of(const char *op, const char *type)
{
    char name[64];
    size_t call = 0;
    snprintf(name, sizeof name, "%s_%s", op, type);
    while (call < line_call_count() && strcmp(lines[call].name, name) != 0)
        call++;
    return call;
}

void line_call(size_t call, size_t n, const void *first, const void *second, void *output,
               int64_t *index)
{
    lines[call].call(n, first, second, output, index);
}
