/* Tensors of any shape, strides, types and options: on every instruction set each line has the bits
 * of the line function on a contiguous copy of it, and nothing else is written.
 *     tensor_bits [case]         one case again, by the number of its failure */
#include "harness/check.h"
#include "tensor/case.h"

#include <stdlib.h>
#include <string.h>

/* Many small ones, where most differs; lines beyond a chunk; many such lines side by side. */
static const struct {
    size_t count;
    int64_t most;
} tiers[] = { { 12000, 300 }, { 400, 20000 }, { 30, 120000 } };

enum { NUM_TIERS = sizeof tiers / sizeof tiers[0] };

/* The number of a case tells its tier. */
static void check_case(uint64_t seed)
{
    const tensor_case c = tensor_case_random(seed, tiers[seed % NUM_TIERS].most);
    tensor_case_check(&c);
}

/* What must be there whatever is drawn. A bit of a variant says that there is an initial value,
 * that the scan is in place, or that there are indices. A bool may be any byte. */
enum { WITH_INITIAL = 1, IN_PLACE = 2, WITH_INDEX = 4, NUM_VARIANTS = 8 };

static void check_variant(lanescan_op op, int dtype, uint32_t flags, int variant,
                          const layout *shape, int dim)
{
    const bool is_extreme = op_has_index(op);
    tensor_case c = { .seed = (uint64_t)(shape->ndim * NUM_VARIANTS + variant),
                      .op = op,
                      .input_dtype = dtype,
                      .dtype = dtype,
                      .dim = dim,
                      .flags = flags,
                      .data = dtype == LANESCAN_BOOL ? DATA_BITS : DATA_SMALL,
                      .has_initial = variant & WITH_INITIAL,
                      .in_place = variant & IN_PLACE,
                      .with_index = variant & WITH_INDEX,
                      .input = *shape };
    if (c.with_index && !is_extreme)
        return;
    layout_plain(&c.input);
    c.output = c.indices = c.input;
    tensor_case_check(&c);
}

/* Every operation and type in each direction, inclusive and exclusive, along short lines and longer
 * ones, across lines, of one line, and of a tensor without dimensions. */
static void check_usual(void)
{
    static const struct {
        layout input;
        int dim;
    } shapes[] = {
        { { .ndim = 2, .shape = { 3, 5 } }, 1 },  { { .ndim = 2, .shape = { 3, 8 } }, 1 },
        { { .ndim = 2, .shape = { 3, 77 } }, 1 }, { { .ndim = 2, .shape = { 37, 20 } }, 0 },
        { { .ndim = 1, .shape = { 77 } }, 0 },    { { .ndim = 0 }, 0 }
    };
    for (int op = 0; op < NUM_OPS; op++)
        for (int dtype = 0; dtype < NUM_DTYPES; dtype++)
            for (uint32_t flags = 0; flags < 4 && op_is_defined((lanescan_op)op, dtype); flags++)
                for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
                    for (int variant = 0; variant < NUM_VARIANTS; variant++)
                        check_variant((lanescan_op)op, dtype, flags, variant, &shapes[i].input,
                                      shapes[i].dim);
}

/* Each pair of types along a line whose elements, or results, are as far apart as those of another
 * type would be, either way. */
static void check_strides(void)
{
    static const int64_t steps[] = { 1, 2, 3, 4, 8, 16 }, results[] = { 1, -1, 2, -4 };
    enum {
        NUM_STEPS = sizeof steps / sizeof steps[0],
        NUM_RESULTS = sizeof results / sizeof results[0]
    };
    /* Prime to what is counted. */
    const size_t skip = check_scale() > 32 ? 11 : check_scale() > 16 ? 5 : 1;
    uint32_t count = 0;
    for (int op = 0; op < NUM_OPS; op++)
        for (int pair = 0; pair < NUM_DTYPES * NUM_DTYPES; pair++) {
            const int from = pair / NUM_DTYPES, to = pair % NUM_DTYPES;
            if (!op_is_defined((lanescan_op)op, to) || !dtype_converts(from, to))
                continue;
            for (size_t i = count % skip; i < 2 * NUM_STEPS * NUM_RESULTS; i += skip, count++) {
                tensor_case c = { .op = (lanescan_op)op,
                                  .input_dtype = from,
                                  .dtype = to,
                                  .flags = count % 4,
                                  .data = DATA_SMALL,
                                  .input = { .ndim = 1, .shape = { count % 3 ? 5 : 70 } } };
                c.output = c.indices = c.input;
                c.input.strides[0] = (i % 2 ? -1 : 1) * steps[i / 2 % NUM_STEPS];
                c.output.strides[0] = results[i / 2 / NUM_STEPS];
                layout_place(&c.input);
                layout_place(&c.output);
                layout_plain(&c.indices);
                tensor_case_check(&c);
            }
        }
}

