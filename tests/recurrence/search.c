/* Searches for the largest error of linear recurrences, MPFR as the judge: lines that are changed a
 * little again and again; what makes the error larger is kept, and begun anew where nothing does.
 *     recurrence_search [seconds]      without: a few lines, for a test
 *     recurrence_search FILE           computes the worst line known again, and its error
 * The file has the error in eps W, and a and b of each element. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */

#include "harness/check.h"
#include "recurrence/data.h"
#include "recurrence/judge.h"

#include <lanescan.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 300, LINES_OF_A_TEST = 30000, PATIENCE = 400 };

typedef struct line {
    size_t n;
    double a[LONGEST], b[LONGEST], error;
} line;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Leaves out what comes after the error. */
static void judge(line *l)
{
    double y[LONGEST];
    lanescan_linear_recurrence_f64(l->n, l->a, l->b, y);
    const recurrence_error error = recurrence_judge("search", false, l->n, l->a, l->b, NULL, y);
    l->error = error.worst;
    if (error.worst > 0)
        l->n = error.at + 1;
}

static double any_coefficient(generator *g)
{
    const double near = 1 + random_sign(g) * ldexp(random_unit(g), -(int)random_below(g, 53));
    return random_below(g, 8) ? near : random_between(g, 0.5, 2);
}

/* Most elements nothing: then one of them decides, and is rounded on all of its way. */
static line random_line(generator *g)
{
    line l = { .n = 2 + random_below(g, random_below(g, 3) ? 64 : LONGEST - 2) };
    const bool is_sparse = random_below(g, 2);
    for (size_t i = 0; i < l.n; i++) {
        l.a[i] = any_coefficient(g);
        l.b[i] = is_sparse && random_below(g, 8)
                     ? 0
                     : random_sign(g) * ldexp(random_between(g, 1, 2), (int)random_below(g, 6));
    }
    judge(&l);
    return l;
}

static double changed(generator *g, double value)
{
    uint64_t bits;
    switch (random_below(g, 6)) {
    case 0:
        return -value;
    case 1:
        return value * (1 + (random_unit(g) - 0.5) * ldexp(1, -(int)random_below(g, 50)));
    case 2:
        return any_coefficient(g);
    default:
        memcpy(&bits, &value, sizeof bits);
        bits ^= UINT64_C(1) << random_below(g, 52);
        memcpy(&value, &bits, sizeof bits);
        return value;
    }
}

static line mutated(const line *from, generator *g)
{
    line l = *from;
    for (size_t changes = 1 + random_below(g, 3); changes; changes--) {
        const size_t at = random_below(g, l.n);
        if (random_below(g, 2))
            l.a[at] = changed(g, l.a[at]);
        else
            l.b[at] = changed(g, l.b[at]);
    }
    judge(&l);
    return l;
}

static line search(double seconds)
{
    generator g = random_seeded(check_stream_seed("recurrence_search"));
    line best = random_line(&g);
    const double end = now() + seconds;
    size_t lines = 0;
    while (seconds > 0 ? now() < end : lines < LINES_OF_A_TEST / check_scale()) {
        line l = random_below(&g, 3) ? random_line(&g) : best;
        for (int idle = 0; idle < PATIENCE; idle++, lines++) {
            const line next = mutated(&l, &g);
            if (next.error < l.error)
                continue;
            if (next.error > l.error)
                idle = 0;
            l = next;
        }
        if (l.error > best.error)
            best = l;
    }
    return best;
}

static void print(const line *l)
{
    printf("%.2f\n", l->error);
    for (size_t i = 0; i < l->n; i++)
        printf("%a %a\n", l->a[i], l->b[i]);
}

static void check_known(const char *path)
{
    line l = { .n = 0 };
    double error;
    FILE *const file = fopen(path, "r");
    if (!check(file && fscanf(file, "%lf", &error) == 1, "%s cannot be read", path))
        return;
    while (l.n < LONGEST && fscanf(file, "%lf %lf", &l.a[l.n], &l.b[l.n]) == 2)
        l.n++;
    fclose(file);
    const size_t n = l.n;
    judge(&l);
    check(l.n == n, "the worst error is at element %zu, not at the last, %zu", l.n, n);
    check(fabs(l.error - error) <= 0.005, "the worst line known has %g eps W, not %g", l.error,
          error);
}

int main(int argc, char **argv)
{
    check_start("recurrence_search", lanescan_isas()[0]);
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 0;
    if (argc > 1 && seconds == 0) {
        check_known(argv[1]);
    } else {
        const line worst = search(seconds);
        print(&worst);
    }
    return check_finish();
}
