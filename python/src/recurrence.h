/* Linear recurrences from left to right, for gradients. */
#ifndef LANESCAN_PYTHON_RECURRENCE_H
#define LANESCAN_PYTHON_RECURRENCE_H

#include <lanescan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y[j] = a[j] y[j-1] + b[j] along dim, y[0] = b[0]; with LANESCAN_REVERSE from the end. All three of
 * one shape, in C order, of one type of F32 (computed in double), F64, C64 (in double), C128. */
lanescan_status linear_recurrence(const lanescan_tensor *a, const lanescan_tensor *b, int dim,
                                  uint32_t flags, const lanescan_tensor *y);

#ifdef __cplusplus
}
#endif

#endif
