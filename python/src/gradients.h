/* Vector-Jacobian products of running products and log-sum-exps, in one pass over each line. */
#ifndef LANESCAN_PYTHON_GRADIENTS_H
#define LANESCAN_PYTHON_GRADIENTS_H

#include <lanescan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of inclusive scans, flags: LANESCAN_REVERSE or 0. All of one shape, in C order, of one type of
 * F32 and F64, computed in double.
 *
 *   CUMPROD       P[i] R[i], P the product before x[i], R[i] = g[i] + x[i+1] R[i+1]: nothing is
 *                 divided by
 *   LOGCUMSUMEXP  e^(x[i] - y[i]) Q[i], Q[i] = g[i] + e^(y[i] - y[i+1]) Q[i+1], y the scan of x.
 *                 0 where x = -inf; elements of +inf share equally what reaches them; a g of 0
 *                 adds 0.
 *
 * LANESCAN_ERROR_SIZE if there is no memory for a line. */
lanescan_status scan_vjp(lanescan_op op, const lanescan_tensor *x, const lanescan_tensor *g,
                         int dim, uint32_t flags, const lanescan_tensor *grad);

#ifdef __cplusplus
}
#endif

#endif
