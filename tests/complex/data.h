/* Lines of complex numbers of many kinds, the same on every machine. */
#ifndef LANESCAN_TESTS_COMPLEX_DATA_H
#define LANESCAN_TESTS_COMPLEX_DATA_H

#include "golden/element.h"
#include "golden/random.h"

typedef struct complex_data {
    const char *name;
    bool is_finite;
    void (*element)(generator *g, size_t i, double value[2]);
} complex_data;

/* Ended by an entry without a name. Those for logarithms, of moderate size; products that stay in
 * range; and whatever breaks things. */
extern const complex_data complex_data_logs[], complex_data_products[], complex_data_wild[];

/* n elements, as pairs of floats (TYPE_F32) or doubles (TYPE_F64). */
void complex_data_make(const complex_data *data, uint64_t seed, element_type type, size_t n,
                       void *x);

#endif
