/* Scans of arrays that arrive in pieces. The state moves on in whole groups; the elements of a
 * group that is not yet whole are kept, and scanned again with each piece until it is. */
#include "lanescan.h"

#include "choose/environment.h"
#include "memory/dtype.h"
#include "tensor/options.h"
#include "tensor/run.h"

#include <string.h>

#define STREAM_MAGIC UINT64_C(0x6c616e657363616e)

typedef struct stream {
    uint64_t magic; /* STREAM_MAGIC */
    lanescan_op op;
    int dtype;
    bool is_exclusive;
    int parts;                                      /* a sum of complex numbers is two sums */
    uint32_t pending_count;                         /* elements of the group that is not whole */
    char pending[2][(GROUP - 1) * LARGEST_ELEMENT]; /* of each part; of the kernel's type */
    lanescan_state state[2];
    char last[LARGEST_ELEMENT];        /* the result so far */
    const lanescan_executor *executor; /* NULL: the calling thread alone */
} stream;

_Static_assert(sizeof(stream) <= sizeof(lanescan_stream), "lanescan_stream is too small");

static stream *inside(lanescan_stream *s)
{
    return (stream *)(void *)s;
}

/* A piece, as a tensor of one line; without elements as long as only the method is asked for. */
typedef struct piece {
    layout x, y;
    scan_request request;
} piece;

static void describe(const stream *t, const void *initial, piece *p)
{
    const size_t size = dtype_size(t->dtype);
    p->x.data = p->y.data = NULL;
    p->x.dtype = p->y.dtype = t->dtype;
    p->x.element_size = p->y.element_size = size;
    p->x.strides[0] = p->y.strides[0] = 1;
    p->request = (scan_request){ .called = t->op,
                                 .ndim = 1,
                                 .shape = p->x.shape,
                                 .in = { &p->x, p->x.strides },
                                 .out = { &p->y, p->y.strides },
                                 .index = { NULL, NULL },
                                 .coefficients = { NULL, NULL },
                                 .flags = t->is_exclusive ? LANESCAN_EXCLUSIVE : 0,
                                 .initial = initial };
}

/* With the kernels of today: the instruction set may change between two pieces. */
static void resolve(const stream *t, method *m)
{
    piece p;
    describe(t, NULL, &p);
    lanescan_plan_method(m, &p.request, 0);
}

/* What is known before the first element, and its result: the initial value, or the identity. */
static void begin_parts(stream *t, const void *initial)
{
    piece p;
    describe(t, initial, &p);
    t->parts = plans_of(&p.request);
    for (int part = 0; part < t->parts; part++) {
        method m;
        lanescan_plan_method(&m, &p.request, part);
        t->state[part] = m.begin;
        const size_t size = dtype_size(m.dtype);
        lanescan_copy_element(size, m.first.bytes, t->last + size * (size_t)part);
    }
}

lanescan_status lanescan_stream_begin(lanescan_stream *s, lanescan_op op, lanescan_dtype dtype,
                                      const lanescan_options *options)
{
    lanescan_options read;
    if (!s)
        return LANESCAN_ERROR_NULL;
    if ((unsigned)op >= NUM_OPS)
        return LANESCAN_ERROR_OP;
    if (!dtype_is_valid((int)dtype))
        return LANESCAN_ERROR_DTYPE;
    lanescan_status status = lanescan_method_status(op, (int)dtype);
    if (!status)
        status = lanescan_read_options(options, LANESCAN_EXCLUSIVE, &read);
    if (status)
        return status;

    stream *const t = inside(s);
    /* Copied first: it may be in the stream itself, begun anew from its total. */
    char initial[LARGEST_ELEMENT] = { 0 };
    if (read.initial)
        lanescan_copy_element(dtype_size((int)dtype), read.initial, initial);
    memset(s, 0, sizeof *s);
    t->magic = STREAM_MAGIC;
    t->op = op;
    t->dtype = (int)dtype;
    t->executor = read.executor;
    t->is_exclusive = (read.flags & LANESCAN_EXCLUSIVE) != 0;
    environment before;
    environment_enter(&before);
    begin_parts(t, read.initial ? initial : NULL);
    environment_leave(&before);
    return LANESCAN_OK;
}

/* One part of `count` elements, with those pending fewer than BATCH. The state of the group that is
 * not whole is not kept. */
static void push_part(stream *t, int part, const method *m, size_t count, const char *x,
                      char *results)
{
    _Alignas(64) char in[BATCH * LARGEST_ELEMENT], out[BATCH * LARGEST_ELEMENT];
    const conversion *const read = &m->along.read, *const write = &m->along.write;
    const size_t size = dtype_size(t->dtype), part_size = dtype_size(m->dtype);
    const size_t before = t->pending_count, total = before + count;
    const size_t whole = total / GROUP * GROUP, rest = total - whole;
    memcpy(in, t->pending[part], before * read->to_size);
    lanescan_read_elements(read, count, x + (size_t)part * part_size, (ptrdiff_t)size,
                           in + before * read->to_size);
    if (whole)
        m->piece(&t->state[part], false, whole, in, out, NULL);
    if (rest) {
        lanescan_state copy = t->state[part];
        m->piece(&copy, false, rest, in + whole * read->to_size, out + whole * write->from_size,
                 NULL);
        memcpy(t->pending[part], in + whole * read->to_size, rest * read->to_size);
    }
    lanescan_write_elements(write, count, out + before * write->from_size,
                            results + (size_t)part * part_size, (ptrdiff_t)size);
}

