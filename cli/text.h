/* Numbers in lines and columns. */
#ifndef LANESCAN_CLI_TEXT_H
#define LANESCAN_CLI_TEXT_H

#include "input.h"

typedef struct text_reader {
    input *in;
    int dtype;
    char separator; /* a space: any number of spaces and tabs */
    long column;    /* from 1; 0: all */
    size_t columns; /* how many are read; 0 where there is no line at all */
    uint64_t line;  /* of the file, from 1: the last that was taken */
    char *buffer;
    size_t begin, end, capacity;
    char replaced; /* by the zero after the last line that was taken */
    bool is_at_end;
} text_reader;

/* Reads up to the first line of numbers: the number of columns and the separator are known then. */
void text_begin(text_reader *t, input *in, const options *o, int dtype);

/* The next lines, at most max_rows of them, as elements of dtype: that of row r and column c is
 * element c * max_rows + r. Waits for one line only, so that what arrives slowly comes out at once.
 * 0 at the end. */
size_t text_rows(text_reader *t, size_t max_rows, void *elements);

void text_end(text_reader *t);

/* In its place, right after text_begin: gives what was read back to the input, where text may begin
 * again. */
void text_give_back(text_reader *t);

#endif
