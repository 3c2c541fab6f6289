/* cumprod, logcumsumexp, logaddexp and linear recurrences of complex numbers on one instruction
 * set: the bits of the portable kernels, prefixes, pieces, many lines, both directions, in place,
 * and the tables of special values.
 *     complex <table> */
#include "complex/special.h"

#include "complex/data.h"
#include "complex/recurrence.h"
#include "harness/check.h"
#include "harness/target.h"
#include "ops/complex/state.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 4 };

/* Elements of a line; fewer where the CPU is emulated. */
static size_t longest;

typedef struct subject {
    const char *name;
    lanescan_op op;
    element line;
    element_type part;
} subject;

static const subject subjects[] = {
    { "cumprod_c64", LANESCAN_CUMPROD, ELEMENT_C64, TYPE_F32 },
    { "cumprod_c128", LANESCAN_CUMPROD, ELEMENT_C128, TYPE_F64 },
    { "logcumsumexp_c64", LANESCAN_LOGCUMSUMEXP, ELEMENT_C64, TYPE_F32 },
    { "logcumsumexp_c128", LANESCAN_LOGCUMSUMEXP, ELEMENT_C128, TYPE_F64 },
};

/* Bytes of an element. */
static size_t size_of(const subject *s)
{
    return 2 * element_type_size(s->part);
}

static lanescan_state begin(const subject *s)
{
    lanescan_state state;
    lanescan_state_kinds[s->op][s->line]->begin(&state);
    return state;
}

static void expect_same(const subject *s, const char *data, const char *what, size_t n,
                        const void *want, const void *got)
{
    const size_t wrong = element_mismatch(s->part, 2 * n, want, got);
    char wanted[ELEMENT_TEXT] = "", found[ELEMENT_TEXT] = "";
    if (wrong < 2 * n) {
        element_text(wanted, s->part, want, wrong);
        element_text(found, s->part, got, wrong);
    }
    check(wrong == 2 * n, "%s %s, %s, n=%zu: part %zu of element %zu is %s, expected %s", s->name,
          data, what, n, wrong % 2, wrong / 2, found, wanted);
}

/* The whole line in one call on the table, between margins that must stay as they are. */
static void run_whole(const lanescan_kernels *table, const subject *s, size_t n, const void *x,
                      unsigned char *y)
{
    lanescan_state state = begin(s);
    memset(y, 0x5a, (n + MARGIN) * size_of(s));
    table->piece[s->op][s->line](&state, false, n, x, y, NULL);
    for (size_t i = n * size_of(s); i < (n + MARGIN) * size_of(s); i++)
        check(y[i] == 0x5a, "%s: wrote past its output", s->name);
    check(state.position == n, "%s: position %zu after %zu elements", s->name,
          (size_t)state.position, n);
}

/* In pieces on one table and the other by turns; some of them without results, for logarithms. */
static void check_pieces(const lanescan_kernels *table, const lanescan_kernels *other,
                         const subject *s, const char *data, size_t n, const unsigned char *x,
                         const unsigned char *want, unsigned char *y)
{
    generator g = random_seeded(n);
    lanescan_state state = begin(s);
    for (size_t i = 0; i < n;) {
        const size_t most = 32 * (1 + random_below(&g, 4)), count = n - i < most ? n - i : most;
        const bool silent = s->op == LANESCAN_LOGCUMSUMEXP && !random_below(&g, 4);
        lanescan_piece *const piece = (random_below(&g, 2) ? table : other)->piece[s->op][s->line];
        piece(&state, false, count, x + i * size_of(s), silent ? NULL : y + i * size_of(s), NULL);
        if (silent)
            memcpy(y + i * size_of(s), want + i * size_of(s), count * size_of(s));
        i += count;
    }
    expect_same(s, data, "in pieces", n, want, y);
}

