/* Every conversion of a table, against integer arithmetic.
 *     convert <instruction set> */
#include "golden/random.h"
#include "harness/check.h"
#include "harness/target.h"
#include "memory/convert_data.h"
#include "memory/convert_reference.h"
#include "memory/dtype.h"
#include "memory/elements.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 64, SHORT = 70, FILL = 0xa5 };

static const char *const names[NUM_DTYPES] = { "bool", "u8",  "u16", "u32", "u64",
                                               "i8",   "i16", "i32", "i64", "f16",
                                               "bf16", "f32", "f64", "c64", "c128" };

/* n elements from x, against the expected ones; the output lies between margins. */
static void check_call(const lanescan_memory_kernels *kernels, int from, int to, size_t n,
                       const char *x, const char *expected, char *margin)
{
    char *y = margin + MARGIN;
    const size_t bytes = n * dtype_size(to);
    memset(margin, FILL, bytes + 2 * MARGIN);
    conversion convert;
    lanescan_set_conversion(&convert, kernels, from, to, to, false);
    for (size_t i = 0; i < n; i += BATCH)
        lanescan_read_elements(&convert, n - i < BATCH ? n - i : BATCH, x + i * convert.from_size,
                               (ptrdiff_t)convert.from_size, y + i * convert.to_size);
    size_t wrong = 0;
    if (memcmp(y, expected, bytes) != 0) /* else the usual case: all the same, no NaN */
        while (wrong < n && reference_same(to, y, expected, wrong))
            wrong++;
    else
        wrong = n;
    char source[REFERENCE_TEXT] = "", want[REFERENCE_TEXT] = "", got[REFERENCE_TEXT] = "";
    if (wrong < n) {
        reference_text(source, from, x, wrong);
        reference_text(want, to, expected, wrong);
        reference_text(got, to, y, wrong);
    }
    check(wrong == n, "%s to %s, n=%zu, element %zu: %s gives %s, expected %s", names[from],
          names[to], n, wrong, source, got, want);
    bool touched = false;
    for (size_t i = 0; i < MARGIN; i++)
        touched |= (unsigned char)margin[i] != FILL || (unsigned char)y[bytes + i] != FILL;
    check(!touched, "%s to %s, n=%zu: wrote outside", names[from], names[to], n);
}

static void check_pair(const lanescan_memory_kernels *kernels, int from, int to,
                       const element_list *list)
{
    const size_t from_size = dtype_size(from), to_size = dtype_size(to);
    const char *x = list->data;
    char *expected = check_alloc(list->n * to_size);
    for (size_t i = 0; i < list->n; i++)
        reference_convert(from, x, to, expected, i);
    char *memory = check_alloc((list->n + 16) * to_size + 2 * MARGIN);
    check_call(kernels, from, to, list->n, x, expected, memory);

    /* Short pieces, and some around a batch, at odd places of input and output. */
    generator g = random_seeded(check_stream_seed("convert places"));
    for (size_t n = 0; n <= BATCH + 8; n += n == SHORT ? BATCH - 8 - SHORT : 1) {
        const size_t first = random_below(&g, list->n - n) | 1;
        const size_t at = first + n <= list->n ? first : first - 1;
        char *y = memory + (2 * random_below(&g, 8) + 1) * to_size;
        check_call(kernels, from, to, n, x + at * from_size, expected + at * to_size, y);
    }
    free(memory);
    free(expected);
}

static void check_dtypes(void)
{
    static const size_t sizes[NUM_DTYPES] = { 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16 };
    for (int dtype = -1; dtype <= NUM_DTYPES; dtype++) {
        const bool is_valid = dtype >= 0 && dtype < NUM_DTYPES;
        check(dtype_size(dtype) == (is_valid ? sizes[dtype] : 0), "size of dtype %d", dtype);
        const char kind = is_valid ? names[dtype][0] : ' ';
        check(dtype_is_integer(dtype) == (kind == 'u' || kind == 'i') &&
                  (!dtype_is_integer(dtype) || dtype_is_signed(dtype) == (kind == 'i')) &&
                  dtype_is_complex(dtype) == (kind == 'c') &&
                  dtype_is_floating(dtype) == (kind == 'f' || dtype == LANESCAN_BF16) &&
                  dtype_is_valid(dtype) == is_valid,
              "kind of dtype %d", dtype);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("convert", name);
    check_conversions();
    const lanescan_kernels *table = target_find(name);
    check_dtypes();
    for (int from = 0; from < NUM_DTYPES; from++) {
        element_list list = convert_data(from);
        for (int to = 0; to < NUM_DTYPES; to++) {
            const bool is_there = lanescan_paths[from][to].is_there;
            if (check(is_there == reference_converts(from, to), "%s to %s is %s", names[from],
                      names[to], is_there ? "there" : "missing") &&
                is_there && from != to)
                check_pair(&table->memory, from, to, &list);
        }
        free(list.data);
    }
    return check_finish();
}
