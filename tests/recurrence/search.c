/* Searches for the largest error of linear recurrences, MPFR as the judge: lines that are changed a
 * little again and again; what makes the error larger is kept, and begun anew where nothing does.
 *     recurrence_search TYPE [SECONDS]     f32, f64, c64 or c128; without a time a few lines, for
 *                                          a test
 *     recurrence_search TYPE FILE lanescan.h
 *                                          computes the worst line known again: the error that
 *                                          stands there and is quoted
 * The file has the error in eps W, that of f32 and c64 beyond half an ulp of each part, and a and b
 * of each element. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */

#include "accuracy/worst_quotes.h"
#include "golden/dtype.h"
#include "golden/random.h"
#include "harness/check.h"
#include "recurrence/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 300, LINES_OF_A_TEST = 30000, PATIENCE = 400, PARTS = 2 };

typedef struct type {
    int dtype;
    const char *name;
    size_t parts;
    bool is_narrow;
    const char *places[3]; /* where the header has the error: after these words */
} type;

static const type types[] = {
    { LANESCAN_F32, "f32", 1, true, { "---- Linear rec", "ulp + 4 eps * W[j]. Worst found: " } },
    { LANESCAN_F64, "f64", 1, false, { "---- Linear rec", "as 2^-1022. Worst found: " } },
    { LANESCAN_C64, "c64", 2, true, { "/* Linear rec", "rounded once besides. Worst found: " } },
    { LANESCAN_C128, "c128", 2, false, { "/* Linear rec", "4 eps * W[j], moduli. Worst found: " } },
};

enum { NUM_TYPES = sizeof types / sizeof types[0] };

/* The numbers, of complex elements both parts side by side. */
typedef struct line {
    const type *type;
    size_t n;
    double a[LONGEST * PARTS], b[LONGEST * PARTS], error;
} line;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Elements of the line's type; the numbers become what these can be. */
static void convert(const line *l, double *values, char *elements)
{
    const size_t parts = l->type->parts, size = dtype_of(l->type->dtype).size;
    for (size_t i = 0; i < l->n; i++) {
        double *const re = &values[parts * i], *const im = re + parts - 1;
        number z = { parts == 1 ? KIND_FLOAT : KIND_COMPLEX, 0, *re, *im };
        number_write(l->type->dtype, elements + i * size, z);
        z = number_read(l->type->dtype, elements + i * size);
        *im = z.im; /* then the real part, where that is all there is */
        *re = z.re;
    }
}

/* Leaves out what comes after the error. */
static void judge(line *l)
{
    char a[LONGEST * LARGEST_ELEMENT], b[LONGEST * LARGEST_ELEMENT], y[LONGEST * LARGEST_ELEMENT];
    const int dtype = l->type->dtype;
    const int64_t n = (int64_t)l->n;
    const lanescan_tensor of_a = { a, &n, NULL, 1, dtype }, of_b = { b, &n, NULL, 1, dtype },
                          of_y = { y, &n, NULL, 1, dtype };
    convert(l, l->a, a);
    convert(l, l->b, b);
    check(!lanescan_linear_recurrence(&of_a, &of_b, 0, NULL, &of_y), "%s", l->type->name);
    const recurrence_error error = recurrence_judge("search", dtype, l->n, a, b, NULL, y);
    l->error = error.worst;
    if (l->type->is_narrow && error.worst == 0) /* then how near it comes to half an ulp */
        l->error = error.in_half_ulps - 1;
    if (error.worst > 0 || error.in_half_ulps > 0)
        l->n = error.at + 1;
}

static double any_coefficient(const type *t, generator *g)
{
    const unsigned bits = t->is_narrow ? 24 : 53;
    const double near = 1 + random_sign(g) * ldexp(random_unit(g), -(int)random_below(g, bits));
    return random_below(g, 8) ? near : random_between(g, 0.5, 2);
}

static double any_addend(generator *g)
{
    return random_sign(g) * ldexp(random_between(g, 1, 2), (int)random_below(g, 6));
}

/* The modulus of a complex coefficient is that of a real one; its direction is along an axis, or
 * any. */
static void fill_element(line *l, generator *g, size_t i, bool is_nothing)
{
    double *const a = &l->a[l->type->parts * i], *const b = &l->b[l->type->parts * i];
    const double modulus = any_coefficient(l->type, g);
    if (l->type->parts == 1) {
        a[0] = modulus;
        b[0] = is_nothing ? 0 : any_addend(g);
        return;
    }
    const double angle = random_below(g, 4) ? random_between(g, -4, 4) : 0;
    const bool is_turned = random_below(g, 2);
    a[is_turned] = modulus * cos(angle);
    a[!is_turned] = modulus * sin(angle);
    for (size_t k = 0; k < PARTS; k++)
        b[k] = is_nothing || random_below(g, 4) == 0 ? 0 : any_addend(g);
}

