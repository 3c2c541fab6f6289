/* Results of arrays that are in memory, or mapped, as a whole. */
#ifndef LANESCAN_CLI_SCAN_ARRAY_H
#define LANESCAN_CLI_SCAN_ARRAY_H

#include "array.h"

void scan_array(const options *o, input *in);
void logsumexp_array(const options *o, input *in);
void recurrence_arrays(const options *o, input *a, input *b);
void logaddexp_arrays(const options *o, input *a, input *b);

/* A result's header: it has the input's shape, and its order unless another is asked for. */
npy_header header_like(const options *o, const array *a, int dtype);

/* Marks the dimensions that are summed over. The library checks them again, but the shape of the
 * result comes first. */
void mark_dims(const options *o, const input *in, int ndim, bool summed[LANESCAN_MAX_NDIM]);

#endif
