/* Runs the tables: each case alone, and shifted through a longer line of the operation's identity,
 * so that it meets every lane, every block and the end of a chunk; its elements next to each other,
 * or groups apart; with results elsewhere and in place. */
#include "harness/check.h"
#include "harness/kernel_list.h"
#include "lines/special.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LONGEST_PAD = 8192,
    AFTER = 40,
    APART = 75, /* elements, where they are not next to each other */
    LINE = LONGEST_PAD + SPECIAL_LONGEST * APART + AFTER
};

static double identity(const char *operation)
{
    if (strcmp(operation, "cumsum") == 0)
        return 0;
    if (strcmp(operation, "cumprod") == 0)
        return 1;
    return strcmp(operation, "cummin") == 0 ? INFINITY : -INFINITY;
}

static void put(element_type type, void *array, size_t i, double value)
{
    if (type == TYPE_F64)
        ((double *)array)[i] = value;
    else
        ((float *)array)[i] = (float)value;
}

static double get(element_type type, const void *array, size_t i)
{
    return type == TYPE_F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static bool is_right(element_type type, const void *got, size_t i, double expected,
                     double tolerance)
{
    double want[1];
    put(type, want, 0, expected);
    if (tolerance == 0)
        return element_canonical_bits(type, want, 0) == element_canonical_bits(type, got, i);
    /* A 32-bit result is rounded once more. */
    const double rounding = type == TYPE_F32 ? 0x1p-24 : 0;
    return fabs(get(type, got, i) - expected) <= (tolerance + rounding) * fabs(expected);
}

static void check_case(const special_case *s, const kernel *k, const lanescan_kernels *table,
                       size_t pad, size_t step)
{
    static double x[LINE], second[LINE], y[LINE], in_place[LINE]; /* of the widest type */
    static int64_t index[LINE];
    const size_t n = s->n * step + (pad ? pad + AFTER : 0);
    for (size_t i = 0; i < n; i++)
        put(k->type, x, i, identity(s->operation));
    for (size_t i = 0; i < s->n; i++)
        put(k->type, x, pad + i * step, s->x[i]);
    if (k->is_binary) {
        put(k->type, second, pad, s->x[1]);
        put(k->type, second, pad + 1, s->x[0]); /* the operands swapped: the same answer */
    }
    memcpy(in_place, x, sizeof x);
    k->call(table, n, in_place, second, k->is_reduction ? y : in_place, index);
    k->call(table, n, x, second, y, index);
    check(k->is_reduction || element_mismatch(k->type, n, in_place, y) == n,
          "%s case %g, %g, %g, ... after %zu identities: not the same in place", k->name, s->x[0],
          s->x[1], s->x[2], pad);
    const size_t outputs = k->is_reduction ? 1 : s->n;
    for (size_t i = 0; i < outputs; i++) {
        const size_t at = k->is_reduction ? 0 : pad + i * step;
        const double want = s->y[k->is_binary ? 0 : i];
        check(is_right(k->type, y, at, want, s->tolerance),
              "%s case %g, %g, %g, ... after %zu identities: element %zu is %a (%.17g), expected "
              "%a (%.17g)",
              k->name, s->x[0], s->x[1], s->x[2], pad, i, get(k->type, y, at), get(k->type, y, at),
              want, want);
        if (k->has_index)
            check(index[at] == s->index[i] + (int64_t)pad,
                  "%s case %g, %g, %g, ... after %zu: index %zu is %lld, expected %lld", k->name,
                  s->x[0], s->x[1], s->x[2], pad, i, (long long)index[at] - (long long)pad,
                  (long long)s->index[i]);
    }
}

static bool applies(const special_case *s, const kernel *k)
{
    const size_t length = strlen(s->operation);
    const int needed = k->type == TYPE_F32 ? SPECIAL_F32 : k->type == TYPE_F64 ? SPECIAL_F64 : 0;
    return (s->types & needed) && strncmp(s->operation, k->name, length) == 0 &&
           k->name[length] == '_';
}

void special_run(const lanescan_kernels *table, const special_case *list)
{
    for (const special_case *s = list; s->operation; s++) {
        size_t runs = 0;
        for (size_t i = 0; i < kernel_count(); i++) {
            const kernel k = kernel_at(i);
            if (!applies(s, &k))
                continue;
            runs++;
            for (size_t pad = 0; pad <= 80; pad++)
                check_case(s, &k, table, pad, 1);
            for (size_t pad = 0; pad <= 80 && !k.is_binary && !k.has_index; pad += 5)
                check_case(s, &k, table, pad, APART);
            for (size_t chunk = 4096; chunk <= LONGEST_PAD; chunk += 4096)
                for (size_t before = 0; before <= 40; before += check_scale() > 1 ? 4 : 1)
                    check_case(s, &k, table, chunk - before, 1);
        }
        check(runs > 0 || !kernel_list_is_whole(), "no kernel is called %s", s->operation);
    }
}

void special_integers(const lanescan_kernels *table)
{
    const int32_t x32[4] = { INT32_MAX, 1, INT32_MIN, -1 },
                  want32[4] = { INT32_MAX, INT32_MIN, 0, -1 };
    const int64_t x64[4] = { INT64_MAX, 1, INT64_MIN, -1 },
                  want64[4] = { INT64_MAX, INT64_MIN, 0, -1 };
    for (size_t n = 0; n <= 4; n++) {
        int32_t y32[4];
        int64_t y64[4];
        table->cumsum_i32(n, x32, y32);
        table->cumsum_i64(n, x64, y64);
        check(memcmp(y32, want32, n * 4) == 0, "cumsum_i32 does not wrap (n=%zu)", n);
        check(memcmp(y64, want64, n * 8) == 0, "cumsum_i64 does not wrap (n=%zu)", n);
    }
}

void special_empty(const lanescan_kernels *table)
{
    for (size_t i = 0; i < kernel_count(); i++) {
        const kernel k = kernel_at(i);
        double result = 0;
        k.call(table, 0, NULL, NULL, k.is_reduction ? &result : NULL, NULL);
        check(!k.is_reduction || get(k.type, &result, 0) == -INFINITY, "%s of nothing is not -inf",
              k.name);
    }
}
