/* How much stack a call takes: it runs in a thread whose stack is painted before and looked at
 * afterwards. Lines: at most 14 KiB; tensors and streams: 128 KiB; on CPUs for which there is
 * portable code only 20 and 144. Then everything once with just that much on top of the least that
 * a thread may have. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "calls.h"
#include "harness/check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <limits.h>

#if defined(__x86_64__) || defined(__aarch64__)
enum { LINE_STACK = 14 << 10, TENSOR_STACK = 128 << 10 };
#else
enum { LINE_STACK = 20 << 10, TENSOR_STACK = 144 << 10 };
#endif
enum { PAINTED = 1 << 19, PAINT = 0x5a };

/* On an emulated CPU each call has two of the eight kinds of data. */
static size_t first_call(data_kind kind)
{
    return check_scale() > 16 ? (size_t)kind % 4 : 0;
}

static size_t call_step(void)
{
    return check_scale() > 16 ? 4 : 1;
}

static call_data data;
static char output[CALL_OUTPUT];
static char *stack;

typedef struct task {
    size_t call; /* none: call_count() */
    uint64_t hash;
} task;

static void *run(void *argument)
{
    task *const t = argument;
    t->hash = call_hash(t->call, &data, output);
    return NULL;
}

/* Runs a call on `bytes` of stack. */
static bool run_on(size_t bytes, task *t)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    const bool ran = pthread_attr_setstack(&attributes, stack + PAINTED - bytes, bytes) == 0 &&
                     pthread_create(&thread, &attributes, run, t) == 0 &&
                     pthread_join(thread, NULL) == 0;
    pthread_attr_destroy(&attributes);
    return ran;
}

/* Bytes of stack that a thread touches in a call, its own start included. */
static size_t measure(size_t call)
{
    task t = { call, 0 };
    size_t untouched = 0;
    memset(stack, PAINT, PAINTED);
    if (!check(run_on(PAINTED, &t), "no thread"))
        return PAINTED;
    while (untouched < PAINTED && stack[untouched] == PAINT)
        untouched++;
    return PAINTED - untouched;
}

static bool is_line(const char *text)
{
    return strncmp(text, "lanescan_", 9) == 0;
}

static size_t limit_of(size_t call)
{
    char text[CALL_TEXT];
    return is_line(call_text(text, call)) ? LINE_STACK : TENSOR_STACK;
}

/* Slow paths have frames of their own: each kind of data takes others. */
static void check_use(const char *kind, size_t call, size_t least, size_t *most)
{
    char text[CALL_TEXT];
    const size_t all = measure(call), used = all > least ? all - least : 0;
    const bool line = is_line(call_text(text, call));
    check(used <= limit_of(call), "%s, %s, %s: %zu bytes of stack, more than %zu", lanescan_isa(),
          text, kind, used, limit_of(call));
    if (used > most[line]) {
        most[line] = used;
        printf("%s, %s: %zu bytes\n", text, kind, used);
    }
}

/* Each call of the active set on a stack of its limit and the least that a thread may have, with a
 * forbidden page below. */
static void check_on_small_stacks(const char *isa, data_kind kind, const uint64_t *expected,
                                  char *memory, long page, long least)
{
    static const size_t limits[] = { TENSOR_STACK, LINE_STACK };
    for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++) {
        const size_t pages = ((size_t)least + limits[k] + (size_t)page - 1) / (size_t)page;
        const size_t small = pages * (size_t)page;
        if (!check(small <= PAINTED, "the least stack is %ld bytes", least) ||
            !check(mprotect(memory, (size_t)page + PAINTED - small, PROT_NONE) == 0, "no guard"))
            return;
        for (size_t i = first_call(kind); i < call_count(); i += call_step()) {
            task t = { i, 0 };
            check(limit_of(i) > limits[k] || (run_on(small, &t) && t.hash == expected[i]),
                  "%s, call %zu on %zu bytes of stack", isa, i, small);
        }
    }
}

/* All calls on the data there are now, on every set of this CPU. */
static void check_kind(data_kind kind, char *memory, long page, long least_stack)
{
    uint64_t *const expected = call_all_hashes(&data, output);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        size_t most[2] = { 0, 0 };
        lanescan_set_isa(*isa);
        if (!check(mprotect(stack, PAINTED, PROT_READ | PROT_WRITE) == 0, "no stack"))
            break;
        measure(call_count()); /* what a process does but once */
        const size_t least = measure(call_count());
        printf("%s: a thread by itself takes %zu bytes\n", *isa, least);
        for (size_t i = first_call(kind); i < call_count(); i += call_step())
            check_use(data_name(kind), i, least, most);
        check_on_small_stacks(*isa, kind, expected, memory, page, least_stack);
    }
    free(expected);
}

int main(void)
{
    check_start("stack", lanescan_isa());
    const uint64_t seed = check_stream_seed("stack");
    const long page = sysconf(_SC_PAGESIZE), least_stack = sysconf(_SC_THREAD_STACK_MIN);
    /* A forbidden page below the stack. */
    char *const memory = mmap(NULL, PAINTED + (size_t)page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || page <= 0 || least_stack <= 0)
        check_skip("no memory for a stack");
    check(mprotect(memory, (size_t)page, PROT_NONE) == 0, "no guard page");
    stack = memory + page;
    for (int kind = 0; kind < NUM_DATA_KINDS; kind++) {
        call_data_fill(&data, (data_kind)kind, seed);
        check_kind((data_kind)kind, memory, page, least_stack);
    }
    return check_finish();
}