/* Each pair of types side by side: more lines than a tile takes, of elements that lie apart. */
static void check_tiles(void)
{
    const int skip = check_scale() > 16 ? 7 : 1; /* prime to the number of types */
    uint32_t count = 0;
    for (int op = 0; op < NUM_OPS; op++)
        for (int pair = 0; pair < NUM_DTYPES * NUM_DTYPES; pair += skip) {
            const int from = pair / NUM_DTYPES, to = pair % NUM_DTYPES;
            if (!op_is_defined((lanescan_op)op, to) || !dtype_converts(from, to))
                continue;
            tensor_case c = { .op = (lanescan_op)op,
                              .input_dtype = from,
                              .dtype = to,
                              .dim = 1,
                              .flags = count++ % 4,
                              .data = DATA_SMALL,
                              .input = { .ndim = 2, .shape = { 67, 40 }, .strides = { 121, 3 } } };
            layout_place(&c.input);
            c.output = c.indices = c.input;
            tensor_case_check(&c);
        }
}

/* Lines of few elements that follow each other at other distances in the results than in the
 * elements. */
static void check_short_lines_of(lanescan_op op, int dtype, data_kind data)
{
    for (int64_t n = 1; n <= 17; n++) {
        tensor_case c = { .op = op,
                          .input_dtype = dtype,
                          .dtype = dtype,
                          .dim = 1,
                          .data = data,
                          .input = { .ndim = 2, .shape = { 11, n }, .strides = { n + 2, 1 } } };
        c.output = c.indices = c.input;
        c.output.strides[0] = n + 5;
        layout_place(&c.input);
        layout_place(&c.output);
        layout_place(&c.indices);
        tensor_case_check(&c);
    }
}

/* Lines that follow each other, more of them than are converted at once, where one of the arrays
 * may have gaps. */
static void check_converted_short_lines(lanescan_op op, int dtype, data_kind data, bool with_index)
{
    static const int input_dtypes[] = { LANESCAN_U8, LANESCAN_I64, LANESCAN_F16, LANESCAN_F32 };
    for (int64_t n = 1; n <= 17; n++) {
        tensor_case c = { .op = op,
                          .input_dtype = n % 2 ? input_dtypes[n / 2 % 4] : dtype,
                          .dtype = dtype,
                          .dim = 1,
                          .data = data,
                          .with_index = with_index,
                          .input = { .ndim = 2, .shape = { 1100 / n, n }, .strides = { n, 1 } } };
        c.output = c.indices = c.input;
        c.input.strides[0] += n % 3 == 1;
        c.output.strides[0] += n % 5 == 1;
        layout_place(&c.input);
        layout_place(&c.output);
        layout_place(&c.indices);
        tensor_case_check(&c);
    }
}

/* Lines that follow each other, or all with the same gap after them; in place, or not; exclusive,
 * after an initial value, from elements that go down in memory, with indices that have gaps between
 * them. Longer ones are whole groups, and end in each part of a run. */
