#include "tensor/stream_case.h"

#include "harness/check.h"

#include <stdlib.h>
#include <string.h>

static lanescan_options options_of(const stream_case *s)
{
    return (lanescan_options){ .struct_size = sizeof(lanescan_options),
                               .flags = s->exclusive ? LANESCAN_EXCLUSIVE : 0,
                               .initial = s->has_initial ? s->initial : NULL,
                               .executor = s->executor };
}

void stream_case_expect(const stream_case *s)
{
    const int64_t n = (int64_t)s->n, one_more = n + 1;
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = LANESCAN_EXCLUSIVE,
                                       .initial = s->has_initial ? s->initial : NULL };
    const lanescan_tensor x = { s->x, &n, NULL, 1, s->dtype };
    const lanescan_tensor y = { s->expected, &one_more, NULL, 1, s->dtype };
    const lanescan_status status = lanescan_scan(s->op, &x, 0, &options, &y);
    check(status == LANESCAN_OK, "%s of %s at once: %s", op_name(s->op), dtype_of(s->dtype).name,
          lanescan_status_string(status));
}

static bool is_equal(const stream_case *s, size_t n, const char *got, const char *expected)
{
    const size_t size = dtype_of(s->dtype).size;
    for (size_t i = 0; i < n; i++)
        if (!dtype_same(s->dtype, got + i * size, expected + i * size))
            return false;
    return true;
}

static void use_isa(size_t which)
{
    size_t count = 0;
    while (lanescan_isas()[count])
        count++;
    lanescan_set_isa(lanescan_isas()[which % count]);
}

void stream_case_check(const stream_case *s, const size_t *cuts, size_t count, const uint8_t *isas,
                       bool in_place)
{
    static size_t turn;
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
        use_isa(isas ? isas[piece] : turn++);
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
