#include "accuracy/worst_quotes.h"

#include "harness/check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER, CONTRACT, COMPLEX, DOCUMENTS, PHRASE = 160 };

/* Where a figure stands: in a passage that begins and ends with these words, between these. */
typedef struct place {
    const char *from, *to, *before, *after;
} place;

static struct quote {
    const char *operation, *type;
    place places[DOCUMENTS]; /* nowhere, where these are NULL */
    bool with_result;        /* the header has it behind the figure */
    bool is_checked;
} quotes[] = {
    { .operation = "cumsum",
      .type = "f64",
      .places = { { "---- Running sums", "lanescan_cumsum_f32", "f64: at most 4 eps",
                    " eps, searched for;" },
                  { "## cumsum:", "## cumprod:", " lines of 40 kinds of data, ", " by search." } },
      .with_result = true },
    { .operation = "cumprod",
      .type = "f64",
      .places = { { "---- Running products", "lanescan_cumprod_f32", "f64: at most 4 eps",
                    " eps, searched for;" },
                  { "## cumprod:", "## logcumsumexp", "3 eps. Found: ", " eps." } },
      .with_result = true },
    { .operation = "logcumsumexp",
      .type = "f64",
      .places = { { "---- Running log-sum-exp", "lanescan_logcumsumexp_f32", "f64 at most 2 eps",
                    " eps, searched for;" },
                  { "## logcumsumexp,", "## Tensors", " for logcumsumexp in long lines, ",
                    " by search among short ones," } },
      .with_result = true },
    { .operation = "logaddexp",
      .type = "f64",
      .places = { { "---- Log-add-exp", "lanescan_logaddexp_f32", "f64 at most 2 eps",
                    " eps, searched for;" },
                  { "## logcumsumexp,", "## Tensors", " by search among short ones, ",
                    " for logaddexp." } },
      .with_result = true },
    { .operation = "cumprod",
      .type = "c128",
      .places = { { " cumprod (a + bi)(c + di)", " logcumsumexp ", "Error: C128 0.5 eps |y|",
                    " eps. C64" },
                  { NULL, NULL, NULL, NULL },
                  { "## cumprod:", "## logcumsumexp", " Found: ", " eps of |y|." } } },
    { .operation = "logcumsumexp",
      .type = "c128",
      .places = { { " logcumsumexp The imaginary part", "lanescan_scan(", "Error: 2 eps C",
                    " eps C, searched for;" },
                  { NULL, NULL, NULL, NULL },
                  { "## logcumsumexp and logsumexp", "## logaddexp", " lines of 3000 elements, ",
                    " by search among short ones." } },
      .with_result = true },
};

enum { NUM_QUOTES = sizeof quotes / sizeof quotes[0] };

static char *documents[DOCUMENTS];
static const char *const names[DOCUMENTS] = { "the header", "the contract",
                                              "the page on complex numbers" };

char *worst_read_file(const char *name)
{
    FILE *const file = fopen(name, "rb");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size < 0 || fseek(file, 0, SEEK_SET)) {
        fprintf(stderr, "cannot read %s\n", name);
        exit(1);
    }
    char *const text = check_alloc((size_t)size + 1);
    text[fread(text, 1, (size_t)size, file)] = '\0';
    fclose(file);
    return text;
}

/* One space for any white space, and for a new line's asterisk too. */
static void join_lines(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        if (!isspace((unsigned char)*from)) {
            *to++ = *from++;
            continue;
        }
        const size_t space = strspn(from, " \t\r\n");
        const bool is_line = memchr(from, '\n', space) != NULL;
        from += space;
        if (is_line && *from == '*')
            from += 1 + strspn(from + 1, " \t\r\n");
        *to++ = ' ';
    }
    *to = '\0';
}

char *worst_read_text(const char *name)
{
    char *const text = worst_read_file(name);
    join_lines(text);
    return text;
}

void worst_quotes_read(const char *const files[])
{
    for (int d = 0; d < DOCUMENTS; d++)
        documents[d] = worst_read_text(files[d]);
}

/* The figure, in one document. The header puts it behind the bound, as "Worst found: 3.98". */
static void check_place(const struct quote *q, int document, const char *figure, const char *result)
{
    const place *const p = &q->places[document];
    const bool in_header = document == HEADER, with_result = in_header && q->with_result;
    char phrase[PHRASE];
    const char *const from = strstr(documents[document], p->from);
    const char *const to = from ? strstr(from + strlen(p->from), p->to) : NULL;
    const char *const before = to ? strstr(from, p->before) : NULL;
    if (!before || before >= to) {
        check(false, "%s has no passage for %s %s from '%s' to '%s' with '%s'", names[document],
              q->operation, q->type, p->from, p->to, p->before);
        return;
    }
    const char *said = before + strlen(p->before);
    snprintf(phrase, sizeof phrase, "%s%s%s%s%s", in_header ? "Worst found: " : "", figure,
             p->after, with_result ? " " : "", with_result ? result : "");
    if (in_header)
        said = strstr(said, "Worst found: "); /* the first behind the bound */
    const size_t length = strlen(phrase);
    check(said && said < to && strncmp(said, phrase, length) == 0 &&
              !isalnum((unsigned char)said[length]),
          "%s, %s %s: not '%s' but '%.*s'", names[document], q->operation, q->type, phrase,
          (int)length, said ? said : "");
}

void worst_quotes_check(const char *operation, const char *type, const char *figure,
                        const char *result)
{
    for (struct quote *q = quotes; q < quotes + NUM_QUOTES; q++) {
        if (strcmp(q->operation, operation) != 0 || strcmp(q->type, type) != 0)
            continue;
        for (int d = 0; d < DOCUMENTS; d++)
            if (q->places[d].from)
                check_place(q, d, figure, result);
        q->is_checked = true;
        return;
    }
    check(false, "it is not known where %s %s is quoted", operation, type);
}

void worst_quotes_end(void)
{
    for (size_t i = 0; i < NUM_QUOTES; i++)
        check(quotes[i].is_checked, "there is no worst line of %s %s, which is quoted",
              quotes[i].operation, quotes[i].type);
    for (int d = 0; d < DOCUMENTS; d++)
        free(documents[d]);
}
