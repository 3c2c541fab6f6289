/* Linear recurrences of complex numbers: lines side by side beside lines one by one. */
#ifndef COMPLEX_RECURRENCE_H
#define COMPLEX_RECURRENCE_H

#include "complex/data.h"
#include "ops/kernels.h"

/* The kernels of the table beside those of the reference, of numbers with such parts. */
void complex_recurrences(const lanescan_kernels *table, const lanescan_kernels *reference,
                         element_type part, const complex_data *data);

#endif
