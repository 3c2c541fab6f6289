/* A result as a whole: the output file itself as memory where that can be, else room that is
 * written out in the end. */
#ifndef LANESCAN_CLI_RESULT_H
#define LANESCAN_CLI_RESULT_H

#include "array.h"
#include "writer.h"

typedef struct result {
    writer w;
    int64_t strides[LANESCAN_MAX_NDIM];
    void *data;
    bool is_mapped;
    spool room;
} result;

/* header: dtype, ndim, shape and order. source: the array whose kind of output this is by
 * default. */
void result_begin(result *r, const options *o, const char *path, npy_header header, const input *in,
                  const array *source);

lanescan_tensor result_tensor(const result *r);

/* Everything is written; after that of all results they are committed. */
void result_end(result *r);
void result_commit(result *r);

#endif
