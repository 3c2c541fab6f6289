/* Scans of arrays that arrive in pieces. The state moves on in whole groups; the elements of a group that is not yet
 * whole are kept, and scanned again with each piece until it is. */
#include "lanescan.h"

#include "dispatch.h"
#include "dtype.h"
#include "elements.h"
#include "environment.h"
#include "line_kind.h"
#include "options.h"

#include <string.h>

enum { GROUP_SIZE = 32, LARGEST = 16 };
#define BEGUN UINT64_C(0x6c616e657363616e)

typedef struct stream {
    uint64_t begun; /* BEGUN */
    lanescan_op op;
    int dtype;
    bool is_exclusive;
    line_kind kind;                              /* of a part */
    int part_dtype, parts;                       /* a sum of complex numbers is two sums */
    uint32_t pending_count;                      /* elements of the group that is not whole */
    char pending[2][(GROUP_SIZE - 1) * LARGEST]; /* of each part; of the kernel's type */
    lanescan_state state[2];
    char last[LARGEST]; /* the result so far */
} stream;

_Static_assert(sizeof(stream) <= sizeof(lanescan_stream), "lanescan_stream is too small");

static stream *inside(lanescan_stream *s)
{
    return (stream *)(void *)s;
}

static void begin_parts(stream *t, bool has_initial)
{
    const lanescan_kernels *const kernels = lanescan_active_kernels();
    const size_t part_size = dtype_size(t->part_dtype);
    for (int part = 0; part < t->parts; part++) {
        lanescan_state_begin(&t->state[part], t->op, t->kind.type);
        if (has_initial) {
            conversion convert = lanescan_conversion(kernels, t->part_dtype, t->part_dtype,
                                                     t->kind.dtype);
            double converted[2];
            convert.biased = t->kind.biased;
            lanescan_read_elements(&convert, 1, t->last + (size_t)part * part_size,
                                   (ptrdiff_t)part_size, converted);
            lanescan_state_fold_initial(&t->state[part], t->op,
                                        kernels->step[t->op][t->kind.type][0], converted);
        }
    }
}

lanescan_status lanescan_stream_begin(lanescan_stream *s, lanescan_op op, lanescan_dtype dtype,
                                      const lanescan_options *options)
{
    lanescan_options read;
    line_kind kind;
    if (!s)
        return LANESCAN_ERROR_NULL;
    if ((unsigned)op > LANESCAN_LOGCUMSUMEXP)
        return LANESCAN_ERROR_OP;
    if (!dtype_is_valid((int)dtype))
        return LANESCAN_ERROR_DTYPE;
    if (!lanescan_line_kind(op, (int)dtype, &kind))
        return LANESCAN_ERROR_OP;
    const lanescan_status status = lanescan_read_options(options, LANESCAN_EXCLUSIVE, &read);
    if (status)
        return status;

    const bool is_complex_sum = op == LANESCAN_CUMSUM && dtype_is_complex((int)dtype);
    stream *const t = inside(s);
    char initial[LARGEST] = {
        0
    }; /* copied first: it may be in the stream itself, begun anew from its total */
    if (read.initial)
        memcpy(initial, read.initial, dtype_size((int)dtype));
    memset(s, 0, sizeof *s);
    t->begun = BEGUN;
    t->op = op;
    t->dtype = (int)dtype;
    t->is_exclusive = (read.flags & LANESCAN_EXCLUSIVE) != 0;
    t->parts = is_complex_sum ? 2 : 1;
    t->part_dtype = !is_complex_sum         ? (int)dtype
                    : dtype == LANESCAN_C64 ? LANESCAN_F32
                                            : LANESCAN_F64;
    lanescan_line_kind(op, t->part_dtype, &t->kind);
    lanescan_identity(op, (int)dtype, t->last);
    if (read.initial)
        memcpy(t->last, initial, dtype_size((int)dtype));
    if (read.initial && dtype == LANESCAN_BOOL)
        t->last[0] = t->last[0] != 0;
    environment before;
    environment_enter(&before);
    begin_parts(t, read.initial != NULL);
    environment_leave(&before);
    return LANESCAN_OK;
}

/* One part of `count` elements, with those pending fewer than PIECE. The state of the group that is not whole is not
 * kept. */
