/* What the gradients (vector-Jacobian products) of all operations share; gradient.c says how they
 * are made. */
#ifndef LANESCAN_GRADIENT_H
#define LANESCAN_GRADIENT_H

#include "choose/dispatch.h"
#include "memory/dtype.h"
#include "tensor/layout.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/parts.h"
#include "tensor/tile_copy.h"

#define gradient_side_of      lanescan_gradient_side_of
#define gradient_read         lanescan_gradient_read
#define gradient_view         lanescan_gradient_view
#define gradient_fetch        lanescan_gradient_fetch
#define gradient_room         lanescan_gradient_room
#define gradient_write        lanescan_gradient_write
#define gradient_view_results lanescan_gradient_view_results
#define gradient_share        lanescan_gradient_share
#define gradient_kernels      lanescan_gradient_kernels
#define gradient_check        lanescan_gradient_check
#define gradient_is_across    lanescan_gradient_is_across
#define gradient_unchanged    lanescan_gradient_unchanged
#define gradient_lane         lanescan_gradient_lane
#define gradient_read_tile    lanescan_gradient_read_tile
#define gradient_write_tile   lanescan_gradient_write_tile

/* Doubles that are worked on at once; two make a complex number. */
enum { GRADIENT_BUFFER = 128 };

/* An array as its lines are read, as doubles, or written, rounded once. */
typedef struct gradient_side {
    char *data;       /* of the first line, the first element in the order of the scan */
    ptrdiff_t stride; /* bytes from one to the next */
    conversion convert;
} gradient_side;

/* Of 64-bit elements, to the same. */
extern const conversion gradient_unchanged;

/* Along dimension `dim` of `l`, backwards if reversed; elements are rounded to `dtype` on the way
 * in or out. */
gradient_side gradient_side_of(const layout *l, int dim, bool is_reversed, int dtype,
                               bool is_output);

/* Element i of the line that begins at `line`. */
static inline const char *gradient_at(const gradient_side *side, const char *line, uint64_t i)
{
    return line + (ptrdiff_t)i * side->stride;
}

/* `count` elements, those from the one at `at` on. */
void gradient_read(const gradient_side *side, size_t count, const char *at, double *to);
/* The same where they are, if they are doubles one after the other, else read to `buffer`. */
const double *gradient_view(const gradient_side *side, size_t count, const char *at,
                            double *buffer);
/* Asks for the `count` elements before the one at `at`, which are next from the right: processors
 * do not fetch blocks ahead that come in this order. */
void gradient_fetch(const gradient_side *side, size_t count, const char *at);
/* For results: their places in memory, if they are doubles one after the other, else `buffer`. */
double *gradient_room(const gradient_side *side, char *at, double *buffer);
/* Results to their places, if they are not there. */
void gradient_write(const gradient_side *side, size_t count, const double *from, char *at);

enum { WALK_OUT, WALK_G, WALK_X }; /* of a walk's arrays */

/* Work that is done line by line. */
typedef struct gradient_lines {
    gradient_side out, g, x;
    uint64_t n;      /* elements of a line, */
    uint64_t num_g;  /* of which so many have results, whose gradient is g */
    walk lines;      /* over out, g and x */
    size_t in_lanes; /* lines that are worked out together, a line in each lane, at most */
    bool is_complex;
    bool is_overwritten; /* out is in place of g, but not element by element: g is one further */
    lanescan_exponentials *exponentials;
    lanescan_quotients *quotients;
    lanescan_weigh *weigh;
    lanescan_weights *weights;
    lanescan_pairs *pairs;
    lanescan_piece *sum; /* of doubles */
    lanescan_piece *product;
    lanescan_recurrence_piece *recurrence;
    lanescan_products_combine *products_combine;
    lanescan_products_before *products_before;
    lanescan_products_gradient *products_gradient;
    lanescan_gradient_across *products_gradients;
    lanescan_products_zeros *products_zeros;
    lanescan_log_across *log_sums, *log_gradients, *log_weights; /* of lines side by side */
    lanescan_across *product_columns;                            /* of doubles */
    lanescan_recurrence_across *recurrence_columns;
    const void *more; /* what an operation needs besides */
} gradient_lines;

