#include "recurrence.h"

#include <complex.h>
#include <string.h>

#define NAME     line_f32
#define STORED   float
#define COMPUTED double
#include "recurrence_tpl.h"
#define NAME     line_f64
#define STORED   double
#define COMPUTED double
#include "recurrence_tpl.h"
#define NAME     line_c64
#define STORED   float _Complex
#define COMPUTED double _Complex
#include "recurrence_tpl.h"
#define NAME     line_c128
#define STORED   double _Complex
#define COMPUTED double _Complex
#include "recurrence_tpl.h"

typedef void line(int64_t n, int64_t step, const void *a, const void *b, void *y);

static line *line_of(int32_t dtype, int64_t *size)
{
    switch (dtype) {
    case LANESCAN_F32:
        *size = 4;
        return line_f32;
    case LANESCAN_F64:
        *size = 8;
        return line_f64;
    case LANESCAN_C64:
        *size = 8;
        return line_c64;
    case LANESCAN_C128:
        *size = 16;
        return line_c128;
    default:
        return NULL;
    }
}

static int has_shape(const lanescan_tensor *x, const lanescan_tensor *y)
{
    return x->ndim == y->ndim &&
           memcmp(x->shape, y->shape, (size_t)y->ndim * sizeof *y->shape) == 0;
}

lanescan_status linear_recurrence(const lanescan_tensor *a, const lanescan_tensor *b, int dim,
                                  uint32_t flags, const lanescan_tensor *y)
{
    const int d = dim < 0 ? dim + y->ndim : dim;
    int64_t size, before = 1, inner = 1;
    line *const run = line_of(y->dtype, &size);
    if (!run || a->dtype != y->dtype || b->dtype != y->dtype)
        return LANESCAN_ERROR_DTYPE;
    if (d < 0 || d >= y->ndim)
        return LANESCAN_ERROR_DIM;
    if (!has_shape(a, y) || !has_shape(b, y))
        return LANESCAN_ERROR_SHAPE;
    for (int i = 0; i < d; i++)
        before *= y->shape[i];
    for (int i = d + 1; i < y->ndim; i++)
        inner *= y->shape[i];
    const int64_t n = y->shape[d], first = flags & LANESCAN_REVERSE ? (n - 1) * inner : 0;
    for (int64_t i = 0; n > 0 && i < before; i++)
        for (int64_t k = 0; k < inner; k++) {
            const int64_t at = (i * n * inner + first + k) * size;
            run(n, flags & LANESCAN_REVERSE ? -inner : inner, (const char *)a->data + at,
                (const char *)b->data + at, (char *)y->data + at);
        }
    return LANESCAN_OK;
}
