/* A header is a magic string, a version, a length and a Python dictionary:
 *     {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
 * NumPy evaluates that as Python; here only what NumPy writes is understood, with any spaces,
 * quotes and order. */
#include "npy.h"

#include <stdio.h>
#include <string.h>

static const unsigned char magic[NPY_MAGIC_SIZE] = { 0x93, 'N', 'U', 'M', 'P', 'Y' };

/* ---- Element types ---- */

typedef struct element_type {
    const char *code; /* NumPy's, without the byte order */
    int dtype;
    size_t size;
} element_type;

static const element_type types[] = { { "b1", LANESCAN_BOOL, 1 }, { "u1", LANESCAN_U8, 1 },
                                      { "u2", LANESCAN_U16, 2 },  { "u4", LANESCAN_U32, 4 },
                                      { "u8", LANESCAN_U64, 8 },  { "i1", LANESCAN_I8, 1 },
                                      { "i2", LANESCAN_I16, 2 },  { "i4", LANESCAN_I32, 4 },
                                      { "i8", LANESCAN_I64, 8 },  { "f2", LANESCAN_F16, 2 },
                                      { "f4", LANESCAN_F32, 4 },  { "f8", LANESCAN_F64, 8 },
                                      { "c8", LANESCAN_C64, 8 },  { "c16", LANESCAN_C128, 16 } };
enum { NUM_TYPES = sizeof types / sizeof types[0] };

/* Whether the n characters are exactly this word. */
static bool is_word(const char *word, const char *text, size_t n)
{
    size_t i = 0;
    while (i < n && word[i] && word[i] == text[i])
        i++;
    return i == n && !word[i];
}

static bool is_native_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

/* What is wrong with an element type that is not in the table. */
static const char *why_not(const char *code, size_t n)
{
    switch (n ? code[0] : '\0') {
    case 'S':
    case 'a':
    case 'U':
        return "the elements are strings, not numbers";
    case 'O':
        return "the elements are Python objects, not numbers";
    case 'V':
        return "the elements are raw bytes or structures, not numbers";
    case 'M':
    case 'm':
        return "the elements are dates or times, not numbers";
    case 'f':
    case 'c':
    case 'g':
    case 'G':
        return "the elements are floating-point numbers of a size that is not supported";
    default:
        return "the element type is unknown";
    }
}

bool npy_parse_descr(const char *text, size_t n, int *dtype, bool *is_big_endian, const char **why)
{
    char order = '=';
    if (n && text[0] && strchr("<>=|", text[0])) {
        order = text[0];
        text++;
        n--;
    }
    for (int i = 0; i < NUM_TYPES; i++) {
        if (is_word(types[i].code, text, n)) {
            *dtype = types[i].dtype;
            *is_big_endian = order == '>' || (order != '<' && is_native_big_endian());
            return true;
        }
    }
    *why = why_not(text, n);
    return false;
}

static const element_type *type_of(int dtype)
{
    for (int i = 0; i < NUM_TYPES; i++)
        if (types[i].dtype == dtype)
            return &types[i];
    return NULL;
}

bool npy_has_dtype(int dtype)
{
    return type_of(dtype) != NULL;
}

/* ---- The dictionary ---- */

typedef struct cursor {
    const unsigned char *at, *end;
    bool allows_long; /* Python 2 wrote extents as 3L */
    const char **why;
} cursor;

static bool fail(cursor *c, const char *why)
{
    *c->why = why;
    return false;
}

static bool is_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

static void skip_spaces(cursor *c)
{
    while (c->at < c->end && is_space(*c->at))
        c->at++;
}

/* Whether the next thing is this character; it is taken then. */
static bool take(cursor *c, char expected)
{
    skip_spaces(c);
    if (c->at == c->end || *c->at != (unsigned char)expected)
        return false;
    c->at++;
    return true;
}

