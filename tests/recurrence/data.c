#include "recurrence/data.h"

#include <math.h>

/* ---- coefficients ---- */

static double one(generator *g, size_t j)
{
    (void)g, (void)j;
    return 1;
}

static double minus_one(generator *g, size_t j)
{
    (void)g, (void)j;
    return -1;
}

static double filter(generator *g, size_t j)
{
    (void)g, (void)j;
    return 0.9;
}

static double half(generator *g, size_t j)
{
    (void)g, (void)j;
    return 0.5;
}

static double near_one(generator *g, size_t j)
{
    (void)j;
    return 1 + random_normal(g) * 0x1p-10;
}

static double near_one_either_sign(generator *g, size_t j)
{
    return random_sign(g) * near_one(g, j);
}

static double gate(generator *g, size_t j)
{
    (void)j;
    return random_unit(g);
}

static double normal(generator *g, size_t j)
{
    (void)j;
    return random_normal(g);
}

static double growing(generator *g, size_t j)
{
    (void)j;
    return 1 + random_unit(g) * 0x1p-9;
}

static double episodes(generator *g, size_t j)
{
    (void)j;
    return random_below(g, 50) ? 0.99 : 0;
}

static double many_zeros(generator *g, size_t j)
{
    (void)j;
    return random_below(g, 3) ? near_one_either_sign(g, j) : random_sign(g) * 0;
}

static double closing_gate(generator *g, size_t j)
{
    (void)j;
    return ldexp(random_between(g, 0.5, 1), -(int)random_below(g, 60));
}

/* Products leave the range of f64 and come back: of a run; of several runs. */
static double down_and_up(generator *g, size_t j)
{
    return random_sign(g) * ldexp(random_between(g, 0.9, 1.1), j / 4 % 2 ? 290 : -290);
}

static double slowly_down_and_up(generator *g, size_t j)
{
    return random_sign(g) * ldexp(random_between(g, 0.9, 1.1), j / 8 % 2 ? 140 : -140);
}

/* Of several groups. */
static double swings(generator *g, size_t j)
{
    (void)g;
    return j % 512 < 160 ? 0.5 : j % 512 < 320 ? 2 : 1;
}

/* Once in a while beyond the range, and at once back. */
static double spikes(generator *g, size_t j)
{
    (void)g;
    return j % 3000 == 1500 ? 0x1p900 : j % 3000 == 1501 ? 0x1p-900 : 1;
}

static double spikes_of_runs(generator *g, size_t j)
{
    (void)g;
    return j % 64 == 36 ? 0x1p100 : j % 64 == 37 ? 0x1p-300 : 0.5;
}

static double far_apart(generator *g, size_t j)
{
    (void)j;
    return random_sign(g) * ldexp(random_between(g, 0.5, 1), (int)random_below(g, 1000) - 500);
}

static double to_the_edge(generator *g, size_t j)
{
    return j % 600 < 300 ? random_between(g, 7, 9) : random_between(g, 0.1, 0.14);
}

static double doubling(generator *g, size_t j)
{
    (void)g, (void)j;
    return 2;
}

/* ---- addends ---- */

static double uniform(generator *g, size_t j)
{
    (void)j;
    return random_unit(g);
}

static double wide(generator *g, size_t j)
{
    (void)j;
    return random_sign(g) * ldexp(random_between(g, 0.5, 1), (int)random_below(g, 120) - 60);
}

static double impulse(generator *g, size_t j)
{
    (void)g;
    return j == 0;
}

static double impulse_of_2_500(generator *g, size_t j)
{
    (void)g;
    return j == 0 ? 0x1p500 : 0;
}

static double impulse_of_2_380(generator *g, size_t j)
{
    (void)g;
    return j == 0 ? 0x1p380 : 0;
}

static double high_before_spikes(generator *g, size_t j)
{
    return j % 64 == 35 && j > 700 ? 0x1p1000 : random_normal(g);
}

static double rare(generator *g, size_t j)
{
    (void)j;
    return random_below(g, 200) ? 0 : random_normal(g);
}

static double minus_half(generator *g, size_t j)
{
    (void)g, (void)j;
    return -0.5;
}

/* 1 is where y = 2 y - 1 stays. */
static double unstable(generator *g, size_t j)
{
    (void)g;
    return j == 0 ? 1 : -1;
}

static double cancelling(generator *g, size_t j)
{
    (void)g;
    return j % 2 ? -1 : 1 + 0x1p-52;
}

static double subnormal(generator *g, size_t j)
{
    (void)j;
    return random_normal(g) * 0x1p-1040;
}

static double huge(generator *g, size_t j)
{
    (void)j;
    return random_normal(g) * 0x1p1010;
}

