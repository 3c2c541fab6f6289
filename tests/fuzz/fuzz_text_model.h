/* What the program must make of a text: by the grammar, from the whole of it, one character after
 * the other. Nothing is cut, changed or copied. */
#ifndef LANESCAN_TESTS_FUZZ_TEXT_MODEL_H
#define LANESCAN_TESTS_FUZZ_TEXT_MODEL_H

#include "fuzz_program.h"
#include "options.h"

#include <stddef.h>
#include <stdint.h>

typedef struct model_table {
    char separator;
    size_t columns;
    uint64_t lines, header_lines;
    size_t start; /* of the first line of numbers, in bytes */
    size_t rows;  /* before the first mistake */
    size_t capacity;
    unsigned char *elements;       /* row by row */
    char mistake[PROGRAM_MESSAGE]; /* the message; empty: there is none */
} model_table;

/* Of the options those of text count. */
model_table model_text(const options *o, int dtype, const char *name, const char *text,
                       size_t size);
void model_text_end(model_table *table);

#endif
