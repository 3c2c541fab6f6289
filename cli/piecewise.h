/* Running scans of columns that come in pieces, also with the positions of extremes. */
#ifndef LANESCAN_CLI_PIECEWISE_H
#define LANESCAN_CLI_PIECEWISE_H

#include "element.h"

typedef struct carry {
    /* Of all elements so far, and the initial value. */
    _Alignas(16) unsigned char value[LARGEST_ELEMENT];
    bool has_value;   /* else there is nothing yet to go on from */
    int64_t index;    /* of the extreme, -1 for none */
    int64_t position; /* of the next element */
} carry;

typedef struct piecewise {
    lanescan_op op;
    int dtype;
    bool is_exclusive;
    size_t columns;
    lanescan_stream *streams; /* one a column, without indices */
    carry *carries;           /* one a column, with indices */
    unsigned char *values;    /* of a piece, with its total */
    int64_t *indices;
    size_t max_rows;
} piecewise;

/* initial: an element of dtype, or NULL. Pieces have at most max_rows elements. */
lanescan_status piecewise_begin(piecewise *p, lanescan_op op, int dtype, bool is_exclusive,
                                const void *initial, size_t columns, size_t max_rows,
                                bool with_index);

/* The next n elements of a column, in place; indices is NULL without. */
void piecewise_push(piecewise *p, size_t column, size_t n, void *elements, int64_t *indices);

/* Of all elements so far. */
void piecewise_total(const piecewise *p, size_t column, void *element, int64_t *index);

void piecewise_end(piecewise *p);

#endif
