/* Transposing copies: every element at its place, and nothing written between and around the rows.
 *     transpose <table> */
#include "golden/random.h"
#include "harness/check.h"
#include "harness/target.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 64, MOST_GAP = 72, MARGIN = 64, FILL = 0xa5 };

/* Two areas, with a margin at either end; bytes of `from` are random. */
typedef struct areas {
    unsigned char *from, *to, *expected;
    size_t bytes;
} areas;

static areas make_areas(void)
{
    const size_t row = MOST_SIDE * 8 + MOST_GAP, bytes = 2 * MARGIN + MOST_SIDE * row;
    areas a = { check_alloc(bytes), check_alloc(bytes), check_alloc(bytes), bytes };
    generator g = random_seeded(check_stream_seed("transpose"));
    for (size_t i = 0; i < bytes; i++)
        a.from[i] = (unsigned char)random_bits(&g);
    return a;
}

/* One side: where row 0 begins, with rows upwards or downwards in memory. */
typedef struct side {
    size_t first;
    ptrdiff_t pitch;
} side;

static side make_side(size_t rows, size_t row_bytes, size_t gap, bool downwards)
{
    const size_t pitch = row_bytes + gap;
    const size_t last = rows ? (rows - 1) * pitch : 0;
    return (side){ MARGIN + (downwards ? last : 0),
                   downwards ? -(ptrdiff_t)pitch : (ptrdiff_t)pitch };
}

static unsigned char *place(unsigned char *area, side s, size_t row, size_t at)
{
    return area + (ptrdiff_t)s.first + (ptrdiff_t)row * s.pitch + (ptrdiff_t)at;
}

static void check_case(lanescan_transpose *transpose, size_t size, size_t rows, size_t columns,
                       side from, side to, const areas *a)
{
    memset(a->to, FILL, a->bytes);
    memset(a->expected, FILL, a->bytes);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            memcpy(place(a->expected, to, c, r * size), place(a->from, from, r, c * size), size);
    transpose(rows, columns, place(a->from, from, 0, 0), from.pitch, place(a->to, to, 0, 0),
              to.pitch);
    size_t wrong = 0;
    while (wrong < a->bytes && a->to[wrong] == a->expected[wrong])
        wrong++;
    check(wrong == a->bytes,
          "%zu bytes, %zu rows, %zu columns, pitches %td and %td: byte %td of the output differs",
          size, rows, columns, from.pitch, to.pitch, (ptrdiff_t)wrong - (ptrdiff_t)to.first);
}

/* Rows against rows, with gaps of few elements, of a cache line, or none. */
static void check_shape(lanescan_transpose *transpose, size_t size, size_t rows, size_t columns,
                        const areas *a, generator *g)
{
    for (int directions = 0; directions < 4; directions++) {
        const size_t gaps[] = { 0, size, 3 * size, 64 };
        const side from = make_side(rows, columns * size, gaps[random_below(g, 4)], directions & 1),
                   to = make_side(columns, rows * size, gaps[random_below(g, 4)], directions & 2);
        check_case(transpose, size, rows, columns, from, to, a);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("transpose", name);
    const lanescan_kernels *table = target_find(name);
    const areas a = make_areas();
    generator g = random_seeded(check_stream_seed("transpose gaps"));
    const size_t step = check_scale() > 1 ? 3 : 1;
    for (int kind = 0; kind < 4; kind++) {
        lanescan_transpose *const transpose = transpose_of_size(&table->memory, (size_t)1 << kind);
        const size_t size = (size_t)1 << kind;
        for (size_t rows = 0; rows <= 40; rows += step)
            for (size_t columns = 0; columns <= 40; columns += step)
                check_shape(transpose, size, rows, columns, &a, &g);
        check_shape(transpose, size, MOST_SIDE, 32, &a, &g);
        check_shape(transpose, size, 32, MOST_SIDE, &a, &g);
        check_shape(transpose, size, MOST_SIDE, MOST_SIDE, &a, &g);
    }
    free(a.from);
    free(a.to);
    free(a.expected);
    return check_finish();
}