static void check_reversed(const lanescan_kernels *table, const subject *s, const char *data,
                           size_t n, const unsigned char *x, const unsigned char *want)
{
    const size_t size = size_of(s);
    unsigned char *copy = check_alloc(n * size), *y = check_alloc(n * size);
    for (size_t i = 0; i < n; i++)
        memcpy(copy + i * size, x + (n - 1 - i) * size, size);
    for (int in_place = 0; in_place < 2; in_place++) {
        unsigned char *const to = in_place ? copy : y;
        lanescan_state state = begin(s);
        const size_t first = n > 64 ? 64 : n;
        table->piece[s->op][s->line](&state, true, first, copy + (n - 1) * size,
                                     to + (n - 1) * size, NULL);
        if (n > first)
            table->piece[s->op][s->line](&state, true, n - first, copy + (n - 1 - first) * size,
                                         to + (n - 1 - first) * size, NULL);
        for (size_t i = 0; i < n / 2; i++) {
            unsigned char kept[2 * sizeof(double)];
            memcpy(kept, to + i * size, size);
            memcpy(to + i * size, to + (n - 1 - i) * size, size);
            memcpy(to + (n - 1 - i) * size, kept, size);
        }
        expect_same(s, data, in_place ? "reversed in place" : "reversed", n, want, to);
    }
    free(copy);
    free(y);
}

/* An initial value is a line of one element of which only the state is kept. */
static void check_initial(const lanescan_kernels *table, const lanescan_kernels *reference,
                          const subject *s, const char *data, size_t n, const unsigned char *x,
                          unsigned char *want, unsigned char *y)
{
    unsigned char ignored[2 * sizeof(double)];
    lanescan_state one = begin(s), two = begin(s);
    table->piece[s->op][s->line](&one, false, 1, x, ignored, NULL);
    reference->piece[s->op][s->line](&two, false, 1, x, ignored, NULL);
    one.position = two.position = 0;
    table->piece[s->op][s->line](&one, false, n - 1, x + size_of(s), y, NULL);
    reference->piece[s->op][s->line](&two, false, n - 1, x + size_of(s), want, NULL);
    expect_same(s, data, "after an initial value", n - 1, want, y);
}

static void check_scan(const lanescan_kernels *table, const lanescan_kernels *reference,
                       const subject *s, const complex_data *data)
{
    const size_t lengths[] = { 1, 2, 7, 8, 31, 32, 33, 63, 64, 100, 257, longest };
    unsigned char *x = check_alloc(longest * size_of(s)),
                  *want = check_alloc((longest + MARGIN) * size_of(s)),
                  *y = check_alloc((longest + MARGIN) * size_of(s));
    complex_data_make(data, check_stream_seed(data->name), s->part, longest, x);
    run_whole(reference, s, longest, x, want);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        run_whole(table, s, lengths[i], x, y);
        expect_same(s, data->name, "a prefix of the portable kernel's", lengths[i], want, y);
    }
    lanescan_state state = begin(s);
    memcpy(y, x, longest * size_of(s));
    table->piece[s->op][s->line](&state, false, longest, y, y, NULL);
    expect_same(s, data->name, "in place", longest, want, y);
    check_pieces(table, reference, s, data->name, longest, x, want, y);
    check_reversed(table, s, data->name, longest, x, want);
    check_reversed(table, s, data->name, 77, x, want);
    check_initial(table, reference, s, data->name, 200, x, want, y);
    free(x);
    free(want);
    free(y);
}

/* Every prefix of a line that begins like any other, and goes wrong later. */
static void check_prefixes(const lanescan_kernels *table, const subject *s,
                           const complex_data *data)
{
    enum { MOST = 140 };
    unsigned char x[MOST * 2 * sizeof(double)], want[(MOST + MARGIN) * 2 * sizeof(double)],
        y[(MOST + MARGIN) * 2 * sizeof(double)];
    for (uint64_t seed = 0; seed < 20 / check_scale() + 1; seed++) {
        complex_data_make(data, seed * 977 + 5, s->part, MOST, x);
        run_whole(table, s, MOST, x, want);
        for (size_t n = 0; n < MOST; n++) {
            run_whole(table, s, n, x, y);
            expect_same(s, data->name, "a prefix", n, want, y);
        }
    }
}

