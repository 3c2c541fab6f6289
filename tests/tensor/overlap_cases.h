/* What the files of this suite share. */
#ifndef LANESCAN_TESTS_OVERLAP_H
#define LANESCAN_TESTS_OVERLAP_H

#include "golden/random.h"
#include "harness/check.h"
#include "tensor/overlap.h"

enum { BYTES = 1 << 18 };

/* What layouts lie in. Most of it is never followed. */
extern char memory[BYTES];

/* An address that nobody follows: it may lie outside of memory. */
char *moved(char *address, int64_t bytes);

/* A number of repetitions, divided where the CPU is emulated. */
size_t rounds(size_t count);

/* A judge that always hears the same answer proves little. */
void check_mixed(const char *what, const size_t answers[2]);

/* The answer for both orders of the two. */
void expect_share(layout_answer want, layout a, layout b, const char *what);

void check_brute(void);
void check_nested(void);

#endif
