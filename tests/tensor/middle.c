/* Scans along a middle dimension, of so many results that they are written past the caches: the
 * bits are those of each slab scanned by itself, and the elements between the rows stay as they
 * are. */
#include "golden/dtype.h"
#include "golden/random.h"
#include "harness/check.h"
#include "tensor/data.h"

#include <lanescan.h>

#include <stdlib.h>
#include <string.h>

/* Slabs of three groups of rows, the last one part. */
enum { ROWS = 77, PAST_CACHES = 16 << 20, CACHE_LINE = 64, PATTERN = 0x5b };

typedef struct job {
    lanescan_op op;
    int dtype;
    size_t width, gap; /* of a row: results, and elements up to the next */
    bool with_index;
    uint32_t flags;
} job;

static lanescan_status scan(const job *j, int64_t slabs, char *x, char *y, int64_t *index)
{
    const int64_t width = (int64_t)j->width, pitch = width + (int64_t)j->gap,
                  shape[] = { slabs, ROWS, width }, strides[] = { ROWS * pitch, pitch, 1 };
    const lanescan_options options = { .struct_size = sizeof options, .flags = j->flags };
    const lanescan_tensor in = { x, shape, NULL, 3, j->dtype };
    const lanescan_tensor out = { y, shape, strides, 3, j->dtype };
    const lanescan_tensor indices = { index, shape, NULL, 3, LANESCAN_I64 };
    return j->with_index ? lanescan_scan_index(j->op, &in, 1, &options, &out, &indices)
                         : lanescan_scan(j->op, &in, 1, &options, &out);
}

static void check_job(const char *isa, const job *j, data_kind kind, generator *g)
{
    const size_t size = dtype_of(j->dtype).size, pitch = j->width + j->gap,
                 slabs = PAST_CACHES / size / j->width / ROWS + 2, slab = ROWS * j->width,
                 bytes = slabs * ROWS * pitch * size;
    char *const x = check_alloc(slabs * slab * size), *const room = check_alloc(bytes + CACHE_LINE),
                *const y = room + -(uintptr_t)room % CACHE_LINE, *const alone = check_alloc(bytes);
    int64_t *const index = check_alloc(slabs * slab * sizeof *index),
                   *const index_alone = check_alloc(slabs * slab * sizeof *index);
    data_fill(kind, g, j->dtype, slabs * slab, x);
    memset(y, PATTERN, bytes);
    memset(alone, PATTERN, bytes);
    memset(index, 0, slabs * slab * sizeof *index);
    memset(index_alone, 0, slabs * slab * sizeof *index);
    bool done = !lanescan_set_isa(isa) && !scan(j, (int64_t)slabs, x, y, index);
    for (size_t s = 0; s < slabs; s++)
        done = done && !scan(j, 1, x + s * slab * size, alone + s * ROWS * pitch * size,
                             index_alone + s * slab);
    check(done && memcmp(y, alone, bytes) == 0 &&
              memcmp(index, index_alone, slabs * slab * sizeof *index) == 0,
          "%s %s %s %s, %zu rows of %zu and %zu in %zu slabs, flags %u%s", isa, op_name(j->op),
          dtype_of(j->dtype).name, data_name(kind), (size_t)ROWS, j->width, j->gap, slabs,
          (unsigned)j->flags, j->with_index ? ", index" : "");
    free(x);
    free(room);
    free(alone);
    free(index);
    free(index_alone);
}

int main(void)
{
    static const size_t widths[] = { 8, 16, 20, 24, 32, 64, 100, 128 };
    static const int types[] = { LANESCAN_F32, LANESCAN_F64, LANESCAN_I64 };
    check_start("tensor middle", lanescan_isa());
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        generator g = random_seeded(check_stream_seed(*isa));
        for (size_t op = LANESCAN_CUMSUM; op < NUM_OPS; op++)
            for (size_t i = 0; i < 3 / check_scale() + 1; i++) {
                job j = { .op = (lanescan_op)op,
                          .dtype = types[random_below(&g, 3)],
                          .width = widths[(op + i) % 8],
                          .flags = (uint32_t)random_below(&g, 4) };
                const bool is_extreme = op == LANESCAN_CUMMAX || op == LANESCAN_CUMMIN;
                j.gap = random_below(&g, 2) * CACHE_LINE / dtype_of(j.dtype).size;
                j.with_index = is_extreme && random_below(&g, 2);
                if (op_is_defined(j.op, j.dtype))
                    check_job(*isa, &j, random_below(&g, 4) ? DATA_NORMAL : DATA_SPECIAL, &g);
            }
    }
    return check_finish();
}
