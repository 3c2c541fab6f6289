/* Rows so far apart that many lines go down together in wide strips (src/tensor/across.c), and so
 * many results that they are written past the caches: each line has the bits of a contiguous copy
 * of it, whatever the options, in place too; and the elements between the rows stay as they are. */
#include "golden/dtype.h"
#include "golden/random.h"
#include "harness/check.h"
#include "tensor/data.h"

#include <lanescan.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines for two wide strips, the last block part; of the others it is so narrow that it is not
 * written past the caches. */
enum { LINES = 739, LINES_TO_A_NARROW_BLOCK = 715 };

/* Few rows: three groups, the last one part; 2 MiB and more from the first to the last, also of two
 * bytes an element. Many: past the caches, because cache lines begin at the same columns in every
 * row; the first elements of a row are `first` into one. */
typedef struct place {
    size_t rows, pitch, first;
} place;

enum { UNWRITTEN_INDEX = -77 };
enum { FEW_ROWS = 77, FEW_PITCH = 14001, MANY_PITCH = 768, PAST_CACHES = 8 << 20 };
enum { FEW_ALIGNED_PITCH = 14016 };

static place random_place(generator *g, size_t size, bool is_streamed)
{
    return is_streamed ? (place){ PAST_CACHES / size / LINES + 1 + random_below(g, 33), MANY_PITCH,
                                  random_below(g, 20) }
                       : (place){ FEW_ROWS, FEW_PITCH, 0 };
}

typedef struct job {
    place at;
    size_t lines;
    size_t skew;      /* bytes from a multiple of an element's size to where elements begin */
    size_t line_step; /* from line to line of the elements; results follow each other */
    lanescan_op op;
    int dtype;
    bool with_index, in_place, has_total, has_initial;
    uint32_t flags;
} job;

typedef struct arrays {
    char *x, *before, *y; /* `before`: what x was */
    int64_t *index;
    char *line, *line_result;
    int64_t *line_index;
} arrays;

static lanescan_status scan(const job *j, const lanescan_options *options,
                            const lanescan_tensor *in, const lanescan_tensor *out,
                            const lanescan_tensor *index)
{
    return j->with_index ? lanescan_scan_index(j->op, in, 0, options, out, index)
                         : lanescan_scan(j->op, in, 0, options, out);
}

/* Line l by itself. */
static bool check_line(const job *j, const lanescan_options *options, const arrays *a, size_t l)
{
    const size_t size = dtype_of(j->dtype).size;
    const size_t pitch = j->at.pitch;
    const int64_t n = (int64_t)j->at.rows, rows = n + (j->has_total ? 1 : 0);
    for (size_t r = 0; r < j->at.rows; r++)
        memcpy(a->line + r * size, a->before + (r * pitch + l * j->line_step) * size, size);
    const lanescan_tensor in = { a->line, &n, NULL, 1, j->dtype };
    const lanescan_tensor out = { a->line_result, &rows, NULL, 1, j->dtype };
    const lanescan_tensor positions = { a->line_index, &rows, NULL, 1, LANESCAN_I64 };
    if (scan(j, options, &in, &out, &positions))
        return false;
    for (size_t r = 0; r < (size_t)rows; r++)
        if (!dtype_same(j->dtype, a->line_result + r * size, a->y + (r * pitch + l) * size) ||
            (j->with_index && a->line_index[r] != a->index[r * pitch + l]))
            return false;
    return true;
}

