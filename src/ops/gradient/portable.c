/* Products before each element, and what their gradients add up to, where they leave the range:
 * portable code, for all sets. */
#include "block.h"

#include "ops/own.h"

#if !defined(LANESCAN_WITHOUT_TENSORS) && !defined(LANESCAN_WITHOUT_CUMPROD) && \
    !defined(LANESCAN_WITHOUT_GRADIENTS)

#include "ops/gradient/product.h"

#define EXTENDED(before, gradient, parts)                             \
    PRODUCTS_BEFORE_KERNEL(before)                                    \
    {                                                                 \
        extended_products(parts, n, x, w, values, exponents);         \
    }                                                                 \
    PRODUCTS_GRADIENT_KERNEL(gradient)                                \
    {                                                                 \
        extended_gradients(parts, n, after, g, w, values, exponents); \
    }
EXTENDED(products_before_f64, products_gradient_f64, 1)
#ifndef LANESCAN_WITHOUT_COMPLEX
EXTENDED(products_before_c128, products_gradient_c128, 2)
#endif

#endif
