/* The complex kernels' error bounds.
 *     complex_accuracy <table> [quick] */
#include "complex/accuracy.h"

#include "complex/data.h"
#include "harness/check.h"
#include "harness/target.h"
#include "ops/complex/state.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 256 };

/* The worst error of a line: in units of the bound's scale for c128, in ulps of float beyond the
 * bound's other term for c64. */
typedef struct tally {
    const char *kernel, *data;
    size_t n, at;
    double worst;
} tally;

static void tally_print(const tally *t)
{
    printf("%-18s %-20s %7zu  worst error %.5g eps at element %zu\n", t->kernel, t->data, t->n,
           t->worst, t->at);
}

/* |got - exact| <= bound * eps * scale, as complex numbers; c64: each part within half an ulp of
 * float besides. */
static void judge(tally *t, size_t i, bool is_c64, const double got[2], mpfr_t exact[2],
                  double bound, double scale)
{
    double error[2];
    for (int part = 0; part < 2; part++) {
        mpfr_t difference;
        mpfr_init2(difference, 64);
        mpfr_sub_d(difference, exact[part], got[part], MPFR_RNDA);
        error[part] = fabs(mpfr_get_d(difference, MPFR_RNDA));
        mpfr_clear(difference);
        if (is_c64) {
            const double value = fabs(mpfr_get_d(exact[part], MPFR_RNDN));
            const int exponent = value < FLT_MIN ? FLT_MIN_EXP : ilogb(value) + 1;
            error[part] -= ldexp(0.5, exponent - FLT_MANT_DIG);
            const bool same_sign = (got[part] > 0) == (mpfr_sgn(exact[part]) > 0);
            if (error[part] < 0 ||
                (isinf(got[part]) && same_sign && value > FLT_MAX * (1 + 0x1p-26)))
                error[part] = 0;
        }
    }
    const double eps = hypot(error[0], error[1]) / (scale * 0x1p-52);
    check(eps <= bound, "%s %s: element %zu is %a, %a, exactly %a, %a: error %.5g eps", t->kernel,
          t->data, i, got[0], got[1], mpfr_get_d(exact[0], MPFR_RNDN),
          mpfr_get_d(exact[1], MPFR_RNDN), eps);
    if (!(eps <= t->worst)) {
        t->worst = eps;
        t->at = i;
    }
}

static void element_of(const void *p, bool is_c64, size_t i, double value[2])
{
    for (size_t part = 0; part < 2; part++)
        value[part] = is_c64 ? (double)((const float *)p)[2 * i + part]
                             : ((const double *)p)[2 * i + part];
}

static void judge_product(const lanescan_kernels *table, bool is_c64, const complex_data *data,
                          size_t n)
{
    const element_type part = is_c64 ? TYPE_F32 : TYPE_F64;
    tally t = { is_c64 ? "cumprod_c64" : "cumprod_c128", data->name, n, 0, 0 };
    void *x = check_alloc(n * 16), *y = check_alloc(n * 16);
    lanescan_state state;
    mpfr_t product[2], next[2], modulus;
    mpfr_inits2(BITS, product[0], product[1], next[0], next[1], modulus, (mpfr_ptr)0);
    complex_data_make(data, check_stream_seed(data->name), part, n, x);
    complex_product_begin(&state);
    table->piece[LANESCAN_CUMPROD][is_c64 ? ELEMENT_C64 : ELEMENT_C128](&state, false, n, x, y,
                                                                        NULL);
    mpfr_set_d(product[0], 1, MPFR_RNDN);
    mpfr_set_d(product[1], 0, MPFR_RNDN);
    for (size_t i = 0; i < n; i++) {
        double factor[2], got[2];
        mpfr_t c, d;
        element_of(x, is_c64, i, factor);
        element_of(y, is_c64, i, got);
        mpfr_init_set_d(c, factor[0], MPFR_RNDN);
        mpfr_init_set_d(d, factor[1], MPFR_RNDN);
        mpfr_fmms(next[0], product[0], c, product[1], d, MPFR_RNDN);
        mpfr_fmma(next[1], product[0], d, product[1], c, MPFR_RNDN);
        mpfr_clears(c, d, (mpfr_ptr)0);
        mpfr_set(product[0], next[0], MPFR_RNDN);
        mpfr_set(product[1], next[1], MPFR_RNDN);
        mpfr_hypot(modulus, product[0], product[1], MPFR_RNDN);
        const double scale = mpfr_get_d(modulus, MPFR_RNDN);
        if (scale > DBL_MAX * 0.9 || scale < DBL_MIN * 2)
            break;
        /* c64: 2^-48 |y|, as for real numbers */
        judge(&t, i, is_c64, got, product, is_c64 ? 16 : 0.501, scale);
    }
    mpfr_clears(product[0], product[1], next[0], next[1], modulus, (mpfr_ptr)0);
    free(x);
    free(y);
    tally_print(&t);
}

