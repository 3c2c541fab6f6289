/* logaddexp on sets with lanes: exponentials and logarithms of two groups overlap. */
#ifndef LANESCAN_LOGADDEXP_LANES_H
#define LANESCAN_LOGADDEXP_LANES_H

#include "ops/logsumexp/logaddexp.h"

/* A group on its way to the logarithm: exponentials of one group come before the logarithms of the
 * group before, so that the work of the two overlaps. */
typedef struct logaddexp_group {
    double powers[GROUP] LANESCAN_ALIGNED(64); /* e^-|a - b| */
    double larger[GROUP] LANESCAN_ALIGNED(64); /* max(a, b) */
} logaddexp_group;

/* `count` of a vector's results to y. The elements at a and b are as they were, even where y is one
 * of them. */
LANESCAN_INLINE void logaddexp_log(precision of, element type, size_t count, f64v power,
                                   f64v larger, const void *a, const void *b, void *y)
{
    f64v result;
    logaddexp_sums(of, 1, &larger, &power, &result);
    if (LANESCAN_UNLIKELY(f64v_any_nan(result))) {
        double results[LANES];
        f64v_store(ELEMENT_F64, results, result);
        logaddexp_fix_nan(type, count, a, b, results);
        result = f64v_load(ELEMENT_F64, results);
    }
    if (count == LANES)
        f64v_store(type, y, result);
    else
        f64v_store_part(type, y, count, result);
}

LANESCAN_INLINE void logaddexp_line(precision of, element type, size_t n, const void *a,
                                    const void *b, void *y)
{
    logaddexp_group groups[2];
    size_t i = 0;
    for (; n - i >= GROUP; i += GROUP) {
        logaddexp_group *const now = &groups[i / GROUP % 2];
        LANESCAN_ONE_BY_ONE
        for (size_t j = 0; j < GROUP; j += LANES) {
            f64v power, larger;
            logaddexp_exp(of, f64v_load(type, element_at(type, false, a, i + j)),
                          f64v_load(type, element_at(type, false, b, i + j)), &power, &larger);
            f64v_store(ELEMENT_F64, now->powers + j, power);
            f64v_store(ELEMENT_F64, now->larger + j, larger);
        }
        if (i) {
            const logaddexp_group *const before = &groups[(i / GROUP + 1) % 2];
            LANESCAN_ONE_BY_ONE
            for (size_t j = 0; j < GROUP; j += LANES) {
                const size_t at = i - GROUP + j;
                logaddexp_log(of, type, LANES, f64v_load(ELEMENT_F64, before->powers + j),
                              f64v_load(ELEMENT_F64, before->larger + j),
                              element_at(type, false, a, at), element_at(type, false, b, at),
                              output_at(type, false, y, at));
            }
        }
    }
    /* The last whole group and what remains. */
    for (size_t at = i >= GROUP ? i - GROUP : 0; at < n; at += LANES) {
        const size_t count = n - at < LANES ? n - at : LANES;
        const void *const first = element_at(type, false, a, at);
        const void *const second = element_at(type, false, b, at);
        f64v power, larger;
        logaddexp_exp(of, f64v_load_part(type, first, count, 0),
                      f64v_load_part(type, second, count, 0), &power, &larger);
        logaddexp_log(of, type, count, power, larger, first, second, output_at(type, false, y, at));
    }
}

#endif
