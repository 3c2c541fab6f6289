/* The kernels of the instruction set that is compiled, and those that it leaves to portable code.
 */
#ifndef LANESCAN_OWN_H
#define LANESCAN_OWN_H

#include "lanes/sets.h"
#include "memory/own.h"
#include "ops/kernels.h"

#define LINE(name, result, parameters, arguments)       result OWN(name) parameters;
#define PIECE(op, element, states, kernel, where, cost) where(kernel)
#define FOLD(op, element, fold)                         extern const lanescan_fold LEFT(fold);
#define PARTS(element, kernel)                          lanescan_parts OWN(kernel);
#define KEEPING(op, element, kernel)                    lanescan_keeping_piece OWN(kernel);
#define ACROSS(op, element, kernel)                     lanescan_across OWN(kernel);
#define SHORT(op, element, kernel)                      lanescan_short_lines OWN(kernel);
#define PORTABLE_SHORT(op, element, kernel)             lanescan_short_lines LEFT(kernel);
#define SHORT_INDEXED(op, element, kernel)              lanescan_short_indexed LEFT(kernel);
#define SHORT_LOGS(kernel)                              lanescan_short_logs KERNEL(kernel);
#define WIDENING(dtype, kernel)                         lanescan_piece OWN(kernel);
#define INDEXED(op, kernel)                             lanescan_piece OWN(kernel);
#define EXPONENTIALS(element, kernel)                   lanescan_exponentials OWN(kernel);
#define QUOTIENTS(kernel)                               lanescan_quotients OWN(kernel);
#define WEIGH(kernel)                                   lanescan_weigh OWN(kernel);
#define WEIGHTS(kernel)                                 lanescan_weights OWN(kernel);
#define PAIRS(kernel)                                   lanescan_pairs OWN(kernel);
#define PRODUCTS(element, before, gradient) \
    lanescan_products_before LEFT(before);  \
    lanescan_products_gradient LEFT(gradient);
#define BINARY(element, kernel, cost)  lanescan_binary OWN(kernel);
#define EVERY_SET(kernel)              lanescan_piece OWN(kernel);
#define PORTABLE_SET(kernel)           lanescan_piece LEFT(kernel);
#define PRODUCTS_COMBINE(kernel)       lanescan_products_combine OWN(kernel);
#define GRADIENT_ACROSS(field, kernel) lanescan_gradient_across OWN(kernel);
#define PRODUCTS_ZEROS(kernel)         lanescan_products_zeros OWN(kernel);
#define LOG_ACROSS(field, kernel)      lanescan_log_across OWN(kernel);
#include "ops/ops.def"
#undef EVERY_SET
#undef PORTABLE_SET

#define RECURRENCE(element, states, kernel, where, cost) where(kernel)
#define RECURRENCE_FOLD(element, fold)                   extern const lanescan_fold LEFT(fold);
#define RECURRENCE_ACROSS(element, kernel)               lanescan_recurrence_across OWN(kernel);
#define RECURRENCE_SHORT(kernel)                         lanescan_recurrence_short KERNEL(kernel);
#define EVERY_SET(kernel)                                lanescan_recurrence_piece OWN(kernel);
#define PORTABLE_SET(kernel)                             lanescan_recurrence_piece LEFT(kernel);
#include "ops/ops.def"
#undef EVERY_SET
#undef PORTABLE_SET

/* The heads of their definitions. */
#define LINE_KERNEL(result, name) KEPT(name) result KERNEL(name)
#define PIECE_KERNEL(name)                                                                      \
    KEPT(name)                                                                                  \
    void KERNEL(name)(lanescan_state * state, bool backwards, size_t n, const void *x, void *y, \
                      int64_t *index)
#define KEEPING_KERNEL(name)                                                                    \
    KEPT(name)                                                                                  \
    void KERNEL(name)(lanescan_state * state, bool backwards, size_t n, const void *x, void *y, \
                      lanescan_terms *terms)
#define PARTS_KERNEL(name)                                                                  \
    KEPT(name)                                                                              \
    void KERNEL(name)(lanescan_state state[2], size_t n, const char *x, ptrdiff_t x_stride, \
                      char *y, ptrdiff_t y_stride)
