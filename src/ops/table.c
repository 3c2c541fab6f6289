/* The table of one instruction set, for tensors and streams. */
#include "block.h"
#include "ops/own.h"

#define LANESCAN_TEXT_AS_WRITTEN(text) #text
#define LANESCAN_TEXT(text)            LANESCAN_TEXT_AS_WRITTEN(text)

#ifndef LANESCAN_SHORT_UP_TO_A_GROUP /* the instruction set says so */
#define LANESCAN_SHORT_UP_TO_A_GROUP 0
#endif

const lanescan_kernels KERNEL(kernels) = {
    .name = LANESCAN_TEXT(LANESCAN_SHOWN),
    .lanes = LANES,
    .short_up_to_a_group = LANESCAN_SHORT_UP_TO_A_GROUP,
#define EVERY_SET                                 OWN
#define PORTABLE_SET                              LEFT
#define LINE(line, result, parameters, arguments) .line = OWN(line),
#define PIECE(op, element, states, kernel, where, cost) \
    .piece[LANESCAN_##op][ELEMENT_##element] = where(kernel),
#define FOLD(op, element, fold_)    .fold[LANESCAN_##op][ELEMENT_##element] = &LEFT(fold_),
#define PARTS(element, kernel)      .cumsum_parts[ELEMENT_##element] = OWN(kernel),
#define KEEPING(op, element, name)  .keeping_piece[LANESCAN_##op][ELEMENT_##element] = OWN(name),
#define ACROSS(op, element, kernel) .across[LANESCAN_##op][ELEMENT_##element] = OWN(kernel),
#define SHORT(op, element, kernel)  .short_lines[LANESCAN_##op][ELEMENT_##element] = OWN(kernel),
#define PORTABLE_SHORT(op, element, kernel) \
    .short_lines[LANESCAN_##op][ELEMENT_##element] = LEFT(kernel),
#define SHORT_INDEXED(op, element, kernel) \
    .short_indexed[LANESCAN_##op][ELEMENT_##element] = LEFT(kernel),
#define SHORT_LOGS(kernel)                                                                   \
    .short_logs = LANESCAN_KEPT_OR_NULL(LANESCAN_JOIN(LANESCAN_LEFT_##kernel, LANESCAN_SET), \
                                        KERNEL(kernel)),
#define WIDENING(dtype, kernel)       .widening_cumsum[LANESCAN_##dtype] = OWN(kernel),
#define INDEXED(op, kernel)           .indexed_i32[LANESCAN_##op] = OWN(kernel),
#define BINARY(element, kernel, cost) .logaddexp[ELEMENT_##element] = OWN(kernel),
#define RECURRENCE(element, states, kernel, where, cost) \
    .recurrence_piece[ELEMENT_##element] = where(kernel),
#define RECURRENCE_FOLD(element, fold_)    .recurrence_fold[ELEMENT_##element] = &LEFT(fold_),
#define RECURRENCE_ACROSS(element, kernel) .recurrence_across[ELEMENT_##element] = OWN(kernel),
#define RECURRENCE_SHORT(kernel)                                                                   \
    .recurrence_short = LANESCAN_KEPT_OR_NULL(LANESCAN_JOIN(LANESCAN_LEFT_##kernel, LANESCAN_SET), \
                                              KERNEL(kernel)),
#define EXPONENTIALS(element, kernel) .exponentials[ELEMENT_##element] = OWN(kernel),
#define QUOTIENTS(kernel)             .quotients = OWN(kernel),
#define WEIGH(kernel)                 .weigh = OWN(kernel),
#define WEIGHTS(kernel)               .weights = OWN(kernel),
#define PAIRS(kernel)                 .pairs = OWN(kernel),
#define PRODUCTS(element, before, gradient)             \
    .products_before[ELEMENT_##element] = LEFT(before), \
    .products_gradient[ELEMENT_##element] = LEFT(gradient),
#define PRODUCTS_COMBINE(kernel)       .products_combine = OWN(kernel),
#define GRADIENT_ACROSS(field, kernel) .field = OWN(kernel),
#define PRODUCTS_ZEROS(kernel)         .products_zeros = OWN(kernel),
#define LOG_ACROSS(field, kernel)      .field = OWN(kernel),
#include "ops/ops.def"
    .memory = { &OF_FOLDER(steps), &OF_FOLDER(transposes), OF_FOLDER(copy_rows_nontemporal),
                OF_FOLDER(nontemporal_fence) },
};
