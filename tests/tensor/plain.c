/* Plain lines of logsumexp and of linear recurrences, which are computed without a plan, on every
 * instruction set: the bits of the same elements with others between them. (Those of scans and of
 * logaddexp: tensor_bits.) */
#include "harness/check.h"
#include "tensor/data.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1024, SIZE = 16 }; /* the longest plain line; an element */

typedef struct elements {
    _Alignas(64) char line[(MOST + 1) * SIZE], apart[2 * (MOST + 1) * SIZE];
} elements;

static elements a, b, y;
static const int64_t apart = 2;

/* The elements of the line, each followed by something else. */
static void spread(elements *e, size_t size, size_t n)
{
    memset(e->apart, 0x5a, sizeof e->apart);
    for (size_t i = 0; i < n; i++)
        memcpy(e->apart + 2 * i * size, e->line + i * size, size);
}

static void fill(elements *e, generator *g, int dtype, size_t n)
{
    memset(e->line, 0x5a, sizeof e->line);
    data_fill((data_kind)random_below(g, NUM_DATA_KINDS), g, dtype, n, e->line);
    spread(e, dtype_of(dtype).size, n);
}

static bool is_line_of(const char *line, const char *elements_apart, size_t size, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (memcmp(line + i * size, elements_apart + 2 * i * size, size) != 0)
            return false;
    return line[n * size] == 0x5a;
}

/* ---- logsumexp ---- */

static void check_sum(const char *isa, int dtype, int64_t n)
{
    static const int64_t one = 1;
    const size_t size = dtype_of(dtype).size;
    _Alignas(SIZE) char got[2][2 * SIZE], want[SIZE];
    const int dim = -1;
    const lanescan_tensor x = { a.line, &n, NULL, 1, dtype },
                          x_apart = { a.apart, &n, &apart, 1, dtype },
                          element = { got[0], NULL, NULL, 0, dtype },
                          line = { got[1], &one, NULL, 1, dtype },
                          of_apart = { want, NULL, NULL, 0, dtype };
    memset(got, 0x5a, sizeof got);
    check(!lanescan_logsumexp(&x_apart, NULL, 0, NULL, &of_apart) &&
              !lanescan_logsumexp(&x, NULL, 0, NULL, &element) &&
              !lanescan_logsumexp(&x, &dim, 1, NULL, &line),
          "%s: logsumexp of %d of %s", isa, (int)n, dtype_of(dtype).name);
    for (int i = 0; i < 2; i++)
        check(memcmp(got[i], want, size) == 0 && got[i][size] == 0x5a,
              "%s: logsumexp of %d of %s into %d dimensions", isa, (int)n, dtype_of(dtype).name, i);
}

/* ---- linear recurrences ---- */

/* In memory of its own, in place of coefficients and of addends. */
static void check_recurrence(const char *isa, int dtype, int64_t n)
{
    const size_t size = dtype_of(dtype).size;
    lanescan_tensor of_a = { a.line, &n, NULL, 1, dtype }, of_b = { b.line, &n, NULL, 1, dtype },
                    of_y = { y.line, &n, NULL, 1, dtype };
    const lanescan_tensor a_apart = { a.apart, &n, &apart, 1, dtype },
                          b_apart = { b.apart, &n, &apart, 1, dtype },
                          y_apart = { y.apart, &n, &apart, 1, dtype };
    check(!lanescan_linear_recurrence(&a_apart, &b_apart, 0, NULL, &y_apart), "apart");
    for (int place = 0; place < 3; place++) {
        memcpy(y.line, place == 1 ? a.line : b.line, sizeof y.line);
        of_a.data = place == 1 ? y.line : a.line;
        of_b.data = place == 2 ? y.line : b.line;
        check(!lanescan_linear_recurrence(&of_a, &of_b, 0, NULL, &of_y) &&
                  is_line_of(y.line, y.apart, size, (size_t)n),
              "%s: %d of %s, in place of %d", isa, (int)n, dtype_of(dtype).name, place);
    }
}

/* The first coefficient for all elements: of no dimension, and of one. */
static void check_one_coefficient(const char *isa, int dtype, int64_t n)
{
    static const int64_t one = 1, same = 0;
    const size_t size = dtype_of(dtype).size;
    const lanescan_tensor of_a[2] = { { a.line, NULL, NULL, 0, dtype },
                                      { a.line, &one, NULL, 1, dtype } },
                          of_b = { b.line, &n, NULL, 1, dtype },
                          of_y = { y.line, &n, NULL, 1, dtype };
    const lanescan_tensor repeated = { a.line, &n, &same, 1, dtype },
                          b_apart = { b.apart, &n, &apart, 1, dtype },
                          y_apart = { y.apart, &n, &apart, 1, dtype };
    check(!lanescan_linear_recurrence(&repeated, &b_apart, 0, NULL, &y_apart), "apart");
    for (int i = 0; i < 2; i++) {
        memset(y.line, 0x5a, sizeof y.line);
        check(!lanescan_linear_recurrence(&of_a[i], &of_b, -1, NULL, &of_y) &&
                  is_line_of(y.line, y.apart, size, (size_t)n),
              "%s: %d of %s, one coefficient of %d dimensions", isa, (int)n, dtype_of(dtype).name,
              i);
    }
}

static void check_length(generator *g, int64_t n)
{
    for (int dtype = 0; dtype < NUM_DTYPES; dtype++) {
        const dtype_kind kind = dtype_of(dtype).kind;
        fill(&a, g, dtype, (size_t)n);
        fill(&b, g, dtype, (size_t)n);
        for (const char *const *isa = lanescan_isas(); *isa; isa++) {
            lanescan_set_isa(*isa);
            if (kind == KIND_FLOAT || kind == KIND_COMPLEX)
                check_sum(*isa, dtype, n);
            if (dtype == LANESCAN_BOOL)
                continue;
            check_recurrence(*isa, dtype, n);
            check_one_coefficient(*isa, dtype, n);
        }
    }
}

int main(void)
{
    check_start("tensor_plain", lanescan_isas()[0]);
    generator g = random_seeded(check_stream_seed("tensor_plain"));
    for (int64_t n = 1; n <= 140; n++)
        for (size_t i = 0; i < 8 / check_scale() + 1; i++)
            check_length(&g, n);
    for (int64_t n = MOST - 40; n <= MOST; n++)
        check_length(&g, n);
    return check_finish();
}
