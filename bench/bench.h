/* The benchmark's parts: what is timed (cases), who is timed (contenders), and how (timing).
 *
 * A contender is a table of kernels, like one of the library's: that is how the library on each of
 * its instruction sets, the reference loops and memcpy are all called in the same way. */
#ifndef LANESCAN_BENCH_H
#define LANESCAN_BENCH_H

#include "lanes/sets.h"
#include "ops/kernels.h"

#include <stdbool.h>

/* One line's arrays. `x` and `b` are inputs of the case's type, touched; b only where it has two.
 */
typedef struct bench_arrays {
    void *x, *b, *y;
    int64_t *index; /* NULL: not asked for */
    size_t n;
    size_t bytes; /* of one array */
} bench_arrays;

/* ---- cases.c: operation, type, and the data it gets ---- */

typedef struct bench_case {
    const char *op, *type, *data; /* "cumsum", "f32", "uniform" */
    size_t element_size;
    bool binary, with_index;
    void (*fill)(const struct bench_case *, bench_arrays *);
    void (*call)(const lanescan_kernels *, const bench_arrays *);
    bool (*has)(const lanescan_kernels *); /* whether a table has this kernel */
} bench_case;

extern const bench_case bench_cases[];
extern const size_t bench_num_cases;

/* The first case of this operation and type, or NULL. */
const bench_case *bench_find_case(const char *op, const char *type);

/* Arrays of n elements, filled and touched; false when there is not enough memory. Linux promises
 * more memory than there is, so what is available is asked for first. */
bool bench_arrays_make(const bench_case *, size_t n, bench_arrays *);
/* The same with memory for `room` elements more behind each array. */
bool bench_arrays_make_with_room(const bench_case *, size_t n, size_t room, bench_arrays *);
size_t bench_bytes_per_element(const bench_case *); /* of all arrays */
void bench_arrays_free(bench_arrays *);

/* ---- data.c: deterministic generators; each stays in the normal range at any length ---- */

void bench_fill_uniform(const bench_case *, bench_arrays *);   /* (-1, 1), or any integer */
void bench_fill_normal(const bench_case *, bench_arrays *);    /* mean 0, deviation 1 */
void bench_fill_factors(const bench_case *, bench_arrays *);   /* daily returns: 1 + at most 1 % */
void bench_fill_log_probs(const bench_case *, bench_arrays *); /* logs of numbers that sum to 1 */
void bench_fill_gates(const bench_case *, bench_arrays *);
void bench_fill_ascending(const bench_case *, bench_arrays *); /* every element a new extreme */

/* ---- references.c, inscan.c, inclusive_scan_table.c: what the library is compared with ---- */

extern const lanescan_kernels bench_plain;       /* the loop one would write */
extern const lanescan_kernels bench_inscan_avx2; /* gcc's omp simd inscan; NULL where none */
extern const lanescan_kernels bench_inscan_avx512;
extern const lanescan_kernels bench_inclusive_scan; /* C++17's std::inclusive_scan */

/* ---- map.c, limit.c: what logcumsumexp cannot be faster than ---- */

/* exp, then log; logcumsumexp only */
#define DECLARE_MAP(set, shown, level, cpu, flags, more) \
    extern const lanescan_kernels bench_map_##set;
LANESCAN_SETS(DECLARE_MAP, )
#undef DECLARE_MAP

/* Prints logcumsumexp beside the map; false when something could not be measured. */
bool bench_limits(void);

/* ---- contenders.c ---- */

typedef struct bench_contender {
    const char *name;
    const char *isa;                 /* for lanescan_set_isa before each timing, or NULL */
    const lanescan_kernels *kernels; /* NULL: memcpy of x to y */
} bench_contender;

enum { BENCH_MAX_CONTENDERS = 12 };

/* memcpy, the references, and the library on every instruction set this CPU runs, slowest first. */
size_t bench_contenders(bench_contender out[BENCH_MAX_CONTENDERS]);

/* The library's line functions, on the instruction set in use. */
bench_contender bench_library(void);

bool bench_takes_part(const bench_contender *, const bench_case *);
void bench_call(const bench_contender *, const bench_case *, const bench_arrays *);

/* Such a call as the context of a task. */
typedef struct bench_line {
    const bench_contender *who;
    const bench_case *what;
    const bench_arrays *arrays;
} bench_line;

void bench_line_run(void *line, size_t calls);

/* ---- timing.c ---- */

double bench_seconds(void); /* monotonic clock */

/* What asking the clock costs, in seconds: subtracted from every batch. */
double bench_timer_overhead(void);

enum { BENCH_MAX_TASKS = BENCH_MAX_CONTENDERS, BENCH_MAX_SAMPLES = 64 };

/* Anything that can be called again and again. */
typedef struct bench_task {
    void (*run)(void *context, size_t calls); /* NULL: takes no part */
    void *context;
    const char *isa; /* for lanescan_set_isa before each timing, or NULL */
} bench_task;

/* Of one call, in nanoseconds. Spread: half the distance between the quartiles, over the median. */
typedef struct bench_timing {
    double median, minimum, spread;
} bench_timing;

/* Sorts the samples. */
bench_timing bench_timing_of(double *samples, size_t count);

/* How long a batch is and how often it is repeated; how often at most, where calls are long. In
 * passes, so many of the repetitions in each, whoever measures much may do other things in
 * between. */
typedef struct bench_effort {
    double batch_seconds;
    size_t repetitions, passes;
    /* Called before each repetition, to put the arrays elsewhere; NULL: they stay. */
    void (*place)(void *context, size_t repetition);
    void *context;
} bench_effort;

extern const bench_effort bench_usual_effort;

/* What each task took, in nanoseconds a call. */
typedef struct bench_samples {
    double ns[BENCH_MAX_TASKS][BENCH_MAX_SAMPLES];
    size_t count; /* of each task, or none where it takes no part */
    bool takes_part[BENCH_MAX_TASKS];
} bench_samples;

/* One pass: calls in batches, the tasks in turn, so that a change of the CPU's clock or of its
 * neighbours' load meets all of them. Adds to the samples, which begin as zeros. */
void bench_sample(const bench_effort *, const bench_task *tasks, size_t count, bench_samples *);

/* Of all samples; sorts them. NaN: takes no part. */
bench_timing bench_timing_of_task(bench_samples *, size_t task);

/* Median nanoseconds per call of each task, with the usual effort. */
void bench_time_tasks(const bench_task *tasks, size_t count, double *ns_per_call);

/* The same of each contender. */
void bench_time(const bench_contender *contenders, size_t count, const bench_case *,
                const bench_arrays *, double *ns_per_call);

/* ---- table.c ---- */

int bench_table(void); /* the report for people; the program's exit status */

/* ---- tensors.c ---- */

int bench_tensors(void); /* the report on the instruction set in use; the program's exit status */

#endif
