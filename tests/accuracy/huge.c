/* Log-sum-exps of numbers beyond 2^40, which are taken relative to their maximum, and of lines that
 * come from there and go there (HUGE_ELEMENT, HUGE_ELEMENT_LEAVE in src/ops/logsumexp/irregular.h):
 * elements so near to each other that each of them counts, on either side of the bounds and across
 * them. */
#include "accuracy/accuracy.h"
#include "golden/random.h"
#include "harness/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 50, LINES = 12 };

/* A line of parts, each of which begins around `level` and has elements `spread` apart at most. */
typedef struct part {
    size_t count;
    double level, spread;
} part;

static const struct course {
    const char *name;
    part parts[4];
} courses[] = {
    { "huge_above", { { LENGTH, 0x1.8p40, 3 } } },
    { "huge_below", { { LENGTH, -0x1.8p40, 3 } } },
    { "huge_at_2^40", { { 20, 0x1p40, 3 }, { 30, 0x1p40 - 1, 2 } } },
    { "huge_at_-2^40", { { 20, -0x1p40, 3 }, { 30, -0x1p40 + 1, 2 } } },
    { "huge_from_-2^39", { { 6, -0x1p41, 2 }, { 15, -0x1p39 - 3, 2 }, { 29, -0x1p39 + 2, 3 } } },
    { "huge_far", { { 20, 0x1p52, 4 }, { 15, 0x1p60, 0x1p9 }, { 15, 0x1p120, 0x1p69 } } },
    { "huge_then_near_0", { { 9, -0x1.1p40, 2 }, { 1, 0, 0 }, { 40, -40, 3 } } },
    { "huge_then_small", { { 9, -0x1p45, 2 }, { 10, -0x1p38, 2 }, { 31, -500, 3 } } },
    { "huge_after_small",
      { { 20, 1, 2 }, { 10, 0x1.1p40, 2 }, { 10, 0x1.2p40, 2 }, { 10, 5, 1 } } },
    { "huge_steps",
      { { 12, -0x1.4p40, 2 }, { 12, -0x1.2p40, 2 }, { 12, -0x1.01p40, 2 }, { 14, -0x1p30, 2 } } },
};

enum { NUM_COURSES = sizeof courses / sizeof courses[0] };

static size_t fill(const struct course *c, generator *g, double *x)
{
    size_t n = 0;
    for (const part *p = c->parts; p < c->parts + 4 && p->count; p++)
        for (size_t i = 0; i < p->count; i++)
            x[n++] = p->level + p->spread * random_between(g, -1, 1);
    return n;
}

void accuracy_huge(const lanescan_kernels *table, const kernel *k)
{
    const bool is_scan = strncmp(k->name, "logcumsumexp_", 13) == 0,
               is_reduction = strncmp(k->name, "logsumexp_", 10) == 0;
    double x[LENGTH], y[LENGTH];
    float narrow[LENGTH];
    if (!is_scan && !is_reduction)
        return;
    generator g = random_seeded(check_stream_seed("huge"));
    for (size_t i = 0; i < LINES * NUM_COURSES; i++) {
        const struct course *const c = &courses[i % NUM_COURSES];
        const size_t n = fill(c, &g, x);
        for (size_t j = 0; j < n; j++)
            narrow[j] = (float)x[j];
        const void *const from = k->type == TYPE_F64 ? (void *)x : (void *)narrow;
        if (is_scan)
            k->call(table, n, from, NULL, y, NULL);
        for (size_t j = 0; is_reduction && j < n; j++)
            k->call(table, j + 1, from, NULL, (char *)y + j * element_type_size(k->type), NULL);
        accuracy_log_scan(k, c->name, n, from, y, n);
    }
}
