/* The golden numbers: hashes of results over fixed inputs, the same on every CPU, compiler and
 * instruction set; and those that were recorded. */
#ifndef LANESCAN_GOLDEN_H
#define LANESCAN_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes a number and its name. `wrong` is a sentence about a call that went wrong, or NULL. */
typedef void golden_take(const char *name, uint64_t number, const char *wrong);

/* Of the public functions, on the instruction set in use. */
void golden_lines(golden_take *take);
void golden_tensors(golden_take *take);

typedef enum golden_list { GOLDEN_LINES, GOLDEN_TENSORS } golden_list;

/* How many were recorded; the one of a name, false where there is none. */
size_t golden_count(golden_list list);
bool golden_recorded(golden_list list, const char *name, uint64_t *number);

#endif
