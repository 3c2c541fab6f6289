#include "golden/element.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

size_t element_type_size(element_type type)
{
    return type == TYPE_F32 || type == TYPE_I32 ? 4 : 8;
}

bool element_is_float(element_type type)
{
    return type == TYPE_F32 || type == TYPE_F64;
}

uint64_t element_canonical_bits(element_type type, const void *array, size_t index)
{
    uint64_t bits64;
    uint32_t bits32;
    if (element_type_size(type) == 8) {
        memcpy(&bits64, (const char *)array + 8 * index, 8);
        const bool is_nan = type == TYPE_F64 && (bits64 << 1) > 0xffe0000000000000u;
        return is_nan ? 0x7ff8000000000000u : bits64;
    }
    memcpy(&bits32, (const char *)array + 4 * index, 4);
    const bool is_nan = type == TYPE_F32 && bits32 << 1 > 0xff000000u;
    return is_nan ? 0x7fc00000u : bits32;
}

size_t element_mismatch(element_type type, size_t n, const void *a, const void *b)
{
    /* The usual case is equality to the last bit; look closer only where memcmp sees a
     * difference. */
    if (n == 0 || memcmp(a, b, n * element_type_size(type)) == 0)
        return n;
    size_t i = 0;
    while (i < n && element_canonical_bits(type, a, i) == element_canonical_bits(type, b, i))
        i++;
    return i;
}

char *element_text(char text[ELEMENT_TEXT], element_type type, const void *array, size_t index)
{
    const char *bytes = (const char *)array + index * element_type_size(type);
    float f32;
    double f64;
    int32_t i32;
    int64_t i64;
    switch (type) {
    case TYPE_F32:
        memcpy(&f32, bytes, sizeof f32);
        snprintf(text, ELEMENT_TEXT, "%a (%.9g)", (double)f32, (double)f32);
        break;
    case TYPE_F64:
        memcpy(&f64, bytes, sizeof f64);
        snprintf(text, ELEMENT_TEXT, "%a (%.17g)", f64, f64);
        break;
    case TYPE_I32:
        memcpy(&i32, bytes, sizeof i32);
        snprintf(text, ELEMENT_TEXT, "%" PRId32, i32);
        break;
    case TYPE_I64:
        memcpy(&i64, bytes, sizeof i64);
        snprintf(text, ELEMENT_TEXT, "%" PRId64, i64);
        break;
    }
    return text;
}
