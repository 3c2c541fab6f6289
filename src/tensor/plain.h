/* Plain lines: one dimension, few elements one after the other. What they hold can be computed at
 * once, when a few comparisons say that no check would find anything: to check all and to plan take
 * longer than that. */
#ifndef LANESCAN_PLAIN_H
#define LANESCAN_PLAIN_H

#include "lanescan.h"

#include <stdbool.h>
#include <stdint.h>

/* A static archive hides nothing: what the linker sees has the library's prefix. */
#define plain_count     lanescan_plain_count
#define plain_are_apart lanescan_plain_are_apart
#define plain_fits      lanescan_plain_fits
#define plain_is_one    lanescan_plain_is_one

/* Elements; of any operation they are less work than two tasks are worth (parts.c). */
enum { MOST_PLAIN = 1024 };

/* The number of elements of a plain line of any type; 0 of anything else, and where there is no
 * address behind the last element. */
int64_t plain_count(const lanescan_tensor *t);

/* Do two plain lines of n elements share no byte? */
bool plain_are_apart(const lanescan_tensor *a, const lanescan_tensor *b, int64_t n);

/* A plain line of the type and length of the output, somewhere else or exactly in its place. */
bool plain_fits(const lanescan_tensor *in, const lanescan_tensor *out, int64_t n);

/* One element of any type: a plain line of it, or a tensor of no dimension. */
bool plain_is_one(const lanescan_tensor *t);

/* The only dimension there is, by either of its numbers. */
static inline bool plain_dim(int dim)
{
    return dim == 0 || dim == -1;
}

#endif
