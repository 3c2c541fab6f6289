/* Drawdown: how far below its highest price so far has a share fallen, from when to when, and for
 * how long?
 *
 *     drawdown [FILE]    prices, oldest first, with white space between; without it made-up ones
 *
 * The running maximum, with the day it is from, answers the first two; a running maximum from the
 * end says whether the price ever came back. */
#include "example.h"

#include <lanescan.h>

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { MOST = 20000, MADE_UP = 2500, ROWS = 25, WIDTH = 60 };

static double price[MOST], peak[MOST], best_ahead[MOST];
static int64_t peak_day[MOST];

static _Noreturn void fail(const char *name, const char *what, size_t days)
{
    fprintf(stderr, "drawdown: %s: %s after %zu prices\n", name, what, days);
    exit(1);
}

static _Noreturn void fail_to_read(const char *name)
{
    fprintf(stderr, "drawdown: %s: %s\n", name, strerror(errno));
    exit(1);
}

static size_t read_prices(const char *name)
{
    FILE *const file = fopen(name, "r");
    size_t days = 0;
    if (!file)
        fail_to_read(name);
    while (days < MOST && fscanf(file, "%lf", &price[days]) == 1) {
        if (!(price[days] > 0 && isfinite(price[days])))
            fail(name, "not a price", days);
        days++;
    }
    int next = getc(file);
    while (isspace(next))
        next = getc(file);
    if (ferror(file))
        fail_to_read(name);
    if (next != EOF || days == 0)
        fail(name, next == EOF ? "the end" : days == MOST ? "more" : "no number", days);
    fclose(file);
    return days;
}

static size_t make_up_prices(void)
{
    uint64_t seed = 3;
    double log_price = log(100);
    for (int day = 0; day < MADE_UP; day++) {
        price[day] = round(exp(log_price) * 100) / 100; /* cents: prices repeat */
        log_price += 0.0003 + 0.012 * normal(&seed);
    }
    return MADE_UP;
}

static double fall(size_t day)
{
    return price[day] / peak[day] - 1;
}

static void print_chart(size_t days, size_t worst)
{
    const size_t rows = days < ROWS ? days : ROWS;
    printf("               price    fall\n");
    for (size_t row = 0; row < rows; row++) {
        const size_t day = rows > 1 ? (days - 1) * row / (rows - 1) : 0;
        printf("  day %5zu %9.2f %7.1f%%  ", day, price[day], 100 * fall(day));
        for (int i = fall(day) < 0 ? (int)(fall(day) / fall(worst) * WIDTH) : 0; i > 0; i--)
            putchar('#');
        putchar('\n');
    }
}

static void print_falls(size_t worst, size_t longest)
{
    if (fall(worst) == 0) {
        printf("\n  no fall: each price is the highest so far\n");
        return;
    }
    printf("\n  worst fall    %.1f%%, from %.2f on day %lld to %.2f on day %zu\n",
           100 * fall(worst), peak[worst], (long long)peak_day[worst], price[worst], worst);
    if (best_ahead[worst] >= peak[worst]) {
        size_t back = worst;
        while (price[back] < peak[worst])
            back++;
        printf("  made good     on day %zu\n", back);
    } else {
        printf("  made good     never: %.2f was the best afterwards\n", best_ahead[worst]);
    }
    printf("  longest time below a peak   %lld days, from day %lld\n",
           (long long)longest - (long long)peak_day[longest], (long long)peak_day[longest]);
}

/* The same without scans: every pair of days. */
static void check_every_pair(size_t days, size_t worst)
{
    double deepest = 0;
    for (size_t later = 0; later < days; later++) {
        size_t highest = 0;
        double ahead = 0;
        for (size_t day = 0; day <= later; day++)
            highest = price[day] >= price[highest] ? day : highest; /* the latest of equal ones */
        verify(peak_day[later] == (int64_t)highest, "the day of a peak");
        verify(peak[later] == price[highest], "a peak");
        deepest = fmin(deepest, price[later] / price[highest] - 1);
        for (size_t day = later; day < days; day++)
            ahead = fmax(ahead, price[day]);
        verify(best_ahead[later] == ahead, "the best price ahead");
    }
    verify(fall(worst) == deepest, "the worst fall");
}

int main(int count, char **arguments)
{
    const size_t days = count > 1 ? read_prices(arguments[1]) : make_up_prices();
    const int64_t shape[] = { (int64_t)days };
    const lanescan_options from_end = { .struct_size = sizeof from_end, .flags = LANESCAN_REVERSE };
    const lanescan_tensor in = { price, shape, NULL, 1, LANESCAN_F64 };
    const lanescan_tensor out = { best_ahead, shape, NULL, 1, LANESCAN_F64 };

    lanescan_cummax_f64(days, price, peak, peak_day);
    const lanescan_status status = lanescan_scan(LANESCAN_CUMMAX, &in, 0, &from_end, &out);
    verify(status == LANESCAN_OK, lanescan_status_string(status));

    size_t worst = 0, longest = 0;
    for (size_t day = 0; day < days; day++) {
        worst = fall(day) < fall(worst) ? day : worst;
        const int64_t under = (int64_t)day - peak_day[day];
        longest = under > (int64_t)longest - peak_day[longest] ? day : longest;
    }
    print_chart(days, worst);
    print_falls(worst, longest);
    if (days <= MADE_UP) {
        check_every_pair(days, worst);
        printf("verified: every pair of days\n");
    }
    return 0;
}