static void push_part(stream *t, int part, const lanescan_kernels *kernels, size_t count,
                      const char *x, char *results)
{
    _Alignas(64) char in[PIECE * LARGEST], out[PIECE * LARGEST];
    const size_t size = dtype_size(t->dtype), part_size = dtype_size(t->part_dtype);
    const lanescan_step step = kernels->step[t->op][t->kind.type][0];
    conversion read = lanescan_conversion(kernels, t->part_dtype, t->part_dtype, t->kind.dtype);
    conversion write = lanescan_conversion(kernels, t->kind.dtype, t->part_dtype, t->part_dtype);
    read.biased = write.biased = t->kind.biased;
    const size_t before = t->pending_count, total = before + count;
    const size_t whole = total / GROUP_SIZE * GROUP_SIZE, rest = total - whole;
    memcpy(in, t->pending[part], before * read.to_size);
    lanescan_read_elements(&read, count, x + (size_t)part * part_size, (ptrdiff_t)size,
                           in + before * read.to_size);
    if (whole)
        step(&t->state[part], whole, in, out, NULL);
    if (rest) {
        lanescan_state copy = t->state[part];
        step(&copy, rest, in + whole * read.to_size, out + whole * write.from_size, NULL);
        memcpy(t->pending[part], in + whole * read.to_size, rest * read.to_size);
    }
    lanescan_write_elements(&write, count, out + before * write.from_size,
                            results + (size_t)part * part_size, (ptrdiff_t)size);
}

static void push_piece(stream *t, size_t count, const char *x, char *y)
{
    const lanescan_kernels *const kernels = lanescan_active_kernels();
    const size_t size = dtype_size(t->dtype);
    /* Behind the last one before, with which an exclusive piece begins. */
    _Alignas(64) char results[(PIECE + 1) * LARGEST];
    memcpy(results, t->last, size);
    for (int part = 0; part < t->parts; part++)
        push_part(t, part, kernels, count, x, results + size);
    t->pending_count = (uint32_t)((t->pending_count + count) % GROUP_SIZE);
    memcpy(y, results + (t->is_exclusive ? 0 : size), count * size);
    memcpy(t->last, results + count * size, size);
}

/* Whole groups straight from x to y. */
static void push_directly(stream *t, size_t count, const char *x, char *y)
{
    const size_t size = dtype_size(t->dtype);
    lanescan_active_kernels()->step[t->op][t->kind.type][0](t->state, count, x, y, NULL);
    memcpy(t->last, y + (count - 1) * size, size);
}

static bool can_push_directly(const stream *t)
{
    return t->pending_count == 0 && t->parts == 1 && !t->is_exclusive && !t->kind.biased &&
           t->kind.dtype == t->dtype;
}

static void push(stream *t, size_t n, const char *x, char *y)
{
    const size_t size = dtype_size(t->dtype);
    for (size_t count; n; n -= count, x += count * size, y += count * size) {
        if (can_push_directly(t) && n >= GROUP_SIZE) {
            count = n / GROUP_SIZE * GROUP_SIZE;
            push_directly(t, count, x, y);
            continue;
        }
        /* Up to the end of the group, from where whole groups may go directly. */
        const size_t room = PIECE - t->pending_count;
        count = n < room ? n : room;
        push_piece(t, count, x, y);
    }
}

static bool overlaps(const void *x, const void *y, size_t bytes)
{
    const uintptr_t a = (uintptr_t)x, b = (uintptr_t)y;
    return a != b && (a < b ? b - a : a - b) < bytes;
}

lanescan_status lanescan_stream_push(lanescan_stream *s, size_t n, const void *x, void *y)
{
    if (!s)
        return LANESCAN_ERROR_NULL;
    stream *const t = inside(s);
    if (t->begun != BEGUN || !dtype_is_valid(t->dtype))
        return LANESCAN_ERROR_STREAM;
    if (n == 0)
        return LANESCAN_OK;
    const size_t size = dtype_size(t->dtype);
    if (!x || !y)
        return LANESCAN_ERROR_NULL;
    if (n > (size_t)PTRDIFF_MAX / size)
        return LANESCAN_ERROR_SIZE;
    if (overlaps(x, y, n * size))
        return LANESCAN_ERROR_OVERLAP;
    environment before;
    environment_enter(&before);
    push(t, n, x, y);
    environment_leave(&before);
    return LANESCAN_OK;
}

lanescan_status lanescan_stream_total(const lanescan_stream *s, void *total)
{
    if (!s || !total)
        return LANESCAN_ERROR_NULL;
    const stream *const t = (const stream *)(const void *)s;
    if (t->begun != BEGUN)
        return LANESCAN_ERROR_STREAM;
    memcpy(total, t->last, dtype_size(t->dtype));
    return LANESCAN_OK;
}