static bool take_word(cursor *c, const char *word)
{
    const size_t n = strlen(word);
    skip_spaces(c);
    if ((size_t)(c->end - c->at) < n || !is_word(word, (const char *)c->at, n))
        return false;
    c->at += n;
    return true;
}

/* A string in either kind of quotes; escapes are not among what NumPy writes here. */
static bool take_string(cursor *c, const char **text, size_t *n)
{
    skip_spaces(c);
    if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
        return false;
    const unsigned char quote = *c->at++, *const start = c->at;
    while (c->at < c->end && *c->at != quote && *c->at != '\\' && *c->at != '\n')
        c->at++;
    if (c->at == c->end || *c->at != quote)
        return false;
    *text = (const char *)start;
    *n = (size_t)(c->at++ - start);
    return true;
}

static bool take_descr(cursor *c, npy_header *h)
{
    const char *text;
    size_t n;
    if (take(c, '['))
        return fail(c, "the elements are structures, not numbers");
    if (!take_string(c, &text, &n))
        return fail(c, "the header's descr is not a string");
    if (!npy_parse_descr(text, n, &h->dtype, &h->is_big_endian, c->why))
        return false;
    h->element_size = type_of(h->dtype)->size;
    return true;
}

static bool take_order(cursor *c, npy_header *h)
{
    h->is_fortran = take_word(c, "True");
    return h->is_fortran || take_word(c, "False") ||
           fail(c, "the header's fortran_order is neither True nor False");
}

static bool take_extent(cursor *c, int64_t *extent)
{
    uint64_t value = 0;
    if (take(c, '-'))
        return fail(c, "an extent in the header's shape is negative");
    const unsigned char *const start = c->at;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
        const uint64_t digit = (uint64_t)(*c->at - '0');
        if (value > (INT64_MAX - digit) / 10)
            return fail(c, "an extent in the header's shape is too large");
        value = 10 * value + digit;
    }
    if (c->at == start || (*start == '0' && c->at - start > 1))
        return fail(c, "an extent in the header's shape is not an integer");
    if (c->allows_long && c->at < c->end && *c->at == 'L')
        c->at++;
    *extent = (int64_t)value;
    return true;
}

static bool take_shape(cursor *c, npy_header *h)
{
    bool has_comma = true;
    h->ndim = 0;
    if (!take(c, '('))
        return fail(c, "the header's shape is not a tuple");
    while (!take(c, ')')) {
        if (!has_comma)
            return fail(c, "the header's shape is not a tuple of integers");
        if (h->ndim == LANESCAN_MAX_NDIM)
            return fail(c, "the array has more than 64 dimensions");
        if (!take_extent(c, &h->shape[h->ndim]))
            return false;
        h->ndim++;
        has_comma = take(c, ',');
    }
    /* (3) is a number to Python, (,) is nothing */
    return (h->ndim != 1 || has_comma) || fail(c, "the header's shape is not a tuple");
}

/* The three entries, each once, in any order. */
static bool take_dictionary(cursor *c, npy_header *h)
{
    static const char *const keys[] = { "descr", "fortran_order", "shape" };
    static bool (*const take_value[])(cursor *, npy_header *) = { take_descr, take_order,
                                                                  take_shape };
    unsigned seen = 0;
    bool has_comma = true;
    if (!take(c, '{'))
        return fail(c, "the header is not a dictionary");
    while (!take(c, '}')) {
        const char *key;
        size_t n;
        unsigned k = 0;
        if (!has_comma || !take_string(c, &key, &n) || !take(c, ':'))
            return fail(c, "the header is not a dictionary of strings");
        while (k < 3 && !is_word(keys[k], key, n))
            k++;
        if (k == 3)
            return fail(c, "the header has an unknown key");
        if (seen >> k & 1)
            return fail(c, "the header has a key twice");
        seen |= 1u << k;
        if (!take_value[k](c, h))
            return false;
        has_comma = take(c, ',');
    }
    skip_spaces(c);
    if (seen != 7)
        return fail(c, "the header lacks descr, fortran_order or shape");
    return c->at == c->end || fail(c, "the header goes on after its dictionary");
}

