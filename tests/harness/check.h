/* What every test program shares: a printed seed, counted checks, readable failures, visible
 * skips. */
#ifndef LANESCAN_TESTS_CHECK_H
#define LANESCAN_TESTS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads LANESCAN_TEST_SEED (default 1) and LANESCAN_TEST_SCALE, and prints both;
 * LANESCAN_TEST_STOP=1 ends the program at the first failure. */
void check_start(const char *program, const char *subject);

uint64_t check_seed(void);

/* A generator that depends on the seed and on `stream` alone, so that one check can be repeated
 * without those before it. */
uint64_t check_stream_seed(const char *stream);

/* Work divisor: 1 normally, more where the CPU is emulated. */
size_t check_scale(void);

/* Counts one check. Prints the message when it does not hold; after 20 failures only counts. */
bool check(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

size_t check_failures(void);

/* Exit status of the program: a run with a failed check, or with no check at all, has failed. */
int check_finish(void);

/* Ends the program with the status that Meson shows as "SKIP". */
void check_skip(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Skips the program where an emulator has an instruction of conversions wrong. */
void check_conversions(void);

/* malloc that ends the program instead of returning NULL. */
void *check_alloc(size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
