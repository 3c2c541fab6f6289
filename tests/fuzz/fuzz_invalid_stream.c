/* Streams with arguments of any kind, in any order of calls: a status other than LANESCAN_OK leaves
 * the stream and all memory as they were. */
#include "fuzz_descriptor.h"

#include "harness/check.h"

void fuzz_stream_errors(fuzz_input *in);

enum { MOST_CALLS = 8 };

_Alignas(64) static char arena[ARENA];
static char before[ARENA];

typedef struct subject {
    lanescan_stream stream, was;
    bool is_begun;
    size_t size; /* of its elements */
} subject;

static void expect(const subject *s, const char *what, lanescan_status got, model_errors errors,
                   size_t first, size_t count)
{
    size_t at = 0;
    if (errors)
        check((unsigned)got <= LANESCAN_ERROR_STREAM && errors >> got & 1,
              "%s: %s: status %d, the errors are %#x", lanescan_isa(), what, (int)got,
              (unsigned)errors);
    else
        check(got == LANESCAN_OK, "%s: %s: status %d, nothing is wrong", lanescan_isa(), what,
              (int)got);
    check(got == LANESCAN_OK || memcmp(&s->stream, &s->was, sizeof s->was) == 0,
          "%s: %s: status %d, but the stream has changed", lanescan_isa(), what, (int)got);
    while (at < ARENA &&
           (arena[at] == before[at] || (got == LANESCAN_OK && at >= first && at - first < count)))
        at++;
    check(at == ARENA, "%s: %s, status %d: byte %zu was written", lanescan_isa(), what, (int)got,
          at);
}

static void begin(fuzz_input *in, subject *s)
{
    const bool is_null = fuzz_byte(in) >= 250;
    const int op = descriptor_int(in), dtype = descriptor_int(in);
    const uint8_t flags = fuzz_byte(in);
    lanescan_options options = { .struct_size = sizeof options,
                                 .flags = flags & 2 ? (uint32_t)descriptor_int(in) : 0 };
    options.initial = flags & 4 ? descriptor_address(in, arena) : NULL;
    const lanescan_options *const passed = flags & 1 ? NULL : &options;
    model_errors errors = 0;
    if (is_null)
        errors |= model_error(LANESCAN_ERROR_NULL);
    if (dtype < 0 || dtype >= NUM_DTYPES)
        errors |= model_error(LANESCAN_ERROR_DTYPE);
    if (op < 0 || op >= NUM_OPS)
        errors |= model_error(LANESCAN_ERROR_OP);
    if (!errors && !op_is_defined((lanescan_op)op, dtype))
        errors |= model_error(LANESCAN_ERROR_OP);
    if (!model_options(passed, sizeof options, LANESCAN_EXCLUSIVE))
        errors |= model_error(LANESCAN_ERROR_OPTION);
    const lanescan_status got = lanescan_stream_begin(is_null ? NULL : &s->stream, (lanescan_op)op,
                                                      (lanescan_dtype)dtype, passed);
    expect(s, "begin", got, errors, 0, 0);
    if (got == LANESCAN_OK && !errors) {
        s->is_begun = true;
        s->size = dtype_of(dtype).size;
    }
}

static void push(fuzz_input *in, subject *s)
{
    static const size_t wild[] = { SIZE_MAX, SIZE_MAX / 2, PTRDIFF_MAX / 8, PTRDIFF_MAX };
    const bool is_null = fuzz_byte(in) >= 250;
    const uint8_t length = fuzz_byte(in);
    const size_t n = length < 250 ? length : wild[length % 4];
    char *const x = descriptor_address(in, arena), *const other = descriptor_address(in, arena);
    char *const y = fuzz_byte(in) & 1 ? x : other;
    const bool fits = n <= (size_t)PTRDIFF_MAX / s->size;
    const size_t count = fits ? n * s->size : 0;
    model_errors errors = 0;
    if (is_null)
        errors = model_error(LANESCAN_ERROR_NULL);
    else if (!s->is_begun)
        errors = model_error(LANESCAN_ERROR_STREAM);
    else if (n && (!x || !y))
        errors = model_error(LANESCAN_ERROR_NULL);
    else if (!fits)
        errors = model_error(LANESCAN_ERROR_SIZE);
    else if (x != y && (x < y ? y - x : x - y) < (ptrdiff_t)count)
        errors = model_error(LANESCAN_ERROR_OVERLAP);
    const size_t first = y ? (size_t)(y - arena) : 0;
    if (!errors && n && (count > ARENA - first || count > ARENA - (size_t)(x - arena)))
        return; /* beyond the arena: not for us to do */
    const lanescan_status got = lanescan_stream_push(is_null ? NULL : &s->stream, n, x, y);
    expect(s, "push", got, errors, first, count);
}

static void total(fuzz_input *in, subject *s)
{
    const bool is_null = fuzz_byte(in) >= 250;
    char *const to = descriptor_address(in, arena);
    model_errors errors = 0;
    if (is_null || !to)
        errors = model_error(LANESCAN_ERROR_NULL);
    else if (!s->is_begun)
        errors = model_error(LANESCAN_ERROR_STREAM);
    const size_t first = to ? (size_t)(to - arena) : 0;
    if (!errors && s->size > ARENA - first)
        return;
    const lanescan_status got = lanescan_stream_total(is_null ? NULL : &s->stream, to);
    expect(s, "total", got, errors, first, s->size);
    check(memcmp(&s->stream, &s->was, sizeof s->was) == 0, "total has changed the stream");
}

void fuzz_stream_errors(fuzz_input *in)
{
    subject s = { .is_begun = false, .size = 1 };
    memset(&s.stream, fuzz_byte(in), sizeof s.stream);
    for (int i = 0; i < ARENA; i++)
        arena[i] = (char)(i * 7 % 61);
    for (int i = 0; i < MOST_CALLS && in->left; i++) {
        const uint8_t which = fuzz_byte(in);
        const char *const *const isas = lanescan_isas();
        lanescan_set_isa(which & 0x80 && isas[1] ? isas[1] : isas[0]);
        memcpy(before, arena, sizeof before);
        memcpy(&s.was, &s.stream, sizeof s.was);
        if (which % 4 == 0)
            begin(in, &s);
        else if (which % 4 == 1)
            total(in, &s);
        else
            push(in, &s);
    }
}
