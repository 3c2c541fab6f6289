/* Products before each element, and what their gradients add up to, where they leave the range:
 * portable code, for all sets. */
#include "block.h"

#include "ops/own.h"

#if !defined(LANESCAN_WITHOUT_TENSORS) && !defined(LANESCAN_WITHOUT_CUMPROD) && \
    !defined(LANESCAN_WITHOUT_GRADIENTS)

#include "ops/gradient/product.h"

#define WIDE_PRODUCTS(before, gradient, parts)                            \
    PRODUCTS_BEFORE_KERNEL(before)                                        \
    {                                                                     \
        wide_products_before(parts, n, x, w, values, exponents);          \
    }                                                                     \
    PRODUCTS_GRADIENT_KERNEL(gradient)                                    \
    {                                                                     \
        wide_products_gradient(parts, n, after, g, w, values, exponents); \
    }
WIDE_PRODUCTS(products_before_f64, products_gradient_f64, 1)
#ifndef LANESCAN_WITHOUT_COMPLEX
WIDE_PRODUCTS(products_before_c128, products_gradient_c128, 2)
#endif

#endif
