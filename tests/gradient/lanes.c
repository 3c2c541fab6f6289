/* Many lines at once, a line in each lane: the bits of each by itself, where lanes are for the
 * line's own code; and indices that are wrong in one line of many. */
#include "golden/random.h"
#include "gradient/tensors.h"
#include "harness/check.h"

#include <math.h>
#include <string.h>

enum { LINES = 22, MOST = 1300 };

typedef double array[LINES * MOST];

static array x, g, y, expected;

/* Lines that lanes do not do by themselves, others between them. */
static void fill(size_t n, generator *random)
{
    for (size_t l = 0; l < LINES; l++) {
        double *const of_x = x + l * n, *const of_g = g + l * n;
        for (size_t i = 0; i < n; i++) {
            of_x[i] = random_between(random, -2, 2);
            of_g[i] = random_between(random, -2, 2);
            if (l == 0) { /* of products, every second sum is 0, but not what it is made of */
                of_x[i] = -1;
                of_g[i] = 1;
            }
            if (l == 1)
                of_x[i] = -INFINITY;
            if (l == 3)
                of_x[i] = i % 4 == 0 || i % 4 == 3 ? 1e-200 : 1e200;
            if (l == 5) { /* the weight of the second is below the normal numbers */
                of_x[i] = i == 1 ? -720 : 0;
                of_g[i] = ldexp(1, 900);
            }
            if (l == 7)
                of_x[i] = 1e15 * (double)(i + 1);
            if (l == 9)
                of_x[i] = i % 3 == 1 ? 0 : of_x[i];
            if (l == 11) /* nothing in the first batches */
                of_x[i] = i < 3 * n / 4 ? -INFINITY : of_x[i];
            if (l == 12)
                of_x[i] = i < 3 * n / 4 ? of_x[i] : 1e16;
            if (l == 13)
                of_g[i] = ldexp(i % 2 ? -1 : 1, 500);
            if (l == 14) /* the sum's unit changes in all batches */
                of_x[i] = (double)i / 8;
            if (l == 15) { /* a weight of a later batch is below the normal numbers */
                of_x[i] = i == n - 1 ? -720 : 0;
                of_g[i] = ldexp(1, 900);
            }
            if (l == 16)
                of_x[i] = i == 2 * n / 3 ? -0.0 : -1.25;
            if (l == 17) /* a product near the end of the range before it becomes 0 */
                of_x[i] = i < 4 ? ldexp(1, 255) : i == 4 ? 0 : -0.75;
            if (l == 18)
                of_x[i] = i == n / 3 ? 0 : i == n - 1 ? NAN : -0.75;
            if (l == 19)
                of_x[i] = i == n / 3 ? -0.0 : i == n - 1 ? 1e300 : -0.75;
            if (l == 21) { /* NaN alone, which only the last result asks for */
                of_x[i] = i == n / 3 ? NAN : -INFINITY;
                of_g[i] = i == n - 1 ? 1 : 0;
            }
            if (l == 20) /* weights on both sides of the lowest normal number */
                of_x[i] = i == 0 ? 0 : -700 - 30 * (double)i / (double)n;
        }
        of_x[0] = l == 2 ? -INFINITY : of_x[0];
        of_x[n / 2] = l == 4 ? NAN : l == 6 ? INFINITY : of_x[n / 2];
        of_g[n - 1] = l == 8 ? INFINITY : l == 10 ? NAN : of_g[n - 1];
    }
}

/* Factors whose products leave the range and come back, many times: by small steps, by large ones,
 * with zeros and without. */
static void fill_walks(size_t n, generator *random)
{
    for (size_t l = 0; l < LINES; l++) {
        const double step = (double)(1 + 3 * l), period = (double)(10 + l);
        for (size_t i = 0; i < n; i++) {
            const double any = random_between(random, -1, 1);
            const double orders = l % 4 == 0   ? (any < 0 ? -step : step)
                                  : l % 4 == 1 ? 3 * step * any
                                  : l % 4 == 2 ? step * sin((double)i / period)
                                               : (any > 0.95 ? 200 * step * (any - 0.975) : 0);
            const double sign = random_between(random, -1, 1);
            x[l * n + i] = ldexp(sign < 0 ? -1 : sign < 0.5 ? 1 : 1 + sign, (int)orders);
            if (l % 2 == 1 && random_between(random, 0, 300) < 1)
                x[l * n + i] = 0;
            g[l * n + i] = random_between(random, -1, 1);
        }
    }
    /* Products that are far within a batch, and again beyond it, but not at its end. */
    double *const far = x + (LINES - 7) * n;
    for (size_t i = 0; i < n; i++)
        far[i] = ldexp(1, i < 41 ? 10 : i < 43 ? -10 : i >= 258 && i < 262 ? 10 : 0);
    /* 0 times a negative product of elements that are far, whose low part has either sign: what is
     * before the next batch? */
    for (size_t l = LINES - 6; l < LINES; l++)
        for (size_t i = 0; i < n; i++)
            x[l * n + i] = i == 3                   ? 0
                           : i == 300               ? ldexp(1, 450)
                           : i == 301               ? -ldexp(1, -450)
                           : i > 301 && i < 302 + l ? 1.1
                                                    : 1;
}

/* logsumexp is none of the scans. */
enum { OF_LOGSUMEXP = -1 };

