/* e^x of complex numbers, for gradients. With the other complex kernels: they share sin and cos. */
#ifndef LANESCAN_GRADIENT_COMPLEX_EXPONENTIAL_H
#define LANESCAN_GRADIENT_COMPLEX_EXPONENTIAL_H

#include "math/sincos.h"
#include "ops/gradient/exponential.h"
#include "ops/own.h"

/* The real part, NaN where e^x is: an infinite imaginary part has no direction, which matters
 * unless the real part is -inf. */
LANESCAN_INLINE double exponent_of_parts(double re, double im)
{
    const double turn = im - im;
    return re == -__builtin_inf() && im == im ? re : re + turn;
}

EXPONENTIALS_KERNEL(exponentials_c128)
{
    const f64v lowest = f64v_splat(EXPONENTIAL_LOWEST);
    f64v largest = f64v_splat(-__builtin_inf());
    for (size_t i = 0; i < n; i += LANES) {
        const size_t count = n - i < LANES ? n - i : LANES;
        double re[LANES], im[LANES], exponent[LANES];
        for (size_t k = 0; k < LANES; k++) {
            re[k] = k < count ? exponent_of_parts(x[2 * (i + k)], x[2 * (i + k) + 1])
                              : EXPONENTIAL_LOWEST;
            im[k] = k < count ? x[2 * (i + k) + 1] : 0;
        }
        const f64v of = f64v_load(ELEMENT_F64, re);
        const m64v is_zero = f64v_gt(lowest, of);
        const scaled_exponential e = exponential_lanes(of);
        const sincos_lanes_result direction = sincos_lanes(f64v_load(ELEMENT_F64, im));
        const f64v scale = scaled_lanes(e.value, f64v_sub(e.exponent, f64v_splat(top)));
        const f64v modulus = exponents ? e.value : scale;
        largest = f64v_max(e.exponent, largest);
        f64v_store(ELEMENT_F64, exponent, e.exponent);
        const f64v real = f64v_add(f64v_mul(modulus, direction.cos), f64v_splat(0)); /* not -0 */
        f64v_store(ELEMENT_F64, re, f64v_select(is_zero, e.value, real));
        f64v_store(ELEMENT_F64, im,
                   f64v_select(is_zero, e.value, f64v_mul(modulus, direction.sin)));
        for (size_t k = 0; k < count; k++) {
            values[2 * (i + k)] = re[k];
            values[2 * (i + k) + 1] = im[k];
            if (exponents)
                exponents[i + k] = exponent[k];
        }
    }
    return largest_lane(largest);
}

#endif
