/* Text as the program reads it: whatever the bytes, the options, and where reading is cut, the
 * table or the message of a model that reads it otherwise. Numbers of every type are what they say,
 * and printed they give their bits back. */
#include "fuzz.h"

#include "fuzz_number.h"
#include "fuzz_text_model.h"
#include "golden/dtype.h"
#include "golden/random.h"
#include "harness/check.h"
#include "report.h"
#include "text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MARGIN = 16,
    UNTOUCHED = 0xa5,
    MOST_WORDS = 12,
    MOST_PRINTED = 12,
    MOST_BYTES = 4096, /* of what is read byte by byte */
    MOST_ELEMENTS = 1 << 18
};

static const char name[] = "text";

/* A case. */
typedef struct text_case {
    options o;
    int dtype;
    size_t max_rows;
    uint8_t cuts;
    char *text;
    size_t size;
    model_table model;
} text_case;

typedef enum way { AT_ONCE, IN_PIECES, BYTE_BY_BYTE, GIVEN_BACK, NUM_WAYS } way;

/* One way to read it. */
typedef struct reading {
    const text_case *c;
    way way;
    generator pieces;
    input in;
    text_reader reader;
    size_t at;           /* bytes read so far */
    uint64_t lines_read; /* whole ones among them */
    bool has_ended, is_beginning;
    uint64_t line_at_call; /* taken before the reader was called */
    size_t rows;           /* so far */
} reading;

static reading *current; /* the one that input_read is asked for */

/* ---- What the program calls ---- */

static size_t piece(reading *r)
{
    switch (r->way) {
    case AT_ONCE:
        return SIZE_MAX;
    case BYTE_BY_BYTE:
        return 1;
    default:
        return 1 + (size_t)(random_bits(&r->pieces) & ((2u << (r->c->cuts >> 4)) - 1));
    }
}

/* More is asked for only where no line is at hand, and not after the end: what comes from a
 * terminal or a pipe would be waited for in vain. */
static void check_asked(const reading *r, size_t n)
{
    const unsigned long long taken = r->reader.line, there = r->lines_read;
    check(n > 0, "nothing is asked for");
    check(!r->has_ended, "reading goes on after the end");
    check(taken == there && (r->is_beginning || taken == r->line_at_call),
          "reading goes on after %llu lines of %llu", taken, there);
}

size_t input_read(input *in, void *bytes, size_t n)
{
    reading *const r = current;
    const size_t kept = in->ahead_end - in->ahead_at, left = r->c->size - r->at,
                 most = kept ? kept : piece(r);
    check_asked(r, n);
    n = n < most ? n : most;
    n = n < left ? n : left;
    if (kept) {
        memcpy(bytes, in->ahead + in->ahead_at, n);
        in->ahead_at += n;
    } else if (n) {
        memcpy(bytes, r->c->text + r->at, n);
    }
    for (size_t i = 0; i < n; i++)
        r->lines_read += r->c->text[r->at + i] == '\n';
    r->at += n;
    in->consumed += n;
    r->has_ended = n == 0;
    return n;
}

/* ---- A reading ---- */

/* As input_open leaves it, which has looked at the first bytes. */
static void open_text(reading *r)
{
    const size_t seen = r->way == AT_ONCE ? 0 : r->c->cuts & 15u;
    r->in = (input){ .name = name, .fd = -1, .format = FORMAT_TEXT, .ahead = allocate(16, 1) };
    r->in.ahead_end = seen < r->c->size ? seen : r->c->size;
    if (r->in.ahead_end)
        memcpy(r->in.ahead, r->c->text, r->in.ahead_end);
    r->pieces = random_seeded(r->c->cuts);
}

static void begin(reading *r, int dtype)
{
    const model_table *const model = &r->c->model;
    r->has_ended = false;
    r->is_beginning = true;
    text_begin(&r->reader, &r->in, &r->c->o, dtype);
    r->is_beginning = false;
    check(r->reader.line == model->header_lines, "begun after line %d, not %d", (int)r->reader.line,
          (int)model->header_lines);
    check(r->reader.separator == model->separator, "separator '%c', not '%c'", r->reader.separator,
          model->separator);
    check(r->reader.columns == model->columns, "%zu columns, not %zu", r->reader.columns,
          model->columns);
}

