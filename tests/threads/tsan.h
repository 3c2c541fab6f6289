/* Engines are not instrumented, so ThreadSanitizer does not see how they order a call, its tasks and
 * what comes after it. lanescan.h asks that of them, and here it is said for them: tasks begin
 * after the call, which ends after all of them. Between tasks nothing is said, so what they have
 * not ordered themselves is reported. */
#ifndef LANESCAN_TESTS_THREADS_TSAN_H
#define LANESCAN_TESTS_THREADS_TSAN_H

#include <stdatomic.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WITH_TSAN
#endif
#elif defined(__SANITIZE_THREAD__)
#define WITH_TSAN
#endif

typedef struct tsan_order {
    char begins, ends; /* of which only the addresses count */
} tsan_order;

#ifdef WITH_TSAN

void __tsan_acquire(void *address);
void __tsan_release(void *address);

/* ThreadSanitizer asks for its options, and says that it reports a race. */
const char *__tsan_default_options(void);
void __tsan_on_report(void *report);

const char *__tsan_default_options(void)
{
    return "ignore_noninstrumented_modules=1:exitcode=0"; /* the program counts */
}

static _Atomic(unsigned) tsan_reports;

void __tsan_on_report(void *report)
{
    (void)report;
    atomic_fetch_add(&tsan_reports, 1);
}

#define TSAN_LEARN(address) __tsan_acquire(address)
#define TSAN_TELL(address)  __tsan_release(address)

#else

#define TSAN_LEARN(address) ((void)(address))
#define TSAN_TELL(address)  ((void)(address))

#endif

static inline void tsan_call_begins(tsan_order *order)
{
    TSAN_TELL(&order->begins);
}

static inline void tsan_task_begins(tsan_order *order)
{
    TSAN_LEARN(&order->begins);
}

static inline void tsan_task_ends(tsan_order *order)
{
    TSAN_TELL(&order->ends);
}

static inline void tsan_call_ends(tsan_order *order)
{
    TSAN_LEARN(&order->ends);
}

#endif
