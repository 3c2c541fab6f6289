/* Every function of an instruction set's vocabulary gives in each lane the bits
 * of portable code, or where it moves lanes those of plain C (list.h).
 *     vocabulary <instruction set, or path of a shared object with
 * vocabulary_mutant> */
#include "choose/cpu.h"
#include "golden/element_bits.h"
#include "golden/random.h"
#include "harness/check.h"
#include "harness/target.h"
#include "lanes/half.h"
#include "vocabulary/table.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4000, CAPACITY = VOCABULARY_BYTES, MARGIN = 72, FILL = 0xa5 };

/* ---- which table ---- */

static const struct candidate {
    const char *name;
    unsigned levels;
    const vocabulary_function *functions; /* NULL: not in this build */
} candidates[] = {
#define IN_THIS_BUILD(set, shown, level, cpu, flags, more) \
    LANESCAN_IF_WITH(set, { #set, LANESCAN_LEVEL_##level, vocabulary_##set }, )
#define IN_NONE(set, shown, level, cpu, flags, more) { #set, 0, NULL },
    LANESCAN_SETS(IN_THIS_BUILD, )
#ifdef LANESCAN_TEST_SIMDE
        { "neon", LANESCAN_LEVEL_AVX2, vocabulary_neon },
#endif
    LANESCAN_SETS(IN_NONE, )
};

static const vocabulary_function *find(const char *name)
{
    if (strchr(name, '/'))
        return target_load(name, "vocabulary_mutant");
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        if (strcmp(candidates[i].name, name) != 0)
            continue;
        if (!candidates[i].functions)
            check_skip("this build has no vocabulary called %s%s", name,
                       strcmp(name, "neon") == 0 ? ": " LANESCAN_TEST_NO_NEON : "");
        if (candidates[i].levels & ~lanescan_cpu_levels())
            check_skip("this CPU cannot run %s", name);
        return candidates[i].functions;
    }
    printf("FAIL no vocabulary is called '%s'\n", name);
    exit(1);
}

/* ---- kinds of elements ---- */

/* More than `infinity`, without the sign, is NaN. */
static const struct {
    size_t size;
    uint64_t infinity;
} kinds[NUM_KINDS] = {
    [KIND_F32] = { 4, UINT64_C(0x7f800000) },
    [KIND_F64] = { 8, UINT64_C(0x7ff0000000000000) },
    [KIND_I32] = { 4, UINT64_MAX },
    [KIND_I64] = { 8, UINT64_MAX },
    [KIND_F16] = { 2, UINT64_C(0x7c00) },
    [KIND_BF16] = { 2, UINT64_C(0x7f80) },
    [KIND_U32] = { 4, UINT64_MAX },
    [KIND_I16] = { 2, UINT64_MAX },
    [KIND_U16] = { 2, UINT64_MAX },
    [KIND_I8] = { 1, UINT64_MAX },
    [KIND_U8] = { 1, UINT64_MAX },
    [KIND_BYTE] = { 1, UINT64_MAX },
    [KIND_ANY_LANE] = { sizeof(bool), UINT64_MAX },
};

static bool is_nan(kind type, uint64_t bits)
{
    const uint64_t sign = UINT64_C(1) << (8 * kinds[type].size - 1);
    return (bits & ~sign) > kinds[type].infinity;
}

/* The first of n elements whose bits differ, or n; a NaN equals any other. */
static size_t mismatch(kind type, size_t n, const unsigned char *want, const unsigned char *got)
{
    const size_t size = kinds[type].size;
    if (memcmp(want, got, n * size) == 0)
        return n;
    for (size_t i = 0; i < n; i++) {
        const uint64_t wanted = element_bits_load(size, want + i * size);
        const uint64_t found = element_bits_load(size, got + i * size);
        if (wanted != found && !(is_nan(type, wanted) && is_nan(type, found)))
            return i;
    }
    return n;
}

static char *text_of(char text[ELEMENT_TEXT], kind type, const unsigned char *array, size_t i)
{
    if (type == KIND_F32 || type == KIND_F64 || type == KIND_I32 || type == KIND_I64)
        return element_text(text, (element_type)type, array, i);
    const size_t size = kinds[type].size;
    snprintf(text, ELEMENT_TEXT, "0x%0*" PRIx64, (int)(2 * size),
             element_bits_load(size, array + i * size));
    return text;
}

/* ---- data ---- */

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

static double any_half(generator *g, data set)
{
    const uint16_t bits = (uint16_t)random_bits(g);
    return set == DATA_NEAR_F16 ? f32_of_f16(bits) : f32_of_bf16(bits);
}

/* Where an integer type ends, or nearly there; or of any size up to that. */
static double near_limit(generator *g)
{
    static const int exponents[] = { 31, 32, 51, 52, 63, 64 };
    if (random_below(g, 2))
        return ldexp(random_normal(g), (int)random_below(g, 70));
    const int exponent = exponents[random_below(g, sizeof exponents / sizeof exponents[0])];
    const double limit = ldexp(random_sign(g), exponent), steps = (double)random_below(g, 5) - 2;
    return random_below(g, 2) ? limit + steps / 2 : limit * (1 + steps * 0x1p-53);
}

static double suitable_f64(generator *g, size_t flavour, data set)
{
    const double value = any_f64(g, flavour);
    if (set == DATA_NO_NAN && isnan(value))
        return -0.0;
    if (set == DATA_POSITIVE_NORMAL)
        return isnormal(value) ? fabs(value) : 3.25;
    if ((set == DATA_NEAR_F16 || set == DATA_NEAR_BF16) && random_below(g, 4))
        return any_half(g, set) + any_half(g, set) + any_half(g, set) * 0x1p-30;
    if (set == DATA_NEAR_LIMITS && flavour < 2 && random_below(g, 4))
        return near_limit(g);
    return value;
}

static void fill(generator *g, kind type, data set, unsigned char *bytes)
{
    const size_t flavour = random_below(g, 5), size = kinds[type].size;
    const bool any_bits = flavour == 1 && set == DATA_ANY;
    for (size_t i = 0; i < CAPACITY / size; i++) {
        uint64_t bits = random_bits(g);
        if (type == KIND_F64)
            bits = bits_of_f64(suitable_f64(g, flavour, set));
        else if (type == KIND_F32 && !any_bits)
            bits = bits_of_f32((float)suitable_f64(g, flavour, set));
        else if (type != KIND_F32 && type != KIND_F16 && type != KIND_BF16 && random_below(g, 2))
            bits >>= random_below(g, 64);
        element_bits_store(size, bytes + i * size, bits);
    }
}

/* Numbers that tie: the same in both, or zero, each with a sign of its own. */
static void make_ties(generator *g, kind type, unsigned char *a, unsigned char *b)
{
    const size_t size = kinds[type].size, top = 8 * size - 1;
    const uint64_t magnitude = (UINT64_C(1) << top) - 1;
    for (size_t i = 0; i < CAPACITY / size; i++) {
        const uint64_t of_a = element_bits_load(size, a + i * size) & magnitude,
                       bits = random_below(g, 2) ? of_a : 0;
        element_bits_store(size, a + i * size, bits | random_below(g, 2) << top);
        element_bits_store(size, b + i * size, bits | random_below(g, 2) << top);
    }
}

/* ---- comparison ---- */

/* What the reference gives, lane after lane. */
static void expect(const vocabulary_function *reference, const operands *x, size_t lanes,
                   unsigned char *want)
{
    if (reference->result == KIND_ANY_LANE) {
        bool any = false;
        for (size_t lane = 0; lane < lanes; lane += reference->lanes) {
            bool here;
            reference->call(x, lane, &here);
            any = any || here;
        }
        memcpy(want, &any, sizeof any);
        return;
    }
    const size_t size = kinds[reference->result].size;
    for (size_t lane = 0; lane < lanes; lane += reference->lanes)
        reference->call(x, lane, want + lane * size);
}

static void compare(generator *g, const vocabulary_function *reference,
                    const vocabulary_function *judged)
{
    /* Aligned to elements, and no more. */
    static _Alignas(64) unsigned char memory[3][MARGIN + CAPACITY];
    static _Alignas(64) unsigned char want[MARGIN + CAPACITY + MARGIN], got[sizeof want];
    for (int i = 0; i < 3; i++)
        fill(g, judged->operand, judged->data, memory[i] + MARGIN);
    if ((judged->operand == KIND_F32 || judged->operand == KIND_F64) && judged->data == DATA_ANY &&
        random_below(g, 4) == 0)
        make_ties(g, judged->operand, memory[0] + MARGIN, memory[1] + MARGIN);
    const unsigned char *const a = memory[0] + MARGIN, *const b = memory[1] + MARGIN;
    const operands x = { a, b, memory[2] + MARGIN, random_below(g, judged->lanes + 1) };
    memset(want, FILL, sizeof want);
    memset(got, FILL, sizeof got);
    expect(reference, &x, judged->lanes, want + MARGIN);
    judged->call(&x, 0, got + MARGIN);

    const size_t n = judged->result == KIND_ANY_LANE ? 1 : judged->lanes;
    const size_t wrong = mismatch(judged->result, n, want + MARGIN, got + MARGIN);
    char wanted[ELEMENT_TEXT] = "", found[ELEMENT_TEXT] = "", of_a[ELEMENT_TEXT] = "",
         of_b[ELEMENT_TEXT] = "";
    if (wrong < n) {
        text_of(wanted, judged->result, want + MARGIN, wrong);
        text_of(found, judged->result, got + MARGIN, wrong);
        text_of(of_a, judged->operand, a, wrong);
        text_of(of_b, judged->operand, b, wrong);
    }
    check(wrong == n, "%s: result %zu is %s, expected %s; operands there %s and %s", judged->name,
          wrong, found, wanted, of_a, of_b);
    const size_t end = MARGIN + n * kinds[judged->result].size;
    check(memcmp(want, got, MARGIN) == 0 && memcmp(want + end, got + end, sizeof got - end) == 0,
          "%s: wrote outside its result", judged->name);
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
