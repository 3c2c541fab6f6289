/* What the ways to a result share. */
#ifndef LANESCAN_CLI_COMMAND_H
#define LANESCAN_CLI_COMMAND_H

#include "input.h"
#include "writer.h"

/* The type of the result for elements of this type. */
int result_dtype(const options *o, int input_dtype);

/* The type of an input's elements; those of text are of the type of the result. */
int input_dtype(const options *o, const input *in);

/* The initial value as an element of dtype, or NULL; it lies in `room`. */
const void *initial_element(const options *o, int dtype, void *room);

/* Ends the program with the library's sentence, unless it is that of success. */
void check_status(lanescan_status status, const options *o, const char *input_name, int dtype);

/* The result would be larger than anything: an error of the command line where --shape says so. */
_Noreturn void fail_size(const input *in);

/* --dim as 0 .. ndim - 1. */
int checked_dim(const options *o, const input *in, int ndim, int default_dim);

/* Of the two inputs a pipe can be only one: it is read once. */
void check_inputs_differ(const options *o, const input *first);

/* Two results in one file would be one. */
void check_outputs_differ(const writer *a, const writer *b);

/* Writing to the file that is being read would never end, or destroy it. */
void check_output_is_not_input(const writer *w, const input *in);

#endif
