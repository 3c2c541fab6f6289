#include "output.h"

#include "report.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 18 };

/* The path without links, so that two ways to one file are seen; the file itself need not be there. */
static char *resolve(const char *path, bool exists)
{
    char *const slash = strrchr(path, '/');
    if (exists)
        return realpath(path, NULL);
    const char *const base = slash ? slash + 1 : path;
    char *const folder = strndup(path, (size_t)(base - path));
    char *const real = folder ? realpath(*folder ? folder : ".", NULL) : NULL;
    char *resolved = NULL;
    if (real && *base) {
        const size_t size = strlen(real) + 1 + strlen(base) + 1;
        resolved = allocate(size, 1);
        snprintf(resolved, size, "%s/%s", real, base);
    }
    free(real);
    free(folder);
    return resolved;
}

/* A new file beside `path`, or in its place the one that is there, with the latter's permissions. */
static void open_beside(output *o, const char *path, const struct stat *existing)
{
    const mode_t mask = umask(0);
    umask(mask);
    o->path = resolve(path, existing != NULL); /* a link stays one */
    if (!o->path || (existing && access(o->path, W_OK) != 0))
        fail_errno("%s", path);
    o->fd = temporary_create(o->path, &o->temporary);
    if (o->fd < 0)
        fail_errno("%s: no file can be made in its folder", path);
    if (fchmod(o->fd, existing ? existing->st_mode & 07777 : 0666 & ~mask) != 0)
        fail_errno("%s", path);
}

void output_open(output *o, const char *path)
{
    struct stat status;
    *o = (output){ .name = path, .fd = -1, .spooled_fd = -1 };
    o->buffer = allocate(BUFFER_SIZE, 1);
    if (strcmp(path, "-") == 0) {
        o->name = "standard output";
        o->fd = STDOUT_FILENO;
    } else if (stat(path, &status) != 0) {
        if (errno != ENOENT)
            fail_errno("%s", path);
        open_beside(o, path, NULL);
    } else if (S_ISREG(status.st_mode)) {
        open_beside(o, path, &status);
    } else {
        o->fd = open(path, O_WRONLY); /* a folder says so itself */
        if (o->fd < 0)
            fail_errno("%s", path);
    }
}

bool output_is_terminal(const output *o)
{
    return !o->path && isatty(o->fd);
}

bool output_is(const output *o, int fd)
{
    struct stat a, b;
    return !o->path && fstat(o->fd, &a) == 0 && fstat(fd, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool output_same(const output *a, const output *b)
{
    return a->path && b->path && strcmp(a->path, b->path) == 0;
}

static void write_all(const output *o, int fd, const unsigned char *bytes, size_t n)
{
    const bool is_spool = o->spooled_fd >= 0 && fd != o->spooled_fd;
    while (n) {
        const ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            fail_errno("%s", is_spool ? "a temporary file" : o->name);
        bytes += written;
        n -= (size_t)written;
    }
}

void output_flush(output *o)
{
    write_all(o, o->fd, o->buffer, o->used);
    o->used = 0;
}

void output_write(output *o, const void *bytes, size_t n)
{
    if (n > BUFFER_SIZE - o->used)
        output_flush(o);
    if (n > BUFFER_SIZE) {
        write_all(o, o->fd, bytes, n);
        return;
    }
    if (n)
        memcpy(o->buffer + o->used, bytes, n);
    o->used += n;
}

void output_keep_rewritable(output *o)
{
    if (o->path)
        return;
    o->spooled_fd = o->fd;
    o->fd = temporary_nameless();
    if (o->fd < 0)
        fail_errno("a temporary file");
}

void output_rewrite_start(output *o, const void *bytes, size_t n)
{
    output_flush(o);
    if (pwrite(o->fd, bytes, n, 0) != (ssize_t)n)
        fail_errno("%s", o->name);
}

/* The room is taken at once: a disk that fills up while a map is written to ends the program. */
void *output_map(output *o, size_t n)
{
    if (!o->path || n == 0)
        return NULL;
    const int error = posix_fallocate(o->fd, 0, (off_t)n);
    if (error == ENOSPC || error == EFBIG || error == EDQUOT || error == EIO) {
        errno = error;
        fail_errno("%s", o->name);
    }
    if (error)
        return NULL;
    void *const map = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, o->fd, 0);
    if (map == MAP_FAILED) {
        if (ftruncate(o->fd, 0) != 0)
            fail_errno("%s", o->name);
        return NULL;
    }
    o->map = map;
    o->map_size = n;
    return map;
}

static void copy_spooled(output *o)
{
    off_t at = 0;
    ssize_t n;
    while ((n = pread(o->fd, o->buffer, BUFFER_SIZE, at)) > 0) {
        write_all(o, o->spooled_fd, o->buffer, (size_t)n);
        at += n;
    }
    if (n < 0)
        fail_errno("a temporary file");
    close(o->fd);
    o->fd = o->spooled_fd;
}

void output_close(output *o)
{
    output_flush(o);
    if (o->map && munmap(o->map, o->map_size) != 0)
        fail_errno("%s", o->name);
    if (o->spooled_fd >= 0)
        copy_spooled(o);
    if (close(o->fd) != 0)
        fail_errno("%s", o->name);
    free(o->buffer);
    o->buffer = NULL;
}

void output_commit(output *o)
{
    if (o->path && !temporary_keep(o->temporary, o->path))
        fail_errno("%s", o->name);
    free(o->path);
}
