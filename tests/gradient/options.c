/* <J v, g> = <v, J^T g> for every option: J v is worked out here, from the results of the forward
 * call with the same options. */
#include "golden/dtype.h"
#include "golden/random.h"
#include "gradient/tensors.h"
#include "harness/check.h"

#include <math.h>

enum { N = 700 }; /* several pieces */

static double x[N], v[N], g[N + 1], y[N + 1], gradient[N];
static int64_t indices[N + 1];

static lanescan_tensor line(double *of, const int64_t *n)
{
    return (lanescan_tensor){ of, n, NULL, 1, LANESCAN_F64 };
}

/* The element of the input that is number i of the scan, and the result that is number j. */
static size_t element(uint32_t flags, size_t i)
{
    return flags & LANESCAN_REVERSE ? N - 1 - i : i;
}

static size_t result(uint32_t flags, size_t results, size_t j)
{
    return flags & LANESCAN_REVERSE ? results - 1 - j : j;
}

/* d y[j] / d x[i], the numbers of the scan; known where i is in j. */
static double derivative(lanescan_op op, uint32_t flags, size_t results, size_t i, size_t j)
{
    const size_t at = element(flags, i), of = result(flags, results, j);
    switch (op) {
    case LANESCAN_CUMSUM:
        return 1;
    case LANESCAN_CUMPROD:
        return y[of] / x[at];
    case LANESCAN_LOGCUMSUMEXP:
        return exp(x[at] - y[of]);
    default:
        return indices[of] == (int64_t)at;
    }
}

static void check_scan(lanescan_op op, uint32_t flags, bool has_total, const double *initial)
{
    const int64_t n = N, results = N + (has_total ? 1 : 0);
    const lanescan_tensor of_x = line(x, &n), of_g = line(g, &results), of_y = line(y, &results),
                          of_gradient = line(gradient, &n),
                          of_indices = { indices, &results, NULL, 1, LANESCAN_I64 };
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = flags,
                                       .initial = initial };
    const bool is_extreme = op_has_index(op);
    double forward = 0, backward = 0, size = 0;
    if (is_extreme) {
        check(!lanescan_scan_index(op, &of_x, 0, &options, &of_y, &of_indices), "indices");
        check(!lanescan_scan_index_vjp(&of_indices, 0, &options, &of_g, &of_gradient), "index_vjp");
    } else {
        check(!lanescan_scan(op, &of_x, 0, &options, &of_y), "scan");
        check(!lanescan_scan_vjp(op, &of_x, 0, &options, &of_g, &of_gradient), "scan_vjp");
    }
    for (size_t j = 0; j < (size_t)results; j++) {
        const size_t end = flags & LANESCAN_EXCLUSIVE ? j : j + 1;
        for (size_t i = 0; i < end; i++) {
            const double d = derivative(op, flags, (size_t)results, i, j);
            forward += g[result(flags, (size_t)results, j)] * d * v[element(flags, i)];
            size += fabs(g[result(flags, (size_t)results, j)] * d * v[element(flags, i)]);
        }
    }
    for (size_t i = 0; i < N; i++)
        backward += v[i] * gradient[i];
    check(fabs(forward - backward) <= 1e-12 * size, "op %d, flags %u%s%s: %.17g is not %.17g", op,
          (unsigned)flags, has_total ? ", total" : "", initial ? ", initial" : "", forward,
          backward);
}

/* In place of g, which an exclusive scan reads one further than it writes. */
static void check_in_place(lanescan_op op, uint32_t flags)
{
    double both[N];
    const int64_t n = N;
    const lanescan_tensor of_x = line(x, &n), of_g = line(g, &n), of_gradient = line(gradient, &n),
                          in_place = line(both, &n);
    const lanescan_options options = { .struct_size = sizeof options, .flags = flags };
    for (size_t i = 0; i < N; i++)
        both[i] = g[i];
    check(!lanescan_scan_vjp(op, &of_x, 0, &options, &of_g, &of_gradient), "scan_vjp");
    check(!lanescan_scan_vjp(op, &of_x, 0, &options, &in_place, &in_place), "in place");
    for (size_t i = 0; i < N; i++)
        if (!check(both[i] == gradient[i], "op %d, flags %u: element %zu in place is %g, not %g",
                   op, (unsigned)flags, i, both[i], gradient[i]))
            break;
}

