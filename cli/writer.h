/* Elements of a result, in C order or that of memory, into an output's format. */
#ifndef LANESCAN_CLI_WRITER_H
#define LANESCAN_CLI_WRITER_H

#include "npy.h"
#include "options.h"
#include "output.h"

typedef struct writer {
    output out;
    format format;
    npy_header header;      /* dtype, shape and order */
    bool is_open_ended;     /* the first extent is counted as rows come */
    char separator;         /* of text */
    uint64_t row_length;    /* elements in a line of text */
    uint64_t written;       /* elements */
    unsigned char *swapped; /* for hosts that are big-endian */
} writer;

/* The format for this path: --to, what the name ends in, or else that of the input. */
format writer_format(const options *o, const char *path, format input_format);

/* Opens the output for results of the header's dtype, ndim, shape and order; is_open_ended:
 * shape[0] does not count. text_separator is that of the input, or 0. */
void writer_begin(writer *w, const options *o, const char *path, format to,
                  const npy_header *header, bool is_open_ended, char text_separator);

/* The whole result as memory that becomes the file, in the header's order; NULL where elements must
 * be put. */
void *writer_map(writer *w);

/* The next n elements; their bytes in this host's order. */
void writer_put(writer *w, size_t n, const void *elements);

/* What was put goes out now. */
void writer_flush(writer *w);

void writer_end(writer *w);
void writer_commit(writer *w);

#endif
