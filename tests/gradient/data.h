/* Elements and gradients of results, of many kinds. */
#ifndef LANESCAN_TESTS_GRADIENT_DATA_H
#define LANESCAN_TESTS_GRADIENT_DATA_H

#include "golden/random.h"
#include "gradient/judge.h"

typedef struct gradient_data {
    const char *name;
    double (*x)(generator *g, size_t i);
} gradient_data;

/* Kinds of elements: NUM_FACTORS for what multiplies them, NUM_EXPONENTS for e^x. */
enum { NUM_FACTORS = 6, NUM_EXPONENTS = 11, NUM_RESULT_GRADIENTS = 5 };

/* Any i. */
const gradient_data *gradient_data_of(gradient_kind kind, size_t i);

double gradient_of_result(generator *g, size_t kind);

#endif
