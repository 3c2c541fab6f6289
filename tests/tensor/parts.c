/* Sums of complex numbers have the bits of the sums of their parts: lines of all lengths, also
 * longer than a chunk, that cancel, leave the range or are not finite, of any strides, both ways,
 * in place, exclusive; on every instruction set. */
#include "harness/check.h"
#include "lanescan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 9000, STEPS = 3, MOST = 2 * STEPS * (LONGEST + 1) };

static double x[MOST], of_both[MOST], of_parts[MOST];
static float floats[MOST];

static double random_number(void)
{
    return (double)rand() / RAND_MAX - 0.5;
}

static void fill(int kind, int64_t n, int64_t length)
{
    static const double leaves_range[] = { -1.5e308, 0, 1e308, 1e308 }; /* if not from the left */
    static const double special[] = { INFINITY, -INFINITY, NAN, 1.5e308, -1.5e308, -0.0 };
    for (int64_t i = 0; i < 2 * STEPS * n; i++)
        x[i] = kind == 1 ? ldexp(random_number(), rand() % 100) : random_number();
    if (kind == 2)
        for (int i = 0; i < 4; i++)
            x[rand() % (2 * STEPS * n)] = special[rand() % 6];
    if (kind == 3 && n > 8200) { /* which hides what a chunk loses, until it goes */
        x[0] = x[1] = 0x1p100;
        x[16400] = x[16401] = -0x1p100;
    }
    for (int64_t i = 0; i < 2 * STEPS * n && kind == 4; i++)
        if (i / 2 % length % 32 / 4 == 6) /* one run of eight */
            x[i] = leaves_range[i / 2 % length % 4];
    for (int64_t i = 0; i < 2 * STEPS * n; i++)
        floats[i] = (float)x[i];
}

/* Equal but for NaNs' bits. */
static bool are_equal(int size, int64_t count)
{
    if (size == 8)
        for (int64_t i = 0; i < count; i++)
            if (memcmp(&of_both[i], &of_parts[i], 8) != 0 &&
                !(isnan(of_both[i]) && isnan(of_parts[i])))
                return false;
    if (size == 4)
        for (int64_t i = 0; i < count; i++) {
            float a, b;
            memcpy(&a, (char *)of_both + 4 * i, 4);
            memcpy(&b, (char *)of_parts + 4 * i, 4);
            if (memcmp(&a, &b, 4) != 0 && !(isnan(a) && isnan(b)))
                return false;
        }
    return true;
}

static void compare(const char *isa, int size, int kind, int64_t lines, int64_t n, int64_t step,
                    uint32_t flags, bool in_place)
{
    const int complex_type = size == 4 ? LANESCAN_C64 : LANESCAN_C128,
              real_type = size == 4 ? LANESCAN_F32 : LANESCAN_F64;
    const int64_t shape[2] = { lines, n }, strides[2] = { n * step, step },
                  part_strides[2] = { 2 * n * step, 2 * step };
    const lanescan_options options = { .struct_size = sizeof options, .flags = flags };
    void *const data = size == 4 ? (void *)floats : (void *)x;
    memset(of_both, 0, sizeof of_both);
    memset(of_parts, 0, sizeof of_parts);
    if (in_place)
        memcpy(of_both, data, (size_t)(2 * lines * n * step * size));
    const lanescan_tensor in = { in_place ? of_both : data, shape, strides, 2, complex_type },
                          out = { of_both, shape, strides, 2, complex_type };
    check(!lanescan_scan(LANESCAN_CUMSUM, &in, 1, &options, &out), "both");
    if (in_place && step > 1) /* what is between elements stays */
        memcpy(of_parts, data, (size_t)(2 * lines * n * step * size));
    for (int part = 0; part < 2; part++) {
        const lanescan_tensor from = { (char *)data + part * size, shape, part_strides, 2,
                                       real_type },
                              to = { (char *)of_parts + part * size, shape, part_strides, 2,
                                     real_type };
        check(!lanescan_scan(LANESCAN_CUMSUM, &from, 1, &options, &to), "a part");
    }
    check(are_equal(size, 2 * lines * n * step),
          "%s, c%d of kind %d, %d lines of %d, step %d, flags %u%s", isa, 16 * size, kind,
          (int)lines, (int)n, (int)step, (unsigned)flags, in_place ? ", in place" : "");
}

static void check_isa(const char *isa)
{
    static const int64_t lengths[] = { 1,  2,  3,  4,  5,  7,   8,    9,    31,   32,
                                       33, 63, 64, 65, 96, 801, 4095, 4096, 4097, 8999 };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int kind = 0; kind < 5; kind++) {
            const int64_t lines = lengths[i] < 1000 ? 11 : 1; /* four together, and three */
            fill(kind, lines * lengths[i], lengths[i]);
            for (int way = 0; way < 24; way++)
                compare(isa, way & 1 ? 4 : 8, kind, way & 2 ? lines : 1, lengths[i],
                        way & 4 ? STEPS : 1,
                        way < 8    ? 0
                        : way < 16 ? LANESCAN_REVERSE
                                   : LANESCAN_EXCLUSIVE,
                        way % 5 == 0);
        }
}

int main(void)
{
    check_start("tensor_parts", "sums of complex numbers beside those of their parts");
    srand((unsigned)check_seed());
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        check_isa(*isa);
    }
    return check_finish();
}
