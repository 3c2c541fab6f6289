#include "golden/dtype.h"
#include "harness/check.h"
#include "tensor/stream_check.h"

#include <string.h>

static void expect_begin(lanescan_op op, int dtype, const lanescan_options *options,
                         lanescan_status expected, const char *what)
{
    lanescan_stream s, before;
    memset(&s, 0x42, sizeof s);
    memcpy(&before, &s, sizeof s);
    const lanescan_status got = lanescan_stream_begin(&s, op, (lanescan_dtype)dtype, options);
    check(got == expected, "begin, %s: %s instead of %s", what, lanescan_status_string(got),
          lanescan_status_string(expected));
    check(expected == LANESCAN_OK || memcmp(&s, &before, sizeof s) == 0, "begin, %s: wrote", what);
}

static void check_begin(void)
{
    struct {
        lanescan_options options;
        char more[16];
    } o = { .options = { .struct_size = sizeof o.options } };
    const lanescan_op sum = LANESCAN_CUMSUM;
    const lanescan_op below = (lanescan_op)-1, above = (lanescan_op)NUM_OPS;
    check(lanescan_stream_begin(NULL, sum, LANESCAN_F32, NULL) == LANESCAN_ERROR_NULL,
          "begin(NULL)");
    expect_begin(sum, LANESCAN_F32, NULL, LANESCAN_OK, "no options");
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_OK, "default options");
    expect_begin(below, LANESCAN_F32, NULL, LANESCAN_ERROR_OP, "op -1");
    expect_begin(above, LANESCAN_F32, NULL, LANESCAN_ERROR_OP, "op 5");
    expect_begin(sum, -1, NULL, LANESCAN_ERROR_DTYPE, "dtype -1");
    expect_begin(sum, LANESCAN_C128 + 1, NULL, LANESCAN_ERROR_DTYPE, "dtype 15");
    for (int op = 0; op < NUM_OPS; op++)
        for (int dtype = 0; dtype < NUM_DTYPES; dtype++)
            expect_begin((lanescan_op)op, dtype, NULL,
                         op_is_defined((lanescan_op)op, dtype) ? LANESCAN_OK : LANESCAN_ERROR_OP,
                         dtype_of(dtype).name);
    o.options.flags = LANESCAN_REVERSE;
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_ERROR_OPTION, "reverse");
    o.options.flags = LANESCAN_REVERSE | LANESCAN_EXCLUSIVE;
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_ERROR_OPTION, "reverse and exclusive");
    o.options.flags = 1u << 31;
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_ERROR_OPTION, "flag 2^31");
    o.options = (lanescan_options){ 0 };
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_ERROR_OPTION, "struct_size 0");
    o.options.struct_size = sizeof o.options - 1;
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_ERROR_OPTION, "struct_size too small");
    o.options.struct_size = offsetof(lanescan_options, executor) - 1;
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_ERROR_OPTION, "less than that of 0.1");
    o.options.struct_size = offsetof(lanescan_options, executor);
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_OK, "struct_size of 0.1");
    o.options.struct_size = sizeof o;
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_OK, "struct_size with more, all 0");
    o.more[sizeof o.more - 1] = 1;
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_ERROR_OPTION, "struct_size with more set");
    const lanescan_executor nobody = { .struct_size = sizeof nobody, .max_tasks = 2 };
    o.options = (lanescan_options){ .struct_size = sizeof o.options, .executor = &nobody };
    expect_begin(sum, LANESCAN_F32, &o.options, LANESCAN_ERROR_OPTION, "no parallel_for");
}

