/* An input as columns that come row by row: text has one or several, other sequences one. Elements
 * are of the type of the result, however they are stored. */
#ifndef LANESCAN_CLI_SOURCE_H
#define LANESCAN_CLI_SOURCE_H

#include "text.h"

typedef struct source {
    input *in;
    int dtype;      /* what the elements become */
    size_t columns; /* 0: a text without lines */
    text_reader text;
    uint64_t left; /* bytes that are still to come, of an .npy file */
    unsigned char *raw;
    size_t raw_used, raw_max; /* bytes: there, and room for */
} source;

void source_begin(source *s, input *in, const options *o, int dtype);

/* How many rows to ask for at a time. */
size_t source_good_rows(const source *s);

/* The next rows, at most max_rows: that of row r and column c is element c * max_rows + r. 0 at the
 * end. What arrives slowly comes out at once. */
size_t source_rows(source *s, size_t max_rows, void *elements);

void source_end(source *s);

#endif
