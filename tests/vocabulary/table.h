/* The vocabulary of one instruction set as functions on arrays, so that one
 * program can compare instruction sets. */
#ifndef LANESCAN_TESTS_VOCABULARY_TABLE_H
#define LANESCAN_TESTS_VOCABULARY_TABLE_H

#include "golden/element.h"
#include "lanes/sets.h"

/* What operands and results are made of in memory. */
typedef enum kind {
    KIND_F32 = TYPE_F32,
    KIND_F64 = TYPE_F64,
    KIND_I32 = TYPE_I32,
    KIND_I64 = TYPE_I64,
    KIND_F16,
    KIND_BF16,
    KIND_U32,
    KIND_I16,
    KIND_U16,
    KIND_I8,
    KIND_U8,
    KIND_BYTE,
    KIND_ANY_LANE, /* one truth value: does it hold in any lane? */
    NUM_KINDS
} kind;

/* What numbers a function is given. */
typedef enum data {
    DATA_ANY,
    DATA_NO_NAN,          /* scans of extremes are not defined for NaN */
    DATA_POSITIVE_NORMAL, /* exponent and mantissa only for these */
    DATA_NEAR_F16,        /* any, and many halfway between two halves, or a little beside */
    DATA_NEAR_BF16,
    DATA_NEAR_LIMITS /* any, and many at the limits of integers, or a little beside */
} data;

/* Bytes of each operand and of the result: eight rows of eight doubles, some
 * distance apart. */
enum { VOCABULARY_BYTES = 8 * 80 };

typedef struct operands {
    const void *a, *b, *c;
    size_t count; /* how many lanes functions on parts of vectors are to take */
} operands;

typedef struct vocabulary_function {
    const char *name;
    kind operand;
    data data;
    kind result;
    size_t lanes; /* of which one call gives the results */
    /* For the lanes from `lane` on, which is a multiple of `lanes`. */
    void (*call)(const operands *x, size_t lane, void *out);
} vocabulary_function;

/* From set.c; a build has some of them. The same functions in the same order in
 * each; an entry without a name is the end. */
#define DECLARE_VOCABULARY(set, shown, level, cpu, flags, more) \
    extern const vocabulary_function vocabulary_##set[];
LANESCAN_SETS(DECLARE_VOCABULARY, )
#undef DECLARE_VOCABULARY
extern const vocabulary_function vocabulary_mutant[]; /* in a shared object: mutants.sh */

#endif
