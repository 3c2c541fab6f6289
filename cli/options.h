/* The command line. */
#ifndef LANESCAN_CLI_OPTIONS_H
#define LANESCAN_CLI_OPTIONS_H

#include "lanescan.h"

#include <stdbool.h>

typedef enum command {
    COMMAND_SCAN,
    COMMAND_LOGSUMEXP,
    COMMAND_LOGADDEXP,
    COMMAND_RECURRENCE,
    COMMAND_INFO
} command;

typedef enum format { FORMAT_GUESSED, FORMAT_NPY, FORMAT_RAW, FORMAT_TEXT } format;

enum { DEFAULT_DTYPE = -1 };

typedef struct options {
    command command;
    lanescan_op op; /* of COMMAND_SCAN */
    const char *op_name;
    const char *input[2];       /* with a gradient the second is that of the results */
    const char *output, *index; /* index: NULL without */

    int dims[LANESCAN_MAX_NDIM];
    int num_dims; /* 0: the default */
    bool reverse, exclusive, total, keepdims, gradient, self_test;
    const char *initial; /* text; NULL without */
    int dtype;           /* of the result, or DEFAULT_DTYPE */
    const char *isa;

    format from, to;
    int raw_dtype;
    bool raw_is_big_endian, has_shape;
    int64_t shape[LANESCAN_MAX_NDIM]; /* of raw input */
    int32_t ndim;
    char order;     /* of the result: C, F, or 0 as the input */
    long column;    /* of text, from 1; 0: all */
    char separator; /* of text; 0: guessed, a space: any number of spaces and tabs */
    bool skip_header;
} options;

/* Reads the command line. Ends the program after --help and --version, and where something is
 * wrong. */
void options_read(options *o, int argc, char **argv);

#endif