/* Before, beside and behind the lines, results leave memory alone; elements are as they were. */
static bool gaps_untouched(const job *j, const arrays *a, char pattern)
{
    const size_t size = dtype_of(j->dtype).size, pitch = j->at.pitch,
                 results = j->at.rows + (j->has_total ? 1 : 0),
                 bytes = (j->at.rows + 1) * pitch * size;
    for (const char *at = a->y - j->at.first * size - j->skew; at < a->y; at++)
        if (*at != pattern)
            return false;
    for (size_t r = 0; r <= j->at.rows; r++) {
        const size_t written = r < results ? j->lines : 0;
        for (size_t at = (r * pitch + written) * size; at < (r + 1) * pitch * size; at++)
            if (a->y[at] != (j->in_place ? a->before[at] : pattern))
                return false;
        for (size_t at = r * pitch + (j->with_index ? written : 0); at < (r + 1) * pitch; at++)
            if (a->index[at] != UNWRITTEN_INDEX)
                return false;
    }
    return j->in_place || memcmp(a->x, a->before, bytes) == 0;
}

static const char *first_difference(const char *isa, const job *j, const arrays *a,
                                    const char *initial)
{
    static char text[64];
    const int64_t strides[] = { (int64_t)j->at.pitch, (int64_t)j->line_step },
                  result_strides[] = { strides[0], 1 },
                  shape[] = { (int64_t)j->at.rows, (int64_t)j->lines },
                  result_shape[] = { shape[0] + (j->has_total ? 1 : 0), shape[1] };
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = j->flags,
                                       .initial = j->has_initial ? initial : NULL };
    const lanescan_tensor in = { a->x, shape, strides, 2, j->dtype };
    const lanescan_tensor out = { a->y, result_shape, result_strides, 2, j->dtype };
    const lanescan_tensor index = { a->index, result_shape, result_strides, 2, LANESCAN_I64 };
    if (lanescan_set_isa(isa) || scan(j, &options, &in, &out, &index))
        return "it returned an error";
    for (size_t l = 0; l < j->lines; l++)
        if (!check_line(j, &options, a, l)) {
            snprintf(text, sizeof text, "line %zu differs", l);
            return text;
        }
    return NULL;
}

static void check_job(const char *isa, const job *j, data_kind kind, generator *g)
{
    enum { PATTERN = 0x5b };
    const size_t size = dtype_of(j->dtype).size, first = j->at.first * size + j->skew,
                 rows = j->at.rows + 1, elements = rows * j->at.pitch, bytes = elements * size;
    _Alignas(16) char initial[LARGEST_ELEMENT];
    char *const x = check_alloc(first + bytes), *const y = check_alloc(first + bytes);
    arrays a = { x + first,
                 check_alloc(bytes),
                 j->in_place ? x + first : y + first,
                 check_alloc(elements * sizeof(int64_t)),
                 check_alloc(rows * size),
                 check_alloc(rows * size),
                 check_alloc(rows * sizeof(int64_t)) };
    memset(x, PATTERN, first);
    memset(y, PATTERN, first + bytes);
    data_fill(kind, g, j->dtype, elements, a.before);
    memcpy(a.x, a.before, bytes);
    for (size_t i = 0; i < elements; i++)
        a.index[i] = UNWRITTEN_INDEX;
    data_fill(DATA_SMALL, g, j->dtype, 1, initial);
    const char *const wrong = first_difference(isa, j, &a, initial);
    check(!wrong,
          "%s %s %s %s, %zu lines, %zu rows at a pitch of %zu, %zu into a line, %zu bytes askew, "
          "lines %zu apart, flags "
          "%u%s%s%s%s: %s",
          isa, op_name(j->op), dtype_of(j->dtype).name, data_name(kind), j->lines, j->at.rows,
          j->at.pitch, j->at.first, j->skew, j->line_step, j->flags, j->with_index ? ", index" : "",
          j->in_place ? ", in place" : "", j->has_total ? ", total" : "",
          j->has_initial ? ", initial" : "", wrong);
    check(gaps_untouched(j, &a, PATTERN), "%s %s %s: wrote between the rows", isa, op_name(j->op),
          dtype_of(j->dtype).name);
    free(x);
    free(y);
    free(a.before);
    free(a.index);
    free(a.line);
    free(a.line_result);
    free(a.line_index);
}

