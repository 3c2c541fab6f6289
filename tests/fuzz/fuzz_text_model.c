#include "fuzz_text_model.h"

#include "fuzz_number_model.h"
#include "golden/dtype.h"
#include "harness/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 40 };

/* Where text lies. */
typedef struct span {
    const char *at;
    size_t n;
} span;

typedef struct cell_list {
    span *cells;
    size_t count, capacity;
    const char *bad; /* the quote that begins what is no cell; NULL: all are cells */
} cell_list;

typedef struct text_model {
    const options *o;
    int dtype;
    const char *name;
    const char *at, *end;
    uint64_t line; /* from 1 */
    model_table table;
} text_model;

/* ---- Cells ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* From at to end, without the blanks on either side. */
static void add_cell(cell_list *list, const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    while (at < end && is_blank(end[-1]))
        end--;
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 16;
        list->cells = realloc(list->cells, list->capacity * sizeof *list->cells);
        if (!list->cells)
            abort();
    }
    list->cells[list->count++] = (span){ at, (size_t)(end - at) };
}

typedef enum symbol { OTHER, GAP, SEPARATOR, QUOTE, END } symbol;

static symbol symbol_at(span line, size_t i, char separator)
{
    if (i == line.n)
        return END;
    if (line.at[i] == separator && separator != ' ')
        return SEPARATOR;
    if (line.at[i] == '"')
        return QUOTE;
    return is_blank(line.at[i]) ? GAP : OTHER;
}

/* Before a cell, in one without quotes, in one with quotes, at a quote in it, after its last quote,
 * in no cell. */
typedef enum place { BEFORE, PLAIN, QUOTED, AT_QUOTE, AFTER, BAD } place;

static cell_list cells_of(span line, char separator)
{
    cell_list list = { 0 };
    const bool is_spaced = separator == ' ';
    const char *start = line.at, *stop = line.at;
    place now = BEFORE;
    for (size_t i = 0; i <= line.n && now != BAD; i++) {
        const char *const at = line.at + i;
        const symbol s = symbol_at(line, i, separator);
        const bool ends = s == SEPARATOR || s == END || (is_spaced && s == GAP);
        switch (now) {
        case BEFORE:
            start = at + (s == QUOTE);
            if (s == SEPARATOR || (s == END && !(is_spaced && list.count)))
                add_cell(&list, at, at);
            else if (s == QUOTE || s == OTHER)
                now = s == QUOTE ? QUOTED : PLAIN;
            continue;
        case PLAIN:
            stop = at;
            break;
        case QUOTED:
            stop = at;
            now = s == QUOTE ? AT_QUOTE : s == END ? BAD : QUOTED;
            continue;
        case AT_QUOTE: /* two quotes stand for one */
            if (!ends)
                now = s == QUOTE ? QUOTED : s == GAP ? AFTER : BAD;
            break;
        default:
            if (!ends)
                now = s == GAP ? AFTER : BAD;
        }
        if (ends) {
            add_cell(&list, start, stop);
            now = BEFORE;
        }
    }
    if (now == BAD)
        list.bad = start - 1;
    return list;
}

/* ---- Mistakes ---- */

static void mistake_at(text_model *m, size_t column, const char *at, size_t n, const char *why)
{
    char shown[SHOWN + 1] = { 0 };
    for (size_t i = 0; i < n && i < SHOWN; i++)
        shown[i] = at[i] >= ' ' && at[i] <= '~' ? at[i] : '?';
    const bool is_header = m->line == 1 && n && *at != '+' && *at != '-' && *at != '.' &&
                           !(*at >= '0' && *at <= '9');
    snprintf(m->table.mistake, PROGRAM_MESSAGE, "%s: line %" PRIu64 ", column %zu: '%s'%s %s%s",
             m->name, m->line, column, shown, n > SHOWN ? "..." : "", why,
             is_header ? " (a header? see --skip-header)" : "");
}

static bool has_mistake(const text_model *m)
{
    return m->table.mistake[0];
}

/* ---- Lines ---- */

