#include "elements.h"

#include "dtype.h"

#include <string.h>

enum { LARGEST_ELEMENT = 16 };

/* Signed and unsigned numbers of one size are the same to the kernels. */
static bool is_same_in_memory(int a, int b)
{
    return a == b || (dtype_is_integer(a) && dtype_is_integer(b) && dtype_size(a) == dtype_size(b));
}

conversion lanescan_conversion(const lanescan_kernels *kernels, int from, int through, int to)
{
    conversion c = { .from_size = dtype_size(from),
                     .through_size = dtype_size(through),
                     .to_size = dtype_size(to) };
    const bool to_through = !is_same_in_memory(from, through),
               through_to = !is_same_in_memory(through, to);
    if (to_through && through_to) {
        c.first = kernels->convert[from][through];
        c.second = kernels->convert[through][to];
    } else if (to_through || through_to) {
        c.first = kernels->convert[to_through ? from : through][to_through ? through : to];
    }
    return c;
}

/* Four at a time: their loads do not wait for each other's stores. */
#define COPY(type)                                                     \
    for (; n >= 4; n -= 4, from += 4 * from_step, to += 4 * to_step) { \
        type a, b, c, d;                                               \
        memcpy(&a, from, sizeof a);                                    \
        memcpy(&b, from + from_step, sizeof b);                        \
        memcpy(&c, from + 2 * from_step, sizeof c);                    \
        memcpy(&d, from + 3 * from_step, sizeof d);                    \
        memcpy(to, &a, sizeof a);                                      \
        memcpy(to + to_step, &b, sizeof b);                            \
        memcpy(to + 2 * to_step, &c, sizeof c);                        \
        memcpy(to + 3 * to_step, &d, sizeof d);                        \
    }                                                                  \
    for (; n; n--, from += from_step, to += to_step) {                 \
        type element;                                                  \
        memcpy(&element, from, sizeof element);                        \
        memcpy(to, &element, sizeof element);                          \
    }                                                                  \
    break

typedef struct pair {
    uint64_t half[2];
} pair;

void lanescan_copy_elements(size_t size, size_t n, const char *from, ptrdiff_t from_step, char *to,
                            ptrdiff_t to_step)
{
    switch (size) {
    case 1:
        COPY(uint8_t);
    case 2:
        COPY(uint16_t);
    case 4:
        COPY(uint32_t);
    case 8:
        COPY(uint64_t);
    default:
        COPY(pair);
    }
}

void lanescan_flip_bias(size_t n, const void *from, void *to)
{
    const uint64_t *const in = from;
    uint64_t *const out = to;
    for (size_t i = 0; i < n; i++)
        out[i] = in[i] ^ UINT64_C(1) << 63;
}

/* What takes more than one pass. Apart, because its buffers make a call of few elements expensive. */
static __attribute__((noinline)) void read_by_way(const conversion *c, size_t n, const char *from,
                                                  ptrdiff_t step, void *to)
{
    _Alignas(64) char gathered[PIECE * LARGEST_ELEMENT], through[PIECE * LARGEST_ELEMENT];
    if (step != (ptrdiff_t)c->from_size) {
        lanescan_copy_elements(c->from_size, n, from, step, gathered, (ptrdiff_t)c->from_size);
        from = gathered;
    }
    if (c->second) {
        c->first(n, from, through);
        c->second(n, through, to);
    } else {
        c->first(n, from, to);
    }
}

void lanescan_read_elements(const conversion *c, size_t n, const char *from, ptrdiff_t step,
                            void *to)
{
    const bool contiguous = step == (ptrdiff_t)c->from_size;
    if (c->first && (c->second || !contiguous))
        read_by_way(c, n, from, step, to);
    else if (c->first)
        c->first(n, from, to);
    else if (contiguous)
        memcpy(to, from, n * c->from_size);
    else
        lanescan_copy_elements(c->from_size, n, from, step, to, (ptrdiff_t)c->from_size);
    if (c->biased)
        lanescan_flip_bias(n, to, to);
}

/* Biased elements are converted to nothing else. */
static __attribute__((noinline)) void write_by_way(const conversion *c, size_t n, const void *from,
                                                   char *to, ptrdiff_t step)
{
    _Alignas(64) char converted[PIECE * LARGEST_ELEMENT];
    if (c->biased)
        lanescan_flip_bias(n, from, converted);
    else
        c->first(n, from, converted);
    if (step == (ptrdiff_t)c->to_size)
        memcpy(to, converted, n * c->to_size);
    else
        lanescan_copy_elements(c->to_size, n, converted, (ptrdiff_t)c->to_size, to, step);
}

void lanescan_write_elements(const conversion *c, size_t n, const void *from, char *to,
                             ptrdiff_t step)
{
    const bool contiguous = step == (ptrdiff_t)c->to_size;
    if (c->biased || (c->first && !contiguous))
        write_by_way(c, n, from, to, step);
    else if (c->first)
        c->first(n, from, to);
    else if (contiguous)
        memcpy(to, from, n * c->to_size);
    else
        lanescan_copy_elements(c->to_size, n, from, (ptrdiff_t)c->to_size, to, step);
}
