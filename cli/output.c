#include "output.h"

#include "report.h"
#include "temporary.h"
#include "transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void write_all(const output *o, int fd, const void *bytes, size_t n)
{
    const bool is_spool = o->spooled_fd >= 0 && fd != o->spooled_fd;
    if (!transfer_write(fd, bytes, n))
        fail_errno("%s", is_spool ? "a temporary file" : o->name);
}

void output_flush(output *o)
{
    write_all(o, o->fd, o->buffer, o->used);
    o->used = 0;
}

void output_write(output *o, const void *bytes, size_t n)
{
    if (n > OUTPUT_BUFFER - o->used)
        output_flush(o);
    if (n > OUTPUT_BUFFER) {
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
    if (!transfer_write_at(o->fd, bytes, n, 0))
        fail_errno("%s", o->spooled_fd >= 0 ? "a temporary file" : o->name);
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
    while ((n = transfer_read_at(o->fd, o->buffer, OUTPUT_BUFFER, at)) > 0) {
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
