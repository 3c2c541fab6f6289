/* Every function of the vocabulary, on one instruction set, gives the bits of the portable one.
 *     vocabulary <instruction set>                                                                 */
#include "check.h"
#include "cpu.h"
#include "random.h"
#include "target.h"
#include "vocabulary_table.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4000, CAPACITY = VOCABULARY_BYTES };

static const struct candidate {
    const char *name;
    unsigned levels;
    const vocabulary_function *functions;
} candidates[] = {
#ifdef LANESCAN_WITH_X86
    { "avx2", LANESCAN_LEVEL_AVX2, vocabulary_avx2 },
    { "avx512", LANESCAN_LEVEL_AVX512, vocabulary_avx512 },
#endif
#ifdef LANESCAN_WITH_GENERIC_FMA
    { "generic_fma", LANESCAN_LEVEL_FMA, vocabulary_generic_fma },
#endif
#if defined(LANESCAN_WITH_NEON)
    { "neon", LANESCAN_LEVEL_NEON, vocabulary_neon },
#elif defined(LANESCAN_TEST_SIMDE)
    { "neon", LANESCAN_LEVEL_AVX2, vocabulary_neon },
#endif
    { NULL, 0, NULL },
};

static const vocabulary_function *find(const char *name)
{
    if (strchr(name, '/'))
        return target_load(name, "vocabulary_mutant");
    for (const struct candidate *c = candidates; c->name; c++) {
        if (strcmp(c->name, name) != 0)
            continue;
        if (c->levels & ~lanescan_cpu_levels())
            check_skip("this CPU cannot run %s", name);
        return c->functions;
    }
    static const char *const others[] = { "avx2", "avx512", "generic_fma", "neon" };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i], name) == 0)
            check_skip("this build has no vocabulary called %s", name);
    printf("FAIL no vocabulary is called '%s'\n", name);
    exit(1);
}

static double special_f64(generator *g)
{
    /* clang-format off */
    const double values[] = {
        0.0, -0.0, INFINITY, -INFINITY, NAN,
        DBL_MAX, -DBL_MAX, DBL_MIN, -DBL_MIN, 0x1p-1074, -0x1p-1074,
        1, -1, 1.5, 0.75, 0x1.7ffffffffffffp0,
        FLT_MAX, 0x1.ffffffp127, 0x1.fffffefffffffp127, 0x1p-149, 0x1p-150, 0x1.8p-150,
    };
    /* clang-format on */
    return values[random_below(g, sizeof values / sizeof values[0])];
}

static double any_f64(generator *g, size_t flavour)
{
    if (flavour == 0)
        return special_f64(g);
    if (flavour == 1)
        return f64_from_bits(random_bits(g));
    if (flavour == 2)
        return (double)random_below(g, 5) - 2;
    if (flavour == 3)
        return random_below(g, 6) ? random_normal(g) : special_f64(g);
    return random_normal(g) * (random_below(g, 9) ? 1 : 0x1p60);
}

static double suitable(double value, operand_set set)
{
    if (set == OPERANDS_NO_NAN && isnan(value))
        return -0.0;
    if (set == OPERANDS_POSITIVE_NORMAL)
        return isnormal(value) ? fabs(value) : 3.25;
    return value;
}

static void fill(generator *g, element_type type, operand_set set, unsigned char *bytes)
{
    const size_t flavour = random_below(g, 5), size = element_size(type);
    for (size_t i = 0; i < CAPACITY / size; i++) {
        const uint64_t bits = random_bits(g) >> (random_below(g, 2) ? 0 : random_below(g, 64));
        const double f64 = suitable(any_f64(g, flavour), set);
        const float f32 = flavour == 1 && set == OPERANDS_ANY ? 0 : (float)f64;
        const uint32_t half = (uint32_t)random_bits(g);
        unsigned char *element = bytes + i * size;
        if (type == TYPE_F64)
            memcpy(element, &f64, size);
        else if (type == TYPE_F32 && flavour == 1 && set == OPERANDS_ANY)
            memcpy(element, &half, size); /* random bits, most of them normal */
        else if (type == TYPE_F32)
            memcpy(element, &f32, size);
        else
            memcpy(element, &bits, size);
    }
}

static void compare(generator *g, const vocabulary_function *reference,
                    const vocabulary_function *judged)
{
    _Alignas(64) unsigned char operands[3][CAPACITY], want[CAPACITY], got[CAPACITY];
    for (int i = 0; i < 3; i++)
        fill(g, reference->operand, reference->operands, operands[i]);
    memset(want, 0xa5, sizeof want);
    memset(got, 0xa5, sizeof got);
    reference->call(operands[0], operands[1], operands[2], want);
    judged->call(operands[0], operands[1], operands[2], got);
    const size_t n = reference->num_results,
                 wrong = element_mismatch(reference->result, n, want, got);
    char wanted[ELEMENT_TEXT] = "", found[ELEMENT_TEXT] = "", a[ELEMENT_TEXT] = "",
         b[ELEMENT_TEXT] = "";
    if (wrong < n) {
        element_text(wanted, reference->result, want, wrong);
        element_text(found, reference->result, got, wrong);
        element_text(a, reference->operand, operands[0], wrong);
        element_text(b, reference->operand, operands[1], wrong);
    }
    check(wrong == n, "%s: result %zu is %s, expected %s; operands there %s and %s",
          reference->name, wrong, found, wanted, a, b);
    const size_t written = n * element_size(reference->result);
    check(memcmp(want + written, got + written, CAPACITY - written) == 0,
          "%s: wrote past its result", reference->name);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    check_start("vocabulary", name);
    const vocabulary_function *judged = find(name);
    for (const vocabulary_function *reference = vocabulary_generic; reference->name;
         reference++, judged++) {
        generator g = random_seeded(check_stream_seed(reference->name));
        check(strcmp(reference->name, judged->name) == 0, "%s stands where %s should", judged->name,
              reference->name);
        for (size_t i = 0; i < ROUNDS / check_scale(); i++)
            compare(&g, reference, judged);
    }
    return check_finish();
}
