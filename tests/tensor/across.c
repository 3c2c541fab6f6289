/* Many lines side by side: each gets the bits that the line kernels give it alone, whatever its
 * neighbours hold; nothing is written outside the rows, nor is anything read there that matters.
 * And log-sum-exps of short lines one after the other (short_logs.h).
 *     across <table> */
#include "harness/check.h"
#include "harness/dataset_named.h"
#include "harness/kernel_list.h"
#include "harness/target.h"
#include "tensor/short_logs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 64, LONGEST = 3 * CHUNK + 77 };

static const struct scan {
    const char *name;
    lanescan_op op;
    element type;
} scans[] = {
#define ACROSS(op, element, kernel) { #op " " #element, LANESCAN_##op, ELEMENT_##element },
#include "ops/ops.def"
};

enum { NUM_SCANS = sizeof scans / sizeof scans[0] };

static bool is_extreme(const struct scan *s)
{
    return s->op == LANESCAN_CUMMAX || s->op == LANESCAN_CUMMIN;
}

/* The lines of one case, each in its own row of length LONGEST, as 8-byte elements. */
static unsigned char *x_of[ACROSS_LINES], *y_of[ACROSS_LINES], *expected_of[ACROSS_LINES];
static int64_t *index_of[ACROSS_LINES], *expected_index_of[ACROSS_LINES];
static const char *data_of[ACROSS_LINES];
static float narrow[2][LONGEST];

/* Kept as i64 here. */
static bool is_integer(const struct scan *s)
{
    return s->type == ELEMENT_I32 || s->type == ELEMENT_I64;
}

/* Kept as f64 here. */
static bool is_narrow(const struct scan *s)
{
    return s->type == ELEMENT_F32 || s->type == ELEMENT_F16 || s->type == ELEMENT_BF16;
}

static const char *const op_names[] = {
#define OPERATION(op, name, text, identity, integers) #name,
#include "ops/ops.def"
};

static void expect_narrow(const lanescan_kernels *k, lanescan_op op, size_t n, size_t line)
{
    double *const y = (double *)expected_of[line];
    for (size_t i = 0; i < n; i++)
        narrow[0][i] = (float)((double *)x_of[line])[i];
    kernel_of(op_names[op], "f32").call(k, n, narrow[0], NULL, narrow[1], expected_index_of[line]);
    for (size_t i = 0; i < n; i++)
        y[i] = (double)narrow[1][i];
}

static void expect_f64(const lanescan_kernels *k, lanescan_op op, size_t n, size_t line)
{
    kernel_of(op_names[op], "f64")
        .call(k, n, x_of[line], NULL, expected_of[line], expected_index_of[line]);
}

/* In 64 bits; results of 32 are the lower half. */
static void expect_integers(const struct scan *s, size_t n, size_t line)
{
    const lanescan_op op = s->op;
    const int64_t *const x = (int64_t *)x_of[line];
    int64_t *const y = (int64_t *)expected_of[line], so_far = n ? x[0] : 0, at = 0;
    for (size_t i = 0; i < n; i++) {
        if (op == LANESCAN_CUMSUM)
            so_far = i ? (int64_t)((uint64_t)so_far + (uint64_t)x[i]) : x[0];
        else if (op == LANESCAN_CUMPROD)
            so_far = i ? (int64_t)((uint64_t)so_far * (uint64_t)x[i]) : x[0];
        else if (op == LANESCAN_CUMMAX ? x[i] >= so_far : x[i] <= so_far) {
            so_far = x[i];
            at = (int64_t)i;
        }
        y[i] = s->type == ELEMENT_I32 ? (int32_t)(uint32_t)so_far : so_far;
        expected_index_of[line][i] = at;
    }
}

