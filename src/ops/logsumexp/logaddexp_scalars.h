/* logaddexp in portable code: two logarithms at a time. */
#ifndef LANESCAN_LOGADDEXP_SCALARS_H
#define LANESCAN_LOGADDEXP_SCALARS_H

#include "ops/logsumexp/logaddexp.h"

/* First the exponentials of a group, then the logarithms, two at a time: one alone is a chain of
 * operations that wait for each other, and the processor sees too little beyond it. */
LANESCAN_INLINE void logaddexp_line(precision of, element type, size_t n, const void *a,
                                    const void *b, void *y)
{
    enum { AT_ONCE = 2 };
    for (size_t first = 0; first < n; first += GROUP) {
        const size_t count = n - first < GROUP ? n - first : GROUP;
        const void *const x = element_at(type, false, a, first);
        const void *const z = element_at(type, false, b, first);
        void *const to = output_at(type, false, y, first);
        double power[GROUP + 1], larger[GROUP + 1];
        for (size_t i = 0; i < count; i++)
            logaddexp_exp(of, read_element(type, element_at(type, false, x, i)),
                          read_element(type, element_at(type, false, z, i)), &power[i], &larger[i]);
        power[count] = larger[count] = 0;
        for (size_t i = 0; i < count; i += AT_ONCE) {
            double result[AT_ONCE];
            logaddexp_sums(of, AT_ONCE, larger + i, power + i, result);
            for (size_t j = i; j < i + AT_ONCE && j < count; j++) {
                if (LANESCAN_UNLIKELY(result[j - i] != result[j - i]))
                    logaddexp_fix_nan(type, 1, element_at(type, false, x, j),
                                      element_at(type, false, z, j), &result[j - i]);
                write_element(type, output_at(type, false, to, j), result[j - i]);
            }
        }
    }
}

#endif
