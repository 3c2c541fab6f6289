/* Linear recurrences of any elements: on every instruction set the bits of the portable one, along
 * and across lines, forwards and backwards, in pieces of a line with the last result as the next
 * initial value; and of floating and complex numbers the values, MPFR as the judge. */
#include "fuzz_elements.h"

#include "harness/check.h"
#include "recurrence/judge.h"

#include <lanescan.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 9000, MOST_JUDGED = 700, LINES = 9 };

typedef struct recurrence_case {
    int dtype;
    size_t n;
    bool reverse, has_initial;
    _Alignas(16) char initial[LARGEST_ELEMENT];
    char *a, *b;
} recurrence_case;

/* `lines` copies of the line side by side, or the line alone. */
static void call(const recurrence_case *c, const char *isa, int64_t lines, bool reverse,
                 const char *a, const char *b, char *y)
{
    const int64_t shape[2] = { (int64_t)c->n, lines }, of_line[2] = { 1, 0 };
    const lanescan_tensor x = { (char *)(uintptr_t)a, shape, of_line, 2, c->dtype },
                          z = { (char *)(uintptr_t)b, shape, of_line, 2, c->dtype },
                          out = { y, shape, NULL, 2, c->dtype };
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = reverse ? LANESCAN_REVERSE : 0,
                                       .initial = c->has_initial ? c->initial : NULL };
    lanescan_set_isa(isa);
    const lanescan_status status = lanescan_linear_recurrence(&x, &z, 0, &options, &out);
    check(status == LANESCAN_OK, "%s: %s", isa, lanescan_status_string(status));
}

static void compare(const recurrence_case *c, const char *isa, int64_t lines, bool reverse,
                    const char *expected, const char *got)
{
    const size_t size = dtype_of(c->dtype).size;
    for (size_t j = 0; j < c->n; j++)
        for (int64_t l = 0; l < lines; l++) {
            const size_t from = reverse ? c->n - 1 - j : j;
            if (!check(dtype_same(c->dtype, expected + j * size,
                                  got + (from * (size_t)lines + (size_t)l) * size),
                       "%s, %s, %lld lines%s: element %zu of %zu, line %lld", isa,
                       dtype_of(c->dtype).name, (long long)lines, reverse ? " backwards" : "", j,
                       c->n, (long long)l))
                return;
        }
}

static void turn(size_t n, size_t size, const char *from, char *to)
{
    for (size_t j = 0; j < n; j++)
        memcpy(to + (n - 1 - j) * size, from + j * size, size);
}

void fuzz_one(const uint8_t *bytes, size_t size)
{
    fuzz_input in = { bytes, size };
    recurrence_case c = { .dtype = fuzz_dtype(&in, LANESCAN_CUMSUM) };
    const uint8_t flags = fuzz_byte(&in), length = fuzz_byte(&in);
    c.n = length < 230 ? length : fuzz_u16(&in) % (MOST_ELEMENTS + 1);
    c.has_initial = flags & 1;
    fuzz_bytes(&in, LARGEST_ELEMENT, c.initial);
    const size_t bytes_of_line = c.n * dtype_of(c.dtype).size;
    c.a = check_alloc(bytes_of_line);
    c.b = check_alloc(bytes_of_line);
    char *const back[2] = { check_alloc(bytes_of_line), check_alloc(bytes_of_line) };
    char *const expected = check_alloc(bytes_of_line), *const y = check_alloc(bytes_of_line *
                                                                              LINES);
    fuzz_data(&in, c.dtype, c.n, c.a);
    fuzz_data(&in, c.dtype, c.n, c.b);
    turn(c.n, dtype_of(c.dtype).size, c.a, back[0]);
    turn(c.n, dtype_of(c.dtype).size, c.b, back[1]);
    call(&c, "generic", 1, false, c.a, c.b, expected);
    for (const char *const *isa = lanescan_isas(); *isa; isa++)
        for (int way = 0; way < 4; way++) {
            const int64_t lines = way & 1 ? LINES : 1;
            const bool reverse = way & 2;
            call(&c, *isa, lines, reverse, reverse ? back[0] : c.a, reverse ? back[1] : c.b, y);
            compare(&c, *isa, lines, reverse, expected, y);
        }
    if (dtype_of(c.dtype).kind >= KIND_FLOAT && c.n <= MOST_JUDGED)
        recurrence_judge("the line", c.dtype, c.n, c.a, c.b, c.has_initial ? c.initial : NULL,
                         expected);
    free(c.a);
    free(c.b);
    free(back[0]);
    free(back[1]);
    free(expected);
    free(y);
}