static void fill_line(const struct scan *s, const dataset *d, generator *g, size_t n, size_t line)
{
    data_of[line] = d->name;
    if (is_narrow(s)) {
        dataset_make(d, g, TYPE_F32, n, narrow[0]);
        for (size_t i = 0; i < n; i++)
            ((double *)x_of[line])[i] = (double)narrow[0][i];
        return;
    }
    dataset_make(d, g, is_integer(s) ? TYPE_I64 : TYPE_F64, n, x_of[line]);
    int64_t *const integers = (int64_t *)x_of[line];
    if (is_integer(s) && random_below(g, 3) == 0)
        for (size_t i = 0; i < n; i++) /* small numbers: many ties */
            integers[i] %= 5;
    if (s->type == ELEMENT_I32)
        for (size_t i = 0; i < n; i++)
            integers[i] = (int32_t)(uint32_t)integers[i];
}

static void expect(const struct scan *s, const lanescan_kernels *reference, size_t n, size_t line)
{
    if (is_integer(s))
        expect_integers(s, n, line);
    else if (is_narrow(s))
        expect_narrow(reference, s->op, n, line);
    else
        expect_f64(reference, s->op, n, line);
}

/* Rows and what lies around them: element r of line l is at MARGIN + r * pitch + l, in elements. */
enum { WIDEST = ACROSS_LINES + 40, AREA = 2 * MARGIN + GROUP * WIDEST };

typedef struct area {
    uint64_t bytes[AREA];
    size_t pitch; /* elements */
} area;

static size_t size_of(element type)
{
    return type == ELEMENT_F32 || type == ELEMENT_I32 ? 4 : 8;
}

static char *element_in(area *a, size_t size, size_t row, size_t line)
{
    return (char *)a->bytes + (MARGIN + row * a->pitch + line) * size;
}

static void make_area(area *a, generator *g)
{
    for (size_t i = 0; i < AREA; i++)
        a->bytes[i] = random_bits(g); /* some of them NaN, huge, tiny */
    a->pitch = ACROSS_LINES + random_below(g, WIDEST - ACROSS_LINES + 1);
}

static void put_elements(const struct scan *s, area *a, size_t begin, size_t rows, size_t lines)
{
    for (size_t row = 0; row < rows; row++)
        for (size_t line = 0; line < lines; line++) {
            const unsigned char *const x = x_of[line] + 8 * (begin + row);
            const int64_t *const integer = (const int64_t *)(const void *)x;
            char *const to = element_in(a, size_of(s->type), row, line);
            if (s->type == ELEMENT_F32)
                *(float *)to = (float)*(const double *)x;
            else if (s->type == ELEMENT_I32)
                *(int32_t *)to = (int32_t)*integer;
            else
                memcpy(to, x, 8);
        }
}

/* Results of the elements from `begin` on; they become those of the area before, so that it is the
 * same outside. */
static void take_results(element type, area *a, area *before, unsigned char *const *to,
                         size_t begin, size_t rows, size_t lines)
{
    const size_t size = size_of(type);
    for (size_t row = 0; row < rows; row++)
        for (size_t line = 0; line < lines; line++) {
            char *const y = element_in(a, size, row, line);
            if (type == ELEMENT_F32)
                *(double *)(to[line] + 8 * (begin + row)) = (double)*(const float *)y;
            else if (type == ELEMENT_I32)
                *(int64_t *)(to[line] + 8 * (begin + row)) = *(const int32_t *)y;
            else
                memcpy(to[line] + 8 * (begin + row), y, 8);
            memcpy(element_in(before, size, row, line), y, size);
        }
}

static _Alignas(64) area elements, results, results_before, indices, indices_before;

static lanescan_rows rows_of(const struct scan *s, bool in_place, bool with_index)
{
    const ptrdiff_t size = (ptrdiff_t)size_of(s->type);
    area *const out = in_place ? &elements : &results;
    return (lanescan_rows){ element_in(&elements, (size_t)size, 0, 0),
                            element_in(out, (size_t)size, 0, 0),
                            with_index ? element_in(&indices, 8, 0, 0) : NULL,
                            (ptrdiff_t)elements.pitch * size,
                            (ptrdiff_t)out->pitch * size,
                            (ptrdiff_t)indices.pitch * 8,
                            0 };
}

