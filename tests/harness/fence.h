/* Memory between two pages that may not be touched. */
#ifndef LANESCAN_TESTS_FENCE_H
#define LANESCAN_TESTS_FENCE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct fenced {
    char *first;  /* first usable byte; the page before is forbidden */
    size_t bytes; /* whole pages; the page after is forbidden */
} fenced;

/* Room for at least `bytes`. */
fenced fence(size_t bytes);

/* `length` bytes against the page after (at_end) or the page before. */
char *fence_against(const fenced *f, size_t length, bool at_end);

/* From now on a forbidden access jumps here: `if (sigsetjmp(fence_escape, 1)) touched`. */
extern sigjmp_buf fence_escape;

/* Starts to catch such accesses, and checks with a fence that it bites: one that does not would
 * prove nothing. */
void fence_watch(const fenced *f);

#endif