/* ---- many lines in one call: each has the bits that the portable piece gives it alone ---- */

enum { MOST_LINES = ACROSS_LINES, MOST_NUMBERS = 200, GAP = 3 };

typedef struct many_lines {
    size_t lines, n, pitch; /* elements from line to line */
    unsigned char x[MOST_LINES * (MOST_NUMBERS + GAP) * 2 * sizeof(double)];
    unsigned char want[MOST_LINES * (MOST_NUMBERS + GAP) * 2 * sizeof(double)];
    unsigned char y[MOST_LINES * (MOST_NUMBERS + GAP) * 2 * sizeof(double)];
} many_lines;

/* Of one kind of data; or, so that some lanes are regular and others not, a line of four is wild.
 * Between lines there may be a gap, which must stay as it is. */
static void make_lines(const lanescan_kernels *reference, const subject *s, generator *g,
                       const complex_data *data, many_lines *m)
{
    const size_t size = size_of(s);
    const bool has_wild = random_below(g, 2);
    m->pitch = m->n + (random_below(g, 3) ? 0 : GAP);
    memset(m->x, 0x5a, m->lines * m->pitch * size);
    memcpy(m->want, m->x, m->lines * m->pitch * size);
    for (size_t line = 0; line < m->lines; line++) {
        const bool is_wild = has_wild && random_below(g, 4) == 0;
        unsigned char *const x = m->x + line * m->pitch * size;
        lanescan_state state = begin(s);
        complex_data_make(is_wild ? complex_data_wild : data, random_bits(g), s->part, m->n, x);
        reference->piece[s->op][s->line](&state, false, m->n, x, m->want + line * m->pitch * size,
                                         NULL);
    }
    memcpy(m->y, m->x, m->lines * m->pitch * size);
}

static void expect_lines(const subject *s, const char *data, const char *what, const many_lines *m)
{
    expect_same(s, data, what, m->lines * m->pitch, m->want, m->y);
}

static void check_short(const lanescan_kernels *table, const subject *s, const char *data,
                        many_lines *m)
{
    const ptrdiff_t pitch = (ptrdiff_t)(m->pitch * size_of(s));
    lanescan_short_lines *const kernel = table->short_lines[s->op][s->line];
    kernel(m->lines, m->n, m->y, pitch, m->y, pitch);
    expect_lines(s, data, "many lines in place", m);
    memset(m->y, 0x5a, m->lines * m->pitch * size_of(s));
    kernel(m->lines, m->n, m->x, pitch, m->y, pitch);
    expect_lines(s, data, "many lines", m);
}

/* Rows of the lines, `pitch` elements wide, and back. */
static void turn_lines(const subject *s, const many_lines *m, size_t pitch, bool back,
                       const unsigned char *from, unsigned char *to)
{
    const size_t size = size_of(s);
    for (size_t line = 0; line < m->lines; line++)
        for (size_t i = 0; i < m->n; i++) {
            const size_t in_line = (line * m->pitch + i) * size, in_row = (i * pitch + line) * size;
            memcpy(to + (back ? in_line : in_row), from + (back ? in_row : in_line), size);
        }
}

