#include "fuzz_number.h"

#include "fuzz_number_model.h"
#include "golden/dtype.h"
#include "harness/check.h"
#include "number.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct element {
    _Alignas(16) unsigned char bytes[LARGEST_ELEMENT];
} element;

/* From memory of its own size, so that reading on is seen. */
static bool parse(const char *text, size_t n, int dtype, void *to, const char **why)
{
    char *const copy = check_alloc(n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    const bool is_read = number_parse(copy, dtype, to, why);
    free(copy);
    return is_read;
}

static size_t count_digits(const char *text, size_t n)
{
    size_t digits = 0;
    for (size_t i = 0; i < n && text[i] != 'e'; i++)
        digits += isdigit((unsigned char)text[i]) && (digits || text[i] != '0');
    return digits;
}

/* The same with one digit less is another element; short integers are written out, and few digits
 * are not counted. */
static void check_digits(int dtype, const void *printed, const char *text, size_t n)
{
    const size_t least = dtype == LANESCAN_F64 ? 15 : dtype == LANESCAN_F32 ? 6 : 3;
    const double value = number_read(dtype, printed).re;
    const size_t digits = count_digits(text, n);
    element back = { 0 };
    char shorter[64];
    const char *why;
    if (digits <= least || !isfinite(value) || (fabs(value) < 1e6 && value == rint(value)))
        return;
    const int length = snprintf(shorter, sizeof shorter, "%.*e", (int)digits - 2, value);
    check(!model_number(shorter, (size_t)length, dtype, back.bytes, &why) ||
              !dtype_same(dtype, printed, back.bytes),
          "%.*s has more digits than it takes: %s", (int)n, text, shorter);
}

void check_printed(int dtype, const void *printed)
{
    char text[NUMBER_MAX];
    element back = { 0 }, model = { 0 };
    const char *why = "";
    memset(text, 'Z', sizeof text);
    const size_t n = number_print(dtype, printed, text);
    if (!check(n > 0 && n <= NUMBER_MAX && strspn(text, "0123456789+-.einfaj") >= n,
               "%s: not the text of a number", dtype_of(dtype).name))
        return;
    check(parse(text, n, dtype, back.bytes, &why) && dtype_same(dtype, printed, back.bytes),
          "%s: %.*s does not give the element back", dtype_of(dtype).name, (int)n, text);
    check(model_number(text, n, dtype, model.bytes, &why) &&
              dtype_same(dtype, printed, model.bytes),
          "%s: %.*s is another element", dtype_of(dtype).name, (int)n, text);
    if (dtype_of(dtype).kind == KIND_FLOAT)
        check_digits(dtype, printed, text, n);
}

static void check_parsed_as(const char *text, size_t n, int dtype)
{
    element wanted = { 0 }, found = { 0 };
    const char *why = "", *expected = "";
    char shown[DTYPE_TEXT], other[DTYPE_TEXT];
    const bool is_number = model_number(text, n, dtype, wanted.bytes, &expected);
    const bool is_read = parse(text, n, dtype, found.bytes, &why);
    check(is_read == is_number, "%s: '%.*s' is%s read", dtype_of(dtype).name, (int)n, text,
          is_read ? "" : " not");
    if (is_read)
        check_printed(dtype, found.bytes);
    if (is_read && is_number)
        check(dtype_same(dtype, wanted.bytes, found.bytes), "%s: '%.*s' gives %s, not %s",
              dtype_of(dtype).name, (int)n, text, dtype_text(shown, dtype, found.bytes),
              dtype_text(other, dtype, wanted.bytes));
    else if (!is_read && !is_number)
        check(strcmp(why, expected) == 0, "%s: '%.*s' %s, not: %s", dtype_of(dtype).name, (int)n,
              text, why, expected);
}

void check_parsed(const char *text, size_t n)
{
    for (int dtype = 0; dtype < NUM_DTYPES; dtype++)
        check_parsed_as(text, n, dtype);
}
