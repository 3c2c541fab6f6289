/* The options and operations in tables: what is read, what --help says. */
#ifndef LANESCAN_CLI_HELP_H
#define LANESCAN_CLI_HELP_H

#include "options.h"

typedef enum option_id {
    OPTION_DIM,
    OPTION_REVERSE,
    OPTION_EXCLUSIVE,
    OPTION_TOTAL,
    OPTION_INITIAL,
    OPTION_INDEX,
    OPTION_GRADIENT,
    OPTION_KEEPDIMS,
    OPTION_DTYPE,
    OPTION_ORDER,
    OPTION_OUTPUT,
    OPTION_TO,
    OPTION_NPY,
    OPTION_RAW,
    OPTION_SHAPE,
    OPTION_TEXT,
    OPTION_COLUMN,
    OPTION_SEPARATOR,
    OPTION_SKIP_HEADER,
    OPTION_SELF_TEST,
    OPTION_ISA,
    OPTION_THREADS,
    OPTION_HELP,
    OPTION_VERSION
} option_id;

/* Sets of operations. */
enum {
    FOR_SUM_LIKE = 1, /* cumsum, cumprod, logcumsumexp */
    FOR_EXTREMES = 2,
    FOR_LOGSUMEXP = 4,
    FOR_LOGADDEXP = 8,
    FOR_INFO = 16,
    FOR_RECURRENCE = 32,
    FOR_SCANS = FOR_SUM_LIKE | FOR_EXTREMES,
    FOR_ARRAYS = FOR_SCANS | FOR_LOGSUMEXP | FOR_LOGADDEXP | FOR_RECURRENCE,
    FOR_ALL = FOR_ARRAYS | FOR_INFO
};

typedef struct option_row {
    option_id id;
    char letter; /* or 0 */
    const char *name, *argument /* NULL without */, *help;
    unsigned operations;
} option_row;

typedef struct operation_row {
    const char *name;
    command command;
    lanescan_op op;
    unsigned set; /* one of those above */
    const char *help;
} operation_row;

extern const option_row option_rows[];
extern const int num_option_rows;
extern const operation_row operation_rows[];
extern const int num_operation_rows;

/* Of one operation, or of all where it is NULL. */
void print_help(const operation_row *operation);
void print_version(void);

#endif