#define ACROSS_KERNEL(name)                                                \
    KEPT(name)                                                             \
    void KERNEL(name)(lanescan_columns * state, size_t rows, size_t lines, \
                      const lanescan_rows *where)
#define SHORT_KERNEL(name)                                                               \
    KEPT(name)                                                                           \
    void KERNEL(name)(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y, \
                      ptrdiff_t y_pitch)
/* The same of lines that may overlap; `scan` does what that leaves, and is given `piece`. */
#define OVERLAPPING_SHORT_KERNEL(name, type, scan, piece)                                  \
    SHORT_KERNEL(name)                                                                     \
    {                                                                                      \
        const size_t done = lines_overlapping(KERNEL(name), type, lines, n, x, x_pitch, y, \
                                              y_pitch);                                    \
        const ptrdiff_t by = (ptrdiff_t)done;                                              \
        scan(type, lines - done, n, (const char *)x + by * x_pitch, x_pitch,               \
             (char *)y + by * y_pitch, y_pitch, piece);                                    \
    }
#define SHORT_INDEXED_KERNEL(name) \
    KEPT(name) void KERNEL(name)(size_t lines, size_t n, const lanescan_indexed_lines *at)
#define SHORT_LOGS_KERNEL(name)                                                                  \
    KEPT(name)                                                                                   \
    void KERNEL(name)(bool is_double, bool only_totals, size_t lines, size_t n, const double *x, \
                      double *y)
#define RECURRENCE_KERNEL(name)                                                               \
    KEPT(name)                                                                                \
    void KERNEL(name)(lanescan_state * state, bool backwards, bool one_coefficient, size_t n, \
                      const void *a, const void *b, void *y)
#define RECURRENCE_ACROSS_KERNEL(name)                                     \
    KEPT(name)                                                             \
    void KERNEL(name)(lanescan_columns * state, size_t rows, size_t lines, \
                      const lanescan_recurrence_rows *where)
#define RECURRENCE_SHORT_KERNEL(name) \
    KEPT(name) void KERNEL(name)(size_t lines, size_t n, const lanescan_recurrence_lines *at)
#define EXPONENTIALS_KERNEL(name) \
    KEPT(name)                    \
    double KERNEL(name)(size_t n, const double *x, double *values, double *exponents, double top)
#define PRODUCTS_BEFORE_KERNEL(name)                                               \
    KEPT(name)                                                                     \
    void KERNEL(name)(size_t n, const double *x, lanescan_wide *w, double *values, \
                      int64_t *exponents)
#define PRODUCTS_GRADIENT_KERNEL(name)                                                  \
    KEPT(name)                                                                          \
    void KERNEL(name)(size_t n, const double *after, const double *g, lanescan_wide *w, \
                      double *values, const int64_t *exponents)
#define PRODUCTS_COMBINE_KERNEL(name) \
    KEPT(name) bool KERNEL(name)(size_t n, const lanescan_product_piece *piece, double *y)
#define GRADIENT_ACROSS_KERNEL(name) \
    KEPT(name) uint64_t KERNEL(name)(const lanescan_gradient_tile *tile)
#define LOG_ACROSS_KERNEL(name) KEPT(name) uint64_t KERNEL(name)(const lanescan_log_tile *tile)
#define PRODUCTS_ZEROS_KERNEL(name) \
    KEPT(name) lanescan_zeros KERNEL(name)(const lanescan_gradient_tile *tile)
#define QUOTIENTS_KERNEL(name) KEPT(name) void KERNEL(name)(size_t n, const double *a, double *y)
#define WEIGH_KERNEL(name)     KEPT(name) bool KERNEL(name)(size_t n, const double *a, double *y)
#define WEIGHTS_KERNEL(name) \
    KEPT(name) bool KERNEL(name)(size_t n, const double *x, double top, double r, double *y)

#define PAIRS_KERNEL(name) \
    KEPT(name) void KERNEL(name)(size_t n, const double *g, double *a, double *b)
#define BINARY_KERNEL(name) \
    KEPT(name) void KERNEL(name)(size_t n, const void *a, const void *b, void *y)

#endif
