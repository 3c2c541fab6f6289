/* Executors that keep the promise of lanescan.h to the letter, and no more: tasks in any order, one
 * at a time or on more threads than there are cores, some of which sleep at any moment. */
#ifndef LANESCAN_TESTS_THREADS_EXECUTORS_H
#define LANESCAN_TESTS_THREADS_EXECUTORS_H

#include <lanescan.h>

typedef enum executor_kind {
    EXECUTOR_FORWARDS, /* one task after the other */
    EXECUTOR_BACKWARDS,
    EXECUTOR_RANDOM,
    EXECUTOR_THREADS,  /* a thread for each task */
    EXECUTOR_FEW,      /* three threads, each of which takes the next task */
    EXECUTOR_SLEEPERS, /* a thread for each task, halted by signals wherever it is */
    NUM_EXECUTORS
} executor_kind;

const char *executor_name(executor_kind kind);

/* Bytes of stack that a task needs at most, as docs/threads.md says. */
#if defined(__x86_64__) || defined(__aarch64__)
enum { TASK_STACK = 128 << 10 };
#else
enum { TASK_STACK = 144 << 10 };
#endif

/* What was asked of it. */
typedef struct executor_use {
    executor_kind kind;
    uint64_t seed;
    size_t stack; /* bytes of a thread's stack; 0: as usual */
    size_t calls, most_tasks;
} executor_use;

/* `use` is its context. Misuse (called from a task, fewer than two tasks or too many) ends the
 * program. */
lanescan_executor executor_of(executor_use *use, uint32_t max_tasks);

#endif