bool npy_count(struct npy_header *h, const char **why)
{
    uint64_t product = h->element_size, empty = 0;
    for (int32_t d = 0; d < h->ndim; d++) {
        const uint64_t extent = (uint64_t)h->shape[d];
        if (extent == 0) {
            empty = 1;
        } else if (product > (uint64_t)INT64_MAX / extent) {
            *why = "the array has more elements than 64-bit arithmetic can count";
            return false;
        } else {
            product *= extent;
        }
    }
    h->count = empty ? 0 : product / h->element_size;
    return true;
}

/* ---- The file ---- */

static size_t prefix_size(const unsigned char *bytes)
{
    return bytes[NPY_MAGIC_SIZE] == 1 ? 10 : 12;
}

static uint32_t dictionary_size(const unsigned char *bytes)
{
    const uint32_t low = bytes[8] | (uint32_t)bytes[9] << 8;
    return prefix_size(bytes) == 10 ? low
                                    : low | (uint32_t)bytes[10] << 16 | (uint32_t)bytes[11] << 24;
}

size_t npy_wanted(const unsigned char *bytes, size_t n)
{
    if (memcmp(bytes, magic, n < NPY_MAGIC_SIZE ? n : NPY_MAGIC_SIZE) != 0)
        return n;
    if (n < 12)
        return 12;
    const uint64_t wanted = (uint64_t)prefix_size(bytes) + dictionary_size(bytes);
    return wanted > NPY_HEADER_MAX ? n : (size_t)wanted;
}

bool npy_parse(const unsigned char *bytes, size_t n, struct npy_header *header, const char **why)
{
    *header = (npy_header){ .ndim = 0 };
    if (n < NPY_MAGIC_SIZE || memcmp(bytes, magic, NPY_MAGIC_SIZE) != 0) {
        *why = "this is not an .npy file: it does not begin with \\x93NUMPY";
        return false;
    }
    if (n < 12) {
        *why = "the file ends within the header";
        return false;
    }
    if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0) {
        *why = "the version of the .npy format is none of 1.0, 2.0 and 3.0";
        return false;
    }
    const size_t prefix = prefix_size(bytes);
    const uint32_t length = dictionary_size(bytes);
    if (length > NPY_HEADER_MAX - prefix) {
        *why = "the header is longer than 64 KiB";
        return false;
    }
    if (length > n - prefix) {
        *why = "the file ends within the header";
        return false;
    }
    cursor c = { bytes + prefix, bytes + prefix + length, bytes[6] < 3, why };
    header->data_offset = prefix + length;
    return take_dictionary(&c, header) && npy_count(header, why);
}

size_t npy_format(const struct npy_header *header, size_t min_size,
                  unsigned char bytes[NPY_WRITTEN_MAX])
{
    const element_type *const type = type_of(header->dtype);
    char text[NPY_WRITTEN_MAX];
    int n = snprintf(text, sizeof text, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (",
                     type->size == 1 ? '|' : '<', type->code,
                     header->is_fortran ? "True" : "False");
    for (int32_t d = 0; d < header->ndim; d++)
        n += snprintf(text + n, sizeof text - (size_t)n, d ? ", %lld" : "%lld",
                      (long long)header->shape[d]);
    n += snprintf(text + n, sizeof text - (size_t)n, header->ndim == 1 ? ",), }" : "), }");

    size_t size = (10 + (size_t)n + 1 + 63) / 64 * 64;
    if (size < min_size)
        size = (min_size + 63) / 64 * 64;
    memset(bytes, ' ', size);
    memcpy(bytes, magic, NPY_MAGIC_SIZE);
    bytes[6] = 1;
    bytes[7] = 0;
    bytes[8] = (unsigned char)((size - 10) & 0xff);
    bytes[9] = (unsigned char)((size - 10) >> 8);
    memcpy(bytes + 10, text, (size_t)n);
    bytes[size - 1] = '\n';
    return size;
}