static inline const gradient_side *gradient_side_in(const gradient_lines *all, int which)
{
    return which == WALK_OUT ? &all->out : which == WALK_G ? &all->g : &all->x;
}

/* The gradients of results, read piece by piece, from the last piece to the first. */
typedef struct gradient_results {
    bool has_next; /* where g is overwritten: that of the last element of the next piece */
    double next[2];
} gradient_results;

/* Those of `count` elements from `first` on, 0 where there are none: where they are, if they are
 * doubles one after the other and stay while the piece is worked on, else in `buffer`. */
const double *gradient_view_results(const gradient_lines *all, gradient_results *r,
                                    const char *line, uint64_t first, size_t count, double *buffer);

/* The line whose elements lie at these offsets from those of the first. */
typedef void gradient_line(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS]);

/* The lines of a block, a line in each lane. */
typedef void gradient_lanes(const gradient_lines *all, const line_block *lines);

/* The kernels that lines may need. */
void gradient_kernels(gradient_lines *all);

/* What an element costs, as PIECE of ops.def has it: where it is a matter of exponentials, and of
 * products alone. */
static inline unsigned gradient_cost(bool is_complex)
{
    return is_complex ? 150 : 18;
}

static inline unsigned gradient_product_cost(bool is_complex)
{
    return is_complex ? 50 : 7;
}

/* All lines, by as many tasks as they are worth; by `lanes` where it is not NULL. */
void gradient_share(const gradient_lines *all, gradient_line *work, gradient_lanes *lanes,
                    const crew *c);

/* ---- tiles: a line in each lane ---- */

enum { TILE_ROW = ACROSS_LINES * sizeof(double), TILE_BYTES = TILE_ROWS * TILE_ROW };

/* Elements of a line from which on it is as fast by itself as in a tile: sooner in portable code,
 * whose vectors have one lane. */
static inline uint64_t gradient_long_line(uint64_t in_lanes)
{
    return lanescan_active_kernels()->lanes == 1 ? TILE_ROWS : in_lanes;
}

/* Lines from which on those side by side are worth tiles. */
enum { MANY_LINES = 8 };

/* Are there many lines of at most so many elements? */
static inline bool gradient_is_short(const gradient_lines *all, uint64_t longest)
{
    return !all->is_complex && all->n <= longest && all->lines.left >= MANY_LINES;
}

/* In that array, are neighbouring lines nearer to each other than the elements of a line are? */
bool gradient_is_across(const gradient_lines *all, int which);

/* Rows of x or g, from element `first` on, each of `width` numbers; 0 where there are no
 * results. */
void gradient_read_tile(const gradient_lines *all, int which, const line_block *lines,
                        uint64_t first, size_t rows, size_t width, double *tile);
void gradient_write_tile(const gradient_lines *all, const line_block *lines, uint64_t first,
                         size_t rows, size_t width, const double *tile);

/* Element 0 of one of these lines, in memory. */
char *gradient_lane(const gradient_lines *all, const line_block *lines, size_t lane, int which);

/* Checks the operation (a lanescan_op or CALLED_), the type of `out`, and where `out` lies: it may
 * be exactly in place of g, but must not overlap the inputs. `second` may be NULL. */
lanescan_status gradient_check(unsigned called, const layout *out, const layout *g,
                               const layout *input, const layout *second);

gradient_line lanescan_logcumsumexp_gradient, lanescan_cumprod_gradient;
gradient_lanes lanescan_logcumsumexp_gradients, lanescan_cumprod_gradients;

/* How many lines of products go through tiles together: 0 where they are not for lanes. */
size_t lanescan_cumprod_in_lanes(const gradient_lines *all);

/* Doubles of a number, and numbers that are worked on at once. */
static inline size_t gradient_parts(const gradient_lines *all)
{
    return all->is_complex ? 2 : 1;
}

static inline size_t gradient_batch(const gradient_lines *all)
{
    return GRADIENT_BUFFER / gradient_parts(all);
}

#endif
