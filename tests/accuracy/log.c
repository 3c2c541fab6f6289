/* The log-sum-exps against MPFR. The sum S of exponentials is kept twice: as S, and as S - 1 in so
 * many bits that nothing cancels, for results near 0. Where |x| is so large that no exponent holds
 * exp(x), each result is computed afresh relative to the maximum. */
#include "accuracy/accuracy.h"
#include "golden/random.h"
#include "harness/check.h"

#include <math.h>

enum { EXP_BITS = 128, EXACT_BITS = 2304 };

static const double most_for_exponent = 2e4;

typedef struct log_sum {
    mpfr_t sum;        /* S */
    mpfr_t beyond_one; /* S - 1 */
    mpfr_t weighted;   /* sum of exp(x) |x| */
    mpfr_t power, value, scale, x;
} log_sum;

double accuracy_log_bound(element_type type)
{
    return type == TYPE_F64 ? 2 : 0x1p-32;
}

static void log_sum_init(log_sum *s)
{
    mpfr_inits2(JUDGE_BITS, s->sum, s->weighted, s->value, s->scale, (mpfr_ptr)0);
    mpfr_inits2(EXACT_BITS, s->beyond_one, s->x, (mpfr_ptr)0);
    mpfr_init2(s->power, EXP_BITS);
}

static void log_sum_reset(log_sum *s)
{
    mpfr_set_zero(s->sum, 1);
    mpfr_set_zero(s->weighted, 1);
    mpfr_set_si(s->beyond_one, -1, MPFR_RNDN);
}

static void log_sum_clear(log_sum *s)
{
    mpfr_clears(s->sum, s->weighted, s->value, s->scale, s->beyond_one, s->x, s->power,
                (mpfr_ptr)0);
}

static void log_sum_weigh(log_sum *s, double x)
{
    mpfr_mul_d(s->power, s->power, fabs(x), MPFR_RNDU);
    mpfr_add(s->weighted, s->weighted, s->power, MPFR_RNDU);
}

static void log_sum_add(log_sum *s, double x)
{
    mpfr_set_d(s->x, x, MPFR_RNDN);
    if (fabs(x) < 1) {
        mpfr_expm1(s->power, s->x, MPFR_RNDN);
        mpfr_add(s->beyond_one, s->beyond_one, s->power, MPFR_RNDN);
        mpfr_add_ui(s->beyond_one, s->beyond_one, 1, MPFR_RNDN);
        mpfr_add_ui(s->power, s->power, 1, MPFR_RNDN);
    } else {
        mpfr_exp(s->power, s->x, MPFR_RNDN);
        mpfr_add(s->beyond_one, s->beyond_one, s->power, MPFR_RNDN);
    }
    mpfr_add(s->sum, s->sum, s->power, MPFR_RNDN);
    log_sum_weigh(s, x);
}

/* scale = C = max(|y|, sum p |x|), p = exp(x) / S */
static void set_scale(log_sum *s)
{
    mpfr_div(s->scale, s->weighted, s->sum, MPFR_RNDN);
    if (mpfr_cmpabs(s->value, s->scale) > 0)
        mpfr_abs(s->scale, s->value, MPFR_RNDN);
}

static void log_sum_result(log_sum *s)
{
    if (mpfr_cmp_d(s->sum, 0.5) > 0 && mpfr_cmp_d(s->sum, 2) < 0) {
        mpfr_set(s->value, s->beyond_one, MPFR_RNDN);
        mpfr_log1p(s->value, s->value, MPFR_RNDN);
    } else {
        mpfr_log(s->value, s->sum, MPFR_RNDN);
    }
    set_scale(s);
}

/* x[0 .. n), any magnitude: exp(x - max). */
static void log_sum_afresh(log_sum *s, element_type type, size_t n, const void *x, double max)
{
    log_sum_reset(s);
    for (size_t i = 0; i < n; i++) {
        const double term = accuracy_element(type, x, i);
        mpfr_set_d(s->x, term, MPFR_RNDN);
        mpfr_sub_d(s->x, s->x, max, MPFR_RNDN);
        mpfr_exp(s->power, s->x, MPFR_RNDN);
        mpfr_add(s->sum, s->sum, s->power, MPFR_RNDN);
        log_sum_weigh(s, term);
    }
    mpfr_log(s->value, s->sum, MPFR_RNDN);
    mpfr_add_d(s->value, s->value, max, MPFR_RNDN);
    set_scale(s);
}

static bool is_large(element_type type, size_t n, const void *x)
{
    for (size_t i = 0; i < n; i++)
        if (fabs(accuracy_element(type, x, i)) > most_for_exponent)
            return true;
    return false;
}

void accuracy_log_scan(const kernel *k, const char *data, size_t n, const void *x, const void *y,
                       size_t dense)
{
    enum { MOST_AFRESH = 300 };
    const bool large = is_large(k->type, n, x);
    if (large && n > MOST_AFRESH) /* quadratic work; nothing later changes these elements */
        n = MOST_AFRESH;
    tally t = tally_begin(k, data, n);
    generator g = random_seeded(n);
    log_sum s;
    log_sum_init(&s);
    log_sum_reset(&s);
    double max = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        const double term = accuracy_element(k->type, x, i);
        max = term > max ? term : max;
        if (!large)
            log_sum_add(&s, term);
        if (i >= dense && i + 1 < n && random_below(&g, 16))
            continue;
        if (large)
            log_sum_afresh(&s, k->type, i + 1, x, max);
        else
            log_sum_result(&s);
        tally_judge(&t, i, term, accuracy_element(k->type, y, i), s.value,
                    accuracy_log_bound(k->type), s.scale);
    }
    log_sum_clear(&s);
    tally_end(&t);
}

void accuracy_log_pairs(const kernel *k, const char *data, size_t n, const void *a, const void *b,
                        const void *y)
{
    tally t = tally_begin(k, data, n);
    log_sum s;
    log_sum_init(&s);
    for (size_t i = 0; i < n; i++) {
        const double pair[2] = { accuracy_element(k->type, a, i), accuracy_element(k->type, b, i) };
        if (is_large(TYPE_F64, 2, pair)) {
            log_sum_afresh(&s, TYPE_F64, 2, pair, fmax(pair[0], pair[1]));
        } else {
            log_sum_reset(&s);
            log_sum_add(&s, pair[0]);
            log_sum_add(&s, pair[1]);
            log_sum_result(&s);
        }
        tally_judge(&t, i, pair[0], accuracy_element(k->type, y, i), s.value,
                    accuracy_log_bound(k->type), s.scale);
    }
    log_sum_clear(&s);
    tally_end(&t);
}
