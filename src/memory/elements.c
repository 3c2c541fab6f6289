/* Which kernels a conversion goes through, and elements at any distance by way of a buffer. */
#include "memory/elements.h"

#include "lanes/compiler.h"
#include "memory/dtype.h"

#include <string.h>

/* Signed and unsigned numbers of one size are the same to the kernels. */
static bool is_same_in_memory(int a, int b)
{
    return a == b || (dtype_is_integer(a) && dtype_is_integer(b) && dtype_size(a) == dtype_size(b));
}

/* The kernel of a path that is one step, else NULL. */
static lanescan_convert *only_step(const lanescan_steps *kernels, int from, int to)
{
    const lanescan_path *const path = &lanescan_paths[from][to];
    return path->steps[1] ? NULL : (*kernels)[path->steps[0]];
}

void lanescan_set_conversion(conversion *c, const lanescan_memory_kernels *kernels, int from,
                             int through, int to, bool biased)
{
    const bool to_through = !is_same_in_memory(from, through),
               through_to = !is_same_in_memory(through, to);
    lanescan_convert *const first = to_through ? only_step(kernels->steps, from, through) : NULL;
    lanescan_convert *const second = through_to ? only_step(kernels->steps, through, to) : NULL;
    c->is_long = (to_through && !first) || (through_to && !second);
    c->from_size = dtype_size(from);
    c->through_size = dtype_size(through);
    c->to_size = dtype_size(to);
    c->biased = biased;
    c->first = c->is_long ? NULL : to_through ? first : second;
    c->second = c->is_long || !to_through ? NULL : second;
    c->kernels = kernels->steps;
    c->from = (uint8_t)(to_through ? from : through);
    c->to = (uint8_t)(through_to ? to : through);
    c->through = to_through && through_to ? (uint8_t)through : c->to;
}

/* Four at a time: their loads do not wait for each other's stores. `size` is known when this is
 * compiled. */
LANESCAN_INLINE void copy_of_size(size_t size, size_t n, const char *from, ptrdiff_t from_stride,
                                  char *to, ptrdiff_t to_stride)
{
    char a[LARGEST_ELEMENT], b[LARGEST_ELEMENT], c[LARGEST_ELEMENT], d[LARGEST_ELEMENT];
    for (; n >= 4; n -= 4, from += 4 * from_stride, to += 4 * to_stride) {
        memcpy(a, from, size);
        memcpy(b, from + from_stride, size);
        memcpy(c, from + 2 * from_stride, size);
        memcpy(d, from + 3 * from_stride, size);
        memcpy(to, a, size);
        memcpy(to + to_stride, b, size);
        memcpy(to + 2 * to_stride, c, size);
        memcpy(to + 3 * to_stride, d, size);
    }
    for (; n; n--, from += from_stride, to += to_stride) {
        memcpy(a, from, size);
        memcpy(to, a, size);
    }
}

void lanescan_copy_elements(size_t size, size_t n, const char *from, ptrdiff_t from_stride,
                            char *to, ptrdiff_t to_stride)
{
    if (size == 1)
        copy_of_size(1, n, from, from_stride, to, to_stride);
    else if (size == 2)
        copy_of_size(2, n, from, from_stride, to, to_stride);
    else if (size == 4)
        copy_of_size(4, n, from, from_stride, to, to_stride);
    else if (size == 8)
        copy_of_size(8, n, from, from_stride, to, to_stride);
    else
        copy_of_size(16, n, from, from_stride, to, to_stride);
}

static void flip_bias(size_t n, const void *from, void *to)
{
    const uint64_t *const in = from;
    uint64_t *const out = to;
    for (size_t i = 0; i < n; i++)
        out[i] = in[i] ^ UINT64_C(1) << 63;
}

/* What takes more than one pass. Not inlined, because its buffers make a call of few elements
 * expensive. */
LANESCAN_NOINLINE void read_by_way(const conversion *c, size_t n, const char *from,
                                   ptrdiff_t stride, void *to)
{
    _Alignas(64) char gathered[BATCH * LARGEST_ELEMENT], through[BATCH * LARGEST_ELEMENT];
    if (stride != (ptrdiff_t)c->from_size) {
        lanescan_copy_elements(c->from_size, n, from, stride, gathered, (ptrdiff_t)c->from_size);
        from = gathered;
    }
    if (c->is_long && c->through == c->to) {
        lanescan_go(c->kernels, c->from, c->to, n, from, to);
    } else if (c->is_long) {
        lanescan_go(c->kernels, c->from, c->through, n, from, through);
        lanescan_go(c->kernels, c->through, c->to, n, through, to);
    } else if (c->second) {
        c->first(n, from, through);
        c->second(n, through, to);
    } else {
        c->first(n, from, to);
    }
}

void lanescan_read_elements(const conversion *c, size_t n, const char *from, ptrdiff_t stride,
                            void *to)
{
    const bool contiguous = stride == (ptrdiff_t)c->from_size;
    if (c->is_long || (c->first && (c->second || !contiguous)))
        read_by_way(c, n, from, stride, to);
    else if (c->first)
        c->first(n, from, to);
    else if (contiguous)
        memcpy(to, from, n * c->from_size);
    else
        lanescan_copy_elements(c->from_size, n, from, stride, to, (ptrdiff_t)c->from_size);
    if (c->biased)
        flip_bias(n, to, to);
}

/* Biased elements are converted to nothing else, and results go by no other type. */
LANESCAN_NOINLINE void write_by_way(const conversion *c, size_t n, const void *from, char *to,
                                    ptrdiff_t stride)
{
    _Alignas(64) char converted[BATCH * LARGEST_ELEMENT];
    if (c->biased)
        flip_bias(n, from, converted);
    else if (c->is_long)
        lanescan_go(c->kernels, c->from, c->to, n, from, converted);
    else
        c->first(n, from, converted);
    if (stride == (ptrdiff_t)c->to_size)
        memcpy(to, converted, n * c->to_size);
    else
        lanescan_copy_elements(c->to_size, n, converted, (ptrdiff_t)c->to_size, to, stride);
}

void lanescan_write_elements(const conversion *c, size_t n, const void *from, char *to,
                             ptrdiff_t stride)
{
    const bool contiguous = stride == (ptrdiff_t)c->to_size;
    if (c->biased || c->is_long || (c->first && !contiguous))
        write_by_way(c, n, from, to, stride);
    else if (c->first)
        c->first(n, from, to);
    else if (contiguous)
        memcpy(to, from, n * c->to_size);
    else
        lanescan_copy_elements(c->to_size, n, from, (ptrdiff_t)c->to_size, to, stride);
}
