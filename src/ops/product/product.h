/* cumprod of f32 and f64: y[j] = x[0] * ... * x[j], accumulated in double-double.
 *
 * The running product has an exponent of its own (product_carry.h), so that it may be anywhere in
 * the range of f64 while the arithmetic of a group stays near 1: a regular group has elements
 * within 2^-16 .. 2^16, hence products within 2^-512 .. 2^512.
 *
 * Every product that reaches a later group is formed with its rounding error: in the runs, in the
 * network and in the carry. Why, and what follows for the error: docs/contract.md.
 *
 * scalars.h is the definition, a group of a line. Sets with lanes take regular groups and leave the
 * rest to it. */
#ifndef LANESCAN_PRODUCT_H
#define LANESCAN_PRODUCT_H

#include "fold/product_carry.h"
#include "fold/scalars.h"
#include "fold/trees.h"
#include "ops/own.h"
#include "ops/product/state.h"

extern const group_scan PORTABLE(product_scan);

/* Elements of a regular group are from 2^-16 to below 2^16, of either sign: their biased exponents
 * less ELEMENT_LOWEST are 0 to 31, so the higher bits of that difference are 0. */
enum { ELEMENT_LOWEST = 1023 - 16 };
#define ELEMENT_FAR_BITS (INT64_C(0x7e) << 56)

LANESCAN_INLINE bool element_is_near(double value)
{
    const uint64_t above = bits_of_f64(value) - ((uint64_t)ELEMENT_LOWEST << 52);
    return (above & ELEMENT_FAR_BITS) == 0;
}

/* Squares of products between these: not far from 1. */
#define PRODUCT_SQUARE_LOW  0x1p-880
#define PRODUCT_SQUARE_HIGH 0x1p880

/* A chunk that is scanned by itself must have products within 2^-200 .. 2^200 after each of its
 * groups, so within 2^-712 .. 2^712 at each element. In a line whose product before the chunk is
 * within 2^-250 .. 2^250 all results are then normal numbers. */
enum { PRODUCT_CHUNK_ORDERS = 200, PRODUCT_LINE_ORDERS = 250 };
#define PRODUCT_CHUNK_SQUARE_LOW  0x1p-400
#define PRODUCT_CHUNK_SQUARE_HIGH 0x1p400

LANESCAN_INLINE bool product_is_within(double value, int orders)
{
    return (unsigned)(f64_biased_exponent(value) - 1023 + orders) <= 2 * (unsigned)orders;
}

LANESCAN_INLINE bool product_stays(double value)
{
    return product_is_within(value, PRODUCT_CHUNK_ORDERS);
}

/* Is 2^exponent a normal number? Otherwise results are left as they are, and are not regular. */
LANESCAN_INLINE bool group_can_scale(int64_t exponent)
{
    return exponent >= -1022 && exponent <= 1023;
}

#endif