void complex_products_judge(const lanescan_kernels *table, bool quick)
{
    for (const complex_data *data = complex_data_products; data->name; data++) {
        judge_product(table, false, data, quick ? 2000 : 200000);
        judge_product(table, true, data, quick ? 2000 : 20000);
    }
}

/* The exact sum, and what the definition makes of it. */
typedef struct exact_log {
    mpfr_t sum[2], moduli, power[2], result[2], scratch;
    double before[2]; /* the result before, rounded */
    bool sure;        /* that the base is the one it is: no tie within rounding errors */
} exact_log;

static void exact_log_init(exact_log *e)
{
    mpfr_inits2(BITS, e->sum[0], e->sum[1], e->moduli, e->power[0], e->power[1], e->result[0],
                e->result[1], e->scratch, (mpfr_ptr)0);
    mpfr_set_zero(e->sum[0], 1);
    mpfr_set_zero(e->sum[1], 1);
    mpfr_set_zero(e->moduli, 1);
    e->before[0] = -INFINITY;
    e->before[1] = 0;
}

static void exact_log_clear(exact_log *e)
{
    mpfr_clears(e->sum[0], e->sum[1], e->moduli, e->power[0], e->power[1], e->result[0],
                e->result[1], e->scratch, (mpfr_ptr)0);
}

static void exact_log_add(exact_log *e, const double x[2])
{
    mpfr_t part;
    mpfr_init2(part, 53);
    mpfr_set_d(part, x[1], MPFR_RNDN);
    mpfr_sin_cos(e->power[1], e->power[0], part, MPFR_RNDN);
    mpfr_set_d(part, x[0], MPFR_RNDN);
    mpfr_exp(e->scratch, part, MPFR_RNDN);
    mpfr_add(e->moduli, e->moduli, e->scratch, MPFR_RNDN);
    for (int i = 0; i < 2; i++) {
        mpfr_mul(e->power[i], e->power[i], e->scratch, MPFR_RNDN);
        mpfr_add(e->sum[i], e->sum[i], e->power[i], MPFR_RNDN);
    }
    mpfr_hypot(e->scratch, e->sum[0], e->sum[1], MPFR_RNDN);
    mpfr_log(e->result[0], e->scratch, MPFR_RNDN);
    mpfr_atan2(e->result[1], e->sum[1], e->sum[0], MPFR_RNDN);
    /* The value within pi/2 of the base. */
    const double base = x[0] >= e->before[0] ? x[1] : e->before[1];
    e->sure = fabs(x[0] - e->before[0]) > 1e-9 * (1 + fabs(x[0])) || x[1] == e->before[1];
    mpfr_t turn, turns;
    mpfr_inits2(BITS, turn, turns, (mpfr_ptr)0);
    mpfr_const_pi(turn, MPFR_RNDN);
    mpfr_mul_2ui(turn, turn, 1, MPFR_RNDN);
    mpfr_d_sub(turns, base, e->result[1], MPFR_RNDN);
    mpfr_div(turns, turns, turn, MPFR_RNDN);
    mpfr_rint(turns, turns, MPFR_RNDN);
    mpfr_fma(e->result[1], turns, turn, e->result[1], MPFR_RNDN);
    mpfr_clears(part, turn, turns, (mpfr_ptr)0);
    e->before[0] = mpfr_get_d(e->result[0], MPFR_RNDN);
    e->before[1] = mpfr_get_d(e->result[1], MPFR_RNDN);
}

