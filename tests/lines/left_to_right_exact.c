#include "lines/left_to_right.h"

#include "harness/check.h"

#include <math.h>
#include <string.h>

static double at(const kernel *k, const void *array, size_t i)
{
    return k->type == TYPE_F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

/* NaN is sticky; ties, and repeated NaNs, take the latest index. */
static void check_extreme(const kernel *k, const char *data, size_t n, const void *x, const void *y,
                          const int64_t *index, double sign)
{
    size_t best = 0;
    for (size_t i = 0; i < n; i++) {
        const double given = at(k, x, i), so_far = at(k, x, best);
        if (isnan(given) || (!isnan(so_far) && given * sign >= so_far * sign))
            best = i;
        check(index[i] == (int64_t)best, "%s %s n=%zu: index %zu is %lld, expected %zu", k->name,
              data, n, i, (long long)index[i], best);
        check(element_canonical_bits(k->type, y, i) == element_canonical_bits(k->type, x, best),
              "%s %s n=%zu: element %zu is %a, expected %a (of index %zu)", k->name, data, n, i,
              at(k, y, i), at(k, x, best), best);
    }
}

void left_to_right_max(const kernel *k, const char *data, size_t n, const void *x,
                       const void *second, const void *y, const int64_t *index)
{
    (void)second;
    check_extreme(k, data, n, x, y, index, 1);
}

void left_to_right_min(const kernel *k, const char *data, size_t n, const void *x,
                       const void *second, const void *y, const int64_t *index)
{
    (void)second;
    check_extreme(k, data, n, x, y, index, -1);
}

static uint64_t integer_at(const kernel *k, const void *array, size_t i)
{
    return k->type == TYPE_I64 ? (uint64_t)((const int64_t *)array)[i]
                               : (uint32_t)((const int32_t *)array)[i];
}

void left_to_right_integer(const kernel *k, const char *data, size_t n, const void *x,
                           const void *second, const void *y, const int64_t *index)
{
    (void)second, (void)index;
    const uint64_t mask = k->type == TYPE_I64 ? UINT64_MAX : UINT32_MAX;
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum = (sum + integer_at(k, x, i)) & mask;
        check(integer_at(k, y, i) == sum, "%s %s n=%zu: element %zu is %#llx, expected %#llx",
              k->name, data, n, i, (unsigned long long)integer_at(k, y, i),
              (unsigned long long)sum);
    }
}
