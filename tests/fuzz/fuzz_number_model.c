#include "fuzz_number_model.h"

#include "golden/dtype.h"
#include "golden/element_bits.h"
#include "harness/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_IN_BRACKETS = 255 };

/* ---- Integers ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The largest magnitude, in digits. */
static const char *limit_of(dtype_info type, bool is_negative)
{
    static const char *const limits[4][3] = {
        { "255", "127", "128" },
        { "65535", "32767", "32768" },
        { "4294967295", "2147483647", "2147483648" },
        { "18446744073709551615", "9223372036854775807", "9223372036854775808" },
    };
    const int row = type.size == 1 ? 0 : type.size == 2 ? 1 : type.size == 4 ? 2 : 3;
    if (type.kind == KIND_UNSIGNED)
        return is_negative ? "0" : limits[row][0];
    return limits[row][is_negative ? 2 : 1];
}

static bool model_integer(const char *text, size_t n, dtype_info type, void *element,
                          const char **why)
{
    const bool has_sign = n && (text[0] == '+' || text[0] == '-'),
               is_negative = has_sign && text[0] == '-';
    const char *digits = text + has_sign, *const end = text + n;
    bool is_integer = digits < end;
    for (const char *at = digits; at < end; at++)
        is_integer = is_integer && is_digit(*at);
    *why = is_integer ? "is out of range" : "is not an integer";
    if (!is_integer)
        return false;
    while (digits + 1 < end && *digits == '0')
        digits++;
    const size_t length = (size_t)(end - digits);
    const char *const limit = limit_of(type, is_negative);
    if (length > strlen(limit) || (length == strlen(limit) && memcmp(digits, limit, length) > 0))
        return false;
    uint64_t magnitude = 0;
    for (; digits < end; digits++)
        magnitude = 10 * magnitude + (uint64_t)(*digits - '0');
    element_bits_store(type.size, element, is_negative ? -magnitude : magnitude);
    return true;
}

/* ---- Floating-point numbers ---- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool begins_with(const char *text, size_t n, const char *word)
{
    size_t i = 0;
    while (i < n && word[i] && lower(text[i]) == word[i])
        i++;
    return !word[i];
}

static bool is_digit_of(char c, bool is_hex)
{
    return is_digit(c) || (is_hex && lower(c) >= 'a' && lower(c) <= 'f');
}

/* nan, with what C allows in brackets after it. */
static size_t length_of_nan(const char *text, size_t n)
{
    size_t i = 3;
    if (i < n && text[i] == '(') {
        do
            i++;
        while (i < n && (is_digit(text[i]) || text[i] == '_' ||
                         (lower(text[i]) >= 'a' && lower(text[i]) <= 'z')));
        if (i < n && text[i] == ')')
            return i + 1;
    }
    return 3;
}

/* Digits with at most one point among them, at least one; 0: none. */
static size_t length_of_digits(const char *text, size_t n, bool is_hex)
{
    size_t i = 0, digits = 0, points = 0;
    for (; i < n; i++) {
        if (is_digit_of(text[i], is_hex))
            digits++;
        else if (text[i] == '.' && points == 0)
            points++;
        else
            break;
    }
    return digits ? i : 0;
}

static size_t length_of_exponent(const char *text, size_t n, char letter)
{
    size_t i = 1;
    if (n == 0 || lower(text[0]) != letter)
        return 0;
    if (i < n && (text[i] == '+' || text[i] == '-'))
        i++;
    if (i == n || !is_digit(text[i]))
        return 0;
    while (i < n && is_digit(text[i]))
        i++;
    return i;
}

/* The longest beginning that is a number; 0: none. *is_word: it is inf or nan. */
static size_t length_of_number(const char *text, size_t n, bool *is_word)
{
    const size_t sign = n && (text[0] == '+' || text[0] == '-');
    const char *const at = text + sign;
    const size_t left = n - sign;
    size_t length = 0;
    *is_word = true;
    if (begins_with(at, left, "infinity"))
        return sign + 8;
    if (begins_with(at, left, "inf"))
        return sign + 3;
    if (begins_with(at, left, "nan"))
        return sign + length_of_nan(at, left);
    *is_word = false;
    if (begins_with(at, left, "0x") && (length = length_of_digits(at + 2, left - 2, true)) > 0)
        return sign + 2 + length + length_of_exponent(at + 2 + length, left - 2 - length, 'p');
    length = length_of_digits(at, left, false);
    return length ? sign + length + length_of_exponent(at + length, left - length, 'e') : 0;
}

/* A real number at the beginning of the text, rounded to the type; how long it is, 0 where there is
 * none. */
static size_t model_real(const char *text, size_t n, int dtype, void *element, bool *fits)
{
    bool is_word;
    const size_t length = length_of_number(text, n, &is_word);
    if (!length)
        return 0;
    char *const copy = check_alloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *end;
    const double value = dtype == LANESCAN_F32 ? (double)strtof(copy, &end) : strtod(copy, &end);
    check(end == copy + length, "the C library reads %zu characters of '%s'", (size_t)(end - copy),
          copy);
    free(copy);
    number_write(dtype, element, number_real(value));
    if (isinf(number_read(dtype, element).re) && !is_word)
        *fits = false;
    return length;
}

static bool is_unit(const char *text, size_t n)
{
    return n == 1 && (*text == 'i' || *text == 'j');
}

/* a, bj, a+bj, in brackets or not. */
static bool model_complex(const char *text, size_t n, dtype_info type, void *element, bool *fits)
{
    char *const re = element, *const im = re + type.size / 2;
    if (n >= 2 && text[0] == '(' && text[n - 1] == ')') {
        if (n > MOST_IN_BRACKETS)
            return false;
        text++;
        n -= 2;
    }
    const size_t first = model_real(text, n, type.part, re, fits);
    memset(im, 0, type.size / 2);
    if (!first || first == n)
        return first > 0;
    if (is_unit(text + first, n - first)) {
        memcpy(im, re, type.size / 2);
        memset(re, 0, type.size / 2);
        return true;
    }
    if (text[first] != '+' && text[first] != '-')
        return false;
    const size_t both = first + model_real(text + first, n - first, type.part, im, fits);
    return both > first && is_unit(text + both, n - both);
}

static bool model_floating(const char *text, size_t n, int dtype, void *element, const char **why)
{
    const dtype_info type = dtype_of(dtype);
    bool fits = true;
    const bool is_number = type.kind == KIND_COMPLEX
                               ? model_complex(text, n, type, element, &fits)
                               : n && model_real(text, n, dtype, element, &fits) == n;
    *why = is_number ? "is out of range" : "is not a number";
    return is_number && fits;
}

/* ---- All ---- */

static bool model_bool(const char *text, size_t n, void *element, const char **why)
{
    static const struct {
        const char *name;
        uint8_t value;
    } names[] = { { "0", 0 }, { "false", 0 }, { "False", 0 },
                  { "1", 1 }, { "true", 1 },  { "True", 1 } };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) == n && memcmp(names[i].name, text, n) == 0) {
            memcpy(element, &names[i].value, 1);
            return true;
        }
    }
    *why = "is none of 0, 1, false and true";
    return false;
}

bool model_number(const char *text, size_t n, int dtype, void *element, const char **why)
{
    const dtype_info type = dtype_of(dtype);
    switch (type.kind) {
    case KIND_BOOL:
        return model_bool(text, n, element, why);
    case KIND_UNSIGNED:
    case KIND_SIGNED:
        return model_integer(text, n, type, element, why);
    default:
        return model_floating(text, n, dtype, element, why);
    }
}
