#include "transfer.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* After a call that has failed: whether it is to be made again. A file that others have set not to
 * wait is waited for. */
static bool is_to_repeat(int fd, short event)
{
    struct pollfd file = { fd, event, 0 };
    if (errno == EAGAIN || errno == EWOULDBLOCK)
        return poll(&file, 1, -1) >= 0 || errno == EINTR;
    return errno == EINTR;
}

ssize_t transfer_read(int fd, void *bytes, size_t n)
{
    ssize_t count;
    do
        count = read(fd, bytes, n);
    while (count < 0 && is_to_repeat(fd, POLLIN));
    return count;
}

ssize_t transfer_read_at(int fd, void *bytes, size_t n, off_t at)
{
    ssize_t count;
    do
        count = pread(fd, bytes, n, at);
    while (count < 0 && is_to_repeat(fd, POLLIN));
    return count;
}

/* After a write: whether to go on, past what was written. */
static bool advance(int fd, ssize_t written, const unsigned char **bytes, size_t *n)
{
    if (written < 0)
        return is_to_repeat(fd, POLLOUT);
    *bytes += written;
    *n -= (size_t)written;
    return true;
}

bool transfer_write(int fd, const void *bytes, size_t n)
{
    const unsigned char *left = bytes;
    while (n)
        if (!advance(fd, write(fd, left, n), &left, &n))
            return false;
    return true;
}

bool transfer_write_at(int fd, const void *bytes, size_t n, off_t at)
{
    const unsigned char *const start = bytes, *left = start;
    while (n)
        if (!advance(fd, pwrite(fd, left, n, at + (left - start)), &left, &n))
            return false;
    return true;
}