/* `lines` of n elements, one after the other, or (`across`) side by side. */
static lanescan_status call(int op, bool across, int64_t lines, int64_t n, const double *initial,
                            double *of_x, double *of_g, double *to)
{
    const int64_t shape[2] = { across ? n : lines, across ? lines : n };
    const lanescan_tensor in = { of_x, shape, NULL, 2, LANESCAN_F64 },
                          grad = { of_g, op == OF_LOGSUMEXP ? &lines : shape, NULL,
                                   op == OF_LOGSUMEXP ? 1 : 2, LANESCAN_F64 },
                          out = { to, shape, NULL, 2, LANESCAN_F64 };
    const lanescan_options options = { .struct_size = sizeof options, .initial = initial };
    const int dim = across ? 0 : 1;
    return op == OF_LOGSUMEXP ? lanescan_logsumexp_vjp(&in, &dim, 1, NULL, &grad, &out)
                              : lanescan_scan_vjp((lanescan_op)op, &in, dim, &options, &grad, &out);
}

static void transpose(size_t rows, size_t columns, const double *from, double *to)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            to[c * rows + r] = from[r * columns + c];
}

static void compare(const char *isa, int op, const char *form, size_t n, const double *got)
{
    for (size_t i = 0; i < LINES * n; i++)
        if (!check(memcmp(&got[i], &expected[i], sizeof got[i]) == 0 ||
                       (isnan(got[i]) && isnan(expected[i])),
                   "%s, op %d, %s, lines of %zu: element %zu of line %zu is %a, by itself %a", isa,
                   op, form, n, i % n, i / n, got[i], expected[i]))
            return;
}

static void each_by_itself(int op, size_t n, const double *initial, double *to)
{
    for (size_t l = 0; l < LINES; l++)
        check(!call(op, false, 1, (int64_t)n, initial, x + l * n,
                    g + l * (op == OF_LOGSUMEXP ? 1 : n), to + l * n),
              "a line");
}

static void check_lines(int op, size_t n, const double *initial)
{
    static array x_across, g_across, back;
    lanescan_set_isa("generic");
    each_by_itself(op, n, initial, expected);
    transpose(LINES, n, x, x_across);
    if (op == OF_LOGSUMEXP)
        memcpy(g_across, g, sizeof g);
    else
        transpose(LINES, n, g, g_across);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        each_by_itself(op, n, initial, y);
        compare(*isa, op, "each by itself", n, y);
        check(!call(op, false, LINES, (int64_t)n, initial, x, g, y), "lines");
        compare(*isa, op, "one after the other", n, y);
        check(!call(op, true, LINES, (int64_t)n, initial, x_across, g_across, y), "lines");
        transpose(n, LINES, y, back);
        compare(*isa, op, "side by side", n, back);
    }
}

static void check_walks(generator *random)
{
    const size_t rounds = 1 + 24 / check_scale();
    for (size_t round = 0; round < rounds; round++) {
        const size_t n = 200 + (size_t)random_between(random, 0, MOST - 200);
        fill_walks(n, random);
        check_lines(LANESCAN_CUMPROD, n, NULL);
    }
    fill_walks(520, random);
    check_lines(LANESCAN_CUMPROD, 520, NULL);
}

/* Of one line of many an index is too late, before the one before it, or no index at all. */
static void check_indices(void)
{
    static int64_t indices[LINES * MOST];
    const int64_t wrong[] = { 9, 3, -2, INT64_MIN, INT64_MAX };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        const int64_t n = 12, lines = LINES, shape[2] = { lines, n };
        const lanescan_tensor in = { indices, shape, NULL, 2, LANESCAN_I64 },
                              grad = { g, shape, NULL, 2, LANESCAN_F64 },
                              out = { y, shape, NULL, 2, LANESCAN_F64 };
        for (size_t i = 0; i < LINES * 12; i++)
            indices[i] = (int64_t)(i % 12);
        check(!lanescan_scan_index_vjp(&in, 1, NULL, &grad, &out), "right indices");
        y[0] = 77;
        indices[12 * 9 + 8] = wrong[k];
        if (wrong[k] == 3) /* only the first of both is wrong: the next ones are late enough */
            indices[12 * 9 + 9] = 9;
        check(lanescan_scan_index_vjp(&in, 1, NULL, &grad, &out) == LANESCAN_ERROR_INDEX,
              "index %lld of line 9", (long long)wrong[k]);
        check(y[0] == 77, "something is written");
    }
}

void gradient_check_lanes(void)
{
    static const size_t lengths[] = { 2, 5, 8, 31, 32, 33, 64, 65, 128, 129, 255, 256, 257, 610 };
    static const double initials[] = { 1e300, -0.5, 0 };
    generator random = random_seeded(check_stream_seed("gradient lanes"));
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
        fill(lengths[k], &random);
        check_lines(LANESCAN_CUMPROD, lengths[k], NULL);
        check_lines(LANESCAN_LOGCUMSUMEXP, lengths[k], NULL);
        check_lines(OF_LOGSUMEXP, lengths[k], NULL);
        for (size_t i = 0; i < sizeof initials / sizeof initials[0]; i++) {
            check_lines(LANESCAN_CUMPROD, lengths[k], &initials[i]);
            check_lines(LANESCAN_LOGCUMSUMEXP, lengths[k], &initials[i]);
        }
    }
    check_walks(&random);
    check_indices();
}