static void check_push(void)
{
    float x[2] = { 1, 2 }, y[2] = { 7, 7 }, around[3] = { 1, 2, 3 }, total = 7;
    lanescan_stream s = { { 0 } }, before = s;
    check(lanescan_stream_push(&s, 2, x, y) == LANESCAN_ERROR_STREAM, "push to a stream not begun");
    check(lanescan_stream_push(&s, 0, NULL, NULL) == LANESCAN_ERROR_STREAM,
          "push of nothing to a stream not begun");
    check(lanescan_stream_total(&s, &total) == LANESCAN_ERROR_STREAM,
          "total of a stream not begun");
    check(lanescan_stream_push(NULL, 2, x, y) == LANESCAN_ERROR_NULL, "push to NULL");
    check(lanescan_stream_total(NULL, &total) == LANESCAN_ERROR_NULL, "total of NULL");
    check(memcmp(&s, &before, sizeof s) == 0, "a stream not begun was changed");
    check(lanescan_stream_begin(&s, LANESCAN_CUMSUM, LANESCAN_F32, NULL) == LANESCAN_OK, "begin");
    before = s;
    before.opaque[1] = UINT64_MAX; /* where operation and type are: written over by the user */
    check(lanescan_stream_push(&before, 2, x, y) == LANESCAN_ERROR_STREAM && y[0] == 7,
          "push to a stream of no type");
    check(lanescan_stream_push(&s, 1, x, y) == LANESCAN_OK && y[0] == 1 && y[1] == 7,
          "push of one");
    before = s;
    y[0] = 7;
    check(lanescan_stream_push(&s, 1, NULL, y) == LANESCAN_ERROR_NULL, "push from NULL");
    check(lanescan_stream_push(&s, SIZE_MAX, x, y) == LANESCAN_ERROR_SIZE &&
              lanescan_stream_push(&s, SIZE_MAX / sizeof *x, x, y) == LANESCAN_ERROR_SIZE,
          "push of more than there can be");
    check(lanescan_stream_push(&s, 1, x, NULL) == LANESCAN_ERROR_NULL, "push into NULL");
    check(lanescan_stream_total(&s, NULL) == LANESCAN_ERROR_NULL, "total into NULL");
    check(lanescan_stream_push(&s, 2, around, around + 1) == LANESCAN_ERROR_OVERLAP &&
              lanescan_stream_push(&s, 2, around + 1, around) == LANESCAN_ERROR_OVERLAP &&
              around[0] == 1 && around[1] == 2 && around[2] == 3,
          "push into memory that overlaps");
    check(memcmp(&s, &before, sizeof s) == 0 && y[0] == 7 && total == 7,
          "an error changed something");
    check(lanescan_stream_push(&s, 0, NULL, NULL) == LANESCAN_OK, "push of nothing");
    check(lanescan_stream_push(&s, 1, x + 1, y) == LANESCAN_OK && y[0] == 3, "push after errors");
    check(lanescan_stream_total(&s, &total) == LANESCAN_OK && total == 3, "total after errors");
}

/* The last byte of one is the first of the other. */
static void check_touching(void)
{
    int8_t bytes[5] = { 1, 2, 3, 4, 5 };
    lanescan_stream s;
    check(lanescan_stream_begin(&s, LANESCAN_CUMMAX, LANESCAN_I8, NULL) == LANESCAN_OK, "begin");
    check(lanescan_stream_push(&s, 3, bytes, bytes + 2) == LANESCAN_ERROR_OVERLAP &&
              lanescan_stream_push(&s, 3, bytes + 2, bytes) == LANESCAN_ERROR_OVERLAP &&
              bytes[0] == 1 && bytes[4] == 5,
          "push into memory that overlaps in one byte");
    check(lanescan_stream_push(&s, 2, bytes, bytes + 2) == LANESCAN_OK && bytes[3] == 2,
          "push into memory that follows");
}

/* The initial value is copied when the stream begins. */
static void check_initial(void)
{
    double initial = 10, total = 0;
    const lanescan_options options = { .struct_size = sizeof options, .initial = &initial };
    lanescan_stream s;
    check(lanescan_stream_begin(&s, LANESCAN_CUMSUM, LANESCAN_F64, &options) == LANESCAN_OK,
          "begin");
    initial = 5;
    check(lanescan_stream_total(&s, &total) == LANESCAN_OK && total == 10,
          "the total of nothing is not the initial value");
}

static void expect_begun(lanescan_stream *s, const lanescan_options *options, const double first[2],
                         const char *what, size_t place)
{
    const double x[2] = { 0.5, 7 };
    double y[2] = { 0, 0 }, total[2] = { 0, 0 };
    check(lanescan_stream_begin(s, LANESCAN_CUMSUM, LANESCAN_C128, options) == LANESCAN_OK &&
              lanescan_stream_total(s, total) == LANESCAN_OK && total[0] == first[0] &&
              total[1] == first[1],
          "%s at byte %zu of the stream: the total is %g, %g", what, place, total[0], total[1]);
    check(lanescan_stream_push(s, 1, x, y) == LANESCAN_OK && y[0] == first[0] + x[0] &&
              y[1] == first[1] + x[1],
          "%s at byte %zu of the stream: the sum is %g, %g", what, place, y[0], y[1]);
}

/* A stream that is begun anew from its own memory: what is given is read before that is written. */
static void check_begun_from_itself(void)
{
    static const double first[2] = { 10, -3 };
    for (size_t at = 0; at + sizeof first <= sizeof(lanescan_stream); at += sizeof first[0]) {
        lanescan_stream s;
        memset(&s, 0x42, sizeof s);
        memcpy((char *)&s + at, first, sizeof first);
        const lanescan_options options = { .struct_size = sizeof options,
                                           .initial = (char *)&s + at };
        expect_begun(&s, &options, first, "an initial value", at);
    }
    for (size_t at = 0; at + sizeof(lanescan_options) <= sizeof(lanescan_stream); at += 8) {
        const lanescan_options options = { .struct_size = sizeof options, .initial = first };
        lanescan_stream s;
        memset(&s, 0x42, sizeof s);
        memcpy((char *)&s + at, &options, sizeof options);
        expect_begun(&s, (const lanescan_options *)(const void *)((char *)&s + at), first,
                     "options", at);
    }
}

void stream_errors(void)
{
    check_begin();
    check_push();
    check_touching();
    check_initial();
    check_begun_from_itself();
}