/* Log-sum-exps may be asked for later rows alone. */
static bool is_unwanted[LONGEST];

static void want_later_rows(const struct scan *s, generator *g, size_t begin, size_t rows,
                            lanescan_rows *where)
{
    const size_t from[] = { 0, rows - 1, rows, random_below(g, rows) };
    if (s->op == LANESCAN_LOGCUMSUMEXP)
        where->wanted_from = from[random_below(g, 4)];
    for (size_t row = 0; row < rows; row++)
        is_unwanted[begin + row] = row < where->wanted_from;
}

/* One tile. */
static void scan_rows(const struct scan *s, lanescan_across *across, lanescan_columns *state,
                      generator *g, size_t begin, size_t rows, size_t lines, bool with_index)
{
    const bool in_place = random_below(g, 3) == 0;
    area *const out = in_place ? &elements : &results;
    make_area(&elements, g);
    make_area(&results, g);
    make_area(&indices, g);
    put_elements(s, &elements, begin, rows, lines);
    results_before = *out;
    indices_before = indices;
    lanescan_rows where = rows_of(s, in_place, with_index);
    want_later_rows(s, g, begin, rows, &where);
    across(state, rows, lines, &where);
    take_results(s->type, out, &results_before, y_of, begin, rows, lines);
    if (with_index)
        take_results(ELEMENT_I64, &indices, &indices_before, (unsigned char *const *)index_of,
                     begin, rows, lines);
    check(memcmp(out, &results_before, sizeof *out) == 0 &&
              memcmp(&indices, &indices_before, sizeof indices) == 0,
          "%s: %zu rows of %zu lines: wrote outside", s->name, rows, lines);
}

static void scan_tiles(const struct scan *s, const lanescan_kernels *target, size_t n, size_t lines,
                       bool with_initial, bool with_index)
{
    static lanescan_columns state;
    generator g = random_seeded(n * ACROSS_LINES + lines);
    lanescan_across *const across = target->across[s->op][s->type];
    const lanescan_state_kind *const kind = lanescan_state_kinds[s->op][s->type];
    lanescan_state one;
    size_t begin = with_initial;
    kind->begin(&one);
    lanescan_state_broadcast(kind, &one, &state);
    if (with_initial) { /* element 0 of every line first */
        scan_rows(s, across, &state, &g, 0, 1, lines, false);
        state.position = 0;
        if (is_extreme(s))
            for (size_t line = 0; line < ACROSS_LINES; line++)
                state.as.extreme.index[line] = -1;
    }
    for (size_t rows; begin < n; begin += rows) {
        rows = n - begin < GROUP ? n - begin : GROUP;
        scan_rows(s, across, &state, &g, begin, rows, lines, with_index);
    }
}

static void judge_line(const struct scan *s, size_t begin, size_t n, size_t lines, size_t line,
                       bool with_index)
{
    const element_type type = is_integer(s) ? TYPE_I64 : TYPE_F64;
    double *const y = (double *)y_of[line];
    if (is_narrow(s))
        for (size_t i = begin; i < n; i++)
            y[i] = (double)(float)y[i];
    for (size_t i = begin; i < n; i++)
        if (is_unwanted[i])
            memcpy(y_of[line] + 8 * i, expected_of[line] + 8 * i, 8);
    const size_t wrong = begin + element_mismatch(type, n - begin, y_of[line] + 8 * begin,
                                                  expected_of[line] + 8 * begin);
    char got[ELEMENT_TEXT] = "", want[ELEMENT_TEXT] = "";
    if (wrong < n) {
        element_text(got, type, y_of[line], wrong);
        element_text(want, type, expected_of[line], wrong);
    }
    check(wrong >= n, "%s: line %zu of %zu (%s), element %zu of %zu is %s, expected %s", s->name,
          line, lines, data_of[line], wrong, n, got, want);
    if (!with_index)
        return;
    const size_t wrong_index = begin + element_mismatch(TYPE_I64, n - begin, index_of[line] + begin,
                                                        expected_index_of[line] + begin);
    check(wrong_index >= n, "%s: line %zu of %zu (%s), index %zu of %zu is wrong", s->name, line,
          lines, data_of[line], wrong_index, n);
}

