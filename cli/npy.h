/* The header of an .npy file (NumPy's format, versions 1.0, 2.0 and 3.0), from bytes and to bytes.
 * Nothing is read, written or allocated here. */
#ifndef LANESCAN_CLI_NPY_H
#define LANESCAN_CLI_NPY_H

#include "lanescan.h"

#include <stdbool.h>

enum {
    NPY_MAGIC_SIZE = 6,
    NPY_HEADER_MAX = 65547, /* the longest header that is read: what version 1.0 can have */
    NPY_WRITTEN_MAX = 1536, /* the longest that is written */
};

typedef struct npy_header {
    int dtype; /* a lanescan_dtype */
    bool is_big_endian;
    bool is_fortran; /* the first dimension is the contiguous one */
    int32_t ndim;
    int64_t shape[LANESCAN_MAX_NDIM];
    uint64_t count;      /* elements; times their size it is at most 2^63 - 1 */
    size_t element_size; /* in bytes */
    size_t data_offset;  /* where the elements begin */
} npy_header;

/* How many bytes from the start of the file npy_parse needs, as far as the n that are there tell.
 * Nothing more is needed when it is at most n. */
size_t npy_wanted(const unsigned char *bytes, size_t n);

/* Reads the header at the start of the n bytes. False, and a sentence about the file in *why, where
 * there is none or one that this program cannot use. The elements need not be among the bytes. */
bool npy_parse(const unsigned char *bytes, size_t n, struct npy_header *header, const char **why);

/* Reads NumPy's name of an element type, such as <f8, of which there are n characters: false and
 * *why as above. */
bool npy_parse_descr(const char *text, size_t n, int *dtype, bool *is_big_endian, const char **why);

/* Sets count from shape and element_size; false and *why where there are too many. */
bool npy_count(struct npy_header *header, const char **why);

/* Whether .npy files have this lanescan_dtype: bf16 they have not. */
bool npy_has_dtype(int dtype);

/* Writes a header, little-endian, of dtype, is_fortran, ndim and shape; of at least min_size bytes,
 * so that the header of a longer array fits into its place. Returns its size, a multiple of 64. */
size_t npy_format(const struct npy_header *header, size_t min_size,
                  unsigned char bytes[NPY_WRITTEN_MAX]);

#endif
