/* Every function of the header, as a list of calls on the same data: whatever a test puts around
 * them, the results must be those of a plain run. */
#ifndef LANESCAN_TESTS_CALLS_H
#define LANESCAN_TESTS_CALLS_H

#include "tensor/data.h"

#include <stddef.h>

enum {
    CALL_ELEMENTS = 2800,                                /* of each input and output: 40 x 70 */
    CALL_BYTES = (CALL_ELEMENTS + 70) * LARGEST_ELEMENT, /* of each, in the widest type */
    CALL_OUTPUT = CALL_BYTES + (CALL_ELEMENTS + 70) * 8  /* results and positions */
};

/* Inputs of every type, made from one kind of data. */
typedef struct call_data {
    _Alignas(64) char input[NUM_DTYPES][CALL_BYTES];
    _Alignas(64) char second[NUM_DTYPES][CALL_BYTES];
} call_data;

void call_data_fill(call_data *data, data_kind kind, uint64_t seed);

size_t call_count(void);

enum { CALL_TEXT = 80 };
char *call_text(char text[CALL_TEXT], size_t call);

/* Writes to `output`, CALL_OUTPUT bytes of which are set to 0 first. Neither allocates nor prints,
 * nor has a large frame of its own. Returns whether the status was LANESCAN_OK. */
bool call_run(size_t call, const call_data *data, char *output);

/* The type of the results; and whether no result is rounded: integers and extremes without a
 * conversion. */
int call_dtype(size_t call);
bool call_is_exact(size_t call);

/* The same with a number that depends on every bit of the results, but not on which NaN a NaN is; 0
 * if it failed. */
uint64_t call_hash(size_t call, const call_data *data, char *output);

/* The hashes of all calls, one after another, in an array of call_count(). */
uint64_t *call_all_hashes(const call_data *data, char *output);

#endif