/* In the second chunk the exponent falls at `rate` an element for `length` elements, and comes
 * back. */
static double fall_and_rise(generator *g, size_t j, size_t length, double rate)
{
    const size_t since = j - 4096;
    if (j < 4096 || since >= 2 * length)
        return near_one_either_sign(g, j);
    return exp2(since < length ? -rate : rate) * (1 + 0x1p-20 * random_unit(g));
}

static double fall_and_rise_slowly(generator *g, size_t j)
{
    return fall_and_rise(g, j, 512, 2.34);
}

static double fall_and_rise_steeply(generator *g, size_t j)
{
    return fall_and_rise(g, j, 256, 4.375);
}

/* In two groups the exponent falls below what a factor may have, and comes back in eight; among
 * these are two elements that are not regular, in the same block of groups. */
static double fall_at_once(generator *g, size_t j)
{
    const size_t since = j - 4096;
    if (j < 4096 || since >= 320)
        return near_one_either_sign(g, j);
    return exp2(since < 64 ? -17 : 4.25) * (1 + 0x1p-20 * random_unit(g));
}

static double fall_among_spikes(generator *g, size_t j)
{
    return fall_at_once(g, j) * (j == 4096 + 150 ? 0x1p900 : j == 4096 + 151 ? 0x1p-900 : 1);
}

/* Far from one are the third of some runs, which the fourth makes good; or the fourth alone. */
static double far_thirds(generator *g, size_t j)
{
    const double scale = j % 96 == 34 ? 0x1p-900 : j % 96 == 35 ? 0x1p890 : 1;
    return near_one_either_sign(g, j) * scale;
}

static double far_fourths(generator *g, size_t j)
{
    return near_one_either_sign(g, j) * (j % 96 == 67 ? 0x1p-880 : 1);
}

const recurrence_data recurrence_datasets[] = {
    { "sums", one, wide, false },
    { "alternating sums", minus_one, wide, false },
    { "cancelling sums", one, cancelling, false },
    { "filter", filter, normal, false },
    { "filter, positive", filter, uniform, false },
    { "filter of an impulse", filter, impulse, true },
    { "halves of an impulse", half, impulse, true },
    { "filter of rare impulses", filter, rare, false },
    { "half, fixed point", half, minus_half, false },
    { "near one", near_one, normal, false },
    { "near one, wide", near_one_either_sign, wide, false },
    { "near one, impulse", near_one_either_sign, impulse, false },
    { "gate", gate, normal, false },
    { "normal", normal, normal, false },
    { "growing", growing, uniform, true },
    { "episodes", episodes, uniform, false },
    { "many zeros", many_zeros, normal, false },
    { "closing gate", closing_gate, normal, false },
    { "closing gate, rare impulses", closing_gate, rare, true },
    { "products that leave the range", down_and_up, impulse_of_2_500, true },
    { "products of runs that leave it", slowly_down_and_up, impulse_of_2_380, true },
    { "products of groups that leave it", swings, impulse_of_2_500, true },
    { "falling and rising slowly", fall_and_rise_slowly, impulse_of_2_380, true },
    { "falling and rising steeply", fall_and_rise_steeply, impulse_of_2_380, true },
    { "far thirds of runs", far_thirds, rare, true },
    { "far fourths of runs", far_fourths, rare, true },
    { "spikes", spikes, impulse_of_2_500, true },
    { "spikes of a lower line", spikes, impulse_of_2_380, true },
    { "spikes between runs", spikes_of_runs, high_before_spikes, true },
    { "coefficients far apart", far_apart, normal, true },
    { "the same of rare impulses", far_apart, rare, true },
    { "to the edge and back", to_the_edge, uniform, true },
    { "an unstable fixed point", doubling, unstable, true },
    { "subnormal", near_one_either_sign, subnormal, true },
    { "subnormal, filter", filter, subnormal, true },
    { "huge", near_one_either_sign, huge, true },
    { "huge, gate", gate, huge, true },
    { "falling at once", fall_at_once, impulse_of_2_380, true },
    { "falling among spikes", fall_among_spikes, impulse_of_2_380, true },
};
const size_t recurrence_num_datasets = sizeof recurrence_datasets / sizeof recurrence_datasets[0];

void recurrence_fill(const recurrence_data *d, generator *g, bool is_f32, size_t n, void *a,
                     void *b)
{
    for (size_t j = 0; j < n; j++) {
        const double of_a = d->coefficient(g, j), of_b = d->addend(g, j);
        if (is_f32) {
            ((float *)a)[j] = (float)of_a;
            ((float *)b)[j] = (float)of_b;
        } else {
            ((double *)a)[j] = of_a;
            ((double *)b)[j] = of_b;
        }
    }
}
