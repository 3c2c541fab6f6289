/* y[j] = a[j] y[j-1] + b[j], which many trades know by another name: a filter, an exponential
 * average, discounted returns and advantages of episodes, an RC circuit, a state-space layer.
 *
 * Each is checked: against what SciPy 1.17 and pandas 3.1 give, a plain loop, or physics. */
#include "example.h"

#include <lanescan.h>

#include <complex.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static lanescan_tensor line(double *data, const int64_t *n)
{
    return (lanescan_tensor){ data, n, NULL, 1, LANESCAN_F64 };
}

/* One number for all elements. */
static lanescan_tensor same(double *number)
{
    return (lanescan_tensor){ number, NULL, NULL, 0, LANESCAN_F64 };
}

static void run(const lanescan_tensor *a, const lanescan_tensor *b, int dim, uint32_t flags,
                const void *initial, const lanescan_tensor *y)
{
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = flags,
                                       .initial = initial };
    const lanescan_status status = lanescan_linear_recurrence(a, b, dim, &options, y);
    verify(status == LANESCAN_OK, lanescan_status_string(status));
}

static bool is_near(double got, double want, double scale)
{
    return fabs(got - want) <= 1e-15 * scale;
}

static void verify_all(const char *what, size_t n, const double *got, const double *want)
{
    for (size_t i = 0; i < n; i++)
        verify(is_near(got[i], want[i], 4 * (fabs(want[i]) + 1)), what);
}

/* ---- scipy.signal.lfilter([1], [1, -0.9], x), and with zi=[1.8] of half of x ---- */

static void filter(void)
{
    double x[] = { 1, 0, 0, 2, -1, 0.5 }, y[COUNT(x)], coefficient = 0.9, before = 1.8 / 0.9;
    const double scipy[] = { 1, 0.9, 0.81, 2.729, 1.4561, 1.81049 };
    const double scipy_zi[] = { 2.3, 2.07, 1.863, 2.6767, 1.90903, 1.968127 };
    const int64_t n = COUNT(x);
    const lanescan_tensor a = same(&coefficient), b = line(x, &n), out = line(y, &n);
    run(&a, &b, 0, 0, NULL, &out);
    verify_all("lfilter", COUNT(x), y, scipy);
    for (size_t i = 0; i < COUNT(x); i++)
        x[i] *= 0.5;
    run(&a, &b, 0, 0, &before, &out);
    verify_all("lfilter with zi", COUNT(x), y, scipy_zi);
    printf("  lfilter([1], [1, -0.9], x)          ends with %.6f\n", scipy[COUNT(x) - 1]);
}

/* ---- pandas: s.ewm(alpha=0.3, adjust=False).mean(), and with adjust=True ---- */

static void exponential_averages(void)
{
    const double price[] = { 10, 11, 12.5, 12, 11, 13, 14 }, alpha = 0.3;
    const double not_adjusted[] = { 10, 10.3, 10.96, 11.272, 11.1904, 11.73328, 12.413296 };
    const double adjusted[] = { 10,
                                10.588235294117647,
                                11.461187214611874,
                                11.673904461113304,
                                11.43088961811691,
                                11.96438832165431,
                                12.629877740395886 };
    double x[COUNT(price)], weights[COUNT(price)], y[COUNT(price)], keep = 1 - alpha;
    const int64_t n = COUNT(price);
    const lanescan_tensor a = same(&keep), b = line(x, &n), ones = line(weights, &n),
                          out = line(y, &n), sums = line(weights, &n);
    for (size_t i = 0; i < COUNT(price); i++)
        x[i] = i ? alpha * price[i] : price[i];
    run(&a, &b, 0, 0, NULL, &out);
    verify_all("ewm(adjust=False)", COUNT(price), y, not_adjusted);

    memcpy(x, price, sizeof x);
    for (size_t i = 0; i < COUNT(price); i++)
        weights[i] = 1;
    run(&a, &b, 0, 0, NULL, &out);
    run(&a, &ones, 0, 0, NULL, &sums); /* in place */
    for (size_t i = 0; i < COUNT(price); i++)
        y[i] /= weights[i];
    verify_all("ewm(adjust=True)", COUNT(price), y, adjusted);
    printf("  ewm(alpha=0.3)                      ends with %.6f, adjusted %.6f\n",
           not_adjusted[COUNT(price) - 1], y[COUNT(price) - 1]);
}

/* ---- discounted returns, and GAE (Schulman et al. 2016), of episodes that end ---- */

enum { STEPS = 500, ACTORS = 12 };

