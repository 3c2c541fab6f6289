/* The demo: forty years of daily returns, two questions, six scans.
 *
 * The series is generated, so that the true answer is known: splitmix64 from seed 42 gives uniform
 * numbers, twelve of them summed (minus 6) a nearly normal one; a day's return is 0.03 % plus that
 * times the volatility, which is 1.0 % until day 6421 and 1.35 % from then on.
 *
 *   How did an investment fare?   cumprod, cummax with index
 *   When did the risk change?     cumsum, logcumsumexp, logsumexp
 */
#include "example.h"

#include <lanescan.h>

enum { DAYS = 10000, CHANGE = 6421, CHART_ROWS = 20, CHART_WIDTH = 50 };

static const double drift = 0.0003, calm = 0.0100, turbulent = 0.0135;

static double returns[DAYS];

static void generate_returns(void)
{
    uint64_t state = 42;
    for (int day = 0; day < DAYS; day++)
        returns[day] = drift + (day < CHANGE ? calm : turbulent) * normal(&state);
}

/* ---- How did an investment fare? ---- */

static void print_bar(int day, double value, double scale)
{
    int width = (int)(value / scale * CHART_WIDTH + 0.5);
    printf("  day %5d %9.2f  ", day, value);
    while (width-- > 0)
        putchar('#');
    putchar('\n');
}

static void report_investment(void)
{
    static double growth[DAYS], wealth[DAYS], peak[DAYS];
    static int64_t peak_day[DAYS];
    for (int day = 0; day < DAYS; day++)
        growth[day] = 1 + returns[day];

    lanescan_cumprod_f64(DAYS, growth, wealth);        /* what 1.00 has become by each day */
    lanescan_cummax_f64(DAYS, wealth, peak, peak_day); /* the best so far, and when it was */

    int worst = 0;
    for (int day = 0; day < DAYS; day++)
        if (wealth[day] / peak[day] < wealth[worst] / peak[worst])
            worst = day;

    printf("1. How did an investment of 1.00 fare?   wealth = cumprod(1 + return)\n\n");
    printf("  by the day   wealth\n");
    for (int row = 1; row <= CHART_ROWS; row++) {
        const int day = row * (DAYS / CHART_ROWS) - 1;
        print_bar(day, wealth[day], peak[DAYS - 1]);
    }
    printf("\n  final value   %8.2f\n", wealth[DAYS - 1]);
    printf("  highest       %8.2f on day %lld\n", peak[DAYS - 1], (long long)peak_day[DAYS - 1]);
    printf("  worst fall    %7.1f%% from day %lld to day %d   wealth / cummax(wealth) - 1\n\n",
           100 * (wealth[worst] / peak[worst] - 1), (long long)peak_day[worst], worst);
}

/* ---- When did the risk change? ---- */

/* Log of the normal density. `unit` is what returns are counted in: 0.01 for percent. */
static double log_density(double value, double volatility, double unit)
{
    const double z = (value - drift) / volatility;
    return -0.5 * z * z - log(volatility / unit) - 0.91893853320467274178; /* log sqrt(2 pi) */
}

/* joint[t] = log P(all returns, and the change came right after day t): the calm density of days
 * 0..t, the turbulent one of the rest, and every day equally likely beforehand. */
static void log_joint(double unit, double *joint)
{
    static double as_calm[DAYS], as_turbulent[DAYS];
    for (int day = 0; day < DAYS; day++) {
        as_calm[day] = log_density(returns[day], calm, unit);
        as_turbulent[day] = log_density(returns[day], turbulent, unit);
    }
    lanescan_cumsum_f64(DAYS, as_calm, as_calm); /* in place */
    lanescan_cumsum_f64(DAYS, as_turbulent, as_turbulent);
    for (int day = 0; day < DAYS; day++)
        joint[day] = as_calm[day] + (as_turbulent[DAYS - 1] - as_turbulent[day]) - log(DAYS);
}

/* What one would write without the library. */
static void naive_logcumsumexp(int n, const double *x, double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += exp(x[i]);
        y[i] = log(sum);
    }
}

static void report_naive(const char *units, const double *joint)
{
    static double naive[DAYS], ours[DAYS];
    int bad = 0, first = -1, ours_bad = 0;
    naive_logcumsumexp(DAYS, joint, naive);
    lanescan_logcumsumexp_f64(DAYS, joint, ours);
    for (int day = DAYS - 1; day >= 0; day--) {
        ours_bad += !isfinite(ours[day]);
        if (!isfinite(naive[day])) {
            bad++;
            first = day;
        }
    }
    printf("  %-9s %16.3f %12g, wrong on %5d of %d days, first on day %d\n", units, ours[DAYS - 1],
           naive[DAYS - 1], bad, DAYS, first);
    if (ours_bad)
        printf("  lanescan is not finite on %d days: please report this\n", ours_bad);
}

static int first_day_above(const double *log_cdf, double probability)
{
    int day = 0;
    while (day < DAYS - 1 && exp(log_cdf[day]) < probability)
        day++;
    return day;
}

static void report_change(void)
{
    static double percent[DAYS], fractions[DAYS], log_cdf[DAYS];
    log_joint(0.01, percent);
    log_joint(1.0, fractions);

    lanescan_logcumsumexp_f64(DAYS, percent, log_cdf);
    const double evidence = lanescan_logsumexp_f64(DAYS, percent);
    for (int day = 0; day < DAYS; day++)
        log_cdf[day] -= evidence; /* log P(the change came on or before this day | the returns) */

    printf("2. When did the risk change?   log P(by day t) = logcumsumexp(joint) - "
           "logsumexp(joint)\n\n");
    printf("  by the day   probability\n");
    for (int step = 0; step <= 10; step++) {
        const int low = first_day_above(log_cdf, 0.0005), high = first_day_above(log_cdf, 0.9995);
        const int day = low + (high - low) * step / 10;
        print_bar(day, exp(log_cdf[day]), 1.0);
    }
    printf("\n  even odds by day %d, 95 %% between day %d and day %d\n",
           first_day_above(log_cdf, 0.5), first_day_above(log_cdf, 0.025),
           first_day_above(log_cdf, 0.975));
    printf("  the truth, known because the series is made: day %d\n\n", CHANGE - 1);

    printf("  The same with log(cumsum(exp(joint))), the formula as it stands:\n\n");
    printf("  returns in        logcumsumexp        naive\n");
    report_naive("percent", percent);
    report_naive("fractions", fractions);
    printf("\n  exp(-15000) is 0 and exp(+30000) is infinite in double precision: the naive "
           "formula has no\n"
           "  answer on any of those days, in either unit.\n");
}

int main(void)
{
    generate_returns();
    printf("lanescan %s, running on: %s\n", lanescan_version(), lanescan_isa());
    printf("%d daily returns, generated as examples/demo.c says\n\n", DAYS);
    report_investment();
    report_change();
    return 0;
}
