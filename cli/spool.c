#include "spool.h"

#include "report.h"
#include "temporary.h"
#include "transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MEMORY_MAX = 64 << 20, FIRST_CAPACITY = 1 << 16 };

void spool_begin(spool *s)
{
    *s = (spool){ .fd = -1 };
}

static void write_to_file(const spool *s, const void *bytes, size_t n)
{
    if (!transfer_write(s->fd, bytes, n))
        fail_errno("a temporary file");
}

static void open_file(spool *s)
{
    s->fd = temporary_nameless();
    if (s->fd < 0)
        fail_errno("a temporary file");
}

void spool_append(spool *s, const void *bytes, size_t n)
{
    if (n == 0)
        return;
    if (n > PTRDIFF_MAX - s->size)
        fail("not enough memory: the input is larger than the address space");
    if (s->fd < 0 && n > MEMORY_MAX - s->size) {
        open_file(s);
        write_to_file(s, s->memory, s->size);
        free(s->memory);
        s->memory = NULL;
    }
    if (s->fd >= 0) {
        write_to_file(s, bytes, n);
    } else {
        if (!s->memory || n > s->capacity - s->size) {
            size_t capacity = s->capacity ? 2 * s->capacity : FIRST_CAPACITY;
            while (capacity - s->size < n)
                capacity *= 2;
            s->memory = reallocate(s->memory, capacity);
            s->capacity = capacity;
        }
        memcpy(s->memory + s->size, bytes, n);
    }
    s->size += n;
}

static void map_file(spool *s)
{
    void *const map = mmap(NULL, s->size, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
    if (map == MAP_FAILED)
        fail_errno("a temporary file of %zu bytes", s->size);
    s->memory = map;
}

void *spool_data(spool *s)
{
    if (s->fd >= 0 && !s->memory)
        map_file(s);
    if (!s->memory)
        s->memory = allocate(1, 1);
    return s->memory;
}

void *spool_room(spool *s, size_t n)
{
    spool_begin(s);
    s->size = n;
    if (n <= MEMORY_MAX) {
        s->memory = allocate(n, 1);
        return s->memory;
    }
    open_file(s);
    errno = posix_fallocate(s->fd, 0, (off_t)n);
    if (errno == EINVAL || errno == EOPNOTSUPP)
        errno = ftruncate(s->fd, (off_t)n) == 0 ? 0 : errno;
    if (errno)
        fail_errno("a temporary file of %zu bytes", n);
    map_file(s);
    return s->memory;
}

void spool_free(spool *s)
{
    if (s->fd >= 0) {
        if (s->memory)
            munmap(s->memory, s->size);
        close(s->fd);
    } else {
        free(s->memory);
    }
    spool_begin(s);
}
