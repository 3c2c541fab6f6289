#include "temporary.h"

#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILES = 2 }; /* the result and the indices */

static const int ending[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGXCPU };
enum { NUM_ENDING = sizeof ending / sizeof ending[0] };

/* A slot is changed only while those signals are blocked, so a handler finds it whole. */
static char *names[MAX_FILES];

static sigset_t block(void)
{
    sigset_t signals, before;
    sigemptyset(&signals);
    for (int i = 0; i < NUM_ENDING; i++)
        sigaddset(&signals, ending[i]);
    sigprocmask(SIG_BLOCK, &signals, &before);
    return before;
}

static void unblock(sigset_t before)
{
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Safe in a signal handler. */
static void unlink_all(void)
{
    for (int i = 0; i < MAX_FILES; i++)
        if (names[i])
            unlink(names[i]);
}

static void end_by_signal(int number)
{
    unlink_all();
    signal(number, SIG_DFL);
    raise(number);
}

static void end_by_bus_error(int number)
{
    static const char text[] = "lanescan: a mapped file became shorter, or its disk fails\n";
    (void)number;
    unlink_all();
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EXIT_DATA);
    _exit(EXIT_DATA);
}

void temporary_watch_signals(void)
{
    struct sigaction action = { .sa_handler = end_by_signal }, before;
    sigfillset(&action.sa_mask);
    for (int i = 0; i < NUM_ENDING; i++)
        if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(ending[i], &action, NULL); /* what the parent ignores, as nohup does, stays */
    action.sa_handler = end_by_bus_error;
    sigaction(SIGBUS, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails instead */
}

int temporary_create(const char *path, const char **name)
{
    static const char tail[] =
        ".lanescan-XXXXXX"; /* no part of the name: it may be as long as names can be */
    const char *const slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    char *const made = allocate(folder + sizeof tail, 1);
    int fd = -1, error = EMFILE;
    memcpy(made, path, folder);
    memcpy(made + folder, tail, sizeof tail);
    const sigset_t before = block();
    for (int i = 0; i < MAX_FILES; i++) {
        if (names[i])
            continue;
        fd = mkstemp(made);
        error = errno;
        if (fd >= 0)
            *name = names[i] = made;
        break;
    }
    unblock(before);
    if (fd < 0)
        free(made);
    errno = error;
    return fd;
}

static void forget(const char *name)
{
    for (int i = 0; i < MAX_FILES; i++) {
        if (names[i] && names[i] == name) {
            char *const forgotten = names[i];
            names[i] = NULL;
            free(forgotten);
        }
    }
}

int temporary_keep(const char *name, const char *path)
{
    const sigset_t before = block();
    const int status = rename(name, path), error = errno;
    if (status == 0)
        forget(name);
    unblock(before);
    errno = error;
    return status == 0;
}

void temporary_remove(const char *name)
{
    const sigset_t before = block();
    unlink(name);
    forget(name);
    unblock(before);
}

void temporary_remove_all(void)
{
    const sigset_t before = block();
    const int error = errno;
    unlink_all();
    for (int i = 0; i < MAX_FILES; i++)
        forget(names[i]);
    errno = error;
    unblock(before);
}

int temporary_nameless(void)
{
    const char *const set = getenv("TMPDIR"), *const folder = set && *set ? set : "/tmp";
    static const char tail[] = "/lanescan-XXXXXX";
    const size_t length = strlen(folder);
    char *const made = allocate(length + sizeof tail, 1);
    memcpy(made, folder, length);
    memcpy(made + length, tail, sizeof tail);
    const sigset_t before = block();
    const int fd = mkstemp(made), error = errno;
    if (fd >= 0)
        unlink(made);
    unblock(before);
    free(made);
    errno = error;
    return fd;
}
