/* Bytes from and to files. A system may do less than it was asked for, be interrupted, or not
 * wait: that is no error. */
#ifndef LANESCAN_CLI_TRANSFER_H
#define LANESCAN_CLI_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Reads what is there, up to n bytes, and waits for the first; 0 at the end, -1 and errno where it
 * fails. */
ssize_t transfer_read(int fd, void *bytes, size_t n);
ssize_t transfer_read_at(int fd, void *bytes, size_t n, off_t at);

/* Writes all n bytes; else false and errno. */
bool transfer_write(int fd, const void *bytes, size_t n);
bool transfer_write_at(int fd, const void *bytes, size_t n, off_t at);

#endif
