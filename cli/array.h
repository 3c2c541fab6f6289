/* An input as a whole: mapped where its elements are as this machine has them, else copied. */
#ifndef LANESCAN_CLI_ARRAY_H
#define LANESCAN_CLI_ARRAY_H

#include "input.h"
#include "spool.h"

typedef struct array {
    const char *name; /* for messages */
    npy_header header;
    int64_t strides[LANESCAN_MAX_NDIM];
    void *data;
    char separator; /* of text, else 0 */
    void *map;
    size_t map_size;
    spool copy;
} array;

/* dtype is that of the elements of text. */
void array_load(array *a, input *in, const options *o, int dtype);

/* Strides in elements of an array of this shape without gaps, in C or Fortran order. */
void array_strides(const npy_header *header, int64_t strides[LANESCAN_MAX_NDIM]);

lanescan_tensor array_tensor(const array *a);

void array_free(array *a);

#endif