static void give_back(reading *r)
{
    const size_t start = r->c->model.start;
    text_give_back(&r->reader);
    const size_t n = r->in.ahead_end - r->in.ahead_at;
    check(r->in.consumed == start && n == r->at - start, "%zu bytes are given back, not %zu", n,
          r->at - start);
    if (n && n <= r->c->size - start)
        check(memcmp(r->in.ahead + r->in.ahead_at, r->c->text + start, n) == 0,
              "what is given back is not what was read");
    r->at = start;
    r->lines_read = r->c->model.header_lines;
}

/* n rows that came as columns. */
static void compare_rows(const reading *r, size_t n, size_t max_rows, const unsigned char *elements)
{
    const model_table *const model = &r->c->model;
    const int dtype = r->c->dtype;
    const size_t size = dtype_of(dtype).size, columns = r->reader.columns;
    char found[DTYPE_TEXT], wanted[DTYPE_TEXT];
    for (size_t row = 0; row < n; row++) {
        for (size_t i = 0; i < columns; i++) {
            const unsigned char *const a = elements + (i * max_rows + row) * size,
                                       *const b = model->elements +
                                                  ((r->rows + row) * columns + i) * size;
            if (!dtype_same(dtype, a, b)) {
                check(false, "row %zu, column %zu: %s, not %s", r->rows + row, i,
                      dtype_text(found, dtype, a), dtype_text(wanted, dtype, b));
                return;
            }
        }
    }
}

static bool is_untouched(const unsigned char *bytes, const unsigned char *end)
{
    while (bytes < end && *bytes == UNTOUCHED)
        bytes++;
    return bytes == end;
}

static size_t take_rows(reading *r, size_t max_rows, unsigned char *elements)
{
    const size_t size = dtype_of(r->c->dtype).size, columns = r->reader.columns,
                 bytes = columns * max_rows * size;
    memset(elements, UNTOUCHED, bytes + MARGIN);
    r->line_at_call = r->reader.line;
    const size_t n = text_rows(&r->reader, max_rows, elements);
    bool is_left = is_untouched(elements + bytes, elements + bytes + MARGIN);
    if (!check(n <= max_rows && r->rows + n <= r->c->model.rows, "%zu rows after %zu of %zu", n,
               r->rows, r->c->model.rows))
        return 0;
    for (size_t i = 0; i < columns; i++)
        is_left &= is_untouched(elements + (i * max_rows + n) * size,
                                elements + (i + 1) * max_rows * size);
    check(is_left, "something is written besides %zu rows", n);
    compare_rows(r, n, max_rows, elements);
    r->rows += n;
    return n;
}

static void read_text(void *with)
{
    reading *const r = with;
    const text_case *const c = r->c;
    open_text(r);
    if (r->way == GIVEN_BACK) { /* as the program does, to see how many columns there are */
        begin(r, LANESCAN_F64);
        give_back(r);
    }
    begin(r, c->dtype);
    const size_t columns = r->reader.columns, most = MOST_ELEMENTS / (columns ? columns : 1);
    const size_t max_rows = c->max_rows <= most ? c->max_rows : 1 + most / 2;
    unsigned char *const elements = allocate(columns * max_rows * dtype_of(c->dtype).size + MARGIN,
                                             1);
    while (take_rows(r, max_rows, elements) > 0)
        ;
    check(take_rows(r, max_rows, elements) == 0, "rows after the end");
    check(r->reader.line == c->model.lines, "%d lines, not %d", (int)r->reader.line,
          (int)c->model.lines);
    program_free(elements);
    text_end(&r->reader);
    program_free(r->in.ahead);
}

