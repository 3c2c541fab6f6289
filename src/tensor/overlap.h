/* Do elements of tensors share memory? */
#ifndef LANESCAN_OVERLAP_H
#define LANESCAN_OVERLAP_H

#include "tensor/bounded_sum.h"
#include "tensor/layout.h"

#define layout_self_alias lanescan_layout_self_alias
#define layouts_share     lanescan_layouts_share

/* Both questions below are integer programs. They are answered exactly, but for a bound on the work
 * that only layouts made to be hard reach.
 *
 * Do two different indices address the same memory? */
layout_answer layout_self_alias(const layout *l);

/* Does any byte belong to an element of both? */
layout_answer layouts_share(const layout *a, const layout *b);

/* The same for those who must not be wrong: what is not known counts as true. */
static inline bool layout_aliases_itself(const layout *l)
{
    return layout_self_alias(l) != LAYOUT_NO;
}

static inline bool layouts_overlap(const layout *a, const layout *b)
{
    return layouts_share(a, b) != LAYOUT_NO;
}

#endif