static void check_lines_that_follow(lanescan_op op, int dtype, data_kind data, bool with_index)
{
    enum { GAP = 2, EXCLUSIVE = 4, INITIAL, DOWN, INDEX_APART, VARIANTS };
    static const int64_t longer[] = { 17, 18, 32, 33, 47, 64, 66, 95, 128, 129 };
    const int num_longer = sizeof longer / sizeof *longer;
    for (int64_t n = 2, next = 0; n; n = n < 16 ? n + 1 : next < num_longer ? longer[next++] : 0)
        for (int variant = 0; variant < (n < 16 ? VARIANTS : EXCLUSIVE); variant++) {
            const bool has_gap = variant < EXCLUSIVE && variant & GAP;
            tensor_case c = { .op = op,
                              .input_dtype = dtype,
                              .dtype = dtype,
                              .dim = 1,
                              .flags = variant == EXCLUSIVE ? LANESCAN_EXCLUSIVE : 0,
                              .data = data,
                              .has_initial = variant == INITIAL,
                              .in_place = variant < EXCLUSIVE && variant & 1,
                              .with_index = with_index,
                              .input = { .ndim = 2,
                                         .shape = { (n < 17 ? 24 : 9) + n % 3, n },
                                         .strides = { n + (has_gap ? 5 : 0), 1 } } };
            layout_place(&c.input);
            c.output = c.indices = c.input;
            c.input.strides[1] = variant == DOWN ? -1 : 1;
            c.indices.strides[1] = variant == INDEX_APART ? 2 : 1;
            c.indices.strides[0] = variant == INDEX_APART ? 2 * n : n + n % 4;
            layout_place(&c.input);
            layout_place(&c.indices);
            tensor_case_check(&c);
        }
}

static void check_short_lines(void)
{
    for (int op = 0; op < NUM_OPS; op++)
        for (int dtype = 0; dtype < NUM_DTYPES; dtype++)
            for (int data = 0; op_is_defined((lanescan_op)op, dtype) && data < NUM_DATA_KINDS;
                 data++) {
                check_short_lines_of((lanescan_op)op, dtype, (data_kind)data);
                for (int with_index = 0; with_index <= op_has_index((lanescan_op)op);
                     with_index++) {
                    check_converted_short_lines((lanescan_op)op, dtype, (data_kind)data,
                                                with_index);
                    check_lines_that_follow((lanescan_op)op, dtype, (data_kind)data, with_index);
                }
            }
}

/* Lines whose products leave the range, from different elements on, and come back; one has elements
 * so far from 1 that rounding errors are below the range. They have the bits of lines alone. Eight
 * are more than once without that one, and with a group that all of them begin regularly. */
static void check_products_that_move(void)
{
    enum { LINES = 25, LENGTH = 128 };
    static const int64_t shape[2] = { LINES, LENGTH };
    double x[LINES * LENGTH], y[LINES * LENGTH], alone[LENGTH];
    const lanescan_tensor of_x = { x, shape, NULL, 2, LANESCAN_F64 },
                          of_y = { y, shape, NULL, 2, LANESCAN_F64 };
    generator g = random_seeded(check_stream_seed("products that move"));
    for (int line = 0; line < LINES; line++)
        for (int i = 0; i < LENGTH; i++) {
            static const double far[4] = { 0x1p-600, 0x1p-400, 0x1p600, 0x1p400 };
            const int since = i - 10 * (line % 9) - (line < 9 ? 0 : 40);
            const double near = since < 0 ? 1 : since < 72 ? 0x1p-15 : 0x1p15;
            const double scale = line == 0 ? far[i % 4] : near;
            x[LENGTH * line + i] = scale * random_between(&g, 0.7, 1.4);
        }
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        check(lanescan_cumprod(&of_x, 1, &of_y) == LANESCAN_OK, "%s: products that move", *isa);
        for (int line = 0; line < LINES; line++) {
            lanescan_cumprod_f64(LENGTH, x + LENGTH * line, alone);
            check(memcmp(alone, y + LENGTH * line, sizeof alone) == 0,
                  "%s: line %d of products that move", *isa, line);
        }
    }
}

/* Lines of two whose product is subnormal: the definition rounds it twice, a single multiplication
 * does not. */
