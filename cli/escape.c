#include "escape.h"

#include <stdint.h>
#include <string.h>

/* The length of the character of UTF-8 at the start of the n bytes, and which it is; 0 where there
 * is none. */
static size_t read_character(const unsigned char *bytes, size_t n, uint32_t *character)
{
    static const uint32_t first_of_length[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char lead = bytes[0];
    const size_t length = lead < 0x80                   ? 1
                          : lead >= 0xc0 && lead < 0xe0 ? 2
                          : lead >= 0xe0 && lead < 0xf0 ? 3
                          : lead >= 0xf0 && lead < 0xf8 ? 4
                                                        : 0;
    if (length == 0 || length > n)
        return 0;
    uint32_t value = length == 1 ? lead : lead & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3fu);
    }
    *character = value;
    const int is_surrogate = value >= 0xd800 && value < 0xe000;
    return value < first_of_length[length] || value > 0x10ffff || is_surrogate ? 0 : length;
}

/* Not so are control characters, also those beyond ASCII, ends of lines and paragraphs, and what
 * turns the direction of writing, so that a name could show as another. */
static int is_harmless(uint32_t character)
{
    return character >= 0x20 && !(character >= 0x7f && character < 0xa0) &&
           !(character >= 0x2028 && character <= 0x202e) &&
           !(character >= 0x2066 && character <= 0x2069);
}

static size_t escape_byte(unsigned char byte, char *out)
{
    static const char digits[] = "0123456789abcdef", named[] = "\n\t\r", names[] = "ntr";
    const char *const found = byte ? strchr(named, byte) : NULL;
    out[0] = '\\';
    if (found) {
        out[1] = names[found - named];
        return 2;
    }
    out[1] = 'x';
    out[2] = digits[byte >> 4];
    out[3] = digits[byte & 15];
    return 4;
}

size_t escape(const char *text, size_t n, char *out)
{
    const unsigned char *const bytes = (const unsigned char *)text;
    size_t used = 0;
    for (size_t i = 0; i < n;) {
        uint32_t character;
        const size_t length = read_character(bytes + i, n - i, &character);
        if (length && is_harmless(character)) {
            memcpy(out + used, text + i, length);
            used += length;
            i += length;
            continue;
        }
        for (size_t end = i + (length ? length : 1); i < end; i++)
            used += escape_byte(bytes[i], out + used);
    }
    return used;
}
