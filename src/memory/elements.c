/* Which kernels a conversion goes through, and elements at any distance by way of a buffer. */
#include "memory/elements.h"

#include "lanes/compiler.h"
#include "memory/dtype.h"

#include <string.h>

LANESCAN_LOOPS_ONCE

/* Signed and unsigned numbers of one size are the same to the kernels. */
static bool is_same_in_memory(int a, int b)
{
    return a == b || (dtype_is_integer(a) && dtype_is_integer(b) && dtype_size(a) == dtype_size(b));
}

/* The steps of a path, from `next` on; returns where the next one goes. */
LANESCAN_NOINLINE lanescan_convert **
append_path(lanescan_convert **next, const lanescan_memory_kernels *kernels, int from, int to)
{
    const uint8_t *const steps = lanescan_paths[from][to].steps;
    for (int i = 0; i < MOST_IN_PATH && steps[i] && !is_same_in_memory(from, to); i++)
        *next++ = convert_of_step(kernels, steps[i]);
    return next;
}

void lanescan_set_conversion(conversion *c, const lanescan_memory_kernels *kernels, int from,
                             int through, int to, bool biased)
{
    c->from_size = dtype_size(from);
    c->to_size = dtype_size(to);
    c->biased = biased;
    lanescan_convert **next = append_path(c->steps, kernels, from, through);
    next = append_path(next, kernels, through, to);
    *next = NULL;
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

/* Every second of four bytes, as compilers make vectors of it. */
static void copy_every_second(size_t n, const char *restrict from, char *restrict to)
{
    enum { SIZE = 4 };
    for (size_t i = 0; i < n; i++)
        memcpy(to + SIZE * i, from + 2 * SIZE * i, SIZE);
}

LANESCAN_ONE_COPY
void lanescan_copy_element(size_t size, const void *from, void *to)
{
    if (size == 8)
        memcpy(to, from, 8);
    else if (size == 4)
        memcpy(to, from, 4);
    else if (size == 16)
        memcpy(to, from, 16);
    else if (size == 2)
        memcpy(to, from, 2);
    else
        memcpy(to, from, 1);
}

void lanescan_copy_elements(size_t size, size_t n, const char *from, ptrdiff_t from_stride,
                            char *to, ptrdiff_t to_stride)
{
    if (size == 1)
        copy_of_size(1, n, from, from_stride, to, to_stride);
    else if (size == 2)
        copy_of_size(2, n, from, from_stride, to, to_stride);
    else if (size == 4 && from_stride == 8 && to_stride == 4)
        copy_every_second(n, from, to);
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

/* Between two steps. */
typedef struct step_buffers {
    _Alignas(64) char of[2][BATCH * LARGEST_ELEMENT];
} step_buffers;

/* Elements step by step, each from the one buffer into the other, the last into `to` unless it is
 * NULL; returns where they are. */
LANESCAN_NOINLINE const char *take_steps(const conversion *c, size_t n, const char *from,
                                         step_buffers *buffers, char *to)
{
    for (size_t i = 0; c->steps[i]; i++) {
        char *const next = to && !c->steps[i + 1] ? to : buffers->of[i % 2];
        c->steps[i](n, from, next);
        from = next;
    }
    return from;
}

/* What takes more than one pass. Not inlined, because its buffers make a call of few elements
 * expensive. */
LANESCAN_NOINLINE void read_by_way(const conversion *c, size_t n, const char *from,
                                   ptrdiff_t stride, void *to)
{
    step_buffers buffers;
    if (stride != (ptrdiff_t)c->from_size) {
        char *const gathered = buffers.of[1];
        lanescan_copy_elements(c->from_size, n, from, stride, gathered, (ptrdiff_t)c->from_size);
        from = gathered;
    }
    take_steps(c, n, from, &buffers, to);
}

void lanescan_read_elements(const conversion *c, size_t n, const char *from, ptrdiff_t stride,
                            void *to)
{
    const bool contiguous = stride == (ptrdiff_t)c->from_size;
    if (c->steps[0] && (c->steps[1] || !contiguous))
        read_by_way(c, n, from, stride, to);
    else if (c->steps[0])
        c->steps[0](n, from, to);
    else if (contiguous)
        memcpy(to, from, n * c->from_size);
    else
        lanescan_copy_elements(c->from_size, n, from, stride, to, (ptrdiff_t)c->from_size);
    if (c->biased)
        flip_bias(n, to, to);
}

/* Biased elements are converted to nothing else. */
LANESCAN_NOINLINE void write_by_way(const conversion *c, size_t n, const char *from, char *to,
                                    ptrdiff_t stride)
{
    step_buffers buffers;
    const bool contiguous = stride == (ptrdiff_t)c->to_size;
    if (c->biased) {
        char *const flipped = contiguous ? to : buffers.of[0];
        flip_bias(n, from, flipped);
        from = flipped;
    } else {
        from = take_steps(c, n, from, &buffers, contiguous ? to : NULL);
    }
    if (!contiguous)
        lanescan_copy_elements(c->to_size, n, from, (ptrdiff_t)c->to_size, to, stride);
}

void lanescan_write_elements(const conversion *c, size_t n, const void *from, char *to,
                             ptrdiff_t stride)
{
    const bool contiguous = stride == (ptrdiff_t)c->to_size;
    if (c->biased || (c->steps[0] && (c->steps[1] || !contiguous)))
        write_by_way(c, n, from, to, stride);
    else if (c->steps[0])
        c->steps[0](n, from, to);
    else if (contiguous)
        memcpy(to, from, n * c->to_size);
    else
        lanescan_copy_elements(c->to_size, n, from, (ptrdiff_t)c->to_size, to, stride);
}
