/* Coefficients and addends of linear recurrences that are hard in one way or another. */
#ifndef LANESCAN_TESTS_RECURRENCE_DATA_H
#define LANESCAN_TESTS_RECURRENCE_DATA_H

#include "golden/random.h"

#include <stdbool.h>

typedef struct recurrence_data {
    const char *name;
    double (*coefficient)(generator *g, size_t j);
    double (*addend)(generator *g, size_t j);
    bool is_f64; /* beyond the range of float */
} recurrence_data;

extern const recurrence_data recurrence_datasets[];
extern const size_t recurrence_num_datasets;

/* n of either; floats are rounded. */
void recurrence_fill(const recurrence_data *d, generator *g, bool is_f32, size_t n, void *a,
                     void *b);

#endif
