/* No scan of a tensor reads or writes outside the smallest stretch of memory that holds its
 * elements: each tensor lies against a page that may not be touched, once with its end and once
 * with its start. */
#define _GNU_SOURCE /* sigsetjmp */

#include "harness/check.h"
#include "harness/fence.h"
#include "tensor/case.h"

#include <string.h>

static const struct {
    size_t count;
    int64_t most;
} tiers[] = { { 6000, 300 }, { 200, 6000 } };

/* Padding multiplies a random layout's memory; a tensor that needs more than this is left out. */
enum { ROOM = 1 << 20 };

static size_t stretch(const layout *l, int dtype)
{
    return (size_t)(l->elements - 2 * LAYOUT_MARGIN) * dtype_of(dtype).size;
}

/* The memory that the layout, margins and all, would begin at. */
static char *put(const fenced *f, const layout *l, int dtype, bool at_end)
{
    return fence_against(f, stretch(l, dtype), at_end) - LAYOUT_MARGIN * dtype_of(dtype).size;
}

/* Returns whether the case was judged. */
static bool check_case(const tensor_case *c, const fenced arrays[3], bool at_end)
{
    char text[CASE_TEXT];
    _Alignas(16) char initial[LARGEST_ELEMENT];
    if (stretch(&c->input, c->input_dtype) > ROOM || stretch(&c->output, c->dtype) > ROOM ||
        stretch(&c->indices, LANESCAN_I64) > ROOM)
        return false;
    generator g = random_seeded(c->seed);
    data_fill(c->data, &g, c->dtype, 1, initial);
    data_fill(c->data, &g, c->input_dtype,
              stretch(&c->input, c->input_dtype) / dtype_of(c->input_dtype).size,
              fence_against(&arrays[0], stretch(&c->input, c->input_dtype), at_end));
    char *x = put(&arrays[0], &c->input, c->input_dtype, at_end);
    char *y = c->in_place ? x : put(&arrays[1], &c->output, c->dtype, at_end);
    char *z = put(&arrays[2], &c->indices, LANESCAN_I64, at_end);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        const bool touched = sigsetjmp(fence_escape, 1) != 0;
        lanescan_status status = LANESCAN_OK;
        if (!touched)
            status = tensor_case_call(c, c->has_initial ? initial : NULL, x, y, z);
        check(!touched && status == LANESCAN_OK, "%s %s: %s, memory %s", *isa,
              tensor_case_text(text, c),
              touched ? "touched a forbidden page" : lanescan_status_string(status),
              at_end ? "before the page" : "after the page");
    }
    return true;
}

/* Short lines that follow each other, of each end that a group and its runs may have: several are
 * scanned at a time, and the last elements of a line may be read with those before them. */
static void check_short_lines(const fenced arrays[3])
{
    enum { LINES = 8, LONGEST = 66 };
    for (int op = 0; op < NUM_OPS; op++)
        for (int dtype = 0; dtype < NUM_DTYPES; dtype++)
            for (int64_t n = 1; n <= LONGEST && op_is_defined((lanescan_op)op, dtype); n++) {
                tensor_case c = { .op = (lanescan_op)op,
                                  .input_dtype = dtype,
                                  .dtype = dtype,
                                  .dim = 1,
                                  .data = DATA_SMALL,
                                  .input = { .ndim = 2, .shape = { LINES, n } } };
                layout_plain(&c.input);
                c.output = c.indices = c.input;
                check(check_case(&c, arrays, false) && check_case(&c, arrays, true),
                      "no room for lines of %d", (int)n);
            }
}

static lanescan_status recurrence_untouched(const lanescan_tensor t[3])
{
    if (sigsetjmp(fence_escape, 1) != 0)
        return LANESCAN_ERROR_NULL;
    return lanescan_linear_recurrence(&t[0], &t[1], 1, NULL, &t[2]);
}

/* Many lines of a linear recurrence likewise; with coefficients of their own, the same for all, or
 * one. */
static void check_short_recurrences(const fenced arrays[3], int dtype, int64_t lines, int64_t n,
                                    bool at_end)
{
    const int64_t shape[2] = { lines, n };
    generator g = random_seeded((uint64_t)n);
    for (int kind = 0; kind < 3; kind++) {
        const int64_t strides[2] = { n, 1 }, of_a[2] = { kind ? 0 : n, kind < 2 };
        lanescan_tensor t[3];
        for (size_t i = 0; i < 3; i++) {
            const size_t count = (size_t)(i == 0 && kind ? kind < 2 ? n : 1 : lines * n);
            char *const at = fence_against(&arrays[i], count * dtype_of(dtype).size, at_end);
            t[i] = (lanescan_tensor){ at, shape, i == 0 ? of_a : strides, 2, dtype };
            data_fill(DATA_SMALL, &g, dtype, count, at);
        }
        for (const char *const *isa = lanescan_isas(); *isa; isa++) {
            lanescan_set_isa(*isa);
            check(recurrence_untouched(t) == LANESCAN_OK,
                  "%s: recurrences of %d touched a forbidden page, memory %s it, coefficients %d",
                  *isa, (int)n, at_end ? "before" : "after", kind);
        }
    }
}

int main(void)
{
    check_start("tensor_guard", lanescan_isas()[0]);
    const fenced arrays[3] = { fence(ROOM), fence(ROOM), fence(ROOM) };
    fence_watch(&arrays[0]);
    generator g = random_seeded(check_stream_seed("tensor_guard"));
    for (size_t tier = 0; tier < sizeof tiers / sizeof tiers[0]; tier++) {
        const size_t cases = tiers[tier].count / check_scale() + 1;
        size_t judged = 0;
        for (size_t i = 0; i < cases; i++) {
            const tensor_case c = tensor_case_random(random_bits(&g), tiers[tier].most);
            judged += check_case(&c, arrays, false) && check_case(&c, arrays, true);
        }
        check(judged >= cases / 2, "only %zu of %zu cases have room", judged, cases);
    }
    check_short_lines(arrays);
    for (int64_t n = 1; n < 260; n += n < 68 ? 1 : 17)
        for (int64_t lines = 8; lines <= 10; lines += 2)
            for (int at_end = 0; at_end < 2; at_end++) {
                check_short_recurrences(arrays, LANESCAN_F32, lines, n, at_end);
                check_short_recurrences(arrays, LANESCAN_F64, lines, n, at_end);
            }
    return check_finish();
}
