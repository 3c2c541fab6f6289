#include "text.h"

#include "element.h"
#include "number.h"
#include "report.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1 << 16, LINE_MAX_BYTES = FIRST_CAPACITY << 12, SHOWN_MAX = 40 };

/* ---- Lines ---- */

static bool read_more(text_reader *t)
{
    if (t->is_at_end)
        return false;
    if (t->begin) {
        memmove(t->buffer, t->buffer + t->begin, t->end - t->begin);
        t->end -= t->begin;
        t->begin = 0;
    }
    if (t->end == t->capacity) {
        if (t->capacity == LINE_MAX_BYTES)
            fail("%s: line %" PRIu64 " is longer than 256 MiB", t->in->name, t->line + 1);
        t->capacity *= 2;
        t->buffer = reallocate(t->buffer, t->capacity + 1);
    }
    const size_t n = input_read(t->in, t->buffer + t->end, t->capacity - t->end);
    t->end += n;
    t->is_at_end = n == 0;
    return n > 0;
}

/* The next line, ended by a zero in place of the line feed, or NULL: at the end of the input, or
 * where more must be read and may_read is false. The line counts as taken. */
static char *next_line(text_reader *t, bool may_read)
{
    size_t searched = t->begin;
    for (;;) {
        char *const feed = memchr(t->buffer + searched, '\n', t->end - searched);
        char *const start = t->buffer + t->begin;
        char *stop = feed;
        if (!feed && t->is_at_end && t->begin < t->end)
            stop = t->buffer + t->end; /* the last line lacks its line feed */
        if (stop) {
            t->begin = (size_t)(stop - t->buffer) + (feed ? 1 : 0);
            t->line++;
            if (stop > start && stop[-1] == '\r')
                stop--;
            if (memchr(start, '\0', (size_t)(stop - start)))
                fail("%s: line %" PRIu64 " has a zero byte", t->in->name, t->line);
            t->replaced = *stop;
            *stop = '\0';
            return start;
        }
        if (t->is_at_end || !may_read)
            return NULL;
        searched = t->end - t->begin;
        read_more(t);
    }
}

/* ---- Cells ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static char *skip_blanks(char *at, char separator)
{
    while (is_blank(*at) && *at != separator)
        at++;
    return at;
}

static void trim(char *start, char *stop)
{
    while (stop > start && is_blank(stop[-1]))
        stop--;
    *stop = '\0';
}

/* A first line of words: numbers begin otherwise, but for inf and nan. */
static bool may_be_header(const text_reader *t, const char *cell)
{
    return t->line == 1 && !strchr("+-.0123456789", *cell);
}

static _Noreturn void fail_at(const text_reader *t, size_t column, const char *cell,
                              const char *why)
{
    char shown[SHOWN_MAX + 1];
    size_t n = 0;
    for (; n < SHOWN_MAX && cell[n]; n++)
        shown[n] = isprint((unsigned char)cell[n]) ? cell[n] : '?';
    shown[n] = '\0';
    fail("%s: line %" PRIu64 ", column %zu: '%s'%s %s%s", t->in->name, t->line, column, shown,
         cell[n] ? "..." : "", why, may_be_header(t, cell) ? " (a header? see --skip-header)" : "");
}

/* Cells in quotes, as spreadsheets write them: where the cell ends, or NULL. */
static char *end_of_quoted(const char *inner)
{
    for (; *inner; inner++) {
        if (inner[0] == '"' && inner[1] == '"')
            inner++;
        else if (inner[0] == '"')
            break;
    }
    union {
        const char *constant;
        char *found;
    } end = { inner };
    return *inner ? end.found : NULL;
}

/* Cuts a cell off the line at *at, and ends it by a zero; *at becomes NULL after the last. */
static char *next_cell(const text_reader *t, char **at, size_t column)
{
    const char separator = t->separator == ' ' ? '\0' : t->separator;
    char *start = skip_blanks(*at, separator), *stop, *after;
    if (*start == '"') {
        stop = end_of_quoted(++start);
        after = stop ? skip_blanks(stop + 1, separator) : NULL;
        const bool ends = after &&
                          (!*after || (separator ? *after == separator : after > stop + 1));
        if (!ends)
            fail_at(t, column, start - 1, "is not a cell in quotes");
        *at = *after ? after + (separator ? 1 : 0) : NULL;
        start = skip_blanks(start, '\0');
    } else if (!separator) {
        stop = start + strcspn(start, " \t");
        after = skip_blanks(stop, separator);
        *at = *after ? after : NULL;
    } else {
        stop = strchr(start, separator);
        *at = stop ? stop + 1 : NULL;
        if (!stop)
            stop = start + strlen(start);
    }
    trim(start, stop);
    return start;
}

