#include "complex/recurrence.h"

#include "harness/check.h"
#include "ops/recurrence/state.h"

#include <string.h>

enum { MOST_LINES = 21, MOST_ROWS = 100, BESIDE = 3, NUMBER = 2 * sizeof(double) };

/* Rows of numbers, `pitch` from one row to the next, of which the first `lines` count. */
typedef struct many {
    size_t rows, lines, pitch, size;
    element line;
    element_type part;
    const char *data;
    lanescan_state begin;
} many;

typedef unsigned char rows[MOST_ROWS * (MOST_LINES + BESIDE) * NUMBER];

static void expect(const many *m, const char *what, const unsigned char *want,
                   const unsigned char *got)
{
    for (size_t row = 0; row < m->rows; row++) {
        const size_t at = row * m->pitch * m->size,
                     same = element_mismatch(m->part, 2 * m->lines, want + at, got + at);
        check(same == 2 * m->lines,
              "linear_recurrence %s, %s, %zu rows of %zu lines: row %zu, line %zu", m->data, what,
              m->rows, m->lines, row, same / 2);
        for (size_t i = at + m->lines * m->size; i < at + m->pitch * m->size; i++)
            check(got[i] == want[i], "linear_recurrence, %s: wrote beside its rows", what);
    }
}

/* Each line by itself, the results elsewhere or in place of b; with all of its coefficients or the
 * first alone. */
static void one_by_one(const many *m, const lanescan_kernels *table, bool in_place,
                       bool one_coefficient, const unsigned char *a, const unsigned char *b,
                       unsigned char *y)
{
    unsigned char of_a[MOST_ROWS * NUMBER], of_b[MOST_ROWS * NUMBER], of_y[MOST_ROWS * NUMBER];
    for (size_t line = 0; line < m->lines; line++) {
        unsigned char *const results = in_place ? of_b : of_y;
        lanescan_state state = m->begin;
        for (size_t row = 0; row < m->rows; row++) {
            const size_t at = (row * m->pitch + line) * m->size;
            memcpy(of_a + row * m->size, a + at, m->size);
            memcpy(of_b + row * m->size, b + at, m->size);
        }
        table->recurrence_piece[m->line](&state, false, one_coefficient, m->rows, of_a, of_b,
                                         results);
        for (size_t row = 0; row < m->rows; row++)
            memcpy(y + (row * m->pitch + line) * m->size, results + row * m->size, m->size);
    }
}

/* All side by side, a group of rows at a time. */
static void side_by_side(const many *m, const lanescan_kernels *table, const unsigned char *a,
                         const unsigned char *b, unsigned char *y)
{
    static lanescan_columns columns;
    const ptrdiff_t stride = (ptrdiff_t)(m->pitch * m->size);
    lanescan_state_broadcast(lanescan_recurrence_kinds[m->line], &m->begin, &columns);
    for (size_t row = 0; row < m->rows; row += GROUP) {
        const size_t at = row * m->pitch * m->size, left = m->rows - row;
        const lanescan_recurrence_rows where = { (const char *)a + at,
                                                 (const char *)b + at,
                                                 (char *)y + at,
                                                 stride,
                                                 stride,
                                                 stride,
                                                 NULL,
                                                 false };
        table->recurrence_across[m->line](&columns, left < GROUP ? left : GROUP, m->lines, &where);
    }
    check(columns.position == m->rows, "linear_recurrence: a position after %zu rows", m->rows);
}

static void check_many(const many *m, const lanescan_kernels *table,
                       const lanescan_kernels *reference, const unsigned char *a, unsigned char *b)
{
    static rows want, y;
    memset(want, 0x5a, sizeof want);
    memset(y, 0x5a, sizeof y);
    one_by_one(m, reference, false, false, a, b, want);
    one_by_one(m, table, false, false, a, b, y);
    expect(m, "along", want, y);
    one_by_one(m, table, true, false, a, b, y);
    expect(m, "along, in place of b", want, y);
    memset(y, 0x5a, sizeof y);
    side_by_side(m, table, a, b, y);
    expect(m, "across", want, y);
    memcpy(y, b, sizeof y);
    for (size_t row = 0; row < m->rows; row++)
        memset(y + (row * m->pitch + m->lines) * m->size, 0x5a, (m->pitch - m->lines) * m->size);
    side_by_side(m, table, a, y, y);
    expect(m, "across, in place of b", want, y);
}

/* Each line's first coefficient for all of its rows: the bits of the same, written out. */
static void check_one_coefficient(const many *m, const lanescan_kernels *table,
                                  const lanescan_kernels *reference, const unsigned char *a,
                                  const unsigned char *b)
{
    static rows written_out, want, y;
    const size_t row_bytes = m->pitch * m->size;
    for (size_t row = 0; row < m->rows; row++)
        memcpy(written_out + row * row_bytes, a, row_bytes);
    memset(want, 0x5a, sizeof want);
    memset(y, 0x5a, sizeof y);
    one_by_one(m, reference, false, false, written_out, b, want);
    one_by_one(m, reference, false, true, a, b, y);
    expect(m, "one coefficient, portable", want, y);
    one_by_one(m, table, false, true, a, b, y);
    expect(m, "one coefficient", want, y);
}

/* What a group ends with cancels all but the errors of rounding, which only products follow: these
 * show that they were made a pair of numbers anew. */
static void cancel(const many *m, const lanescan_kernels *reference, const unsigned char *a,
                   unsigned char *b)
{
    static rows y;
    const size_t row_bytes = m->pitch * m->size, last = (GROUP - 1) * row_bytes;
    memset(b + last, 0, (m->rows - (GROUP - 1)) * row_bytes);
    memset(y, 0, sizeof y);
    one_by_one(m, reference, false, false, a, b, y);
    for (size_t i = 0; i < row_bytes; i += m->size / 2) {
        unsigned char *const part = b + last + i;
        if (m->part == TYPE_F32) {
            float value;
            memcpy(&value, y + last + i, sizeof value);
            value = -value;
            memcpy(part, &value, sizeof value);
        } else {
            double value;
            memcpy(&value, y + last + i, sizeof value);
            value = -value;
            memcpy(part, &value, sizeof value);
        }
    }
}

void complex_recurrences(const lanescan_kernels *table, const lanescan_kernels *reference,
                         element_type part, const complex_data *data)
{
    static rows a, b;
    generator g = random_seeded(check_stream_seed(data->name));
    many m = { .size = 2 * element_type_size(part),
               .line = part == TYPE_F32 ? ELEMENT_C64 : ELEMENT_C128,
               .part = part,
               .data = data->name };
    for (m.rows = 1; m.rows <= MOST_ROWS; m.rows += m.rows < 5 ? 1 : 1 + random_below(&g, 30)) {
        m.lines = 1 + random_below(&g, MOST_LINES);
        m.pitch = m.lines + random_below(&g, BESIDE + 1);
        complex_data_make(data, 1, part, m.rows * m.pitch, a);
        complex_data_make(data, 2, part, m.rows * m.pitch, b);
        complex_recurrence_begin(&m.begin);
        check_many(&m, table, reference, a, b);
        check_one_coefficient(&m, table, reference, a, b);
        complex_recurrence_set_initial(&m.begin, m.line, b);
        check_many(&m, table, reference, a, b);
        check_one_coefficient(&m, table, reference, a, b);
        if (m.rows > GROUP) {
            cancel(&m, reference, a, b);
            check_many(&m, table, reference, a, b);
        }
    }
}
