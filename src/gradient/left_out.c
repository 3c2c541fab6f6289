/* Of a build without gradients (-Dgradients=false): the functions say so. */
#include "lanescan.h"

lanescan_status lanescan_scan_vjp(lanescan_op op, const lanescan_tensor *input, int dim,
                                  const lanescan_options *options,
                                  const lanescan_tensor *grad_output,
                                  const lanescan_tensor *grad_input)
{
    (void)op;
    (void)input;
    (void)dim;
    (void)options;
    (void)grad_output;
    (void)grad_input;
    return LANESCAN_ERROR_NOT_BUILT;
}

lanescan_status lanescan_scan_index_vjp(const lanescan_tensor *indices, int dim,
                                        const lanescan_options *options,
                                        const lanescan_tensor *grad_values,
                                        const lanescan_tensor *grad_input)
{
    (void)indices;
    (void)dim;
    (void)options;
    (void)grad_values;
    (void)grad_input;
    return LANESCAN_ERROR_NOT_BUILT;
}

lanescan_status lanescan_logsumexp_vjp(const lanescan_tensor *input, const int *dims, int num_dims,
                                       const lanescan_options *options,
                                       const lanescan_tensor *grad_output,
                                       const lanescan_tensor *grad_input)
{
    (void)input;
    (void)dims;
    (void)num_dims;
    (void)options;
    (void)grad_output;
    (void)grad_input;
    return LANESCAN_ERROR_NOT_BUILT;
}

lanescan_status lanescan_logaddexp_vjp(const lanescan_tensor *a, const lanescan_tensor *b,
                                       const lanescan_options *options,
                                       const lanescan_tensor *grad_output,
                                       const lanescan_tensor *grad_a, const lanescan_tensor *grad_b)
{
    (void)a;
    (void)b;
    (void)options;
    (void)grad_output;
    (void)grad_a;
    (void)grad_b;
    return LANESCAN_ERROR_NOT_BUILT;
}

lanescan_status
lanescan_linear_recurrence_vjp(const lanescan_tensor *a, const lanescan_tensor *output, int dim,
                               const lanescan_options *options, const lanescan_tensor *grad_output,
                               const lanescan_tensor *grad_a, const lanescan_tensor *grad_b)
{
    (void)a;
    (void)output;
    (void)dim;
    (void)options;
    (void)grad_output;
    (void)grad_a;
    (void)grad_b;
    return LANESCAN_ERROR_NOT_BUILT;
}