static void take_cell(const text_reader *t, size_t column, const char *cell, void *element)
{
    const char *why;
    if (!*cell)
        fail("%s: line %" PRIu64 ", column %zu is empty", t->in->name, t->line, column);
    if (!number_parse(cell, t->dtype, element, &why))
        fail_at(t, column, cell, why);
}

static void take_line(const text_reader *t, char *line, size_t max_rows, unsigned char *elements)
{
    const size_t size = element_size(t->dtype);
    char *at = line;
    size_t column = 0;
    while (at) {
        const char *const cell = next_cell(t, &at, ++column);
        if (t->column == 0 && column <= t->columns)
            take_cell(t, column, cell, elements + (column - 1) * max_rows * size);
        else if ((size_t)t->column == column)
            take_cell(t, column, cell, elements);
        if ((size_t)t->column == column)
            return;
    }
    if (t->column)
        fail("%s: line %" PRIu64 " has %zu columns, not %ld", t->in->name, t->line, column,
             t->column);
    if (column != t->columns)
        fail("%s: line %" PRIu64 " has %zu columns, the first one had %zu", t->in->name, t->line,
             column, t->columns);
}

/* ---- The table ---- */

static char guess_separator(const char *line)
{
    static const char candidates[] = ";,\t";
    for (const char *c = candidates; *c; c++)
        if (strchr(line, *c))
            return *c;
    return ' ';
}

static size_t count_columns(const text_reader *t, const char *line)
{
    char *const copy = allocate(strlen(line) + 1, 1), *at = copy;
    size_t columns = 0;
    memcpy(copy, line, strlen(line) + 1);
    while (at)
        next_cell(t, &at, ++columns);
    free(copy);
    return columns;
}

/* Looks at the next line without taking it. */
static void look_at_line(text_reader *t, char separator)
{
    const uint64_t line_number = t->line;
    const char *const line = next_line(t, true);
    if (!line)
        return;
    t->separator = separator ? separator : guess_separator(line);
    t->columns = t->column ? 1 : count_columns(t, line);
    t->begin = (size_t)(line - t->buffer);
    t->buffer[t->begin + strlen(line)] = t->replaced;
    t->line = line_number;
}

void text_begin(text_reader *t, input *in, const options *o, int dtype)
{
    static const char mark[] = "\xef\xbb\xbf"; /* Windows puts it before UTF-8 */
    const bool may_have_mark = in->consumed == 0;
    *t = (text_reader){ .in = in, .dtype = dtype, .column = o->column, .capacity = FIRST_CAPACITY };
    t->separator = o->separator ? o->separator : ' ';
    t->line = in->lines;
    t->buffer = allocate(t->capacity + 1, 1); /* one byte more, for a zero */
    while (may_have_mark && t->end < 3 && memcmp(t->buffer, mark, t->end) == 0 && read_more(t))
        ;
    if (may_have_mark && t->end >= 3 && memcmp(t->buffer, mark, 3) == 0)
        t->begin = 3;
    if (o->skip_header && in->lines == 0)
        next_line(t, true);
    look_at_line(t, o->separator);
}

size_t text_rows(text_reader *t, size_t max_rows, void *elements)
{
    unsigned char *const out = elements;
    const size_t size = element_size(t->dtype);
    size_t rows = 0;
    while (rows < max_rows) {
        char *const line = next_line(t, rows == 0);
        if (!line)
            break;
        take_line(t, line, max_rows, out + rows * size);
        rows++;
    }
    return rows;
}

void text_end(text_reader *t)
{
    free(t->buffer);
    t->buffer = NULL;
}

void text_give_back(text_reader *t)
{
    input *const in = t->in;
    const size_t n = t->end - t->begin, kept = in->ahead_end - in->ahead_at;
    unsigned char *const ahead = allocate(n + kept, 1);
    memcpy(ahead, t->buffer + t->begin, n);
    memcpy(ahead + n, in->ahead + in->ahead_at, kept);
    free(in->ahead);
    in->ahead = ahead;
    in->ahead_at = 0;
    in->ahead_end = n + kept;
    in->consumed -= n;
    in->lines = t->line;
    text_end(t);
}
