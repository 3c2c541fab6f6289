#include "tensor/past_caches.h"

#include <string.h>

/* Results on their way, in the first-level cache: whole groups, and more than a row for the copying
 * kernel must have. */
enum { BUFFER = 8 << 10, SHORTEST_ROW = 128 };

bool lanescan_goes_past_caches(const scan_plan *plan)
{
    const passage *const pass = &plan->how.along;
    return plan->how.op == LANESCAN_CUMSUM && !plan->is_exclusive && !plan->is_in_place &&
           conversion_is_none(&pass->read) && conversion_is_none(&pass->write) &&
           plan->in_stride == (ptrdiff_t)plan->in_size &&
           plan->out_stride == (ptrdiff_t)plan->size && plan->n >= NONTEMPORAL_FROM / plan->size;
}

void lanescan_scan_part_past_caches(const line_part *part, lanescan_state *state)
{
    const scan_plan *const plan = part->plan;
    const lanescan_memory_kernels *const memory = &plan->how.kernels->memory;
    const ptrdiff_t first = (ptrdiff_t)part->first;
    const char *x = plan->in + plan->lines->offset[1] + first * plan->in_stride;
    char *y = plan->out + plan->lines->offset[0] + first * plan->out_stride;
    _Alignas(64) char results[BUFFER];
    const size_t most = BUFFER / plan->size;
    size_t count;
    for (uint64_t left = part->count; left; left -= count) {
        count = left < most ? (size_t)left : most;
        const size_t bytes = count * plan->size;
        plan->how.piece(state, false, count, x, results, NULL);
        if (bytes < SHORTEST_ROW)
            memcpy(y, results, bytes);
        else
            memory->copy_rows_nontemporal(1, bytes, results, 0, y, 0);
        x += count * plan->in_size;
        y += bytes;
    }
    memory->nontemporal_fence();
}