typedef struct contest {
    const lanescan_kernels *target, *reference;
} contest;

/* Lines of different data; where `uniform`, of similar data, so that blocks stay regular. */
static void compare(contest pair, const struct scan *s, size_t n, size_t lines, size_t data,
                    bool uniform)
{
    generator g = random_seeded(check_stream_seed(s->name) + n * ACROSS_LINES + lines);
    for (size_t line = 0; line < lines; line++) {
        fill_line(s, dataset_at((uniform ? data : data + line) % dataset_count()), &g, n, line);
        expect(s, pair.reference, n, line);
    }
    const bool with_index = is_extreme(s) && random_below(&g, 3) != 0;
    scan_tiles(s, pair.target, n, lines, false, with_index);
    for (size_t line = 0; line < lines; line++)
        judge_line(s, 0, n, lines, line, with_index);
}

/* With an initial value the target's bits are those of the reference. */
static void compare_initial(contest pair, const struct scan *s, size_t n, size_t lines, size_t data)
{
    generator g = random_seeded(check_stream_seed(s->name) + n);
    for (size_t line = 0; line < lines; line++)
        fill_line(s, dataset_at((data + line) % dataset_count()), &g, n, line);
    scan_tiles(s, pair.reference, n, lines, true, is_extreme(s));
    for (size_t line = 0; line < lines; line++) {
        memcpy(expected_of[line], y_of[line], 8 * n);
        memcpy(expected_index_of[line], index_of[line], 8 * n);
        for (size_t i = 1; is_narrow(s) && i < n; i++) {
            double *const y = (double *)expected_of[line] + i;
            *y = (double)(float)*y;
        }
    }
    scan_tiles(s, pair.target, n, lines, true, is_extreme(s));
    for (size_t line = 0; line < lines; line++)
        judge_line(s, 1, n, lines, line, is_extreme(s));
}

/* Where the order of operations does not matter, an initial value is one more element in front. */
static void compare_initial_exact(contest pair, const struct scan *s, size_t n, size_t lines)
{
    generator g = random_seeded(check_stream_seed(s->name) + n);
    for (size_t line = 0; line < lines; line++) {
        fill_line(s, dataset_at(line % dataset_count()), &g, n, line);
        expect(s, pair.reference, n, line);
        for (size_t i = 0; i < n; i++) /* of elements after the initial value; it has none */
            expected_index_of[line][i] -= 1;
    }
    scan_tiles(s, pair.target, n, lines, true, is_extreme(s));
    for (size_t line = 0; line < lines; line++)
        judge_line(s, 1, n, lines, line, is_extreme(s));
}

/* The sum overflows on the way, but the total of its chunk does not: the line stays infinite in the
 * next chunk too, beside lines that go on. */
static void compare_overflow(contest pair, const struct scan *s, size_t n)
{
    for (size_t line = 0; line < ACROSS_LINES; line++) {
        double *const x = (double *)x_of[line] + line * GROUP;
        for (size_t i = 0; i < n; i++)
            ((double *)x_of[line])[i] = 1;
        if (line % 3) {
            x[4] = x[8] = 1.5e308;
            x[12] = x[16] = -1.5e308;
        }
        data_of[line] = "overflow";
        expect(s, pair.reference, n, line);
    }
    scan_tiles(s, pair.target, n, ACROSS_LINES, false, false);
    for (size_t line = 0; line < ACROSS_LINES; line++)
        judge_line(s, 0, n, ACROSS_LINES, line, false);
}

