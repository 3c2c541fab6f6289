/* Where the elements of a tensor lie: random shapes and strides, and walks over them. */
#ifndef LANESCAN_TESTS_TENSOR_LAYOUT_H
#define LANESCAN_TESTS_TENSOR_LAYOUT_H

#include "golden/random.h"

#include <lanescan.h>

#include <stdbool.h>

typedef struct layout {
    int32_t ndim;
    int64_t shape[LANESCAN_MAX_NDIM], strides[LANESCAN_MAX_NDIM];
    bool no_strides;  /* C order, and strides is passed as NULL */
    int64_t offset;   /* of element (0, 0, ...) from the start of the memory, in elements */
    int64_t elements; /* what the memory must hold, the margins included */
} layout;

/* Elements before and after, that nobody may touch. */
enum { LAYOUT_MARGIN = 3 };

/* A shape of about `most` elements at most. */
void layout_random_shape(layout *l, generator *g, int64_t most);

/* C order; or no two elements in one place; or anything: repeated, overlapping windows. */
void layout_plain(layout *l);
void layout_apart(layout *l, generator *g);
void layout_any(layout *l, generator *g);

/* One of these, mostly with strides. */
void layout_choose(layout *l, generator *g, bool may_alias);

/* One that can be broadcast to y, with strides: fewer dimensions, some of them 1. */
layout layout_narrower(const layout *y, generator *g);

/* offset and elements, from shape and strides. */
void layout_place(layout *l);

int64_t layout_count(const layout *l);
int64_t layout_position(const layout *l, const int64_t *at);

/* The next index in C order, dimension `fixed` (-1: none) left as it is; false after the last.
 * Start with zeros, and only where layout_count (without `fixed`) is not 0. */
bool layout_next(const layout *l, int64_t *at, int fixed);

lanescan_tensor layout_tensor(const layout *l, int dtype, void *memory);

/* Shape and strides, for a message; returns `text`. */
enum { LAYOUT_TEXT = 160 };
char *layout_text(char text[LAYOUT_TEXT], const layout *l);

#endif