static void push_piece(stream *t, const method *m, size_t count, const char *x, char *y)
{
    const size_t size = dtype_size(t->dtype);
    /* Behind the last one before, with which an exclusive piece begins. */
    _Alignas(64) char results[(BATCH + 1) * LARGEST_ELEMENT];
    lanescan_copy_element(size, t->last, results);
    for (int part = 0; part < t->parts; part++)
        push_part(t, part, m, count, x, results + size);
    t->pending_count = (uint32_t)((t->pending_count + count) % GROUP);
    memcpy(y, results + (t->is_exclusive ? 0 : size), count * size);
    lanescan_copy_element(size, results + count * size, t->last);
}

/* Whole groups straight from x to y. */
static void push_directly(stream *t, const method *m, size_t count, const char *x, char *y)
{
    const size_t size = dtype_size(t->dtype);
    m->piece(t->state, false, count, x, y, NULL);
    lanescan_copy_element(size, y + (count - 1) * size, t->last);
}

static bool can_push_directly(const stream *t, const method *m)
{
    return t->pending_count == 0 && t->parts == 1 && !t->is_exclusive &&
           conversion_is_none(&m->along.read);
}

/* ---- large pieces ---- */

/* One part of whole chunks, of a line that is at the end of one. The result after them has a place
 * too. */
static void share_part(stream *t, int part, size_t tasks, size_t count, const char *x, char *y,
                       const crew *c)
{
    piece p;
    scan_plan plan;
    walk lines;
    describe(t, NULL, &p);
    p.x.data = (char *)(uintptr_t)x;
    p.y.data = y;
    p.x.shape[0] = (int64_t)count;
    p.request.has_total = t->is_exclusive && x != y;
    lanescan_plan_scan(&plan, &lines, &p.request, part);
    char *const last = t->last + plan.size * (size_t)part;
    lanescan_method_continue(&plan.how, &t->state[part], last);
    const relay_end end = lanescan_run_divided(&plan, tasks, c);
    t->state[part] = end.state;
    if (plan.is_exclusive && plan.is_in_place)
        lanescan_write_elements(&plan.how.along.write, 1, end.last.value.bytes, last,
                                (ptrdiff_t)plan.size);
    else
        lanescan_copy_element(
            plan.size, plan.out + (ptrdiff_t)(count - (t->is_exclusive ? 0 : 1)) * plan.out_stride,
            last);
}

/* How many tasks a piece is worth from here on, if it is divided; chunks can be where the line is
 * at the end of one. */
static size_t tasks_for(const method *m, size_t n, const crew *c)
{
    const size_t tasks = lanescan_tasks_worth(c, m->cost, n);
    return tasks > 1 && lanescan_relay_pays(m, n, 1, tasks) ? tasks : 1;
}

/* ---- pieces of any size ---- */

static void push(stream *t, size_t n, const char *x, char *y, const crew *c)
{
    const size_t size = dtype_size(t->dtype);
    method m;
    resolve(t, &m);
    for (size_t count; n; n -= count, x += count * size, y += count * size) {
        const size_t to_chunk = CHUNK - ((size_t)t->state[0].position + t->pending_count) % CHUNK;
        const size_t tasks = n < 2 * CHUNK ? 1 : tasks_for(&m, n - CHUNK, c);
        if (tasks > 1 && to_chunk == CHUNK) {
            count = (n - 1) / CHUNK * CHUNK;
            for (int part = 0; part < t->parts; part++)
                share_part(t, part, tasks, count, x, y, c);
            continue;
        }
        const size_t most = tasks > 1 ? to_chunk : n; /* from where it is divided */
        if (can_push_directly(t, &m) && most >= GROUP) {
            count = most / GROUP * GROUP;
            push_directly(t, &m, count, x, y);
            continue;
        }
        /* Up to the end of the group, from where whole groups may go directly. */
        const size_t room = BATCH - t->pending_count;
        count = most < room ? most : room;
        push_piece(t, &m, count, x, y);
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
    if (t->magic != STREAM_MAGIC || !dtype_is_valid(t->dtype))
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
    push(t, n, x, y, &(crew){ t->executor, &before });
    environment_leave(&before);
    return LANESCAN_OK;
}

lanescan_status lanescan_stream_total(const lanescan_stream *s, void *total)
{
    if (!s || !total)
        return LANESCAN_ERROR_NULL;
    const stream *const t = (const stream *)(const void *)s;
    if (t->magic != STREAM_MAGIC)
        return LANESCAN_ERROR_STREAM;
    lanescan_copy_element(dtype_size(t->dtype), t->last, total);
    return LANESCAN_OK;
}
