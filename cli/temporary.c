#include "temporary.h"

#include "blocking.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILES = 2 }; /* the result and the indices */

/* A slot is changed only while signals are blocked, so a handler finds it whole. */
static char *names[MAX_FILES];

void temporary_unlink_all(void)
{
    for (int i = 0; i < MAX_FILES; i++)
        if (names[i])
            unlink(names[i]);
}

/* Such descriptors are the program's own: those it was started with do not have this flag. */
static int make(char *name)
{
    const int fd = mkstemp(name);
    if (fd >= 0)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

int temporary_create(const char *path, const char **name)
{
    static const char tail[] =
        ".lanescan-XXXXXX"; /* no part of the name: it may be as long as names can be */
    const char *const slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    char *const made = malloc(folder + sizeof tail);
    int fd = -1, error = EMFILE;
    if (!made)
        return -1;
    memcpy(made, path, folder);
    memcpy(made + folder, tail, sizeof tail);
    const sigset_t before = signals_block();
    for (int i = 0; i < MAX_FILES; i++) {
        if (names[i])
            continue;
        fd = make(made);
        error = errno;
        if (fd >= 0)
            *name = names[i] = made;
        break;
    }
    signals_unblock(before);
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
    const sigset_t before = signals_block();
    const int status = rename(name, path), error = errno;
    if (status == 0)
        forget(name);
    signals_unblock(before);
    errno = error;
    return status == 0;
}

void temporary_remove(const char *name)
{
    const sigset_t before = signals_block();
    unlink(name);
    forget(name);
    signals_unblock(before);
}

void temporary_remove_all(void)
{
    const sigset_t before = signals_block();
    const int error = errno;
    temporary_unlink_all();
    for (int i = 0; i < MAX_FILES; i++)
        forget(names[i]);
    errno = error;
    signals_unblock(before);
}

int temporary_nameless(void)
{
    const char *const set = getenv("TMPDIR"), *const folder = set && *set ? set : "/tmp";
    static const char tail[] = "/lanescan-XXXXXX";
    const size_t length = strlen(folder);
    char *const made = malloc(length + sizeof tail);
    if (!made)
        return -1;
    memcpy(made, folder, length);
    memcpy(made + length, tail, sizeof tail);
    const sigset_t before = signals_block();
    const int fd = make(made), error = errno;
    if (fd >= 0)
        unlink(made);
    signals_unblock(before);
    free(made);
    errno = error;
    return fd;
}
