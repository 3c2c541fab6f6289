/* Whatever is called, on every instruction set, on ordinary numbers and on those that take the slow
 * ways: errno is left alone, nothing is allocated or freed, nothing printed, no system call made.
 *     quiet errno | allocations | system_calls
 * For the last one all calls run in a child process that the kernel kills at any system call but
 * read, write and exit (seccomp, mode strict). */
#define _GNU_SOURCE /* syscall */

#include "calls.h"
#include "harness/check.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { UNUSED_ERRNO = 4711 };

static call_data data;
static char output[CALL_OUTPUT];
static uint64_t *expected;

#ifdef LANESCAN_TEST_INTERPOSE
/* The program's malloc is the library's too. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void __libc_free(void *memory);
static volatile bool is_watched;
static volatile size_t allocations;

void *malloc(size_t bytes)
{
    allocations += is_watched;
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    allocations += is_watched;
    return __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    allocations += is_watched;
    return __libc_realloc(memory, bytes);
}

void free(void *memory)
{
    allocations += is_watched;
    __libc_free(memory);
}

static void check_allocations(void)
{
    void *volatile memory;
    allocations = 0;
    is_watched = true;
    memory = malloc(1);
    is_watched = false;
    free(memory);
    check(allocations == 1, "the test does not see allocations");
    for (size_t i = 0; i < call_count(); i++) {
        char text[CALL_TEXT];
        allocations = 0;
        is_watched = true;
        call_run(i, &data, output);
        is_watched = false;
        check(allocations == 0, "%s, %s allocates or frees", lanescan_isa(), call_text(text, i));
    }
}
#else
static void check_allocations(void)
{
    check_skip("allocations cannot be watched in this build");
}
#endif

static void check_errno(void)
{
    for (size_t i = 0; i < call_count(); i++) {
        char text[CALL_TEXT];
        errno = UNUSED_ERRNO;
        call_run(i, &data, output);
        const int after = errno;
        check(after == UNUSED_ERRNO, "%s, %s sets errno to %d", lanescan_isa(), call_text(text, i),
              after);
    }
    const lanescan_tensor wrong = { NULL, NULL, NULL, 99, 99 };
    errno = UNUSED_ERRNO;
    const bool failed = lanescan_cumsum(&wrong, 0, &wrong) != LANESCAN_OK &&
                        lanescan_set_isa("none") != LANESCAN_OK &&
                        lanescan_status_string((lanescan_status)99) != NULL;
    const int after = errno;
    check(failed && after == UNUSED_ERRNO, "errors set errno to %d", after);
}

/* All that can be called on every set, errors included. */
static int call_everything(void)
{
    const lanescan_tensor wrong = { NULL, NULL, NULL, 99, 99 };
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        if (lanescan_set_isa(*isa) != LANESCAN_OK || !lanescan_isa() || !lanescan_version())
            return 2;
        for (size_t i = 0; i < call_count(); i++)
            if (call_hash(i, &data, output) != expected[i])
                return 3;
    }
    if (lanescan_set_isa(NULL) == LANESCAN_OK || lanescan_set_isa("none") == LANESCAN_OK ||
        lanescan_cumsum(&wrong, 0, &wrong) == LANESCAN_OK || !lanescan_status_string(LANESCAN_OK))
        return 4;
    return 0;
}

/* The wait status of a child that may not make system calls; its output to *printed. -1 where that
 * cannot be done. */
static int run_strictly(int (*run)(void), size_t *printed)
{
    int ends[2], status = -1;
    char byte;
    if (pipe(ends))
        return -1;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        setvbuf(stdout, NULL, _IONBF, 0);
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
            _exit(77);
        syscall(SYS_exit, run()); /* not exit_group, which is forbidden */
    }
    close(ends[1]);
    for (*printed = 0; read(ends[0], &byte, 1) == 1;)
        ++*printed;
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return status;
}

static int print_something(void)
{
    return write(1, "x", 1) == 1 ? 0 : 1;
}

static int open_something(void)
{
    return fopen("/dev/null", "r") ? 0 : 1;
}

static void check_system_calls(void)
{
    size_t printed = 0;
    int status = run_strictly(print_something, &printed);
    if (status == -1 || (WIFEXITED(status) && WEXITSTATUS(status) == 77))
        check_skip("system calls cannot be watched: no seccomp here");
    check(status == 0 && printed == 1, "the test does not see output");
    status = run_strictly(open_something, &printed);
    check(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "the test does not see system calls");
    status = run_strictly(call_everything, &printed);
    check(status == 0, "a system call, or other results: status %#x", (unsigned)status);
    check(printed == 0, "%zu bytes are printed", printed);
}

static const struct subject {
    const char *name;
    void (*run)(void);
    bool goes_through_sets; /* by itself */
} subjects[] = {
    { "errno", check_errno, false },
    { "allocations", check_allocations, false },
    { "system_calls", check_system_calls, true },
};

static void run_on_each_set(const struct subject *s)
{
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        check(lanescan_set_isa(*isa) == LANESCAN_OK, "%s cannot be set", *isa);
        s->run();
        if (s->goes_through_sets)
            return;
    }
}

int main(int argc, char **argv)
{
    static const data_kind kinds[] = { DATA_NORMAL, DATA_SPECIAL, DATA_BITS };
    const char *const subject = argc > 1 ? argv[1] : "";
    check_start("quiet", subject);
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        if (strcmp(subjects[i].name, subject) != 0)
            continue;
        for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
            call_data_fill(&data, kinds[kind], check_stream_seed("quiet"));
            expected = call_all_hashes(&data, output);
            run_on_each_set(&subjects[i]);
            free(expected);
        }
    }
    return check_finish();
}
