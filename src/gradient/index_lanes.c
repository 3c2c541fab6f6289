/* The gradient of running extremes by their indices, a line in each lane. */
#include "gradient/index.h"

#include <string.h>

typedef struct index_tile {
    _Alignas(64) int64_t indices[TILE_ROWS * ACROSS_LINES];
    _Alignas(64) double g[TILE_ROWS * ACROSS_LINES];
} index_tile;

/* Rows that are left from one on, at most a tile of them. */
static size_t rows_from(uint64_t first, uint64_t end)
{
    const uint64_t left = first < end ? end - first : 0;
    return left < TILE_ROWS ? (size_t)left : TILE_ROWS;
}

/* Rows of numbers, where they are or in a tile. */
typedef struct rows_of_indices {
    const int64_t *at;
    ptrdiff_t stride;
} rows_of_indices;

/* As read_indices has them. */
static rows_of_indices read_index_rows(const gradient_lines *all, const line_block *lines,
                                       uint64_t first, size_t rows, index_tile *t)
{
    const index_work *const work = all->more;
    const tile_side from = { &lanescan_active_kernels()->memory,
                             &gradient_unchanged,
                             WALK_X,
                             all->x.stride,
                             sizeof(int64_t),
                             ACROSS_LINES };
    const char *const at = gradient_at(&all->x, all->x.data, first);
    tile_raw raw;
    if (!work->is_reversed && tile_has_rows(lines, WALK_X, sizeof(int64_t)))
        return (rows_of_indices){ (const int64_t *)(const void *)(at + lines->at[0][WALK_X]),
                                  all->x.stride / (ptrdiff_t)sizeof(int64_t) };
    tile_read(&from, lines, rows, at, (char *)t->indices, &raw);
    for (size_t row = 0; row < rows && work->is_reversed; row++)
        for (size_t l = 0; l < lines->count; l++)
            t->indices[row * ACROSS_LINES + l] = reversed_index(t->indices[row * ACROSS_LINES + l],
                                                                all->n);
    return (rows_of_indices){ t->indices, ACROSS_LINES };
}

static const int64_t *index_row(const rows_of_indices *rows, size_t row)
{
    return rows->at + (ptrdiff_t)row * rows->stride;
}

void lanescan_index_check_lanes(const gradient_lines *all, const line_block *lines)
{
    index_work *const work = (index_work *)(uintptr_t)all->more;
    index_tile t; /* begins as it is */
    int64_t least[ACROSS_LINES];
    uint64_t wrong = 0;
    memset(least, -1, sizeof least);
    for (uint64_t first = 0; first < all->num_g; first += TILE_ROWS) {
        const size_t rows = rows_from(first, all->num_g);
        const rows_of_indices indices = read_index_rows(all, lines, first, rows, &t);
        for (size_t row = 0; row < rows; row++) {
            const int64_t *const of_row = index_row(&indices, row);
            const uint64_t most = first + row - work->extra;
            for (size_t l = 0; l < lines->count; l++) {
                wrong |= check_index(of_row[l], least[l], most);
                least[l] = of_row[l];
            }
        }
    }
    if (wrong >> 63)
        atomic_store_explicit(&work->is_wrong, true, memory_order_relaxed);
}

/* The sums of lines so far, of results that belong to one element each. */
typedef struct index_sums {
    const gradient_lines *all;
    char *out[ACROSS_LINES]; /* element 0 */
    int64_t index[ACROSS_LINES];
    double high[ACROSS_LINES], low[ACROSS_LINES];
} index_sums;

/* The sum of line l, to its element. */
static void write_lane(const index_sums *s, size_t l)
{
    const gradient_side *const side = &s->all->out;
    const double sum = index_sum_value((f64_pair){ s->high[l], s->low[l] });
    if (s->index[l] >= 0)
        gradient_write(side, 1, &sum, s->out[l] + (ptrdiff_t)s->index[l] * side->stride);
}

static void begin_sums_of_lanes(const gradient_lines *all, const line_block *lines, index_sums *s)
{
    s->all = all;
    for (size_t l = 0; l < lines->count; l++) {
        s->out[l] = gradient_lane(all, lines, l, WALK_OUT);
        s->index[l] = -1;
        s->high[l] = s->low[l] = 0;
    }
}

