#include "place.h"

#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_LINKS = 40,  /* one after the other, as Linux has it */
    INHERITED = 256, /* descriptors that are looked at: shells give small ones */
};

/* ---- Open files ---- */

/* What this program opens itself is closed on exec; what has come through one cannot be. */
static bool is_inherited(int descriptor)
{
    const int flags = fcntl(descriptor, F_GETFD);
    return flags >= 0 && !(flags & FD_CLOEXEC);
}

bool place_is_writable(int descriptor)
{
    const int flags = is_inherited(descriptor) ? fcntl(descriptor, F_GETFL) : -1;
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

int place_open_as(const struct stat *status)
{
    struct stat open_file;
    for (int i = 0; i < INHERITED; i++)
        if (place_is_writable(i) && fstat(i, &open_file) == 0 && S_ISREG(open_file.st_mode) &&
            open_file.st_dev == status->st_dev && open_file.st_ino == status->st_ino)
            return i;
    return -1;
}

/* The descriptor that this name without links is, or -1. */
static int descriptor_named(const char *path)
{
    static const char *const folders[] = { "/proc/self/fd", "/dev/fd" };
    const char *const base = strrchr(path, '/') + 1;
    const size_t length = strlen(base), folder_length = (size_t)(base - 1 - path);
    bool is_in = false;
    if (length == 0 || length > 9 || strspn(base, "0123456789") != length)
        return -1;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char *const folder = realpath(folders[i], NULL); /* self is a link to a number */
        is_in = is_in || (folder && strlen(folder) == folder_length &&
                          memcmp(folder, path, folder_length) == 0);
        free(folder);
    }
    return is_in ? (int)strtol(base, NULL, 10) : -1;
}

/* ---- Names ---- */

static char *join(const char *folder, size_t folder_length, const char *base)
{
    const size_t size = folder_length + 1 + strlen(base) + 1;
    char *const path = allocate(size, 1);
    snprintf(path, size, "%.*s/%s", (int)folder_length, folder, base);
    return path;
}

/* The path with a folder that has no links in it; the last part may be one, and need not be there.
 * NULL and errno where the folder is not there. */
static char *resolve_folder(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const base = slash ? slash + 1 : path;
    if (!*base) {
        errno = ENOENT;
        return NULL;
    }
    char *const folder = slash ? strndup(path, (size_t)(base - path)) : strdup(".");
    char *const real = folder ? realpath(folder, NULL) : NULL;
    char *const resolved = real ? join(real, strcmp(real, "/") == 0 ? 0 : strlen(real), base)
                                : NULL;
    const int error = errno;
    free(real);
    free(folder);
    errno = error;
    return resolved;
}

/* Where the link `path` leads; NULL where it is none. */
static char *follow(const char *path)
{
    char target[PATH_MAX];
    const ssize_t n = readlink(path, target, sizeof target - 1);
    if (n < 0)
        return NULL;
    target[n] = '\0';
    return target[0] == '/' ? join("", 0, target + 1)
                            : join(path, (size_t)(strrchr(path, '/') - path), target);
}

/* Follows links from p->path to its end, or to a descriptor. */
static bool follow_all(place *p)
{
    for (int links = 0; links <= MAX_LINKS; links++) {
        char *const resolved = resolve_folder(p->path);
        free(p->path);
        p->path = resolved;
        if (!resolved)
            return false;
        p->descriptor = descriptor_named(resolved);
        char *const next = p->descriptor < 0 ? follow(resolved) : NULL;
        if (!next)
            return true;
        free(resolved);
        p->path = next;
    }
    errno = ELOOP;
    return false;
}

/* The folder that is to have the new file. */
static bool find_folder(place *p)
{
    char *const folder = strndup(p->path, (size_t)(strrchr(p->path, '/') + 1 - p->path));
    const bool is_there = folder && stat(folder, &p->status) == 0;
    free(folder);
    return is_there;
}

bool place_find(place *p, const char *name)
{
    struct stat end;
    *p = (place){ .descriptor = -1 };
    p->exists = stat(name, &p->status) == 0;
    if (!p->exists && errno != ENOENT)
        return false;
    const bool is_regular = p->exists && S_ISREG(p->status.st_mode);
    p->path = strdup(name);
    const bool is_found = p->path && follow_all(p);
    if (p->descriptor >= 0 || (p->exists && !is_regular)) {
        free(p->path); /* opened by its name, if at all: folders and devices may have any */
        p->path = NULL;
        return true;
    }
    if (!is_found)
        return false;
    if (!p->exists)
        return find_folder(p);
    /* another process's open files are links that only seem to have a target */
    errno = ENOENT;
    return stat(p->path, &end) == 0 && end.st_dev == p->status.st_dev &&
           end.st_ino == p->status.st_ino;
}