/* Products that come near the end of the range and back within a piece: seen only when part of its
 * gradients are written, in the place of numbers that are then needed again. */
static void check_in_place_far(void)
{
    enum { TURN = 90 };
    for (size_t i = 0; i < N; i++) {
        x[i] = i < TURN ? 32 : i < 2 * TURN ? 0x1p-5 : 1;
        g[i] = ldexp(1 + (double)i / N, -100);
    }
    for (uint32_t flags = 0; flags < 4; flags++)
        check_in_place(LANESCAN_CUMPROD, flags);
}

/* A sum that is infinite stays so. */
static void check_infinite_extreme(void)
{
    int64_t index[3] = { 0, 0, 2 };
    double of_g[3] = { INFINITY, 1, 2 }, out[3] = { 0 };
    const int64_t n = 3;
    const lanescan_tensor of_index = { index, &n, NULL, 1, LANESCAN_I64 }, given = line(of_g, &n),
                          to = line(out, &n);
    check(!lanescan_scan_index_vjp(&of_index, 0, NULL, &given, &to), "index_vjp");
    check(out[0] == INFINITY && out[1] == 0 && out[2] == 2, "extremes: %g, %g, %g", out[0], out[1],
          out[2]);
}

static void check_reductions(void)
{
    const int64_t n = N;
    double b[N], of_b[N], total, forward = 0, backward = 0, pairs = 0, size = 0;
    const lanescan_tensor of_x = line(x, &n), of_v = line(b, &n), of_g = line(g, &n),
                          of_gradient = line(gradient, &n), second = line(of_b, &n),
                          of_y = line(y, &n), one = { &total, NULL, NULL, 0, LANESCAN_F64 },
                          scale = { g, NULL, NULL, 0, LANESCAN_F64 };
    check(!lanescan_logsumexp(&of_x, NULL, 0, NULL, &one), "logsumexp");
    check(!lanescan_logsumexp_vjp(&of_x, NULL, 0, NULL, &scale, &of_gradient), "logsumexp_vjp");
    for (size_t i = 0; i < N; i++) {
        forward += g[0] * exp(x[i] - total) * v[i];
        backward += gradient[i] * v[i];
        b[i] = x[N - 1 - i];
    }
    check(fabs(forward - backward) <= 1e-13 * fabs(g[0]), "logsumexp: %g is not %g", forward,
          backward);
    check(!lanescan_logaddexp(&of_x, &of_v, NULL, &of_y), "logaddexp");
    check(!lanescan_logaddexp_vjp(&of_x, &of_v, NULL, &of_g, &of_gradient, &second),
          "logaddexp_vjp");
    for (size_t i = 0; i < N; i++) {
        pairs += g[i] * (exp(x[i] - y[i]) + 2 * exp(b[i] - y[i]));
        pairs -= gradient[i] + 2 * of_b[i];
        size += fabs(g[i]);
    }
    check(fabs(pairs) <= 1e-13 * size, "logaddexp: off by %g", pairs);
}

/* y[j] = a[j] y[j-1] + b[j] grows by a[j] dy[j-1] + da[j] y[j-1] + db[j]. */
static void check_recurrence(uint32_t flags, const double *initial)
{
    const int64_t n = N;
    double b[N], of_b[N], growth = 0, before = initial ? *initial : 0, size = 0, difference = 0;
    for (size_t i = 0; i < N; i++)
        b[i] = v[N - 1 - i];
    const lanescan_tensor of_a = line(x, &n), addends = line(b, &n), of_y = line(y, &n),
                          of_g = line(g, &n), of_gradient = line(gradient, &n),
                          second = line(of_b, &n);
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = flags,
                                       .initial = initial };
    check(!lanescan_linear_recurrence(&of_a, &addends, 0, &options, &of_y), "recurrence");
    check(!lanescan_linear_recurrence_vjp(&of_a, &of_y, 0, &options, &of_g, &of_gradient, &second),
          "recurrence_vjp");
    for (size_t j = 0; j < N; j++) {
        const size_t at = element(flags, j), other = N - 1 - at;
        const double da = j || initial ? v[at] : 0, db = v[other];
        growth = x[at] * growth + da * before + db;
        before = y[at];
        difference += g[at] * growth - da * gradient[at] - db * of_b[at];
        size += fabs(g[at] * growth);
    }
    check(fabs(difference) <= 1e-12 * size, "recurrence, flags %u%s: off by %g of %g",
          (unsigned)flags, initial ? ", initial" : "", difference, size);
}

