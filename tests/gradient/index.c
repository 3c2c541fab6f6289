/* The gradient of running extremes is a sum for each element, of results' gradients that may be
 * large and cancel: beside exact sums by MPFR, on every instruction set.
 *     gradient_index */
#include "golden/random.h"
#include "gradient/judge.h"
#include "harness/check.h"
#include "lanescan.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>

enum { ELEMENTS = 4096, NUM_DATA = 5 };

static double gradient_of(generator *g, int kind, size_t j)
{
    switch (kind) {
    case 0:
        return random_normal(g);
    case 1: /* what is large cancels, what is small is left */
        return j % 3 == 0 ? 0x1p60 : j % 3 == 1 ? random_unit(g) : -0x1p60;
    case 2:
        return random_sign(g) * ldexp(random_between(g, 1, 2), (int)random_below(g, 200) - 100);
    case 3: /* all together near the end of the range */
        return random_sign(g) * 0x1.fffffp1023 / ELEMENTS * random_unit(g);
    default: /* each a little more than half of a last bit of the sum so far */
        return j == 0 ? 1 : 0x1.0000001p-53;
    }
}

/* Few extremes, or many; some of them twice. */
static double element_of(generator *g, int kind, size_t j)
{
    return kind % 2 ? (double)random_below(g, 5) : floor(random_normal(g) + (double)j / 50);
}

typedef struct scan {
    bool is_cummin, is_reversed, is_f32;
    int dim;
    int64_t shape[2];
} scan;

static size_t place(const scan *s, size_t line, size_t i)
{
    const size_t columns = (size_t)s->shape[1];
    return s->dim == 1 ? line * columns + i : i * columns + line;
}

/* Returns the largest error of a line in eps of the sum of |g|, of floats beyond half an ulp. */
static double judge_line(const scan *s, const char *what, size_t line, const int64_t *index,
                         const double *g, const double *out)
{
    static double of_index[ELEMENTS], of_g[ELEMENTS], of_out[ELEMENTS];
    const size_t n = (size_t)s->shape[s->dim];
    for (size_t i = 0; i < n; i++) {
        const size_t at = place(s, line, i);
        of_index[i] = (double)index[at];
        of_g[i] = g[at];
        of_out[i] = out[at];
    }
    const gradient_case c = {
        OF_INDEX, s->is_f32 ? LANESCAN_F32 : LANESCAN_F64, false, n, of_index, NULL, of_g, NULL
    };
    return gradient_judge(what, &c, of_out);
}

static double judge(const scan *s, const char *what, int kind, uint64_t seed)
{
    static double x[ELEMENTS], g[ELEMENTS], values[ELEMENTS], out[ELEMENTS];
    static float g_f32[ELEMENTS], out_f32[ELEMENTS];
    static int64_t index[ELEMENTS];
    const size_t elements = (size_t)(s->shape[0] * s->shape[1]);
    const lanescan_op op = s->is_cummin ? LANESCAN_CUMMIN : LANESCAN_CUMMAX;
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = s->is_reversed ? LANESCAN_REVERSE : 0 };
    generator random = random_seeded(check_stream_seed("gradient index") + seed);
    for (size_t i = 0; i < elements; i++) {
        x[i] = element_of(&random, kind, i);
        g[i] = gradient_of(&random, s->is_f32 && kind == 3 ? 0 : kind, i);
        if (s->is_f32)
            g[i] = g_f32[i] = (float)g[i];
    }
    const int dtype = s->is_f32 ? LANESCAN_F32 : LANESCAN_F64;
    const lanescan_tensor of_x = { x, s->shape, NULL, 2, LANESCAN_F64 },
                          of_values = { values, s->shape, NULL, 2, LANESCAN_F64 },
                          of_index = { index, s->shape, NULL, 2, LANESCAN_I64 },
                          of_g = { s->is_f32 ? (void *)g_f32 : g, s->shape, NULL, 2, dtype },
                          of_out = { s->is_f32 ? (void *)out_f32 : out, s->shape, NULL, 2, dtype };
    lanescan_status status = lanescan_scan_index(op, &of_x, s->dim, &options, &of_values,
                                                 &of_index);
    check(status == LANESCAN_OK, "scan: %s", lanescan_status_string(status));
    status = lanescan_scan_index_vjp(&of_index, s->dim, &options, &of_g, &of_out);
    check(status == LANESCAN_OK, "gradient: %s", lanescan_status_string(status));
    for (size_t i = 0; s->is_f32 && i < elements; i++)
        out[i] = out_f32[i];
    double worst = 0;
    for (size_t line = 0; line < (size_t)s->shape[1 - s->dim]; line++)
        worst = fmax(worst, judge_line(s, what, line, index, g, out));
    return worst;
}

int main(void)
{
    static const int64_t shapes[][2] = { { 1, 1 },  { 1, 40 },  { 1, 2000 }, { 30, 7 },
                                         { 9, 33 }, { 40, 16 }, { 300, 3 },  { 3, 700 } };
    double worst[2] = { 0, 0 };
    check_start("gradient_index", "public");
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
            for (int kind = 0; kind < NUM_DATA; kind++)
                for (int variant = 0; variant < 16; variant++) {
                    const scan s = { variant & 1,
                                     variant & 2,
                                     variant & 4,
                                     variant >> 3,
                                     { shapes[i][0], shapes[i][1] } };
                    char what[120];
                    snprintf(what, sizeof what, "%s, kind %d, %lld x %lld, variant %d", *isa, kind,
                             (long long)s.shape[0], (long long)s.shape[1], variant);
                    const double error = judge(&s, what, kind, (uint64_t)(16 * kind + variant));
                    worst[s.is_f32] = fmax(worst[s.is_f32], error);
                }
    }
    printf("worst error found: f64 %.3f eps of the sum of |g|, f32 beyond half an ulp %.3f\n",
           worst[0], worst[1]);
    mpfr_free_cache();
    return check_finish();
}
