/* Inputs that are hard for some kernel. Made of integer and exactly rounded double operations only,
 * so that what is recorded holds on every machine. */
#ifndef LANESCAN_GOLDEN_DATASET_H
#define LANESCAN_GOLDEN_DATASET_H

#include "golden/element.h"
#include "golden/random.h"

/* What "huge" and "tiny" are for the element type. */
typedef struct range {
    double max; /* largest finite */
    double min_normal;
    int max_exponent;    /* of max: 127 or 1023 */
    int lowest_exponent; /* of the least subnormal: -149 or -1074 */
} range;

typedef struct dataset {
    const char *name;
    void (*fill)(generator *g, const range *r, size_t n, double *x);
} dataset;

/* All of them; the last has a NULL name. */
extern const dataset datasets_plain[];
extern const dataset datasets_extreme[];
extern const dataset datasets_special[];
extern const dataset datasets_log[];

size_t dataset_count(void);
const dataset *dataset_at(size_t position);

/* n elements of `type`. Integers are the bits of the floating-point data of the same size. */
void dataset_make(const dataset *d, generator *g, element_type type, size_t n, void *x);

/* 2^exponent, subnormal and zero results included. */
double dataset_power_of_two(int exponent);

/* log(x) for normal x > 0, to about 1 ulp, the same on every machine. */
double dataset_log(double x);

#endif