static void check_subnormal_pairs(void)
{
    enum { LINES = 64 };
    double x[2 * LINES], y[2 * LINES], alone[2];
    const int64_t shape[2] = { LINES, 2 };
    const lanescan_tensor of_x = { x, shape, NULL, 2, LANESCAN_F64 },
                          of_y = { y, shape, NULL, 2, LANESCAN_F64 },
                          of_line = { alone, shape + 1, NULL, 1, LANESCAN_F64 };
    generator g = random_seeded(check_stream_seed("subnormal pairs"));
    size_t rounded_twice = 0;
    for (size_t i = 0; i < 2 * LINES; i++)
        x[i] = random_between(&g, 1, 1.4) * (i % 2 ? 0x1p-500 : 0x1p-523);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        check(lanescan_cumprod(&of_x, 1, &of_y) == LANESCAN_OK, "%s: pairs", *isa);
        lanescan_set_isa("generic");
        for (size_t i = 0; i < 2 * LINES; i += 2) {
            const lanescan_tensor line = { x + i, shape + 1, NULL, 1, LANESCAN_F64 };
            check(lanescan_cumprod(&line, 0, &of_line) == LANESCAN_OK, "a pair");
            check(memcmp(y + i, alone, sizeof alone) == 0, "%s: %a %a: %a, alone %a", *isa, x[i],
                  x[i + 1], y[i + 1], alone[1]);
            rounded_twice += alone[1] != x[i] * x[i + 1];
        }
    }
    check(rounded_twice != 0, "no product is rounded twice");
}

/* Lines beyond a chunk side by side; and exclusive ones in place, longer than what is scanned in
 * one go. */
static void check_long_lines(void)
{
    for (int op = 0; op < NUM_OPS; op++) {
        tensor_case c = { .op = (lanescan_op)op,
                          .input_dtype = LANESCAN_F64,
                          .dtype = LANESCAN_F64,
                          .data = DATA_AROUND_ONE,
                          .input = { .ndim = 2, .shape = { 4200, 9 } } };
        layout_plain(&c.input);
        c.output = c.indices = c.input;
        tensor_case_check(&c);
        c.input = (layout){ .ndim = 2, .shape = { 2, 1300 } };
        c.dim = 1;
        c.flags = LANESCAN_EXCLUSIVE;
        c.in_place = true;
        c.with_index = op_has_index((lanescan_op)op);
        layout_plain(&c.input);
        c.output = c.indices = c.input;
        tensor_case_check(&c);
    }
}

/* Lines in which many elements hold the extreme so far, or seldom go beyond it. */
static void check_ties(void)
{
    static const data_kind kinds[] = { DATA_SMALL, DATA_ZEROS, DATA_NORMAL };
    for (int dtype = 0; dtype < NUM_DTYPES; dtype++)
        for (unsigned i = 0; i < 2 * 3; i++) {
            tensor_case c = { .op = i % 2 ? LANESCAN_CUMMIN : LANESCAN_CUMMAX,
                              .input_dtype = dtype,
                              .dtype = dtype,
                              .data = kinds[i / 2],
                              .with_index = true,
                              .input = { .ndim = 1, .shape = { 1300 } } };
            layout_plain(&c.input);
            c.output = c.indices = c.input;
            if (op_is_defined(c.op, dtype))
                tensor_case_check(&c);
        }
}

/* Indices alone that lie apart, or the other way. */
static void check_steps_of_indices(void)
{
    for (int dtype = 0; dtype < NUM_DTYPES; dtype++)
        for (int i = 0; i < 4; i++) {
            tensor_case c = { .op = i % 2 ? LANESCAN_CUMMIN : LANESCAN_CUMMAX,
                              .input_dtype = dtype,
                              .dtype = dtype,
                              .data = DATA_SMALL,
                              .with_index = true,
                              .input = { .ndim = 1, .shape = { 70 } } };
            layout_plain(&c.input);
            c.output = c.indices = c.input;
            c.indices.strides[0] = i / 2 ? 3 : -1;
            layout_place(&c.indices);
            if (op_is_defined(c.op, dtype))
                tensor_case_check(&c);
        }
}

int main(int argc, char **argv)
{
    check_start("tensor_bits", lanescan_isas()[0]);
    check_conversions();
    if (argc > 1) {
        check_case(strtoull(argv[1], NULL, 0));
        return check_finish();
    }
    check_usual();
    check_strides();
    check_tiles();
    check_short_lines();
    check_products_that_move();
    check_subnormal_pairs();
    check_long_lines();
    check_ties();
    check_steps_of_indices();
    generator g = random_seeded(check_stream_seed("tensor_bits"));
    for (size_t tier = 0; tier < NUM_TIERS; tier++) {
        for (size_t i = 0; i < tiers[tier].count / check_scale() + 1; i++) {
            const uint64_t bits = random_bits(&g) >> 1;
            check_case(bits - bits % NUM_TIERS + tier);
        }
    }
    return check_finish();
}