static void check_reading(const text_case *c, way how)
{
    static const char *const names[NUM_WAYS] = { "at once", "in pieces", "byte by byte",
                                                 "given back" };
    reading r = { .c = c, .way = how };
    char message[PROGRAM_MESSAGE];
    const size_t before = check_failures();
    current = &r;
    const bool is_read = program_run(read_text, &r, message);
    current = NULL;
    check(strcmp(message, c->model.mistake) == 0, "'%s', not '%s'", message, c->model.mistake);
    if (is_read)
        check(r.rows == c->model.rows, "%zu rows, not %zu", r.rows, c->model.rows);
    if (check_failures() != before)
        printf("read %s\n", names[how]);
}

/* ---- Cases ---- */

static options fuzz_options(fuzz_input *in)
{
    options o = { .from = FORMAT_TEXT };
    const uint8_t separator = fuzz_byte(in), column = fuzz_byte(in);
    if (separator < 0x7f && !strchr("\"\r\n+-.0123456789", separator)) /* more than --separator */
        o.separator = (char)separator;
    o.column = column % 16 == 15 ? LONG_MAX : column % 16;
    o.skip_header = column & 0x40;
    return o;
}

/* The rest of the case; where `growth` says so, a part of it many times, so that lines outgrow the
 * reader's memory. */
static void fuzz_text(fuzz_input *in, text_case *c)
{
    const uint8_t growth = fuzz_byte(in);
    size_t copies = 0, place = 0, length = 0;
    if (growth >= 0xf0) {
        copies = (size_t)1 << growth % 16;
        place = fuzz_u16(in);
        length = 1 + fuzz_byte(in) % 4u;
        place = place <= in->left ? place : in->left;
        length = length <= place ? length : place;
    }
    c->size = in->left + copies * length;
    c->text = check_alloc(c->size);
    char *to = c->text;
    if (place)
        memcpy(to, in->next, place);
    to += place;
    for (size_t i = 0; i < copies * length; i++)
        *to++ = (char)in->next[place - length + i % length];
    if (in->left > place)
        memcpy(to, in->next + place, in->left - place);
}

/* What lies between separators, quotes and spaces, whatever the options. */
static void check_words(const char *text, size_t size)
{
    const char *start = text, *const end = text + size;
    for (int count = 0; start < end && count < MOST_WORDS; count++) {
        const char *stop = start;
        while (stop < end && *stop && !strchr(" \t\r\n,;\"", *stop))
            stop++;
        if (stop > start)
            check_parsed(start, (size_t)(stop - start));
        start = stop + 1;
    }
}

/* Some of the elements at `bytes`. */
static void check_elements(int dtype, const void *bytes, size_t count)
{
    const size_t size = dtype_of(dtype).size;
    for (size_t i = 0; i < count && i < MOST_PRINTED; i++) {
        _Alignas(16) unsigned char element[LARGEST_ELEMENT];
        memcpy(element, (const char *)bytes + i * size, size);
        if (dtype == LANESCAN_BOOL)
            element[0] &= 1;
        check_printed(dtype, element);
    }
}

void fuzz_one(const uint8_t *bytes, size_t size)
{
    fuzz_input in = { bytes, size };
    text_case c = { .dtype = fuzz_below(&in, NUM_DTYPES) };
    c.o = fuzz_options(&in);
    c.max_rows = 1 + fuzz_byte(&in) % 16u;
    c.cuts = fuzz_byte(&in);
    fuzz_text(&in, &c);
    c.model = model_text(&c.o, c.dtype, name, c.text, c.size);
    check_reading(&c, AT_ONCE);
    check_reading(&c, IN_PIECES);
    check_reading(&c, GIVEN_BACK);
    if (c.size <= MOST_BYTES)
        check_reading(&c, BYTE_BY_BYTE);
    check_words(c.text, c.size);
    check_elements(c.dtype, c.text, c.size / dtype_of(c.dtype).size);
    check_elements(c.dtype, c.model.elements, c.model.rows * c.model.columns);
    model_text_end(&c.model);
    free(c.text);
}
