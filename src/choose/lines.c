/* The functions on lines of one folder of operations, whose rows are in LANESCAN_FAMILY (given when
 * this is compiled, once for each: ops/sum/sum.def): a function looks up its own kernel of the
 * active set. */
#include "choose/dispatch.h"
#include "choose/environment.h"
#include "lanescan.h"

#define DECLARE(set, shown, level, cpu, flags, line, result, parameters)               \
    LANESCAN_IF_WITH(set, result LANESCAN_OWNED(LANESCAN_LEFT_##line, lanescan_##line, \
                                                OWNER(set, shown)) parameters;)
#define ENTRY(set, shown, level, cpu, flags, line) \
    LANESCAN_IF_WITH(set,                          \
                     LANESCAN_OWNED(LANESCAN_LEFT_##line, lanescan_##line, OWNER(set, shown)), )

/* One call, from top to bottom. What a function returns is kept while the environment is left. */
#define LINE(line, result, parameters, arguments)                                   \
    LANESCAN_SETS(DECLARE, line, result, parameters)                                \
    result lanescan_##line parameters                                               \
    {                                                                               \
        static result(*const kernel[]) parameters = { LANESCAN_SETS(ENTRY, line) }; \
        environment before;                                                         \
        environment_enter(&before);                                                 \
        KEEP_##result kernel[lanescan_active_set()] arguments;                      \
        environment_leave(&before);                                                 \
        RETURN_##result;                                                            \
    }
#define KEEP_void
#define KEEP_float  const float kept =
#define KEEP_double const double kept =
#define RETURN_void
#define RETURN_float  return kept
#define RETURN_double return kept

#define PIECE(op, element, states, kernel, where, cost)
#define FOLD(op, element, fold)
#define PARTS(element, kernel)
#define KEEPING(op, element, kernel)
#define ACROSS(op, element, kernel)
#define SHORT(op, element, kernel)
#define WIDENING(dtype, kernel)
#define BINARY(element, kernel, cost)
#define RECURRENCE(element, states, kernel, where, cost)
#define RECURRENCE_FOLD(element, fold)
#define RECURRENCE_ACROSS(element, kernel)
#define EXPONENTIALS(element, kernel)
#define QUOTIENTS(kernel)
#define WEIGH(kernel)
#define PAIRS(kernel)
#define PRODUCTS(element, before, gradient)
#define PRODUCTS_COMBINE(kernel)
#define GRADIENT_ACROSS(field, kernel)
#define LOG_ACROSS(field, kernel)
#define PRODUCTS_ZEROS(kernel)
#define QUOTED(path)            QUOTED_AS_WRITTEN(path)
#define QUOTED_AS_WRITTEN(path) #path
#include QUOTED(LANESCAN_FAMILY)
