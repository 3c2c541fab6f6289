/* An array in pieces that are cut where the case says, each on an instruction set of its own: the
 * bits of one call on the whole, and its totals. */
#include "fuzz_elements.h"

#include "harness/check.h"
#include "tensor/stream_case.h"

#include <stdlib.h>

enum { MOST_CUTS = 32, MOST_ELEMENTS = 9000 };

static int by_size(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

void fuzz_one(const uint8_t *bytes, size_t size)
{
    fuzz_input in = { bytes, size };
    stream_case s = { .op = (lanescan_op)fuzz_below(&in, NUM_OPS) };
    size_t cuts[MOST_CUTS];
    uint8_t isas[MOST_CUTS + 1];
    s.dtype = fuzz_dtype(&in, s.op);
    const uint8_t flags = fuzz_byte(&in), length = fuzz_byte(&in);
    s.exclusive = flags & 1;
    s.has_initial = flags & 2;
    s.n = length < 230 ? length : fuzz_u16(&in) % (MOST_ELEMENTS + 1);
    const size_t count = (size_t)fuzz_below(&in, MOST_CUTS + 1);
    for (size_t i = 0; i < count; i++) {
        cuts[i] = (s.n < 256 ? fuzz_byte(&in) : fuzz_u16(&in)) % (s.n + 1);
        isas[i] = fuzz_byte(&in);
    }
    isas[count] = fuzz_byte(&in);
    qsort(cuts, count, sizeof cuts[0], by_size);
    if (s.has_initial)
        fuzz_bytes(&in, dtype_of(s.dtype).size, s.initial);
    s.x = check_alloc(s.n * dtype_of(s.dtype).size);
    s.expected = check_alloc((s.n + 1) * dtype_of(s.dtype).size);
    s.data = fuzz_data(&in, s.dtype, s.n, s.x);
    lanescan_set_isa("generic");
    stream_case_expect(&s);
    stream_case_check(&s, cuts, count, isas, flags & 4);
    free(s.x);
    free(s.expected);
}
