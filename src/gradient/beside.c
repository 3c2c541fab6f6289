/* Lines side by side in tiles: which may be, how many, and how a piece gets into a tile and out. */
#include "gradient/beside.h"

#include "gradient/pieces.h"

#include <string.h>

/* Bytes of an element in memory. */
static size_t size_of(const gradient_lines *all, int which)
{
    const conversion *const c = &gradient_side_in(all, which)->convert;
    return which == WALK_OUT ? c->to_size : c->from_size;
}

/* Of longer lines there would be too few states. */
#define LONGEST_BESIDE (UINT64_C(1) << 20)

size_t gradient_together(const gradient_lines *all)
{
    size_t largest = BESIDE_BYTES / BESIDE_LINES;
    if (all->is_complex || all->is_overwritten || all->n > LONGEST_BESIDE || all->lines.ndim == 0)
        return 1;
    for (int a = 0; a < WALK_ARRAYS; a++) {
        const size_t size = size_of(all, a);
        const ptrdiff_t stride = gradient_side_in(all, a)->stride;
        if (size > 8 || walk_stride(&all->lines, a) != (ptrdiff_t)size ||
            (stride > -CACHE_LINE && stride < CACHE_LINE))
            return 1;
        largest = size > largest ? size : largest;
    }
    return BESIDE_BYTES / largest;
}

typedef struct lines_beside {
    const gradient_pieces *how;
    const gradient_lines *all; /* as they lie in memory */
    const ptrdiff_t *offset;   /* of the first */
    size_t count;
    gradient_lines in_tiles;
    gradient_carry carry[BESIDE_LINES];
    _Alignas(8) char x[(BESIDE_BATCH + 1) * BESIDE_BYTES], g[BESIDE_BATCH * BESIDE_BYTES];
} lines_beside;

static lanescan_transpose *transpose_of(size_t size)
{
    return transpose_of_size(&lanescan_active_kernels()->memory, size);
}

/* Element `first` of the first line, in memory. */
static char *in_memory(const lines_beside *b, int which, uint64_t first)
{
    const gradient_side *const side = gradient_side_in(b->all, which);
    return side->data + b->offset[which] + (ptrdiff_t)first * side->stride;
}

/* Bytes from line to line of a tile; results take the place of g. */
static ptrdiff_t pitch_of(const lines_beside *b, int which)
{
    const size_t of_g = size_of(b->all, WALK_G), of_out = size_of(b->all, WALK_OUT);
    return which == WALK_X ? (ptrdiff_t)((b->how->batch + 1) * size_of(b->all, WALK_X))
                           : (ptrdiff_t)(b->how->batch * (of_g > of_out ? of_g : of_out));
}

static void load(lines_beside *b, int which, uint64_t first, size_t count, char *tile)
{
    transpose_of(size_of(b->all, which))(count, b->count, in_memory(b, which, first),
                                         gradient_side_in(b->all, which)->stride, tile,
                                         pitch_of(b, which));
}

/* The line becomes number l, in tiles that begin with element `first`. */
static void *choose(lines_beside *b, size_t l, uint64_t first)
{
    gradient_place *const line = b->how->line;
    const ptrdiff_t before = (ptrdiff_t)first, number = (ptrdiff_t)l;
    line->carry = &b->carry[l];
    line->x = b->x + number * pitch_of(b, WALK_X) - before * b->in_tiles.x.stride;
    line->g = b->g + number * pitch_of(b, WALK_G) - before * b->in_tiles.g.stride;
    line->out = b->g + number * pitch_of(b, WALK_OUT) - before * b->in_tiles.out.stride;
    return line;
}

static void pass_lines(void *data, void *states, uint64_t first, uint64_t count)
{
    lines_beside *const b = data;
    const size_t batch = b->how->batch;
    for (uint64_t end = first + count; first < end; first += batch) {
        const size_t now = end - first < batch ? (size_t)(end - first) : batch;
        load(b, WALK_X, first, now, b->x);
        for (size_t l = 0; l < b->count; l++)
            b->how->pass(choose(b, l, first), (char *)states + l * b->how->state_size, first, now);
    }
}

static void finish_lines(void *data, const void *states, uint64_t first, uint64_t count)
{
    lines_beside *const b = data;
    const size_t now = (size_t)count, size = size_of(b->all, WALK_OUT);
    const uint64_t num_g = b->all->num_g;
    /* One more, which cumprod needs. */
    load(b, WALK_X, first, now + (first + now < b->all->n), b->x);
    if (first < num_g)
        load(b, WALK_G, first, num_g - first < now ? (size_t)(num_g - first) : now, b->g);
    for (size_t l = 0; l < b->count; l++)
        b->how->finish(choose(b, l, first), (const char *)states + l * b->how->state_size, first,
                       now);
    transpose_of(size)(b->count, now, b->g, pitch_of(b, WALK_OUT), in_memory(b, WALK_OUT, first),
                       b->all->out.stride);
}

static void begin_carry(gradient_carry *carry)
{
    memset(carry, 0, sizeof *carry);
}

/* Apart, so that a line by itself needs no tiles on the stack. */
LANESCAN_NOINLINE void run_beside(const gradient_pieces *how, const gradient_lines *all,
                                  const ptrdiff_t offset[WALK_ARRAYS], size_t count)
{
    char states[PIECES_STATES / 2];
    lines_beside b; /* the tiles begin as they are */
    b.how = how;
    b.all = all;
    b.offset = offset;
    b.count = count;
    b.in_tiles = *all;
    b.in_tiles.x.stride = (ptrdiff_t)size_of(all, WALK_X);
    b.in_tiles.g.stride = (ptrdiff_t)size_of(all, WALK_G);
    b.in_tiles.out.stride = (ptrdiff_t)size_of(all, WALK_OUT);
    how->line->all = &b.in_tiles;
    for (size_t l = 0; l < count; l++) {
        begin_carry(&b.carry[l]);
        memcpy(states + l * how->state_size, how->begin, how->state_size);
    }
    pieces_run(&(piece_work){ &b, how->state_size * count, how->batch, pass_lines, finish_lines },
               states, all->n);
}

void gradient_by_pieces(const gradient_pieces *how, const gradient_lines *all,
                        const ptrdiff_t offset[WALK_ARRAYS], size_t count)
{
    gradient_carry carry;
    if (count > 1) {
        run_beside(how, all, offset, count);
        return;
    }
    begin_carry(&carry);
    how->line->all = all;
    how->line->x = all->x.data + offset[WALK_X];
    how->line->g = all->g.data + offset[WALK_G];
    how->line->out = all->out.data + offset[WALK_OUT];
    how->line->carry = &carry;
    pieces_run(&(piece_work){ how->line, how->state_size, how->batch, how->pass, how->finish },
               how->begin, all->n);
}
