/* What a fuzzing target is, and how it reads its input: every string of bytes is a case. Where the
 * bytes end, zeros follow, so that a case may be cut anywhere. What a byte means is fixed: the
 * corpus is made of such bytes. */
#ifndef LANESCAN_TESTS_FUZZ_H
#define LANESCAN_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* One case, checked with check(); each target defines it. */
void fuzz_one(const uint8_t *bytes, size_t size);

typedef struct fuzz_input {
    const uint8_t *next;
    size_t left;
} fuzz_input;

static inline uint8_t fuzz_byte(fuzz_input *in)
{
    if (!in->left)
        return 0;
    in->left--;
    return *in->next++;
}

/* 0 .. limit - 1, from one byte. */
static inline int fuzz_below(fuzz_input *in, int limit)
{
    return fuzz_byte(in) % limit;
}

static inline uint16_t fuzz_u16(fuzz_input *in)
{
    const unsigned low = fuzz_byte(in);
    return (uint16_t)(low | (unsigned)fuzz_byte(in) << 8);
}

static inline uint64_t fuzz_u64(fuzz_input *in)
{
    uint64_t value = 0;
    for (int i = 0; i < 64; i += 8)
        value |= (uint64_t)fuzz_byte(in) << i;
    return value;
}

static inline void fuzz_bytes(fuzz_input *in, size_t count, void *to)
{
    const size_t there = count < in->left ? count : in->left;
    if (there)
        memcpy(to, in->next, there);
    memset((char *)to + there, 0, count - there);
    in->next += there;
    in->left -= there;
}

#endif