/* The line at m->at; false where there is none, or it has a zero. */
static bool next_line(text_model *m, span *line)
{
    const char *end = m->at;
    if (m->at == m->end)
        return false;
    while (end < m->end && *end != '\n')
        end++;
    *line = (span){ m->at, (size_t)(end - m->at) };
    m->at = end < m->end ? end + 1 : end;
    m->line++;
    if (line->n && line->at[line->n - 1] == '\r')
        line->n--;
    for (size_t i = 0; i < line->n; i++)
        if (!line->at[i])
            snprintf(m->table.mistake, PROGRAM_MESSAGE, "%s: line %" PRIu64 " has a zero byte",
                     m->name, m->line);
    return !has_mistake(m);
}

static void take_cell(text_model *m, size_t column, span cell, unsigned char *element)
{
    const char *why;
    if (cell.n == 0)
        snprintf(m->table.mistake, PROGRAM_MESSAGE, "%s: line %" PRIu64 ", column %zu is empty",
                 m->name, m->line, column);
    else if (!model_number(cell.at, cell.n, m->dtype, element, &why))
        mistake_at(m, column, cell.at, cell.n, why);
}

static unsigned char *new_row(model_table *t, size_t row_bytes)
{
    while ((t->rows + 1) * row_bytes > t->capacity) {
        t->capacity = 2 * t->capacity + row_bytes;
        t->elements = realloc(t->elements, t->capacity);
        if (!t->elements)
            abort();
    }
    return t->elements + t->rows * row_bytes;
}

static void take_columns(text_model *m, const cell_list *list, const char *line_end)
{
    model_table *const t = &m->table;
    const size_t size = dtype_of(m->dtype).size, only = (size_t)m->o->column;
    unsigned char *const row = new_row(t, t->columns * size);
    for (size_t i = 0; i < list->count && !has_mistake(m); i++) {
        if (only == i + 1) {
            take_cell(m, i + 1, list->cells[i], row);
            return;
        }
        if (!only && i < t->columns)
            take_cell(m, i + 1, list->cells[i], row + i * size);
    }
    if (has_mistake(m))
        return;
    if (list->bad)
        mistake_at(m, list->count + 1, list->bad, (size_t)(line_end - list->bad),
                   "is not a cell in quotes");
    else if (only)
        snprintf(t->mistake, PROGRAM_MESSAGE, "%s: line %" PRIu64 " has %zu columns, not %zu",
                 m->name, m->line, list->count, only);
    else if (list->count != t->columns)
        snprintf(t->mistake, PROGRAM_MESSAGE,
                 "%s: line %" PRIu64 " has %zu columns, the first one had %zu", m->name, m->line,
                 list->count, t->columns);
}

static char guess_separator(span line)
{
    for (const char *c = ";,\t"; *c; c++)
        if (line.n && memchr(line.at, *c, line.n))
            return *c;
    return ' ';
}

/* The first line of numbers says what all are like; its quotes are looked at before its numbers. */
static void look_at_first(text_model *m, span line)
{
    model_table *const t = &m->table;
    if (!t->separator)
        t->separator = guess_separator(line);
    t->columns = 1;
    if (m->o->column)
        return;
    const cell_list list = cells_of(line, t->separator);
    t->columns = list.count;
    if (list.bad)
        mistake_at(m, list.count + 1, list.bad, (size_t)(line.at + line.n - list.bad),
                   "is not a cell in quotes");
    free(list.cells);
}

static void take_lines(text_model *m)
{
    span line;
    bool is_first = true;
    while (next_line(m, &line)) {
        if (is_first)
            look_at_first(m, line);
        is_first = false;
        if (!has_mistake(m)) {
            const cell_list list = cells_of(line, m->table.separator);
            take_columns(m, &list, line.at + line.n);
            free(list.cells);
        }
        if (has_mistake(m))
            return;
        m->table.rows++;
    }
    if (is_first && !m->table.separator)
        m->table.separator = ' ';
}

model_table model_text(const options *o, int dtype, const char *name, const char *text, size_t size)
{
    text_model m = { .o = o, .dtype = dtype, .name = name, .at = text, .end = text + size };
    span header;
    m.table.separator = o->separator;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        m.at += 3;
    if (o->skip_header)
        next_line(&m, &header);
    m.table.header_lines = m.line;
    m.table.start = (size_t)(m.at - text);
    if (!has_mistake(&m))
        take_lines(&m);
    m.table.lines = m.line;
    return m.table;
}

void model_text_end(model_table *table)
{
    free(table->elements);
}
