#include "number.h"

#include "element.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const not_a_number = "is not a number", *const out_of_range = "is out of range";

/* ---- Reading ---- */

static bool parse_bool(const char *text, unsigned char *element, const char **why)
{
    static const char *const names[] = { "0", "1", "false", "true", "False", "True" };
    for (unsigned i = 0; i < 6; i++) {
        if (strcmp(text, names[i]) == 0) {
            *element = i & 1;
            return true;
        }
    }
    *why = "is none of 0, 1, false and true";
    return false;
}

static bool parse_unsigned(const char *text, uint64_t limit, uint64_t *value, const char **why)
{
    const char *at = text + (text[0] == '+' || text[0] == '-');
    bool fits = true;
    *value = 0;
    if (*at == '\0')
        at = "?";
    for (; *at; at++) {
        if (*at < '0' || *at > '9') {
            *why = "is not an integer";
            return false;
        }
        const uint64_t digit = (uint64_t)(*at - '0');
        fits = fits && *value <= (limit - digit) / 10;
        *value = fits ? 10 * *value + digit : 0;
    }
    if (!fits)
        *why = out_of_range;
    return fits;
}

static bool parse_integer(const char *text, int dtype, void *element, const char **why)
{
    const unsigned bits = 8 * (unsigned)element_size(dtype);
    const bool is_signed = dtype >= LANESCAN_I8, is_negative = text[0] == '-';
    uint64_t limit = UINT64_MAX >> (64 - bits), value;
    if (is_signed)
        limit = (limit >> 1) + is_negative;
    else if (is_negative)
        limit = 9; /* so that a last digit has room; only -0 is in range */
    if (!parse_unsigned(text, limit, &value, why))
        return false;
    if (!is_signed && is_negative && value) {
        *why = out_of_range;
        return false;
    }
    value = is_negative ? 0 - value : value;
    switch (element_size(dtype)) {
    case 1:
        *(uint8_t *)element = (uint8_t)value;
        break;
    case 2:
        *(uint16_t *)element = (uint16_t)value;
        break;
    case 4:
        *(uint32_t *)element = (uint32_t)value;
        break;
    default:
        *(uint64_t *)element = value;
    }
    return true;
}

/* A part of a number, rounded once to float or double; where it ends, or NULL. What is beyond the
 * largest number does not fit; infinities have names. */
