/* Elements that conversions may get wrong. */
#ifndef LANESCAN_TESTS_CONVERT_DATA_H
#define LANESCAN_TESTS_CONVERT_DATA_H

#include <stddef.h>

typedef struct element_list {
    size_t n;
    void *data; /* malloc */
} element_list;

/* Of types of one or two bytes every pattern there is. Of wider ones: the limits of all types, the
 * powers of two and what is between them, every half and every midpoint of two halves, and their
 * neighbours; random ones. */
element_list convert_data(int dtype);

#endif
