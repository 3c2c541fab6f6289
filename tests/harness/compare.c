#include "harness/compare.h"

#include "harness/check.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, FRESH = 0xa5, MARGIN_BYTES = COMPARE_MARGIN * 8 /* of ALIGNMENT */ };

enum { ARRAY_X, ARRAY_SECOND, ARRAY_Y, ARRAY_INDEX, NUM_ARRAYS };

static size_t room(size_t capacity)
{
    return (capacity + 16) * 8 + 2 * MARGIN_BYTES + ALIGNMENT;
}

comparison comparison_new(size_t capacity)
{
    comparison c = { 0 };
    c.x = check_alloc(capacity * 8);
    c.second = check_alloc(capacity * 8);
    c.expected = check_alloc(capacity * 8);
    c.expected_index = check_alloc(capacity * 8);
    for (int i = 0; i < NUM_ARRAYS; i++)
        c.memory[i] = check_alloc(room(capacity));
    return c;
}

void comparison_free(comparison *c)
{
    free(c->x);
    free(c->second);
    free(c->expected);
    free(c->expected_index);
    for (int i = 0; i < NUM_ARRAYS; i++)
        free(c->memory[i]);
}

void comparison_expect(comparison *c, const kernel *k, const lanescan_kernels *reference, size_t n)
{
    c->kernel = k;
    c->n = n;
    k->call(reference, n, c->x, c->second, c->expected, c->expected_index);
}

/* The array's first element: past the margin, `offset` elements past a 64-byte boundary. */
static char *place(char *memory, size_t offset, size_t size)
{
    const size_t misaligned = (uintptr_t)memory % ALIGNMENT;
    char *aligned = memory + (misaligned ? ALIGNMENT - misaligned : 0);
    return aligned + MARGIN_BYTES + offset * size;
}

static void surround(char *array, size_t bytes)
{
    memset(array - MARGIN_BYTES, FRESH, MARGIN_BYTES);
    memset(array + bytes, FRESH, MARGIN_BYTES);
}

static bool is_surrounded(const char *array, size_t bytes)
{
    for (int i = 0; i < MARGIN_BYTES; i++)
        if ((unsigned char)array[i - MARGIN_BYTES] != FRESH ||
            (unsigned char)array[bytes + (size_t)i] != FRESH)
            return false;
    return true;
}

static void check_values(const comparison *c, const char *y, placement at, const char *what)
{
    const kernel *k = c->kernel;
    const size_t outputs = kernel_outputs(k, c->n);
    const size_t wrong = element_mismatch(k->type, outputs, c->expected, y);
    char expected[ELEMENT_TEXT] = "", got[ELEMENT_TEXT] = "", input[ELEMENT_TEXT] = "";
    if (wrong < outputs) {
        element_text(expected, k->type, c->expected, wrong);
        element_text(got, k->type, y, wrong);
        if (c->n)
            element_text(input, k->type, c->x, wrong);
    }
    check(wrong == outputs,
          "%s %s n=%zu offsets x%zu second%zu y%zu in_place=%d,%d index=%d: element %zu, input %s: "
          "got %s, expected %s",
          k->name, what, c->n, at.x, at.second, at.y, at.in_place, at.in_place_second,
          at.with_index, wrong, input, got, expected);
}

static void check_index(const comparison *c, const int64_t *index, const char *what)
{
    size_t i = 0;
    while (i < c->n && index[i] == c->expected_index[i])
        i++;
    check(i == c->n, "%s %s n=%zu: index of element %zu is %lld, expected %lld", c->kernel->name,
          what, c->n, i, i < c->n ? (long long)index[i] : 0,
          i < c->n ? (long long)c->expected_index[i] : 0);
}

void comparison_check(comparison *c, const lanescan_kernels *target, placement at, const char *what)
{
    const kernel *k = c->kernel;
    const size_t size = element_type_size(k->type);
    const size_t bytes = c->n * size;
    const size_t output_bytes = kernel_outputs(k, c->n) * size;
    char *x = place(c->memory[ARRAY_X], at.x, size);
    char *second = place(c->memory[ARRAY_SECOND], at.second, size);
    char *y = at.in_place ? x : at.in_place_second ? second : place(c->memory[ARRAY_Y], at.y, size);
    int64_t *index = (int64_t *)(void *)place(c->memory[ARRAY_INDEX], at.index, 8);
    if (y != x && y != second) /* an element left unwritten must not look right by chance */
        memset(y, FRESH, output_bytes);
    memset(index, FRESH, c->n * 8);
    memcpy(x, c->x, bytes);
    memcpy(second, c->second, bytes);
    surround(y, output_bytes);
    surround((char *)index, c->n * 8);

    k->call(target, c->n, x, second, y, k->has_index && at.with_index ? index : NULL);

    check_values(c, y, at, what);
    check(is_surrounded(y, output_bytes), "%s %s n=%zu: wrote outside the output", k->name, what,
          c->n);
    check(y == x || memcmp(x, c->x, bytes) == 0, "%s %s n=%zu: changed its input", k->name, what,
          c->n);
    check(y == second || memcmp(second, c->second, bytes) == 0,
          "%s %s n=%zu: changed its second input", k->name, what, c->n);
    if (k->has_index && at.with_index) {
        check_index(c, index, what);
        check(is_surrounded((char *)index, c->n * 8), "%s %s n=%zu: wrote outside the index",
              k->name, what, c->n);
    }
}
