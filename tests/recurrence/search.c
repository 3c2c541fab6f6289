/* Searches for the largest error of linear recurrences, MPFR as the judge: lines that are changed a
 * little again and again; what makes the error larger is kept, and begun anew where nothing does.
 *     recurrence_search f64 [seconds]      without: a few lines, for a test
 *     recurrence_search f64 FILE           computes the worst line known again, and its error
 * The file has the error in eps W, that of f32 beyond half an ulp, and a and b of each element. */
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
    bool is_f32;
    size_t n;
    double a[LONGEST], b[LONGEST], error;
} line;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The elements become floats. */
static recurrence_error judge_floats(line *l)
{
    float a[LONGEST], b[LONGEST], y[LONGEST];
    for (size_t i = 0; i < l->n; i++) {
        l->a[i] = a[i] = (float)l->a[i];
        l->b[i] = b[i] = (float)l->b[i];
    }
    lanescan_linear_recurrence_f32(l->n, a, b, y);
    return recurrence_judge("search", true, l->n, a, b, NULL, y);
}

static recurrence_error judge_doubles(const line *l)
{
    double y[LONGEST];
    lanescan_linear_recurrence_f64(l->n, l->a, l->b, y);
    return recurrence_judge("search", false, l->n, l->a, l->b, NULL, y);
}

/* Leaves out what comes after the error. */
static void judge(line *l)
{
    const recurrence_error error = l->is_f32 ? judge_floats(l) : judge_doubles(l);
    l->error = error.worst;
    if (l->is_f32 && error.worst == 0) /* then how near it comes to half an ulp */
        l->error = error.in_half_ulps - 1;
    if (error.worst > 0 || error.in_half_ulps > 0)
        l->n = error.at + 1;
}

static double any_coefficient(bool is_f32, generator *g)
{
    const unsigned bits = is_f32 ? 24 : 53;
    const double near = 1 + random_sign(g) * ldexp(random_unit(g), -(int)random_below(g, bits));
    return random_below(g, 8) ? near : random_between(g, 0.5, 2);
}

/* Most elements nothing: then one of them decides, and is rounded on all of its way. */
static line random_line(bool is_f32, generator *g)
{
    line l = { .is_f32 = is_f32, .n = 2 + random_below(g, random_below(g, 3) ? 64 : LONGEST - 2) };
    const bool is_sparse = random_below(g, 2);
    for (size_t i = 0; i < l.n; i++) {
        l.a[i] = any_coefficient(is_f32, g);
        l.b[i] = is_sparse && random_below(g, 8)
                     ? 0
                     : random_sign(g) * ldexp(random_between(g, 1, 2), (int)random_below(g, 6));
    }
    judge(&l);
    return l;
}

static double changed(bool is_f32, generator *g, double value)
{
    uint64_t bits;
    switch (random_below(g, 6)) {
    case 0:
        return -value;
    case 1:
        return value * (1 + (random_unit(g) - 0.5) * ldexp(1, -(int)random_below(g, 50)));
    case 2:
        return any_coefficient(is_f32, g);
    default:
        memcpy(&bits, &value, sizeof bits);
        bits ^= UINT64_C(1) << (is_f32 ? 29 + random_below(g, 23) : random_below(g, 52));
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
            l.a[at] = changed(l.is_f32, g, l.a[at]);
        else
            l.b[at] = changed(l.is_f32, g, l.b[at]);
    }
    judge(&l);
    return l;
}

static line search(bool is_f32, double seconds)
{
    generator g = random_seeded(check_stream_seed("recurrence_search"));
    line best = random_line(is_f32, &g);
    const double end = now() + seconds;
    size_t lines = 0;
    while (seconds > 0 ? now() < end : lines < LINES_OF_A_TEST / check_scale()) {
        line l = random_below(&g, 3) ? random_line(is_f32, &g) : best;
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

static void check_known(bool is_f32, const char *path)
{
    line l = { .is_f32 = is_f32 };
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
    const bool is_f32 = argc > 1 && strcmp(argv[1], "f32") == 0;
    const double seconds = argc > 2 ? strtod(argv[2], NULL) : 0;
    if (argc < 2 || (!is_f32 && strcmp(argv[1], "f64") != 0)) {
        fputs("usage: recurrence_search f32|f64 [<seconds> | <file>]\n", stderr);
        return 2;
    }
    if (argc > 2 && seconds == 0) {
        check_known(is_f32, argv[2]);
    } else {
        const line worst = search(is_f32, seconds);
        print(&worst);
    }
    return check_finish();
}
