/* Rows so far apart that many lines go down together in wide strips (src/tensor/scan_across.c): each line has the bits of a
 * contiguous copy of it, whatever the options, in place too; and the elements between the rows stay as they are. */
#include "check.h"
#include "random.h"
#include "tensor_data.h"
#include "tensor_dtype.h"

#include <lanescan.h>

#include <stdlib.h>
#include <string.h>

/* Three groups of rows, the last one part; lines for two wide strips, the last block part; 2 MiB and more from the first row to the
 * last, also of two bytes an element. */
enum { ROWS = 77, LINES = 707, PITCH = 14001, ELEMENTS = (ROWS + 1) * PITCH };

typedef struct job {
    lanescan_op op;
    int dtype;
    bool with_index, in_place, has_total, has_initial;
    uint32_t flags;
} job;

typedef struct arrays {
    char *x, *before, *y; /* `before`: what x was */
    int64_t *index;
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
    const int64_t rows = ROWS + (j->has_total ? 1 : 0), n = ROWS;
    _Alignas(16) char line[ROWS * LARGEST_ELEMENT], expected[(ROWS + 1) * LARGEST_ELEMENT];
    int64_t index[ROWS + 1];
    for (size_t r = 0; r < ROWS; r++)
        memcpy(line + r * size, a->before + (r * PITCH + l) * size, size);
    const lanescan_tensor in = { line, &n, NULL, 1, j->dtype };
    const lanescan_tensor out = { expected, &rows, NULL, 1, j->dtype };
    const lanescan_tensor positions = { index, &rows, NULL, 1, LANESCAN_I64 };
    if (scan(j, options, &in, &out, &positions))
        return false;
    for (size_t r = 0; r < (size_t)rows; r++)
        if (!dtype_same(j->dtype, expected + r * size, a->y + (r * PITCH + l) * size) ||
            (j->with_index && index[r] != a->index[r * PITCH + l]))
            return false;
    return true;
}

/* Beside the lines, results leave memory alone. */
static bool gaps_untouched(const job *j, const arrays *a, char pattern)
{
    const size_t size = dtype_of(j->dtype).size;
    for (size_t r = 0; r <= ROWS; r++)
        for (size_t at = (r * PITCH + LINES) * size; at < (r + 1) * PITCH * size; at++)
            if (a->y[at] != (j->in_place ? a->before[at] : pattern))
                return false;
    return true;
}

static void check_job(const char *isa, const job *j, data_kind kind, generator *g)
{
    enum { PATTERN = 0x5b };
    const size_t size = dtype_of(j->dtype).size;
    const int64_t strides[] = { PITCH, 1 }, shape[] = { ROWS, LINES },
                  result_shape[] = { ROWS + (j->has_total ? 1 : 0), LINES };
    _Alignas(16) char initial[LARGEST_ELEMENT];
    arrays a = { check_alloc(ELEMENTS * size), check_alloc(ELEMENTS * size), NULL,
                 check_alloc(ELEMENTS * sizeof(int64_t)) };
    data_fill(kind, g, j->dtype, ELEMENTS, a.x);
    data_fill(DATA_SMALL, g, j->dtype, 1, initial);
    memcpy(a.before, a.x, ELEMENTS * size);
    a.y = j->in_place ? a.x : check_alloc(ELEMENTS * size);
    if (!j->in_place)
        memset(a.y, PATTERN, ELEMENTS * size);
    const lanescan_options options = { sizeof options, j->flags, j->has_initial ? initial : NULL };
    const lanescan_tensor in = { a.x, shape, strides, 2, j->dtype };
    const lanescan_tensor out = { a.y, result_shape, strides, 2, j->dtype };
    const lanescan_tensor index = { a.index, result_shape, strides, 2, LANESCAN_I64 };
    const lanescan_status status = scan(j, &options, &in, &out, &index);
    size_t wrong = LINES;
    for (size_t l = 0; l < LINES && !status && wrong == LINES; l++)
        if (!check_line(j, &options, &a, l))
            wrong = l;
    check(!status && wrong == LINES, "%s %s %s %s, flags %u%s%s%s%s: status %d, line %zu differs",
          isa, op_name(j->op), dtype_of(j->dtype).name, data_name(kind), j->flags,
          j->with_index ? ", index" : "", j->in_place ? ", in place" : "",
          j->has_total ? ", total" : "", j->has_initial ? ", initial" : "", (int)status, wrong);
    check(gaps_untouched(j, &a, PATTERN), "%s %s %s: wrote between the rows", isa, op_name(j->op),
          dtype_of(j->dtype).name);
    if (!j->in_place)
        free(a.y);
    free(a.x);
    free(a.before);
    free(a.index);
}

int main(void)
{
    static const int types[] = { LANESCAN_F32, LANESCAN_F64, LANESCAN_F16, LANESCAN_I32,
                                 LANESCAN_I64 };
    enum { NUM_TYPES = sizeof types / sizeof types[0], CASES = 6 };
    check_start("tensor strips", lanescan_isa());
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        generator g = random_seeded(check_stream_seed(*isa));
        lanescan_set_isa(*isa);
        for (int op = LANESCAN_CUMSUM; op < NUM_OPS; op++)
            for (size_t i = 0; i < CASES / check_scale() + 1; i++) {
                job j = { .op = (lanescan_op)op, .dtype = types[random_below(&g, NUM_TYPES)] };
                const bool is_extreme = op == LANESCAN_CUMMAX || op == LANESCAN_CUMMIN;
                if (!op_is_defined(j.op, j.dtype))
                    continue;
                j.flags = (uint32_t)random_below(&g, 4);
                j.with_index = is_extreme && random_below(&g, 2);
                j.has_initial = !j.with_index && random_below(&g, 2);
                j.has_total = (j.flags & LANESCAN_EXCLUSIVE) && random_below(&g, 2);
                j.in_place = !j.has_total && random_below(&g, 2);
                check_job(*isa, &j, (data_kind)random_below(&g, NUM_DATA_KINDS), &g);
            }
    }
    return check_finish();
}
