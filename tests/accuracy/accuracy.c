/* The error bounds of the numerical contract (docs/contract.md), asserted, and
 * the worst error of each kernel on each set of data printed.
 *     accuracy <table> [quick | slow] */
#include "accuracy/accuracy.h"

#include "harness/check.h"
#include "harness/dataset_named.h"
#include "harness/target.h"

#include <stdlib.h>
#include <string.h>

static bool is_called(const kernel *k, const char *operation)
{
    const size_t length = strlen(operation);
    return strncmp(k->name, operation, length) == 0 && k->name[length] == '_' &&
           element_is_float(k->type);
}

static void judge(const lanescan_kernels *table, const kernel *k, const dataset *data, size_t n,
                  size_t dense)
{
    /* Of the widest type. */
    double *x = check_alloc(n * 8), *second = check_alloc(n * 8), *y = check_alloc(n * 8);
    generator g = random_seeded(check_stream_seed(data->name) + n);
    dataset_make(data, &g, k->type, n, x);
    dataset_make(data, &g, k->type, n, second);
    k->call(table, n, x, second, y, NULL);
    if (is_called(k, "cumsum"))
        accuracy_sum(k, data->name, n, x, y);
    else if (is_called(k, "cumprod"))
        accuracy_product(k, data->name, n, x, y);
    else if (is_called(k, "logcumsumexp"))
        accuracy_log_scan(k, data->name, n, x, y, dense);
    else if (is_called(k, "logaddexp"))
        accuracy_log_pairs(k, data->name, n, x, second, y);
    free(x);
    free(second);
    free(y);
}

/* logsumexp of every prefix, judged as a scan. */
static void judge_reductions(const lanescan_kernels *table, const kernel *k, const dataset *data,
                             size_t n)
{
    double *x = check_alloc(n * 8), *y = check_alloc(n * 8); /* of the widest type */
    generator g = random_seeded(check_stream_seed(data->name) + n);
    dataset_make(data, &g, k->type, n, x);
    for (size_t i = 0; i < n; i++)
        k->call(table, i + 1, x, NULL, (char *)y + i * element_type_size(k->type), NULL);
    accuracy_log_scan(k, data->name, n, x, y, n);
    free(x);
    free(y);
}

static void judge_everything(const lanescan_kernels *table, const kernel *k, size_t divisor)
{
    const bool is_log = strncmp(k->name, "log", 3) == 0;
    /* All finite. */
    const dataset *const families[] = { datasets_plain, datasets_extreme, datasets_log };
    for (size_t family = 0; family < sizeof families / sizeof families[0]; family++) {
        for (const dataset *data = families[family]; data->name; data++) {
            const size_t n = (is_log ? 2500 : 20000) / divisor + 13;
            if (is_called(k, "logsumexp"))
                judge_reductions(table, k, data, n / 8);
            else if (!k->has_index && element_is_float(k->type))
                judge(table, k, data, n, n);
        }
    }
}

/* Both below 0 and the result near it: there the roundings on the way to a logarithm count most.
 * The first pair is one that a search found. */
static void judge_small_pairs(const lanescan_kernels *table, const kernel *k, size_t n)
{
    double *x = check_alloc(n * 8), *second = check_alloc(n * 8), *y = check_alloc(n * 8);
    generator g = random_seeded(check_stream_seed("small pairs"));
    for (size_t i = 0; i < n; i++) {
        const double a = i ? -0.7 * random_unit(&g) : -0x1.fd7d5a2a8ebdfp-2,
                     b = i ? -0.7 * random_unit(&g) : -0x1.9ae671881b73bp-3;
        if (k->type == TYPE_F64) {
            x[i] = a;
            second[i] = b;
        } else {
            ((float *)x)[i] = (float)a;
            ((float *)second)[i] = (float)b;
        }
    }
    k->call(table, n, x, second, y, NULL);
    accuracy_log_pairs(k, "small_pairs", n, x, second, y);
    free(x);
    free(second);
    free(y);
}

static void judge_million(const lanescan_kernels *table, const kernel *k, bool slow)
{
    static const char *const sums[] = { "normal", "uniform",     "cancelling", "any_magnitude",
                                        "same",   "alternating", NULL };
    static const char *const products[] = { "product_wander", "near_one", "same_near_one",
                                            "product_wild", NULL };
    static const char *const logs[] = { "log_probabilities", "hundreds",    "normal",
                                        "ramp_700",          "around_zero", NULL };
    const char *const *names = is_called(k, "cumsum")         ? sums
                               : is_called(k, "cumprod")      ? products
                               : is_called(k, "logcumsumexp") ? logs
                                                              : logs + 5;
    /* An exponential by MPFR takes microseconds: the whole list is for the slow suite. */
    const size_t most = slow ? SIZE_MAX : names == logs ? 1 : 3;
    for (size_t i = 0; names[i] && i < most; i++)
        judge(table, k, dataset_named(names[i]), 1000000, slow ? 100000 : 4096);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("accuracy", name);
    const lanescan_kernels *table = target_find(name);
    const bool quick = argc > 2 && strcmp(argv[2], "quick") == 0,
               slow = argc > 2 && strcmp(argv[2], "slow") == 0;
    tally_heading();
    for (size_t i = 0; i < kernel_count(); i++) {
        const kernel k = kernel_at(i);
        judge_everything(table, &k, quick ? 10 : 1);
        accuracy_chunks(table, &k);
        accuracy_huge(table, &k);
        if (is_called(&k, "logaddexp"))
            judge_small_pairs(table, &k, quick ? 2000 : 50000);
        if (!quick)
            judge_million(table, &k, slow);
    }
    mpfr_free_cache();
    return check_finish();
}
