#include "each_call.h"

#include "golden/dataset.h"
#include "harness/check.h"
#include "harness/line_calls.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 4500, LINES = 5, TEXT = 80 };

typedef struct line_case {
    size_t call, n;
    const void *x, *second;
} line_case;

static bool run_line(const void *how)
{
    static double y[LONGEST];
    static int64_t index[LONGEST];
    const line_case *const c = how;
    line_call(c->call, c->n, c->x, c->second, y, index);
    return true;
}

static element_type type_of(const char *name)
{
    const char *const type = name + strlen(name) - 3;
    return strcmp(type, "f32") == 0   ? TYPE_F32
           : strcmp(type, "f64") == 0 ? TYPE_F64
           : strcmp(type, "i32") == 0 ? TYPE_I32
                                      : TYPE_I64;
}

/* One signalling NaN, which no dataset has. */
static void plant(element_type type, size_t at, void *x)
{
    const uint32_t nan32 = 0x7f800001;
    const uint64_t nan64 = UINT64_C(0x7ff0000000000001);
    if (element_type_size(type) == sizeof nan32)
        memcpy((char *)x + at * sizeof nan32, &nan32, sizeof nan32);
    else
        memcpy((char *)x + at * sizeof nan64, &nan64, sizeof nan64);
}

static void judge_lines(call_judge judge, size_t call, const dataset *data, generator *g)
{
    static double x[LONGEST], second[LONGEST];
    const char *const name = line_call_name(call);
    const element_type type = type_of(name);
    for (size_t line = 0; line < LINES; line++) {
        char text[TEXT];
        const bool is_signalling = line == 1;
        const size_t n = random_below(g, line ? 150 : LONGEST);
        const line_case c = { call, n, x, second };
        dataset_make(data, g, type, n, x);
        dataset_make(data, g, type, n, second);
        if (is_signalling && n)
            plant(type, random_below(g, n), x);
        snprintf(text, sizeof text, "%s, %s%s, n=%zu", name, data->name,
                 is_signalling ? " and a signalling NaN" : "", n);
        judge(text, run_line, &c);
    }
}

void each_line(call_judge judge, size_t step)
{
    generator g = random_seeded(check_stream_seed("each line"));
    for (size_t call = 0; call < line_call_count(); call++)
        for (size_t d = call % step; d < dataset_count(); d += step)
            judge_lines(judge, call, dataset_at(d), &g);
}
