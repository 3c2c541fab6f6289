/* Cache lines that are read soon, where rows are far apart in memory, so that no processor foresees
 * them. A kernel asks for a share with each run of its rows, beside its work: asked for at once,
 * they would be waited for. Row by row, for memory gives what lies together faster. */
#ifndef LANESCAN_FETCH_H
#define LANESCAN_FETCH_H

#include "lanes/basics.h"

typedef struct lanescan_fetch {
    const char *at;
    ptrdiff_t to_next_row; /* from the end of one */
    size_t row_lines, left_in_row, rows;
    size_t share; /* lines */
} lanescan_fetch;

LANESCAN_INLINE void fetch_share(lanescan_fetch *f)
{
    const size_t count = f->share < f->left_in_row ? f->share : f->left_in_row;
    for (size_t i = 0; i < count; i++, f->at += CACHE_LINE)
        __builtin_prefetch(f->at, 0, 2); /* the inner cache has no room for it */
    f->left_in_row -= count;
    if (f->left_in_row == 0 && f->rows != 0) {
        f->at += f->to_next_row;
        f->left_in_row = --f->rows ? f->row_lines : 0;
    }
}

#endif
