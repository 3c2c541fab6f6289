/* The vocabulary of one instruction set as functions of arrays, so that one program can compare
 * instruction sets. Operands and results lie in memory as elements of the types named here. */
#ifndef LANESCAN_TESTS_VOCABULARY_TABLE_H
#define LANESCAN_TESTS_VOCABULARY_TABLE_H

#include "harness/element.h"

/* What operands a function is defined for. */
typedef enum operand_set {
    OPERANDS_ANY,
    OPERANDS_NO_NAN,         /* scans of extremes */
    OPERANDS_POSITIVE_NORMAL /* exponent and mantissa */
} operand_set;

enum {
    VOCABULARY_BYTES = 512
}; /* of each operand and of the result: the largest is a square of 64 doubles */

typedef struct vocabulary_function {
    const char *name;
    element_type operand, result;
    size_t num_results;
    operand_set operands;
    void (*call)(const void *a, const void *b, const void *c, void *out);
} vocabulary_function;

/* Ended by an entry without a name. The same functions in the same order in each. */
extern const vocabulary_function vocabulary_generic[];
extern const vocabulary_function vocabulary_generic_fma[];
extern const vocabulary_function vocabulary_avx2[];
extern const vocabulary_function vocabulary_avx512[];
extern const vocabulary_function vocabulary_neon[];
extern const vocabulary_function vocabulary_mutant[]; /* in a shared object: mutants.sh */

#endif
