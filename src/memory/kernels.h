/* The room memory: elements moved or converted, which no operation should have to know about.
 *
 * The kernels that move elements without computing: conversions, transposing copies, stores past
 * the caches. Every instruction set has a table of them. */
#ifndef LANESCAN_MEMORY_KERNELS_H
#define LANESCAN_MEMORY_KERNELS_H

#include "lanescan.h"

enum { NUM_DTYPES = LANESCAN_C128 + 1 };

/* n elements of one type to another, both contiguous, not overlapping. */
typedef void lanescan_convert(size_t n, const void *from, void *to);

/* Element c of row r, at from + r * from_pitch + c * size, to to + c * to_pitch + r * size. Pitches
 * are in bytes and may be negative; the two do not overlap. */
typedef void lanescan_transpose(size_t rows, size_t columns, const void *from, ptrdiff_t from_pitch,
                                void *to, ptrdiff_t to_pitch);

/* Output of at least this many bytes, to another place than the input, goes past the caches: more
 * than the share of the last-level cache that a core can count on. (Within that share this is
 * several times slower.) */
#define NONTEMPORAL_FROM ((size_t)32 << 20)

/* `rows` rows of `bytes` each, at least a cache line, as they are, past the caches; other cores see
 * them after the fence. */
typedef void lanescan_copy_rows(size_t rows, size_t bytes, const char *from, ptrdiff_t from_stride,
                                char *to, ptrdiff_t to_stride);
typedef void lanescan_fence(void);

/* The steps of conversions; 0 is none. */
enum {
    STEP_none,
#define STEP(name) STEP_##name,
#include "memory/steps.def"
    NUM_STEPS
};
typedef lanescan_convert *const lanescan_steps[NUM_STEPS];
typedef lanescan_transpose *const lanescan_transposes[4]; /* elements of 1, 2, 4, 8 bytes */

typedef struct lanescan_memory_kernels {
    const lanescan_steps *steps;
    const lanescan_transposes *transposes;
    lanescan_copy_rows *copy_rows_nontemporal;
    lanescan_fence *nontemporal_fence;
} lanescan_memory_kernels;

/* NULL in a set's table is what it leaves to portable code (lanes/left_vsx.h). */
extern const lanescan_steps lanescan_steps_generic;
extern const lanescan_transposes lanescan_transposes_generic;

static inline lanescan_convert *convert_of_step(const lanescan_memory_kernels *kernels, int step)
{
    lanescan_convert *const own = (*kernels->steps)[step];
    return own ? own : lanescan_steps_generic[step];
}

static inline lanescan_transpose *transpose_of_size(const lanescan_memory_kernels *kernels,
                                                    size_t size)
{
    const int place = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
    lanescan_transpose *const own = (*kernels->transposes)[place];
    return own ? own : lanescan_transposes_generic[place];
}

#endif
