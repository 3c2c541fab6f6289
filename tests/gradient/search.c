/* Searches for the largest error of each gradient of doubles, real and complex, MPFR as the judge:
 * lines that are changed a little again and again; what makes the error larger is kept, and begun
 * anew where nothing does. Prints them as worst.txt has them.
 *     gradient_search [SECONDS [OPERATION [TYPE]]]      without: a few lines, for a test
 *     gradient_search worst.txt lanescan.h              computes the worst lines known again: the
 *                                                       errors that stand there and are quoted */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */

#include "accuracy/worst_quotes.h"
#include "golden/dtype.h"
#include "gradient/data.h"
#include "gradient/line.h"
#include "harness/check.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 100, LINES_OF_A_TEST = 300, PATIENCE = 150, PARTS = 2 };

/* Numbers of an element: x, g, b. */
enum { OF_X, OF_G, OF_B, NUM_INPUTS };

typedef struct line {
    gradient_kind kind;
    bool is_complex, has_initial;
    size_t n;
    double in[NUM_INPUTS][LONGEST * PARTS], initial[PARTS], error;
} line;

static const char *type_of(const line *l)
{
    return l->is_complex ? "c128" : "f64";
}

static size_t parts_of(const line *l)
{
    return l->is_complex ? PARTS : 1;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void judge(line *l)
{
    double out[2 * LONGEST * PARTS];
    gradient_line elements = { l->kind,
                               l->is_complex ? LANESCAN_C128 : LANESCAN_F64,
                               l->n,
                               l->in[OF_X],
                               l->in[OF_B],
                               l->in[OF_G],
                               l->has_initial ? l->initial : NULL };
    int64_t indices[LONGEST];
    char what[64];
    snprintf(what, sizeof what, "%s %s", gradient_kind_name(l->kind), type_of(l));
    if (l->kind == OF_INDEX) {
        check(!gradient_line_indices(LANESCAN_F64, l->n, l->in[OF_X], indices), "%s", what);
        elements.x = indices;
    }
    check(gradient_line_call(&elements, out) == LANESCAN_OK, "%s", what);
    l->error = gradient_line_judge(what, &elements, out);
}

/* ---- lines ---- */

/* Near a power of two, where roundings are largest, or as the data have it. */
static double any_number(const line *l, generator *g, int which)
{
    const bool is_power = l->kind != OF_CUMPROD && l->kind != OF_RECURRENCE;
    const size_t kinds = is_power ? NUM_EXPONENTS : NUM_FACTORS;
    if (random_below(g, 3) == 0)
        return random_sign(g) * (1 + ldexp(random_unit(g), -(int)random_below(g, 53)));
    if (which == OF_G)
        return gradient_of_result(g, random_below(g, 2) ? 0 : NUM_RESULT_GRADIENTS - 1);
    return gradient_data_of(l->kind, random_below(g, 2) ? 0 : random_below(g, kinds))
        ->x(g, random_below(g, LONGEST));
}

static void fill_element(line *l, generator *g, size_t i)
{
    for (int which = 0; which < NUM_INPUTS; which++)
        for (size_t k = 0; k < parts_of(l); k++) {
            const double value = any_number(l, g, which);
            l->in[which][parts_of(l) * i + k] = k == 0 || isfinite(value) ? value : 0;
        }
}

static line random_line(gradient_kind kind, bool is_complex, generator *g)
{
    line l = { .kind = kind, .is_complex = is_complex };
    l.n = kind == OF_LOGADDEXP ? 1 : 1 + random_below(g, random_below(g, 3) ? 40 : LONGEST - 1);
    l.has_initial = gradient_has_initial(kind) && random_below(g, 4) == 0;
    for (size_t i = 0; i < l.n; i++)
        fill_element(&l, g, i);
    for (size_t k = 0; k < PARTS; k++)
        l.initial[k] = any_number(&l, g, OF_X);
    judge(&l);
    return l;
}

static double changed(const line *l, generator *g, int which, double value)
{
    uint64_t bits;
    switch (random_below(g, 6)) {
    case 0:
        return -value;
    case 1:
        return value * (1 + (random_unit(g) - 0.5) * ldexp(1, -(int)random_below(g, 50)));
    case 2:
        return any_number(l, g, which);
    default:
        memcpy(&bits, &value, sizeof bits);
        bits ^= UINT64_C(1) << random_below(g, 52);
        memcpy(&value, &bits, sizeof bits);
        return isfinite(value) ? value : 1;
    }
}

static void remove_element(line *l, size_t i)
{
    const size_t parts = parts_of(l);
    l->n--;
    for (int which = 0; which < NUM_INPUTS; which++)
        memmove(&l->in[which][parts * i], &l->in[which][parts * (i + 1)],
                (l->n - i) * parts * sizeof(double));
}

static line mutated(const line *from, generator *g)
{
    line l = *from;
    for (size_t changes = 1 + random_below(g, 3); changes; changes--) {
        const int which = (int)random_below(g, gradient_is_pair(l.kind) ? 3 : 2);
        const size_t of_g = l.kind == OF_LOGSUMEXP && which == OF_G ? 1 : l.n;
        double *const value = &l.in[which][random_below(g, parts_of(&l) * of_g)];
        *value = changed(&l, g, which, *value);
    }
    if (l.kind != OF_LOGADDEXP && random_below(g, 16) == 0) {
        if (l.n < LONGEST && random_below(g, 2))
            fill_element(&l, g, l.n++);
        else if (l.n > 1)
            remove_element(&l, random_below(g, l.n));
    }
    judge(&l);
    return l;
}

/* Leaves out what the error does not need. */
static line shortened(line l)
{
    for (size_t i = 0; i < l.n && l.n > 1;) {
        line shorter = l;
        remove_element(&shorter, i);
        judge(&shorter);
        if (shorter.error >= 0.998 * l.error)
            l = shorter;
        else
            i++;
    }
    return l;
}

/* From one line to the next, until PATIENCE changes in a row were for nothing. */
static line climb(line l, generator *g, size_t *left, double end)
{
    for (int idle = 0; idle < PATIENCE && *left && now() < end; idle++, --*left) {
        const line next = mutated(&l, g);
        if (next.error > l.error)
            idle = 0;
        if (next.error >= l.error)
            l = next;
    }
    return l;
}

static line search(gradient_kind kind, bool is_complex, double seconds)
{
    char name[64];
    snprintf(name, sizeof name, "gradient search %d %d", (int)kind, is_complex);
    generator g = random_seeded(check_stream_seed(name));
    line best = random_line(kind, is_complex, &g);
    const double end = seconds > 0 ? now() + seconds : (double)INFINITY;
    size_t left = seconds > 0 ? SIZE_MAX : LINES_OF_A_TEST / check_scale();
    while (left && now() < end) {
        const bool is_new = random_below(&g, 3);
        const line l = climb(is_new ? random_line(kind, is_complex, &g) : best, &g, &left, end);
        if (l.error > best.error)
            best = l;
    }
    return shortened(best);
}

/* ---- lines as text: operation, type, error, the initial value or -, elements ---- */

static void print_number(const line *l, const double *value)
{
    printf(l->is_complex ? "%a,%a" : "%a", value[0], value[parts_of(l) - 1]);
}

static void print(const line *l)
{
    printf("%s %s %.2f ", gradient_kind_name(l->kind), type_of(l), l->error);
    if (l->has_initial)
        print_number(l, l->initial);
    else
        printf("-");
    for (size_t i = 0; i < l->n; i++)
        for (int which = 0; which < (gradient_is_pair(l->kind) ? NUM_INPUTS : OF_B); which++) {
            printf(which ? "/" : " ");
            print_number(l, &l->in[which][parts_of(l) * i]);
        }
    printf("\n");
}

static bool read_number(const line *l, const char **text, double *value)
{
    char *end;
    for (size_t k = 0; k < parts_of(l); k++) {
        value[k] = strtod(*text, &end);
        if (end == *text)
            return false;
        *text = end + (k + 1 < parts_of(l) && *end == ',');
    }
    return true;
}

static bool read_elements(line *l, const char *text)
{
    l->has_initial = *text != '-';
    if (l->has_initial ? !read_number(l, &text, l->initial) : !text++)
        return false;
    for (; *text == ' '; l->n++)
        for (int which = 0; which < (gradient_is_pair(l->kind) ? NUM_INPUTS : OF_B); which++) {
            text++;
            if (l->n == LONGEST || !read_number(l, &text, &l->in[which][parts_of(l) * l->n]))
                return false;
        }
    return *text == '\0' && l->n > 0;
}

static bool find_kind(const char *operation, gradient_kind *kind)
{
    for (int k = 0; k < NUM_KINDS; k++) {
        *kind = (gradient_kind)k;
        if (strcmp(operation, gradient_kind_name(*kind)) == 0)
            return true;
    }
    return false;
}

/* ---- what is known ---- */

/* Where a figure stands in the header: after these words, one after the other. */
static const char *const places[NUM_KINDS][PARTS][4] = {
    [OF_CUMPROD] = { { "The gradient of a scan.", "other elements up to j. Worst found: " },
                     { "The gradient of a scan.",
                       "other elements up to j. Worst found: ", " eps; complex: " } },
    [OF_LOGCUMSUMEXP] = { { "The gradient of a scan.", "p[i,j]. Worst found: " },
                          { "The gradient of a scan.", "in each term. Worst found: " } },
    [OF_LOGSUMEXP] = { { "The gradient of logsumexp.", "8 eps |dx|. Worst found: " },
                       { "The gradient of logsumexp.", "|sum of e^x|. Worst found: " } },
    [OF_LOGADDEXP] = { { "The gradients of logaddexp.", "8 eps |db|. Worst found: " },
                       { "The gradients of logaddexp.", "|e^a + e^b|. Worst found: " } },
    [OF_INDEX] = { { "The gradient of cummax and cummin,", "TwoSum). Worst found: " } },
    [OF_RECURRENCE] = { { "The gradients of linear recurrences.", "Worst found, of both: " },
                        { "The gradients of linear recurrences.", "the same, moduli; " } },
};

static void check_quote(const line *l, double stated, const char *header)
{
    char figure[32];
    const char *at = header;
    snprintf(figure, sizeof figure, "%.2f eps", stated);
    for (const char *const *place = places[l->kind][l->is_complex]; *place && at; place++) {
        at = strstr(at, *place);
        at = at ? at + strlen(*place) : NULL;
    }
    check(at && strncmp(at, figure, strlen(figure)) == 0,
          "%s %s: the header has not '%s' but '%.9s'", gradient_kind_name(l->kind), type_of(l),
          figure, at ? at : "");
}

static void check_line(const char *text, const char *header, bool seen[NUM_KINDS][PARTS])
{
    char operation[32] = "", type[8] = "";
    double stated = 0;
    int used = 0;
    line l = { .n = 0 };
    const bool is_head = sscanf(text, "%31s %7s %lf %n", operation, type, &stated, &used) == 3 &&
                         find_kind(operation, &l.kind);
    l.is_complex = strcmp(type, "c128") == 0;
    if (!check(is_head && strcmp(type, type_of(&l)) == 0 &&
                   (!l.is_complex || gradient_has_complex(l.kind)) &&
                   read_elements(&l, text + used),
               "not a line of this file: %.60s", text))
        return;
    judge(&l);
    check(fabs(l.error - stated) < 0.006, "%s %s: %.4f instead of %.2f", operation, type, l.error,
          stated);
    if (!seen[l.kind][l.is_complex])
        check_quote(&l, stated, header);
    seen[l.kind][l.is_complex] = true;
}

static void check_known(const char *worst_path, const char *header_path)
{
    bool seen[NUM_KINDS][PARTS] = { { false } };
    char *const worst = worst_read_file(worst_path), *const header = worst_read_text(header_path);
    for (const char *text = strtok(worst, "\n"); text; text = strtok(NULL, "\n"))
        if (*text != '#')
            check_line(text, header, seen);
    for (int kind = 0; kind < NUM_KINDS; kind++)
        check(seen[kind][0] && (seen[kind][1] || !gradient_has_complex((gradient_kind)kind)),
              "there is no line of %s", gradient_kind_name((gradient_kind)kind));
    free(worst);
    free(header);
}

static void search_all(double seconds, const char *operation, const char *type)
{
    line lines[NUM_KINDS * PARTS];
    size_t count = 0;
    for (int kind = 0; kind < NUM_KINDS; kind++)
        for (int k = 0; k < (gradient_has_complex((gradient_kind)kind) ? PARTS : 1); k++) {
            const line l = { .kind = (gradient_kind)kind, .is_complex = k };
            if ((!operation || strcmp(operation, gradient_kind_name(l.kind)) == 0) &&
                (!type || strcmp(type, type_of(&l)) == 0))
                lines[count++] = l;
        }
    for (size_t i = 0; i < count; i++) {
        lines[i] = search(lines[i].kind, lines[i].is_complex, seconds / (double)count);
        check(lines[i].error > 0, "%s %s: no line has an error", gradient_kind_name(lines[i].kind),
              type_of(&lines[i]));
        print(&lines[i]);
    }
}

int main(int argc, char **argv)
{
    check_start("gradient_search", lanescan_isa());
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 0;
    if (argc == 3 && seconds == 0)
        check_known(argv[1], argv[2]);
    else
        search_all(seconds, argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL);
    mpfr_free_cache();
    return check_finish();
}