static void episodes(void)
{
    static double reward[STEPS][ACTORS], value[STEPS + 1][ACTORS], factor[STEPS][ACTORS],
        delta[STEPS][ACTORS], returns[STEPS][ACTORS], advantage[STEPS][ACTORS];
    static bool is_last[STEPS][ACTORS];
    const double gamma = 0.99, lambda = 0.95;
    const int64_t shape[] = { STEPS, ACTORS };
    uint64_t seed = 5;
    size_t ends = 0;
    for (size_t t = 0; t < STEPS; t++)
        for (size_t i = 0; i < ACTORS; i++) {
            is_last[t][i] = uniform(&seed) < 0.02;
            ends += is_last[t][i];
            reward[t][i] = normal(&seed);
            value[t][i] = normal(&seed);
            factor[t][i] = is_last[t][i] ? 0 : gamma;
        }
    const lanescan_tensor a = { factor, shape, NULL, 2, LANESCAN_F64 },
                          r = { reward, shape, NULL, 2, LANESCAN_F64 },
                          d = { delta, shape, NULL, 2, LANESCAN_F64 },
                          out = { returns, shape, NULL, 2, LANESCAN_F64 },
                          gae = { advantage, shape, NULL, 2, LANESCAN_F64 };
    run(&a, &r, 0, LANESCAN_REVERSE, NULL, &out);
    for (size_t t = 0; t < STEPS; t++)
        for (size_t i = 0; i < ACTORS; i++) {
            delta[t][i] = reward[t][i] + factor[t][i] * value[t + 1][i] - value[t][i];
            factor[t][i] *= lambda;
        }
    run(&a, &d, 0, LANESCAN_REVERSE, NULL, &gae);
    for (size_t i = 0; i < ACTORS; i++) {
        double sum = 0, estimate = 0;
        for (size_t t = STEPS; t-- > 0;) {
            sum = reward[t][i] + (is_last[t][i] ? 0 : gamma) * sum;
            estimate = delta[t][i] + (is_last[t][i] ? 0 : gamma * lambda) * estimate;
            verify(is_near(returns[t][i], sum, 1000), "a discounted return");
            verify(is_near(advantage[t][i], estimate, 1000), "an advantage");
        }
    }
    printf("  returns, GAE of %d actors, %zu ends   begin with %.6f, %.6f\n", ACTORS, ends,
           returns[0][0], advantage[0][0]);
}

/* ---- an RC low-pass filter on audio: what is left of a tone of each pitch ---- */

enum { RATE = 48000, SECOND = RATE };

static void low_pass(void)
{
    static float sound[SECOND], filtered[SECOND];
    const double turn = 6.283185307179586, cutoff = 1000;
    const double keep = exp(-turn * cutoff / RATE);
    float coefficient = (float)keep;
    const int64_t n = SECOND;
    const lanescan_tensor a = { &coefficient, NULL, NULL, 0, LANESCAN_F32 },
                          b = { sound, &n, NULL, 1, LANESCAN_F32 },
                          y = { filtered, &n, NULL, 1, LANESCAN_F32 };
    printf("  RC filter at 1 kHz leaves           ");
    for (double pitch = 100; pitch <= 10000; pitch *= 10) {
        double power = 0;
        for (size_t i = 0; i < SECOND; i++)
            sound[i] = (float)((1 - (double)coefficient) * sin(turn * pitch * (double)i / RATE));
        run(&a, &b, 0, 0, NULL, &y);
        for (size_t i = SECOND / 2; i < SECOND; i++) /* whole periods */
            power += 2 * (double)filtered[i] * (double)filtered[i] / (SECOND / 2);
        const double complex z = cexp(-turn * pitch / RATE * I);
        const double gain = cabs((1 - (double)coefficient) / (1 - (double)coefficient * z));
        verify(fabs(sqrt(power) - gain) < 1e-5 * gain, "the gain of a tone");
        printf("%.3f of %g Hz%s", sqrt(power), pitch, pitch < 10000 ? ", " : "\n");
    }
}

/* ---- a diagonal state-space layer: h[t] = A h[t-1] + B x[t], y[t] = Re(C h[t]) ---- */

enum { TIMES = 300, STATES = 16 };

/* The layer without states: y[t] is the sum of x[t-k] Re(C A^k B) over k, with A^k as an
 * exponential: nothing is shared with the recurrence. */
static double by_convolution(const double complex *rate, const double complex *out, const double *x,
                             size_t t)
{
    double y = 0;
    for (size_t k = 0; k <= t; k++)
        for (size_t s = 0; s < STATES; s++)
            y += x[t - k] * creal(out[s] * cexp((double)k * rate[s])) * (1 - exp(creal(rate[s])));
    return y;
}

static void state_space(void)
{
    static double complex rate[STATES], pole[STATES], out[STATES], input[TIMES][STATES],
        state[TIMES][STATES];
    static double signal[TIMES];
    const int64_t shape[] = { TIMES, STATES }, states[] = { STATES };
    uint64_t seed = 7;
    for (size_t s = 0; s < STATES; s++) {
        rate[s] = -0.01 * (double)(s + 1) + 0.3 * (double)s * I;
        pole[s] = cexp(rate[s]);
        out[s] = cexp(0.7 * (double)s * I) / STATES;
    }
    for (size_t t = 0; t < TIMES; t++) {
        signal[t] = normal(&seed);
        for (size_t s = 0; s < STATES; s++)
            input[t][s] = signal[t] * (1 - cabs(pole[s]));
    }
    const lanescan_tensor a = { pole, states, NULL, 1, LANESCAN_C128 },
                          b = { input, shape, NULL, 2, LANESCAN_C128 },
                          h = { state, shape, NULL, 2, LANESCAN_C128 };
    run(&a, &b, 0, 0, NULL, &h);
    double last = 0;
    for (size_t t = 0; t < TIMES; t++) {
        last = 0;
        for (size_t s = 0; s < STATES; s++)
            last += creal(out[s] * state[t][s]);
        verify(fabs(last - by_convolution(rate, out, signal, t)) < 1e-12, "a state-space output");
    }
    printf("  %d complex states, %d steps         y ends with %.6f\n", STATES, TIMES, last);
}

int main(void)
{
    filter();
    exponential_averages();
    episodes();
    low_pass();
    state_space();
    printf("verified: SciPy's and pandas' values, loops, the gain of an RC circuit\n");
    return 0;
}
