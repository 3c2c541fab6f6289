/* The operations that Python has: a row each. What follows from a row: the two functions, their
 * signatures, the names that Stream takes. The words for users are in docs.h. */
#ifndef LANESCAN_PYTHON_OPERATIONS_H
#define LANESCAN_PYTHON_OPERATIONS_H

/* ROW(the array API's name, the short one, the library's, other arguments, types) */
#define OPERATIONS(ROW)                                                            \
    ROW(cumulative_sum, cumsum, LANESCAN_CUMSUM, 0, TYPES_WIDE)                    \
    ROW(cumulative_prod, cumprod, LANESCAN_CUMPROD, 0, TYPES_WIDE)                 \
    ROW(cumulative_max, cummax, LANESCAN_CUMMAX, 1u << ARGUMENT_index, TYPES_SAME) \
    ROW(cumulative_min, cummin, LANESCAN_CUMMIN, 1u << ARGUMENT_index, TYPES_SAME) \
    ROW(cumulative_logsumexp, logcumsumexp, LANESCAN_LOGCUMSUMEXP, 0, TYPES_FLOATING)

/* The type of results, where nobody says: the input's, but
 * TYPES_WIDE       of booleans and integers those of 64 bits, signed or not, as NumPy's sums
 * TYPES_FLOATING   of booleans and integers float64 */
enum { TYPES_SAME, TYPES_WIDE, TYPES_FLOATING };

#endif
