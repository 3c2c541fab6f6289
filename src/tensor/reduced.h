/* The dimensions of a reduction. */
#ifndef LANESCAN_REDUCED_H
#define LANESCAN_REDUCED_H

#include "tensor/layout.h"

#define reduced_dims  lanescan_reduced_dims
#define reduced_match lanescan_reduced_match

/* Which of in's dimensions `dims` names; none names all. `is_reduced` begins as false. */
lanescan_status reduced_dims(const layout *in, const int *dims, int num_dims,
                             bool is_reduced[LANESCAN_MAX_NDIM]);

/* The strides of the result for the dimensions that stay, and 0; its shape may leave the others out
 * or have them as 1. */
lanescan_status reduced_match(const layout *in, const bool is_reduced[LANESCAN_MAX_NDIM],
                              const layout *out, int64_t strides[LANESCAN_MAX_NDIM]);

#endif
