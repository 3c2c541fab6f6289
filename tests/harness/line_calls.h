/* The functions on lines, by number and under one signature. (Apart from calls.c: both the library
 * and the tests of tensors count operations and types.) */
#ifndef LANESCAN_TESTS_LINE_CALLS_H
#define LANESCAN_TESTS_LINE_CALLS_H

#include <stddef.h>
#include <stdint.h>

size_t line_call_count(void);
const char *line_call_name(size_t call); /* cumsum_f32 */

/* The number of an operation's function for a type; line_call_count() where there is none. */
size_t line_call_of(const char *op, const char *type);

/* `output` takes n results, or the one of a reduction. */
void line_call(size_t call, size_t n, const void *first, const void *second, void *output,
               int64_t *index);

#endif
