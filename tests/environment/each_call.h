/* Every function of the header on every kind of data and every instruction set, for tests of what a
 * call leaves as it was. */
#ifndef LANESCAN_TESTS_EACH_CALL_H
#define LANESCAN_TESTS_EACH_CALL_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the call `how` says, as often as it likes. False: the call failed. */
typedef bool (*call_runner)(const void *how);
typedef void (*call_judge)(const char *text, call_runner run, const void *how);

/* Lines, tensors, streams, on each instruction set in turn. With LANESCAN_TEST_SCALE each call has
 * a quarter of the data. */
void each_call(call_judge judge);

/* The functions on lines alone, on the set in use; each on one in `step` of the kinds of data.
 * (Apart: the library and the tests of tensors both count types.) */
void each_line(call_judge judge, size_t step);

#endif
