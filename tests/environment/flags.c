/* The flags of floating-point exceptions. Where every number on the way is tame, as it is said below for each operation,
 * no call raises "invalid", "division by zero" or "overflow", which is what traps are set for; "division by zero" is
 * never raised; and what was raised before stays raised. (Numbers that are not tame may raise the other two where a
 * left-to-right loop would not: docs/contract.md.)
 *     flags <set of kernels> */
#include "../check.h"
#include "../dataset.h"
#include "../kernel_list.h"
#include "../target.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4500, LINES = 10, WATCHED = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW };

static double at(const kernel *k, const void *array, size_t i)
{
    return k->type == TYPE_F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static double largest(const kernel *k)
{
    return k->type == TYPE_F64 ? 0x1p1020 : 0x1p120;
}

/* Far from the largest number whatever the order. */
static bool is_tame_sum(const kernel *k, size_t n, const void *x)
{
    double sum = 0;
    for (size_t i = 0; i < n && isfinite(sum); i++)
        sum += fabs(at(k, x, i)) / largest(k);
    return sum < 1;
}

/* Elements and products that need no exponents of their own. */
static bool is_tame_product(const kernel *k, size_t n, const void *x)
{
    const double limit = k->type == TYPE_F64 ? 0x1p400 : 0x1p100;
    double product = 1;
    for (size_t i = 0; i < n; i++) {
        const double size = fabs(at(k, x, i));
        product *= size;
        if (!(size >= 0x1p-15 && size <= 0x1p15 && product >= 1 / limit && product <= limit))
            return false;
    }
    return true;
}

/* Exponentials that f64 can hold. */
static bool is_tame_log(const kernel *k, size_t n, const void *x)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabs(at(k, x, i)) <= 500))
            return false;
    return true;
}

static bool has_no_nan(const kernel *k, size_t n, const void *x)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(at(k, x, i)))
            return false;
    return true;
}

static bool is_tame(const kernel *k, size_t n, const void *x, const void *second)
{
    if (strncmp(k->name, "cumsum", 6) == 0)
        return is_tame_sum(k, n, x);
    if (strncmp(k->name, "cumprod", 7) == 0)
        return is_tame_product(k, n, x);
    if (strncmp(k->name, "log", 3) == 0)
        return is_tame_log(k, n, x) && (!k->is_binary || is_tame_log(k, n, second));
    return has_no_nan(k, n, x);
}

static void check_line(const lanescan_kernels *table, const kernel *k, const char *name, size_t n,
                       const void *x, const void *second, size_t *tame)
{
    static double y[LONGEST];
    static int64_t index[LONGEST];
    const bool expect_none = !element_is_float(k->type) || is_tame(k, n, x, second);
    feclearexcept(FE_ALL_EXCEPT);
    k->call(table, n, x, second, y, index);
    const int raised = fetestexcept(WATCHED);
    *tame += expect_none;
    check(!(raised & FE_DIVBYZERO), "%s %s n=%zu: division by zero", k->name, name, n);
    check(!expect_none || !raised, "%s %s n=%zu:%s%s", k->name, name, n,
          raised & FE_INVALID ? " invalid" : "", raised & FE_OVERFLOW ? " overflow" : "");
    feraiseexcept(FE_DIVBYZERO | FE_INVALID);
    k->call(table, n, x, second, y, index);
    check(fetestexcept(FE_DIVBYZERO | FE_INVALID) == (FE_DIVBYZERO | FE_INVALID),
          "%s %s n=%zu: a flag was taken back", k->name, name, n);
}

int main(int argc, char **argv)
{
    const char *const name = argc > 1 ? argv[1] : "generic";
    check_start("flags", name);
    const lanescan_kernels *const table = target_find(name);
    static double x[LONGEST], second[LONGEST];
    for (size_t i = 0; i < kernel_count(); i++) {
        const kernel k = kernel_at(i);
        size_t tame = 0;
        generator g = random_seeded(check_stream_seed("flags"));
        for (size_t d = 0; d < dataset_count(); d++)
            for (size_t line = 0; line < LINES; line++) {
                const size_t n = line % 5 ? random_below(&g, 150) : random_below(&g, LONGEST);
                dataset_make(dataset_at(d), &g, k.type, n, x);
                dataset_make(dataset_at(d), &g, k.type, n, second);
                check_line(table, &k, dataset_at(d)->name, n, x, second, &tame);
            }
        check(tame >= 50, "%s: only %zu lines were tame", k.name, tame);
    }
    feclearexcept(FE_ALL_EXCEPT);
    return check_finish();
}
