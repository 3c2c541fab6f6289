/* An element's bytes as a number, whichever end comes first. */
#ifndef LANESCAN_GOLDEN_ELEMENT_BITS_H
#define LANESCAN_GOLDEN_ELEMENT_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* `size` is 1, 2, 4 or 8. */
static inline uint64_t element_bits_load(size_t size, const void *element)
{
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (size) {
    case 1:
        memcpy(&u8, element, 1);
        return u8;
    case 2:
        memcpy(&u16, element, 2);
        return u16;
    case 4:
        memcpy(&u32, element, 4);
        return u32;
    default:
        memcpy(&u64, element, 8);
        return u64;
    }
}

static inline void element_bits_store(size_t size, void *element, uint64_t bits)
{
    const uint8_t u8 = (uint8_t)bits;
    const uint16_t u16 = (uint16_t)bits;
    const uint32_t u32 = (uint32_t)bits;
    memcpy(element,
           size == 1   ? (const void *)&u8
           : size == 2 ? (const void *)&u16
           : size == 4 ? (const void *)&u32
                       : (const void *)&bits,
           size);
}

#endif
