/* Streams: any cut of an array, with any instruction set for each piece, gives the bits of one call on the
 * whole; the total is the fold of all so far; each error has its status and changes nothing. */
#include "check.h"
#include "stream_check.h"
#include "tensor_data.h"

#include <stdlib.h>
#include <string.h>

enum { SHORT = 70, LONG = 20000, LONG_CASES = 3 };

typedef struct subject {
    lanescan_op op;
    int dtype;
    bool exclusive, has_initial;
    data_kind data;
    size_t n;
    char *x, *expected; /* n + 1 folds expected: what each exclusive element would be */
    char initial[LARGEST_ELEMENT];
} subject;

static lanescan_options options_of(const subject *s)
{
    return (lanescan_options){ sizeof(lanescan_options), s->exclusive ? LANESCAN_EXCLUSIVE : 0,
                               s->has_initial ? s->initial : NULL };
}

/* One call on the whole: the exclusive scan, one longer. */
static void expect(const subject *s)
{
    const int64_t n = (int64_t)s->n, one_more = n + 1;
    const lanescan_options options = { sizeof options, LANESCAN_EXCLUSIVE,
                                       s->has_initial ? s->initial : NULL };
    const lanescan_tensor x = { s->x, &n, NULL, 1, s->dtype };
    const lanescan_tensor y = { s->expected, &one_more, NULL, 1, s->dtype };
    const lanescan_status status = lanescan_scan(s->op, &x, 0, &options, &y);
    check(status == LANESCAN_OK, "%s of %s at once: %s", op_name(s->op), dtype_of(s->dtype).name,
          lanescan_status_string(status));
}

static bool is_equal(const subject *s, size_t n, const char *got, const char *expected)
{
    const size_t size = dtype_of(s->dtype).size;
    for (size_t i = 0; i < n; i++)
        if (!dtype_same(s->dtype, got + i * size, expected + i * size))
            return false;
    return true;
}

static void use_next_isa(void)
{
    static size_t turn;
    if (!lanescan_isas()[turn])
        turn = 0;
    lanescan_set_isa(lanescan_isas()[turn++]);
}

/* Pushes the pieces that end at cuts[0], cuts[1], ..., n. `in_place`: y is x. */
static void check_cuts(const subject *s, const size_t *cuts, size_t count, bool in_place)
{
    const size_t size = dtype_of(s->dtype).size;
    char *x = check_alloc(s->n * size), *y = in_place ? x : check_alloc(s->n * size);
    char total[LARGEST_ELEMENT];
    const lanescan_options options = options_of(s);
    lanescan_stream stream;
    memcpy(x, s->x, s->n * size);
    bool right = lanescan_stream_begin(&stream, s->op, (lanescan_dtype)s->dtype, &options) ==
                 LANESCAN_OK;
    for (size_t piece = 0, from = 0; piece <= count && right; piece++) {
        const size_t to = piece < count ? cuts[piece] : s->n;
        use_next_isa();
        right = lanescan_stream_push(&stream, to - from, x + from * size, y + from * size) ==
                LANESCAN_OK;
        check(right && is_equal(s, to - from, y + from * size,
                                s->expected + (from + !s->exclusive) * size),
              "%s %s%s%s%s %s n=%zu, %s: piece %zu, elements %zu to %zu", op_name(s->op),
              dtype_of(s->dtype).name, s->exclusive ? " exclusive" : "",
              s->has_initial ? " initial" : "", in_place ? " in place" : "", data_name(s->data),
              s->n, lanescan_isa(), piece, from, to);
        check(lanescan_stream_total(&stream, total) == LANESCAN_OK &&
                  is_equal(s, 1, total, s->expected + to * size),
              "%s %s%s %s n=%zu: total after %zu", op_name(s->op), dtype_of(s->dtype).name,
              s->has_initial ? " initial" : "", data_name(s->data), s->n, to);
        const lanescan_stream copy = stream; /* a plain struct: it may move */
        memset(&stream, 0x77, sizeof stream);
        stream = copy;
        from = to;
    }
    check(right, "%s %s: the stream failed", op_name(s->op), dtype_of(s->dtype).name);
    free(x);
    if (!in_place)
        free(y);
}

static int by_size(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

static void check_subject(subject *s, generator *g)
{
    const size_t size = dtype_of(s->dtype).size;
    size_t cuts[40];
    s->x = check_alloc((s->n + 1) * size);
    s->expected = check_alloc((s->n + 1) * size);
    data_fill(s->data, g, s->dtype, s->n, s->x);
    data_fill(s->data == DATA_SPECIAL ? DATA_NORMAL : s->data, g, s->dtype, 1, s->initial);
    lanescan_set_isa("generic");
    expect(s);
    if (s->n <= SHORT) {
        for (cuts[0] = 0; cuts[0] <= s->n; cuts[0]++) {
            check_cuts(s, cuts, 1, cuts[0] & 1);
            cuts[1] = cuts[0] + random_below(g, s->n - cuts[0] + 1);
            check_cuts(s, cuts, 2, cuts[0] & 2);
        }
    } else {
        for (size_t i = 0; i < 40; i++)
            cuts[i] = random_below(g, s->n + 1);
        qsort(cuts, 40, sizeof cuts[0], by_size);
        check_cuts(s, cuts, 40, random_below(g, 2));
        check_cuts(s, cuts, 1, random_below(g, 2));
    }
    free(s->x);
    free(s->expected);
}

/* Every element a piece of its own. */
static void check_one_by_one(lanescan_op op, int dtype, generator *g)
{
    enum { LENGTH = 200 };
    size_t cuts[LENGTH];
    char x[LENGTH * LARGEST_ELEMENT], expected[(LENGTH + 1) * LARGEST_ELEMENT];
    subject s = {
        .op = op, .dtype = dtype, .data = DATA_NORMAL, .n = LENGTH, .x = x, .expected = expected
    };
    for (size_t i = 0; i < LENGTH; i++)
        cuts[i] = i;
    data_fill(s.data, g, dtype, LENGTH, x);
    expect(&s);
    check_cuts(&s, cuts, LENGTH, false);
}

int main(void)
{
    check_start("stream", lanescan_isas()[0]);
    stream_errors();
    generator g = random_seeded(check_stream_seed("stream"));
    for (int op = 0; op < NUM_OPS; op++) {
        for (int dtype = 0; dtype < NUM_DTYPES; dtype++) {
            if (!op_is_defined((lanescan_op)op, dtype))
                continue;
            check_one_by_one((lanescan_op)op, dtype, &g);
            for (int mode = 0; mode < 4; mode++) {
                subject s = { .op = (lanescan_op)op,
                              .dtype = dtype,
                              .exclusive = mode & 1,
                              .has_initial = mode & 2 };
                /* Where time is short each mode has other kinds of data. */
                const int step = check_scale() > 16 ? 4 : 1;
                for (int data = mode % step; data < NUM_DATA_KINDS; data += step) {
                    s.data = (data_kind)data;
                    s.n = random_below(&g, SHORT + 1);
                    check_subject(&s, &g);
                }
                for (size_t i = 0; i < LONG_CASES / check_scale() + 1; i++) {
                    s.data = (data_kind)random_below(&g, NUM_DATA_KINDS);
                    s.n = SHORT + 1 + random_below(&g, LONG);
                    check_subject(&s, &g);
                }
            }
        }
    }
    return check_finish();
}