static void check_across(const lanescan_kernels *table, const subject *s, generator *g,
                         const char *data, many_lines *m)
{
    static unsigned char rows[MOST_NUMBERS * (MOST_LINES + GAP) * 2 * sizeof(double)],
        results[sizeof rows];
    static lanescan_columns columns;
    const size_t size = size_of(s), pitch = m->lines + random_below(g, GAP + 1);
    const bool in_place = random_below(g, 2) == 0;
    unsigned char *const to = in_place ? rows : results;
    const lanescan_state line = begin(s);
    memset(rows, 0x5a, m->n * pitch * size);
    memset(results, 0x5a, m->n * pitch * size);
    turn_lines(s, m, pitch, false, m->x, rows);
    lanescan_state_broadcast(lanescan_state_kinds[s->op][s->line], &line, &columns);
    for (size_t i = 0; i < m->n; i += GROUP) {
        const size_t at = i * pitch * size, step = pitch * size;
        const lanescan_rows where = {
            (const char *)rows + at, (char *)to + at, NULL, (ptrdiff_t)step, (ptrdiff_t)step, 0, 0
        };
        table->across[s->op][s->line](&columns, m->n - i < GROUP ? m->n - i : GROUP, m->lines,
                                      &where);
    }
    turn_lines(s, m, pitch, true, to, m->y);
    expect_lines(s, data, in_place ? "across in place" : "across", m);
    for (size_t i = 0; i < m->n; i++)
        for (size_t at = (i * pitch + m->lines) * size; at < (i + 1) * pitch * size; at++)
            check(to[at] == 0x5a, "%s: wrote beside its rows", s->name);
}

static void check_many_lines(const lanescan_kernels *table, const lanescan_kernels *reference,
                             const subject *s, const complex_data *data)
{
    static many_lines m;
    generator g = random_seeded(check_stream_seed(data->name));
    if (!table->short_lines[s->op][s->line])
        return;
    for (size_t n = 1; n < MOST_NUMBERS; n += n < 10 ? 1 : 1 + random_below(&g, 30)) {
        m.n = n;
        m.lines = 1 + random_below(&g, n < 10 ? MOST_LINES : 20);
        make_lines(reference, s, &g, data, &m);
        check_short(table, s, data->name, &m);
        check_across(table, s, &g, data->name, &m);
    }
}

static void check_logaddexp(const lanescan_kernels *table, const lanescan_kernels *reference,
                            element line, element_type part, const complex_data *data)
{
    const subject s = { line == ELEMENT_C64 ? "logaddexp_c64" : "logaddexp_c128",
                        LANESCAN_LOGCUMSUMEXP, line, part };
    const size_t size = size_of(&s);
    unsigned char *a = check_alloc(longest * size), *b = check_alloc(longest * size),
                  *want = check_alloc(longest * size), *y = check_alloc((longest + 1) * size);
    complex_data_make(data, 1, part, longest, a);
    complex_data_make(data, 2, part, longest, b);
    memcpy(b + 100 * size, a + 100 * size, 50 * size);
    reference->logaddexp[line](longest, a, b, want);
    for (size_t n = 0; n < 70; n++) {
        memset(y, 0x5a, (n + 1) * size);
        table->logaddexp[line](n, a, b, y);
        expect_same(&s, data->name, "each by itself", n, want, y);
        check(y[n * size] == 0x5a, "%s: wrote past its output", s.name);
    }
    memcpy(y, a, longest * size);
    table->logaddexp[line](longest, y, b, y);
    expect_same(&s, data->name, "in place of a", longest, want, y);
    memcpy(y, b, longest * size);
    table->logaddexp[line](longest, a, y, y);
    expect_same(&s, data->name, "in place of b", longest, want, y);
    free(a);
    free(b);
    free(want);
    free(y);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("complex", name);
    const lanescan_kernels *table = target_find(name), *reference = target_reference(table);
    const complex_data *const families[] = { complex_data_logs, complex_data_products,
                                             complex_data_wild };
    longest = check_scale() > 1 ? 300 : 1500;
    complex_special(table);
    for (size_t family = 0; family < sizeof families / sizeof families[0]; family++) {
        for (const complex_data *data = families[family]; data->name; data++) {
            for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
                check_scan(table, reference, &subjects[i], data);
                check_many_lines(table, reference, &subjects[i], data);
                if (family == 2)
                    check_prefixes(table, &subjects[i], data);
            }
            check_logaddexp(table, reference, ELEMENT_C64, TYPE_F32, data);
            check_logaddexp(table, reference, ELEMENT_C128, TYPE_F64, data);
            complex_recurrences(table, reference, TYPE_F32, data);
            complex_recurrences(table, reference, TYPE_F64, data);
        }
    }
    return check_finish();
}