/* A row of results. */
static void add_row(index_sums *s, size_t count, const int64_t *indices, const double *g)
{
    uint64_t others = 0;
    for (size_t l = 0; l < count; l++)
        others |= (uint64_t)(indices[l] ^ s->index[l]);
    for (size_t l = 0; others && l < count; l++) {
        if (indices[l] != s->index[l]) {
            write_lane(s, l);
            s->index[l] = indices[l];
            s->high[l] = s->low[l] = 0;
        }
    }
    for (size_t l = 0; l < count; l++) {
        const f64_pair sum = f64_compensated_add((f64_pair){ s->high[l], s->low[l] }, g[l]);
        s->high[l] = sum.high;
        s->low[l] = sum.low;
    }
}

enum { ZERO_ROWS = 4 };

static void write_zero_rows(const gradient_lines *all, const line_block *lines, uint64_t first,
                            size_t rows, const double zeros[ZERO_ROWS * ACROSS_LINES])
{
    for (size_t row = 0; row < rows; row += ZERO_ROWS)
        gradient_write_tile(all, lines, first + row,
                            rows - row < ZERO_ROWS ? rows - row : ZERO_ROWS, ACROSS_LINES, zeros);
}

void lanescan_index_gradients(const gradient_lines *all, const line_block *lines)
{
    index_tile t; /* begins as it is */
    index_sums s;
    const double zeros[ZERO_ROWS * ACROSS_LINES] = { 0 };
    begin_sums_of_lanes(all, lines, &s);
    for (uint64_t first = 0; first < all->num_g; first += TILE_ROWS) {
        const size_t rows = rows_from(first, all->num_g), of_out = rows_from(first, all->n);
        const rows_of_indices indices = read_index_rows(all, lines, first, rows, &t);
        gradient_read_tile(all, WALK_G, lines, first, rows, ACROSS_LINES, t.g);
        /* Which may be in place of what was just read; sums are written over them. */
        write_zero_rows(all, lines, first, of_out, zeros);
        for (size_t row = 0; row < rows; row++)
            add_row(&s, lines->count, index_row(&indices, row), t.g + row * ACROSS_LINES);
    }
    for (size_t l = 0; l < lines->count; l++)
        write_lane(&s, l);
}

/* A row of short lines, whose gradients are a tile: sums are written over shorter ones. */
static void add_short_row(index_sums *s, size_t count, const int64_t *indices, const double *g,
                          double *gradients)
{
    double sums[ACROSS_LINES];
    for (size_t l = 0; l < count; l++) {
        const bool is_same = indices[l] == s->index[l];
        const f64_pair before = { is_same ? s->high[l] : 0, is_same ? s->low[l] : 0 },
                       sum = f64_compensated_add(before, g[l]);
        sums[l] = index_sum_value(sum);
        s->index[l] = indices[l];
        s->high[l] = sum.high;
        s->low[l] = sum.low;
    }
    for (size_t l = 0; l < count; l++)
        gradients[indices[l] * ACROSS_LINES + (ptrdiff_t)l] = sums[l];
}

void lanescan_index_short_gradients(const gradient_lines *all, const line_block *lines)
{
    index_tile t; /* begins as it is */
    index_sums s;
    double gradients[(TILE_ROWS + 1) * ACROSS_LINES]; /* the first row is that of no element */
    begin_sums_of_lanes(all, lines, &s);
    memset(gradients, 0, sizeof gradients);
    for (uint64_t first = 0; first < all->num_g; first += TILE_ROWS) { /* they may be one more */
        const size_t rows = rows_from(first, all->num_g);
        const rows_of_indices indices = read_index_rows(all, lines, first, rows, &t);
        gradient_read_tile(all, WALK_G, lines, first, rows, ACROSS_LINES, t.g);
        for (size_t row = 0; row < rows; row++)
            add_short_row(&s, lines->count, index_row(&indices, row), t.g + row * ACROSS_LINES,
                          gradients + ACROSS_LINES);
    }
    gradient_write_tile(all, lines, 0, (size_t)all->n, ACROSS_LINES, gradients + ACROSS_LINES);
}
