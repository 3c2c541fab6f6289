#include "placement.h"

#include <string.h>

/* In elements, so that each is aligned to its own size at least. The first place is a careful
 * caller's; the others have inputs and outputs at different distances from lines and pages. */
enum { NUM_PLACES = 7, ROOM = 520 };

static const struct {
    size_t x, b, y, index;
} places[NUM_PLACES] = {
    { 0, 0, 0, 0 },   { 1, 2, 3, 1 },  { 4, 0, 1, 8 },   { 0, 5, 100, 0 },
    { 7, 64, 36, 3 }, { 16, 3, 0, 0 }, { 513, 1, 9, 2 },
};

bool bench_placement_make(const bench_case *what, size_t n, bench_placement *placement)
{
    *placement = (bench_placement){ .what = what };
    if (!bench_arrays_make_with_room(what, n, ROOM, &placement->memory))
        return false;
    placement->arrays = placement->memory;
    return true;
}

void bench_placement_free(bench_placement *placement)
{
    bench_arrays_free(&placement->memory);
    *placement = (bench_placement){ 0 };
}

static void *move(void *memory, size_t elements, size_t element_size)
{
    return memory ? (char *)memory + elements * element_size : NULL;
}

/* The numbers go with the array, so that each repetition computes the same. */
static void *move_input(void *from, void *memory, size_t elements, size_t element_size,
                        size_t bytes)
{
    void *to = move(memory, elements, element_size);
    if (to && to != from)
        memmove(to, from, bytes);
    return to;
}

void bench_place(void *context, size_t repetition)
{
    bench_placement *self = context;
    const size_t p = repetition % NUM_PLACES, size = self->what->element_size;
    const size_t bytes = self->memory.bytes;
    bench_arrays *now = &self->arrays;
    now->x = move_input(now->x, self->memory.x, places[p].x, size, bytes);
    now->b = move_input(now->b, self->memory.b, places[p].b, size, bytes);
    now->y = move(self->memory.y, places[p].y, size);
    now->index = move(self->memory.index, places[p].index, sizeof *now->index);
    for (size_t i = 0; i < self->num_scans; i++) {
        self->scans[i].input.data = now->x;
        self->scans[i].other.data = now->b;
        self->scans[i].output.data = now->y;
    }
}