/* Sums that are large only in their second chunk, with elements in the first that count as ones. */
static void compare_late_ones(contest pair, const struct scan *s, size_t n)
{
    for (size_t line = 0; line < ACROSS_LINES; line++) {
        double *const x = (double *)x_of[line];
        for (size_t i = 0; i < n; i++)
            x[i] = -50;
        x[100 + line] = 0;
        for (size_t i = 0; i < 16; i++)
            x[CHUNK + 20 * line + i] = 0.25;
        data_of[line] = "late ones";
        expect(s, pair.reference, n, line);
    }
    scan_tiles(s, pair.target, n, ACROSS_LINES, false, false);
    for (size_t line = 0; line < ACROSS_LINES; line++)
        judge_line(s, 0, n, ACROSS_LINES, line, false);
}

/* Data with which the scan of a line stays in its main loop for several chunks. */
static size_t regular_data(const struct scan *s)
{
    const char *const name = s->op == LANESCAN_CUMPROD        ? "product_wander"
                             : s->op == LANESCAN_LOGCUMSUMEXP ? "hundreds"
                                                              : "normal";
    size_t data = 0;
    while (dataset_at(data) != dataset_named(name))
        data++;
    return data;
}

static void judge(contest pair, const struct scan *s)
{
    generator g = random_seeded(check_stream_seed(s->name));
    const size_t scale = check_scale();
    for (size_t n = 1; n <= 100; n += random_below(&g, scale) + 1)
        compare(pair, s, n, random_below(&g, ACROSS_LINES) + 1, n, n % 4 == 0);
    for (size_t lines = 1; lines <= ACROSS_LINES; lines += random_below(&g, scale) + 1)
        compare(pair, s, random_below(&g, 300) + 1, lines, lines * 3, lines % 4 == 0);
    for (size_t data = 0; data < dataset_count(); data += random_below(&g, scale) + 1)
        compare(pair, s, random_below(&g, 300) + 1, ACROSS_LINES / 2 + 1, data, true);
    for (size_t n = CHUNK - 3; n <= CHUNK + 35; n += random_below(&g, 8 * scale) + 1)
        compare(pair, s, n, random_below(&g, 12) + 1, n, false);
    if (s->op == LANESCAN_CUMSUM && s->type == ELEMENT_F64)
        compare_overflow(pair, s, CHUNK + 40);
    if (s->op == LANESCAN_LOGCUMSUMEXP)
        compare_late_ones(pair, s, 2 * CHUNK + 40);
    compare(pair, s, LONGEST, ACROSS_LINES, 0, false);
    compare(pair, s, LONGEST - 40, scale > 1 ? 16 : ACROSS_LINES, regular_data(s), true);
    for (size_t n = 1; n <= 300; n += random_below(&g, 40 * scale) + 1) {
        compare_initial(pair, s, n, random_below(&g, ACROSS_LINES) + 1, n);
        if (is_extreme(s) || is_integer(s))
            compare_initial_exact(pair, s, n, random_below(&g, ACROSS_LINES) + 1);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("across", name);
    const lanescan_kernels *target = target_find(name);
    const contest pair = { target, target_reference(target) };
    for (size_t line = 0; line < ACROSS_LINES; line++) {
        x_of[line] = check_alloc(8 * LONGEST);
        y_of[line] = check_alloc(8 * LONGEST);
        expected_of[line] = check_alloc(8 * LONGEST);
        index_of[line] = check_alloc(8 * LONGEST);
        expected_index_of[line] = check_alloc(8 * LONGEST);
    }
    for (size_t i = 0; i < NUM_SCANS; i++)
        if (scans[i].type == ELEMENT_C64 || scans[i].type == ELEMENT_C128)
            continue; /* tests/complex */
        else if (target->across[scans[i].op][scans[i].type])
            judge(pair, &scans[i]);
        else
            check(!kernel_list_is_whole(), "there is no kernel for %s", scans[i].name);
    short_logs_check(pair.target, pair.reference);
    return check_finish();
}