/* max(|y|, sum|e^x| / |sum e^x|) */
static double exact_log_scale(exact_log *e)
{
    mpfr_hypot(e->scratch, e->sum[0], e->sum[1], MPFR_RNDN);
    mpfr_div(e->scratch, e->moduli, e->scratch, MPFR_RNDN);
    const double conditioning = mpfr_get_d(e->scratch, MPFR_RNDN);
    return fmax(hypot(e->before[0], e->before[1]), conditioning);
}

static void judge_scan(const lanescan_kernels *table, bool is_c64, const complex_data *data,
                       size_t n)
{
    const element_type part = is_c64 ? TYPE_F32 : TYPE_F64;
    tally t = { is_c64 ? "logcumsumexp_c64" : "logcumsumexp_c128", data->name, n, 0, 0 };
    void *x = check_alloc(n * 16), *y = check_alloc(n * 16);
    exact_log e;
    size_t judged = 0;
    lanescan_state state;
    exact_log_init(&e);
    complex_data_make(data, check_stream_seed(data->name), part, n, x);
    complex_logsumexp_begin(&state);
    table->piece[LANESCAN_LOGCUMSUMEXP][is_c64 ? ELEMENT_C64 : ELEMENT_C128](&state, false, n, x, y,
                                                                             NULL);
    for (size_t i = 0; i < n; i++) {
        double value[2], got[2];
        element_of(x, is_c64, i, value);
        element_of(y, is_c64, i, got);
        exact_log_add(&e, value);
        judged += e.sure;
        if (!e.sure) /* the base is a matter of the last bit: go on from the one taken */
            e.before[1] = got[1];
        else
            judge(&t, i, is_c64, got, e.result, 2, exact_log_scale(&e));
    }
    check(judged >= n - n / 4, "%s %s: only %zu of %zu could be judged", t.kernel, t.data, judged,
          n);
    exact_log_clear(&e);
    free(x);
    free(y);
    tally_print(&t);
}

static void judge_pairs(const lanescan_kernels *table, bool is_c64, const complex_data *data,
                        size_t n)
{
    const element_type part = is_c64 ? TYPE_F32 : TYPE_F64;
    tally t = { is_c64 ? "logaddexp_c64" : "logaddexp_c128", data->name, n, 0, 0 };
    void *a = check_alloc(n * 16), *b = check_alloc(n * 16), *y = check_alloc(n * 16);
    complex_data_make(data, 3, part, n, a);
    complex_data_make(data, 4, part, n, b);
    table->logaddexp[is_c64 ? ELEMENT_C64 : ELEMENT_C128](n, a, b, y);
    for (size_t i = 0; i < n; i++) {
        double first[2], second[2], got[2], terms = 0;
        exact_log e;
        exact_log_init(&e);
        element_of(a, is_c64, i, first);
        element_of(b, is_c64, i, second);
        element_of(y, is_c64, i, got);
        exact_log_add(&e, second); /* then the first: of equal ones it is the base */
        exact_log_add(&e, first);
        for (int k = 0; k < 2; k++) {
            const double *const x = k ? second : first;
            terms += exp(x[0] - e.before[0]) * hypot(x[0], x[1]);
        }
        judge(&t, i, is_c64, got, e.result, 2, fmax(terms, exact_log_scale(&e)));
        exact_log_clear(&e);
    }
    free(a);
    free(b);
    free(y);
    tally_print(&t);
}

void complex_logs_judge(const lanescan_kernels *table, bool quick)
{
    for (const complex_data *data = complex_data_logs; data->name; data++) {
        for (int is_c64 = 0; is_c64 < 2; is_c64++) {
            judge_scan(table, is_c64, data, quick ? 200 : 3000);
            judge_pairs(table, is_c64, data, quick ? 100 : 1000);
        }
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("complex_accuracy", name);
    const lanescan_kernels *table = target_find(name);
    const bool quick = argc > 2 && strcmp(argv[2], "quick") == 0;
    mpfr_set_emax(mpfr_get_emax_max()); /* e^x for x = 2^45 */
    mpfr_set_emin(mpfr_get_emin_min());
    complex_functions_judge();
    complex_products_judge(table, quick);
    complex_logs_judge(table, quick);
    mpfr_free_cache();
    return check_finish();
}
