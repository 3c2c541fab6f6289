/* What stands in for the rest of the program `lanescan` where one part of it is fuzzed: errors come
 * back instead of ending the program, and all memory is accounted for. The part is compiled as it
 * is, but for `free`, which is program_free. */
#ifndef LANESCAN_TESTS_FUZZ_PROGRAM_H
#define LANESCAN_TESTS_FUZZ_PROGRAM_H

#include <stdbool.h>

enum { PROGRAM_MESSAGE = 512 };

/* Runs a part of the program. False where fail() ended it, and what that said in `message`; what
 * was allocated is free then. Who comes to the end must have freed it: that is checked. */
bool program_run(void (*part)(void *), void *with, char message[PROGRAM_MESSAGE]);

void program_free(void *memory);

#endif
