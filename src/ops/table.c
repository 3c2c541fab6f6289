/* The table of one instruction set, for tensors and streams. */
#include "ops/own.h"

#define LANESCAN_TEXT_AS_WRITTEN(text) #text
#define LANESCAN_TEXT(text)            LANESCAN_TEXT_AS_WRITTEN(text)

const lanescan_kernels KERNEL(kernels) = {
    .name = LANESCAN_TEXT(LANESCAN_SHOWN),
#define EVERY_SET                                 KERNEL
#define PORTABLE_SET                              PORTABLE
#define LINE(line, result, parameters, arguments) .line = KERNEL(line),
#define PIECE(op, element, states, kernel, where, cost) \
    .piece[LANESCAN_##op][ELEMENT_##element] = where(kernel),
#define FOLD(op, element, fold_) .fold[LANESCAN_##op][ELEMENT_##element] = &PORTABLE(fold_),
#define KEEPING(op, element, kernel) \
    .keeping_piece[LANESCAN_##op][ELEMENT_##element] = KERNEL(kernel),
#define ACROSS(op, element, kernel)   .across[LANESCAN_##op][ELEMENT_##element] = KERNEL(kernel),
#define SHORT(op, element, kernel) .short_lines[LANESCAN_##op][ELEMENT_##element] = KERNEL(kernel),
#define WIDENING(dtype, kernel)       .widening_cumsum[LANESCAN_##dtype] = KERNEL(kernel),
#define BINARY(element, kernel, cost) .logaddexp[ELEMENT_##element] = KERNEL(kernel),
#define RECURRENCE(element, states, kernel, where, cost) \
    .recurrence_piece[ELEMENT_##element] = where(kernel),
#define RECURRENCE_FOLD(element, fold_)    .recurrence_fold[ELEMENT_##element] = &PORTABLE(fold_),
#define RECURRENCE_ACROSS(element, kernel) .recurrence_across[ELEMENT_##element] = KERNEL(kernel),
#define EXPONENTIALS(element, kernel)      .exponentials[ELEMENT_##element] = KERNEL(kernel),
#define QUOTIENTS(kernel)                  .quotients = KERNEL(kernel),
#define WEIGH(kernel)                      .weigh = KERNEL(kernel),
#define PRODUCTS(element, before, gradient)                 \
    .products_before[ELEMENT_##element] = PORTABLE(before), \
    .products_gradient[ELEMENT_##element] = PORTABLE(gradient),
#define PRODUCTS_COMBINE(kernel) .products_combine = KERNEL(kernel),
#include "ops/ops.def"
    .memory = { &OF_FOLDER(conversions), &OF_FOLDER(transposes), KERNEL(copy_rows_nontemporal),
                KERNEL(nontemporal_fence) },
};
