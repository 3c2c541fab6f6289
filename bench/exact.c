#include "exact.h"

#include <math.h>
#include <string.h>

bool exact_has(const char *op)
{
    static const char *const ops[] = {
        "cumsum",       "cumprod",   "cummax",    "cummin",
        "logcumsumexp", "logsumexp", "logaddexp", "linear_recurrence"
    };
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (strcmp(ops[i], op) == 0)
            return true;
    return false;
}

exact_fold exact_begin(const char *op)
{
    exact_fold fold = { .largest = -INFINITY, .index = -1 };
    if (strcmp(op, "cumprod") == 0)
        fold.high = fold.value = 1;
    else if (strcmp(op, "cummin") == 0)
        fold.value = INFINITY;
    else if (strcmp(op, "cumsum") != 0 && strcmp(op, "linear_recurrence") != 0)
        fold.value = -INFINITY;
    return fold;
}

/* high + low += x, with the rounding error of the addition kept (TwoSum). */
static void add(exact_fold *fold, long double x)
{
    const long double sum = fold->high + x;
    const long double part = sum - fold->high;
    fold->low += (fold->high - (sum - part)) + (x - part);
    fold->high = sum;
}

void exact_add(exact_fold *fold, double x)
{
    add(fold, x);
    fold->value = fold->high + fold->low;
    fold->scale += fabs(x);
}

/* value = a value + b, and scale = |a| scale + |b|. */
void exact_recur(exact_fold *fold, double a, double b)
{
    const long double product = fold->high * a;
    fold->low = fold->low * a + fmal(fold->high, a, -product);
    fold->high = product;
    add(fold, b);
    fold->value = fold->high + fold->low;
    fold->scale = fabsl((long double)a) * fold->scale + fabsl((long double)b);
}

void exact_multiply(exact_fold *fold, double x)
{
    const long double product = fold->high * x;
    fold->low = fold->low * x + fmal(fold->high, x, -product);
    fold->high = product;
    fold->value = fold->high + fold->low;
    fold->scale = fabsl(fold->value);
}

/* The largest element stands for 1 in the sum of e^(x - largest), so log1p of the others is right
 * near 0, too. */
void exact_log_add(exact_fold *fold, double x)
{
    if (x > fold->largest) {
        const long double shrink = expl(fold->largest - x);
        const long double others = (fold->high + fold->low) * shrink;
        fold->low = 0;
        fold->high = others;
        add(fold, shrink); /* what stood for 1; nothing where there was none, e^-inf */
        fold->weights = fold->weights * shrink + fabs(x);
        fold->largest = x;
    } else {
        const long double power = expl(x - fold->largest);
        add(fold, power);
        fold->weights += power * fabs(x);
    }
    const long double others = fold->high + fold->low;
    fold->value = fold->largest + log1pl(others);
    fold->scale = fmaxl(fabsl(fold->value), fold->weights / (1 + others));
}

exact_fold exact_log_pair(double a, double b)
{
    exact_fold fold = exact_begin("logaddexp");
    exact_log_add(&fold, a);
    exact_log_add(&fold, b);
    return fold;
}

void exact_extreme(exact_fold *fold, double x, int64_t at, int is_max)
{
    if (is_max ? x < fold->value : x > fold->value)
        return;
    fold->value = x;
    fold->index = at;
}
