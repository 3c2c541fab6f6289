/* The order of operations as docs/contract.md has it, in plain scalar C and without the library. */
#ifndef LANESCAN_TESTS_ORDER_REFERENCE_H
#define LANESCAN_TESTS_ORDER_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

enum { ORDER_CHUNK = 4096, ORDER_GROUP = 32 };

/* Running sums or products of f64. Both return false where the definition says no more: at a
 * sum that is not finite, at a factor or a product far from 1. */
bool order_sums(size_t n, const double *x, double *y);
bool order_products(size_t n, const double *x, double *y);

#endif