/* Of every third job results go past the caches, of another elements are not next to each other. */
typedef enum form { STREAMED, SPREAD, ANY_FORM, NUM_FORMS } form;

/* Results past the caches are of types that need no conversion, and elsewhere than the elements. */
static job random_job(lanescan_op op, generator *g, form wanted)
{
    static const int types[] = { LANESCAN_F32, LANESCAN_F64,  LANESCAN_I64, LANESCAN_I32,
                                 LANESCAN_C64, LANESCAN_C128, LANESCAN_F16 };
    enum { ALL = sizeof types / sizeof types[0], WITHOUT_CONVERSION = 6 };
    const bool is_streamed = wanted == STREAMED;
    job j = { .op = op, .dtype = types[random_below(g, is_streamed ? WITHOUT_CONVERSION : ALL)] };
    const bool is_extreme = op_has_index(op);
    j.flags = (uint32_t)random_below(g, 4);
    j.with_index = is_extreme && random_below(g, 2);
    j.has_initial = !j.with_index && random_below(g, 2);
    j.has_total = (j.flags & LANESCAN_EXCLUSIVE) && random_below(g, 2);
    j.in_place = wanted == ANY_FORM && !j.has_total && random_below(g, 2);
    j.at = random_place(g, dtype_of(j.dtype).size, is_streamed);
    j.lines = LINES;
    j.line_step = wanted == SPREAD ? 2 : 1;
    return j;
}

enum { MANY_ROWS = PAST_CACHES / 4 / LINES_TO_A_NARROW_BLOCK + 1 };

/* Where a compiler puts a double: half as far on 32-bit x86, so that it may lie across cache
 * lines. */
struct after_a_byte {
    char byte;
    double number;
};

/* Each of the first four differs in one way from results that go past the caches in all blocks; the
 * fifth has indices that do; the last has so large a state that strips are not as wide as they may
 * be. */
static const job edges[] = {
    { { MANY_ROWS, MANY_PITCH, 0 },
      .lines = LINES_TO_A_NARROW_BLOCK,
      .line_step = 1,
      .dtype = LANESCAN_F32 },
    { { MANY_ROWS, MANY_PITCH, 0 },
      .lines = LINES,
      .skew = offsetof(struct after_a_byte, number) % sizeof(double),
      .line_step = 1,
      .dtype = LANESCAN_F64 },
    { { FEW_ROWS, FEW_ALIGNED_PITCH, 0 }, .lines = LINES, .line_step = 1, .dtype = LANESCAN_F32 },
    { { MANY_ROWS, MANY_PITCH, 0 },
      .lines = LINES,
      .line_step = 1,
      .dtype = LANESCAN_F32,
      .in_place = true },
    { { MANY_ROWS, MANY_PITCH, 0 },
      .lines = LINES,
      .line_step = 1,
      .op = LANESCAN_CUMMAX,
      .dtype = LANESCAN_F32,
      .with_index = true },
    { { FEW_ROWS, FEW_PITCH, 0 },
      .lines = LINES,
      .line_step = 1,
      .op = LANESCAN_LOGCUMSUMEXP,
      .dtype = LANESCAN_F64,
      .flags = LANESCAN_EXCLUSIVE },
};

int main(void)
{
    enum { CASES = 6 };
    check_start("tensor strips", lanescan_isa());
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        generator g = random_seeded(check_stream_seed(*isa));
        for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
            check_job(*isa, &edges[i], DATA_SMALL, &g);
        for (size_t op = LANESCAN_CUMSUM; op < NUM_OPS; op++)
            for (size_t i = 0; i < CASES / check_scale() + 1; i++) {
                const job j = random_job((lanescan_op)op, &g, (form)((op + i) % NUM_FORMS));
                if (op_is_defined(j.op, j.dtype))
                    check_job(*isa, &j, (data_kind)random_below(&g, NUM_DATA_KINDS), &g);
            }
    }
    return check_finish();
}