/* Most elements nothing: then one of them decides, and is rounded on all of its way. */
static line random_line(const type *t, generator *g)
{
    line l = { .type = t, .n = 2 + random_below(g, random_below(g, 3) ? 64 : LONGEST - 2) };
    const bool is_sparse = random_below(g, 2);
    for (size_t i = 0; i < l.n; i++)
        fill_element(&l, g, i, is_sparse && random_below(g, 8));
    judge(&l);
    return l;
}

static double changed(const type *t, generator *g, double value)
{
    uint64_t bits;
    switch (random_below(g, 6)) {
    case 0:
        return -value;
    case 1:
        return value * (1 + (random_unit(g) - 0.5) * ldexp(1, -(int)random_below(g, 50)));
    case 2:
        return any_coefficient(t, g);
    default:
        memcpy(&bits, &value, sizeof bits);
        bits ^= UINT64_C(1) << (t->is_narrow ? 29 + random_below(g, 23) : random_below(g, 52));
        memcpy(&value, &bits, sizeof bits);
        return value;
    }
}

static line mutated(const line *from, generator *g)
{
    line l = *from;
    for (size_t changes = 1 + random_below(g, 3); changes; changes--) {
        const size_t at = random_below(g, l.type->parts * l.n);
        if (random_below(g, 2))
            l.a[at] = changed(l.type, g, l.a[at]);
        else
            l.b[at] = changed(l.type, g, l.b[at]);
    }
    judge(&l);
    return l;
}

static line search(const type *t, double seconds)
{
    generator g = random_seeded(check_stream_seed("recurrence_search"));
    line best = random_line(t, &g);
    const double end = now() + seconds;
    size_t lines = 0;
    while (seconds > 0 ? now() < end : lines < LINES_OF_A_TEST / check_scale()) {
        line l = random_below(&g, 3) ? random_line(t, &g) : best;
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

/* ---- a line as text ---- */

static void print(const line *l)
{
    const size_t parts = l->type->parts;
    printf("%.2f\n", l->error);
    for (size_t i = 0; i < parts * l->n; i += parts)
        if (parts == 1)
            printf("%a %a\n", l->a[i], l->b[i]);
        else
            printf("%a,%a %a,%a\n", l->a[i], l->a[i + 1], l->b[i], l->b[i + 1]);
}

static bool read_element(line *l, FILE *file)
{
    double *const a = &l->a[l->type->parts * l->n], *const b = &l->b[l->type->parts * l->n];
    if (l->type->parts == 1)
        return fscanf(file, "%lf %lf", a, b) == 2;
    return fscanf(file, "%lf,%lf %lf,%lf", a, a + 1, b, b + 1) == 4;
}

static void check_quote(const type *t, double error, const char *header_path)
{
    char figure[64], *const header = worst_read_text(header_path);
    const char *at = header;
    snprintf(figure, sizeof figure, "%s%.2f eps", t->is_narrow ? "0.5 ulp + " : "", error);
    for (const char *const *place = t->places; *place && at; place++) {
        at = strstr(at, *place);
        at = at ? at + strlen(*place) : NULL;
    }
    check(at && strncmp(at, figure, strlen(figure)) == 0, "%s: the header has not '%s' but '%.20s'",
          t->name, figure, at ? at : "");
    free(header);
}

static void check_known(const type *t, const char *path, const char *header_path)
{
    line l = { .type = t };
    double error;
    FILE *const file = fopen(path, "r");
    if (!check(file && fscanf(file, "%lf", &error) == 1, "%s cannot be read", path))
        return;
    while (l.n < LONGEST && read_element(&l, file))
        l.n++;
    check(feof(file), "%s: element %zu cannot be read", path, l.n);
    fclose(file);
    const size_t n = l.n;
    judge(&l);
    check(l.n == n, "the worst error is at element %zu, not at the last, %zu", l.n, n);
    check(fabs(l.error - error) <= 0.005, "the worst line known has %g eps W, not %g", l.error,
          error);
    check_quote(t, error, header_path);
}

static const type *find_type(const char *name)
{
    for (size_t i = 0; i < NUM_TYPES; i++)
        if (strcmp(name, types[i].name) == 0)
            return &types[i];
    return NULL;
}

int main(int argc, char **argv)
{
    check_start("recurrence_search", lanescan_isas()[0]);
    const type *const t = argc > 1 ? find_type(argv[1]) : NULL;
    const double seconds = argc > 2 ? strtod(argv[2], NULL) : 0;
    if (!t || (argc > 2 && (seconds == 0) != (argc == 4))) {
        fputs("usage: recurrence_search f32|f64|c64|c128 [SECONDS | FILE lanescan.h]\n", stderr);
        return 2;
    }
    if (argc == 4) {
        check_known(t, argv[2], argv[3]);
    } else {
        const line worst = search(t, seconds);
        print(&worst);
    }
    return check_finish();
}
