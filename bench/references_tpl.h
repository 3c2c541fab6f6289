/* The floating-point reference loops, for one REAL. NAME(stem) is the kernel's name, LIBM(stem) the
 * function of libm for REAL. Included once per type by references.c. */

static void NAME(cumsum)(size_t n, const REAL *x, REAL *y)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)x[i];
        y[i] = (REAL)sum;
    }
}

static void NAME(cumprod)(size_t n, const REAL *x, REAL *y)
{
    double product = 1;
    for (size_t i = 0; i < n; i++) {
        product *= (double)x[i];
        y[i] = (REAL)product;
    }
}

static void NAME(logcumsumexp)(size_t n, const REAL *x, REAL *y)
{
    double sum = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        sum = log_add(sum, (double)x[i]);
        y[i] = (REAL)sum;
    }
}

/* NaN stays; among equals the latest wins. */
static void NAME(cummax)(size_t n, const REAL *x, REAL *y, int64_t *index)
{
    REAL best = -INFINITY;
    int64_t at = 0;
    if (!index) {
        for (size_t i = 0; i < n; i++) {
            if (x[i] >= best || isnan(x[i]))
                best = x[i];
            y[i] = best;
        }
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (x[i] >= best || isnan(x[i])) {
            best = x[i];
            at = (int64_t)i;
        }
        y[i] = best;
        index[i] = at;
    }
}

static void NAME(cummin)(size_t n, const REAL *x, REAL *y, int64_t *index)
{
    REAL best = INFINITY;
    int64_t at = 0;
    if (!index) {
        for (size_t i = 0; i < n; i++) {
            if (x[i] <= best || isnan(x[i]))
                best = x[i];
            y[i] = best;
        }
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (x[i] <= best || isnan(x[i])) {
            best = x[i];
            at = (int64_t)i;
        }
        y[i] = best;
        index[i] = at;
    }
}

/* Two passes: the largest element, then the sum relative to it. */
static REAL NAME(logsumexp)(size_t n, const REAL *x)
{
    REAL high = -INFINITY;
    for (size_t i = 0; i < n; i++)
        high = x[i] > high ? x[i] : high;
    if (n == 0 || isinf(high))
        return high;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)LIBM(exp)(x[i] - high);
    /* The largest element alone adds 1. */
    // cppcheck-suppress invalidFunctionArg
    return (REAL)((double)high + log(sum));
}

/* In the type itself, as one writes it; the compiler may not fuse it. */
static void NAME(linear_recurrence)(size_t n, const REAL *a, const REAL *b, REAL *y)
{
    REAL so_far = 0;
    for (size_t i = 0; i < n; i++) {
        so_far = i ? a[i] * so_far + b[i] : b[i];
        y[i] = so_far;
    }
}

static void NAME(logaddexp)(size_t n, const REAL *a, const REAL *b, REAL *y)
{
    for (size_t i = 0; i < n; i++) {
        const REAL high = a[i] > b[i] ? a[i] : b[i];
        const REAL apart = LIBM(fabs)(a[i] - b[i]);
        y[i] = isinf(high) ? high : high + LIBM(log1p)(LIBM(exp)(-apart));
    }
}