/* Lines of several batches that lie side by side have the bits that each has by itself. */
static void check_beside(lanescan_op op, uint32_t flags, bool has_total, generator *r)
{
    enum { LINES = 11 };
    static double in[N * LINES], of[(N + 1) * LINES], out[N * LINES];
    const int64_t n = N, results = N + (has_total ? 1 : 0), shape[2] = { N, LINES },
                  of_results[2] = { results, LINES }, step = LINES;
    const lanescan_options options = { .struct_size = sizeof options, .flags = flags };
    for (size_t i = 0; i < N * LINES; i++)
        in[i] = i % 997 == 500 ? 0 : 1 + random_normal(r) / 16;
    for (size_t i = 0; i < (N + 1) * LINES; i++)
        of[i] = random_normal(r);
    const lanescan_tensor all_x = { in, shape, NULL, 2, LANESCAN_F64 },
                          all_g = { of, of_results, NULL, 2, LANESCAN_F64 },
                          all_out = { out, shape, NULL, 2, LANESCAN_F64 };
    check(!lanescan_scan_vjp(op, &all_x, 0, &options, &all_g, &all_out), "side by side");
    for (size_t l = 0; l < LINES; l++) {
        const lanescan_tensor one_x = { in + l, &n, &step, 1, LANESCAN_F64 },
                              one_g = { of + l, &results, &step, 1, LANESCAN_F64 },
                              one_out = line(gradient, &n);
        check(!lanescan_scan_vjp(op, &one_x, 0, &options, &one_g, &one_out), "alone");
        for (size_t i = 0; i < N; i++)
            if (!check(out[i * LINES + l] == gradient[i],
                       "op %d, flags %u%s: line %zu, element %zu", op, (unsigned)flags,
                       has_total ? ", total" : "", l, i))
                break;
    }
}

void gradient_check_options(void)
{
    static const lanescan_op ops[] = { LANESCAN_CUMSUM, LANESCAN_CUMPROD, LANESCAN_CUMMAX,
                                       LANESCAN_CUMMIN, LANESCAN_LOGCUMSUMEXP };
    static const double initial = 0.5;
    generator r = random_seeded(check_stream_seed("options"));
    for (size_t i = 0; i < N; i++) {
        x[i] = random_sign(&r) * (1 + random_normal(&r) / 16);
        v[i] = random_normal(&r);
    }
    for (size_t i = 0; i <= N; i++)
        g[i] = random_normal(&r);
    for (size_t k = 0; k < sizeof ops / sizeof ops[0]; k++)
        for (uint32_t flags = 0; flags < 4; flags++)
            for (int total = 0; total < (flags & LANESCAN_EXCLUSIVE ? 2 : 1); total++) {
                check_scan(ops[k], flags, total, NULL);
                check_scan(ops[k], flags, total, &initial);
            }
    for (uint32_t flags = 0; flags < 4; flags++) {
        check_in_place(LANESCAN_CUMSUM, flags);
        check_in_place(LANESCAN_CUMPROD, flags);
        check_in_place(LANESCAN_LOGCUMSUMEXP, flags);
    }
    for (uint32_t flags = 0; flags < 2; flags++) {
        check_recurrence(flags, NULL);
        check_recurrence(flags, &initial);
    }
    for (uint32_t flags = 0; flags < 4; flags++)
        for (int total = 0; total < (flags & LANESCAN_EXCLUSIVE ? 2 : 1); total++) {
            check_beside(LANESCAN_CUMPROD, flags, total, &r);
            check_beside(LANESCAN_LOGCUMSUMEXP, flags, total, &r);
        }
    check_infinite_extreme();
    check_reductions();
    check_in_place_far();
}
