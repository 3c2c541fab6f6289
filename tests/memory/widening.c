/* cumsum to 64 bits from every narrower integer type and bool, against additions one by one.
 *     widening <instruction set> */
#include "golden/random.h"
#include "harness/check.h"
#include "harness/target.h"
#include "memory/convert_reference.h"
#include "memory/dtype.h"
#include "ops/integer/state.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 16, LONGEST = 3000, FILL = 0xa5 };

static const struct {
    const char *name;
    int dtype;
} types[] = {
    { "bool", LANESCAN_BOOL }, { "u8", LANESCAN_U8 }, { "u16", LANESCAN_U16 },
    { "u32", LANESCAN_U32 },   { "i8", LANESCAN_I8 }, { "i16", LANESCAN_I16 },
    { "i32", LANESCAN_I32 },
};

enum { NUM_TYPES = sizeof types / sizeof types[0] };

/* Elements of a type in the order of the scan, and of memory where it goes backwards. */
typedef struct numbers {
    _Alignas(64) char x[4 * (LONGEST + MARGIN)];
    int64_t wide[LONGEST];
} numbers;

static void make_numbers(generator *g, int dtype, bool backwards, size_t n, char *x, int64_t *wide)
{
    const size_t size = dtype_size(dtype);
    for (size_t at = 0; at < n * size; at++)
        x[at] = (char)random_bits(g); /* of bool too: whatever is not 0 is true */
    for (size_t i = 0; i < n; i++) {
        const size_t at = backwards ? n - 1 - i : i;
        int64_t one;
        if (dtype == LANESCAN_BOOL && random_below(g, 3) == 0)
            x[at] = 0;
        reference_convert(dtype, x + at * size, LANESCAN_I64, &one, 0);
        wide[i] = one;
    }
}

/* One piece of a line that goes on from `before`; elements and results at any place. */
static void check_piece(lanescan_piece *piece, size_t type, bool backwards, size_t n, generator *g)
{
    static numbers in;
    static _Alignas(64) int64_t results[LONGEST + 3 * MARGIN];
    char *const x = in.x + random_below(g, MARGIN) * dtype_size(types[type].dtype);
    int64_t *const y = results + MARGIN + random_below(g, MARGIN);
    const size_t first = backwards && n ? n - 1 : 0;
    uint64_t sum = random_bits(g);
    lanescan_state state;
    make_numbers(g, types[type].dtype, backwards, n, x, in.wide);
    memset(results, FILL, sizeof results);
    integer_sum_begin(&state);
    state.as.integer = sum;
    state.position = 96;
    piece(&state, backwards, n, x + first * dtype_size(types[type].dtype), y + first, NULL);
    size_t wrong = 0;
    for (; wrong < n; wrong++) {
        sum += (uint64_t)in.wide[wrong];
        if (y[backwards ? n - 1 - wrong : wrong] != (int64_t)sum)
            break;
    }
    check(wrong == n, "%s%s: element %zu of %zu is wrong", types[type].name,
          backwards ? ", backwards" : "", wrong, n);
    check(wrong < n || (state.as.integer == sum && state.position == 96 + n),
          "%s%s: the state after %zu elements is wrong", types[type].name,
          backwards ? ", backwards" : "", n);
    bool touched = false;
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        touched |= (results + i < y || results + i >= y + n) &&
                   results[i] != (int64_t)UINT64_C(0xa5a5a5a5a5a5a5a5);
    check(!touched, "%s%s: %zu elements: wrote outside", types[type].name,
          backwards ? ", backwards" : "", n);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("widening", name);
    const lanescan_kernels *table = target_find(name);
    generator g = random_seeded(check_stream_seed("widening"));
    for (size_t type = 0; type < NUM_TYPES; type++)
        for (int backwards = 0; backwards < 2; backwards++) {
            lanescan_piece *const piece = table->widening_cumsum[types[type].dtype];
            if (!check(piece != NULL, "%s: there is no kernel", types[type].name))
                continue;
            for (size_t n = 0; n <= 100; n++)
                check_piece(piece, type, backwards, n, &g);
            for (size_t n = 500; n <= 540; n++) /* from 512 on results are aligned first */
                check_piece(piece, type, backwards, n, &g);
            for (size_t i = 0; i < 40; i++)
                check_piece(piece, type, backwards, random_below(&g, LONGEST + 1), &g);
        }
    return check_finish();
}
