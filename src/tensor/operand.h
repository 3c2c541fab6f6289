/* One of two inputs that are read as if they had the output's shape. */
#ifndef LANESCAN_OPERAND_H
#define LANESCAN_OPERAND_H

#include "tensor/layout.h"

#include <stddef.h>

#define operand_read   lanescan_operand_read
#define operand_stride lanescan_operand_stride

typedef struct operand {
    layout layout;
    int64_t strides[LANESCAN_MAX_NDIM]; /* in elements, of the output's dimensions */
} operand;

/* Checks the descriptor, and its type and shape against those of the output. */
lanescan_status operand_read(const lanescan_tensor *t, const layout *out, operand *o);

/* Bytes from one element to the next along a dimension of the output. */
ptrdiff_t operand_stride(const operand *o, int dim);

#endif
