/* Streams: any cut of an array, with any instruction set for each piece, gives the bits of one call
 * on the whole; the total is the fold of all so far; each error has its status and changes
 * nothing. */
#include "harness/check.h"
#include "tensor/stream_case.h"
#include "tensor/stream_check.h"

#include <stdlib.h>

enum { SHORT = 70, LONG = 20000, LONG_CASES = 3 };

static int by_size(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

static void check_subject(stream_case *s, generator *g)
{
    const size_t size = dtype_of(s->dtype).size;
    size_t cuts[40];
    s->x = check_alloc((s->n + 1) * size);
    s->expected = check_alloc((s->n + 1) * size);
    data_fill(s->data, g, s->dtype, s->n, s->x);
    data_fill(s->data == DATA_SPECIAL ? DATA_NORMAL : s->data, g, s->dtype, 1, s->initial);
    lanescan_set_isa("generic");
    stream_case_expect(s);
    if (s->n <= SHORT) {
        for (cuts[0] = 0; cuts[0] <= s->n; cuts[0]++) {
            stream_case_check(s, cuts, 1, NULL, cuts[0] & 1);
            cuts[1] = cuts[0] + random_below(g, s->n - cuts[0] + 1);
            stream_case_check(s, cuts, 2, NULL, cuts[0] & 2);
        }
    } else {
        for (size_t i = 0; i < 40; i++)
            cuts[i] = random_below(g, s->n + 1);
        qsort(cuts, 40, sizeof cuts[0], by_size);
        stream_case_check(s, cuts, 40, NULL, random_below(g, 2));
        stream_case_check(s, cuts, 1, NULL, random_below(g, 2));
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
    stream_case s = {
        .op = op, .dtype = dtype, .data = DATA_NORMAL, .n = LENGTH, .x = x, .expected = expected
    };
    for (size_t i = 0; i < LENGTH; i++)
        cuts[i] = i;
    data_fill(s.data, g, dtype, LENGTH, x);
    stream_case_expect(&s);
    stream_case_check(&s, cuts, LENGTH, NULL, false);
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
                stream_case s = { .op = (lanescan_op)op,
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