static const char *parse_part(const char *text, bool is_float, double *value, bool *fits)
{
    char *end;
    if (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        return NULL;
    *value = is_float ? (double)strtof(text, &end) : strtod(text, &end);
    /* Not by errno: musl does not set it each time. */
    const char first = text[*text == '-' || *text == '+'];
    if (isinf(*value) && first != 'i' && first != 'I')
        *fits = false;
    return end == text ? NULL : end;
}

static bool is_unit(const char *at)
{
    return (at[0] == 'j' || at[0] == 'i') && at[1] == '\0';
}

/* 1, 2j, 1+2j, (1+2j), also with i. */
static bool parse_complex(const char *text, bool is_float, double part[2], bool *fits)
{
    char inner[256];
    const size_t n = strlen(text);
    if (n >= 2 && text[0] == '(' && text[n - 1] == ')') {
        if (n >= sizeof inner)
            return false;
        memcpy(inner, text + 1, n - 2);
        inner[n - 2] = '\0';
        text = inner;
    }
    const char *at = parse_part(text, is_float, &part[0], fits);
    part[1] = 0;
    if (!at)
        return false;
    if (is_unit(at)) {
        part[1] = part[0];
        part[0] = 0;
        return true;
    }
    if (*at != '+' && *at != '-')
        return *at == '\0';
    at = parse_part(at, is_float, &part[1], fits);
    return at && is_unit(at);
}

/* Halves are read as f64 and rounded again. */
static bool parse_half(double value, int dtype, void *element, const char **why)
{
    double back;
    element_convert(LANESCAN_F64, &value, dtype, element, 1);
    element_convert(dtype, element, LANESCAN_F64, &back, 1);
    if (isinf(back) && !isinf(value)) {
        *why = out_of_range;
        return false;
    }
    return true;
}

static bool parse_floating(const char *text, int dtype, void *element, const char **why)
{
    double part[2] = { 0, 0 };
    const bool is_float = dtype == LANESCAN_F32 || dtype == LANESCAN_C64;
    bool is_number, fits = true;
    if (element_is_complex(dtype)) {
        is_number = parse_complex(text, is_float, part, &fits);
    } else {
        const char *const end = parse_part(text, is_float, &part[0], &fits);
        is_number = end && !*end;
    }
    *why = is_number ? out_of_range : not_a_number;
    if (!is_number || !fits)
        return false;
    if (dtype == LANESCAN_F16 || dtype == LANESCAN_BF16)
        return parse_half(part[0], dtype, element, why);
    for (int i = 0; i < (element_is_complex(dtype) ? 2 : 1); i++) {
        if (is_float)
            ((float *)element)[i] = (float)part[i];
        else
            ((double *)element)[i] = part[i];
    }
    return true;
}

bool number_parse(const char *text, int dtype, void *element, const char **why)
{
    if (dtype == LANESCAN_BOOL)
        return parse_bool(text, element, why);
    if (dtype <= LANESCAN_I64)
        return parse_integer(text, dtype, element, why);
    return parse_floating(text, dtype, element, why);
}

/* ---- Writing ---- */

static size_t print_integer(int dtype, const void *element, char *text)
{
    uint64_t u = 0;
    int64_t i = 0;
    switch (dtype) {
    case LANESCAN_U16:
        u = *(const uint16_t *)element;
        break;
    case LANESCAN_U32:
        u = *(const uint32_t *)element;
        break;
    case LANESCAN_U64:
        u = *(const uint64_t *)element;
        break;
    case LANESCAN_I8:
        i = *(const int8_t *)element;
        break;
    case LANESCAN_I16:
        i = *(const int16_t *)element;
        break;
    case LANESCAN_I32:
        i = *(const int32_t *)element;
        break;
    case LANESCAN_I64:
        i = *(const int64_t *)element;
        break;
    default:
        u = *(const uint8_t *)element;
    }
    return (size_t)(dtype >= LANESCAN_I8 ? snprintf(text, NUMBER_MAX, "%" PRId64, i)
                                         : snprintf(text, NUMBER_MAX, "%" PRIu64, u));
}

/* Does the text give the value back in its own type? */
static bool gives_back(const char *text, int dtype, double value)
{
    if (dtype == LANESCAN_F64)
        return strtod(text, NULL) == value;
    if (dtype == LANESCAN_F32)
        return (double)strtof(text, NULL) == value;
    uint16_t half;
    double read = strtod(text, NULL), back;
    element_convert(LANESCAN_F64, &read, dtype, &half, 1);
    element_convert(dtype, &half, LANESCAN_F64, &back, 1);
    return back == value;
}

static size_t print_real(int dtype, double value, bool with_sign, char *text)
{
    const char *const sign = with_sign && !(signbit(value) && !isnan(value)) ? "+" : "";
    if (isnan(value))
        return (size_t)snprintf(text, NUMBER_MAX / 2, "%snan", sign);
    if (fabs(value) < 1e6 && value == (double)(int)value && (value != 0 || !signbit(value)))
        return (size_t)snprintf(text, NUMBER_MAX / 2, "%s%d", sign, (int)value);
    const int most = dtype == LANESCAN_F64 ? 17 : dtype == LANESCAN_F32 ? 9 : 5;
    int digits = dtype == LANESCAN_F64 ? 15 : dtype == LANESCAN_F32 ? 6 : 3;
    int n;
    do
        n = snprintf(text, NUMBER_MAX / 2, "%s%.*g", sign, digits, value);
    while (digits++ < most && !gives_back(text, dtype, value));
    return (size_t)n;
}

size_t number_print(int dtype, const void *element, char text[NUMBER_MAX])
{
    double value;
    size_t n;
    switch (dtype) {
    case LANESCAN_F16:
    case LANESCAN_BF16:
        element_convert(dtype, element, LANESCAN_F64, &value, 1);
        return print_real(dtype, value, false, text);
    case LANESCAN_F32:
        return print_real(dtype, (double)*(const float *)element, false, text);
    case LANESCAN_F64:
        return print_real(dtype, *(const double *)element, false, text);
    case LANESCAN_C64:
        n = print_real(LANESCAN_F32, (double)((const float *)element)[0], false, text);
        n += print_real(LANESCAN_F32, (double)((const float *)element)[1], true, text + n);
        break;
    case LANESCAN_C128:
        n = print_real(LANESCAN_F64, ((const double *)element)[0], false, text);
        n += print_real(LANESCAN_F64, ((const double *)element)[1], true, text + n);
        break;
    default:
        return print_integer(dtype, element, text);
    }
    text[n++] = 'j';
    return n;
}
