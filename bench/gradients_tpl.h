/* Gradients as one would write them, for one REAL, with double accumulators: that of cumprod by
 * products from both ends, that of logcumsumexp from the results, as PyTorch has it. */

static void NAME(cumsum)(const gradient_arrays *a)
{
    const REAL *const g = a->g;
    REAL *const out = a->out;
    double sum = 0;
    for (size_t i = a->n; i-- > 0;) {
        sum += (double)g[i];
        out[i] = (REAL)sum;
    }
}

static void NAME(cumprod)(const gradient_arrays *a)
{
    const REAL *const x = a->x, *const g = a->g;
    REAL *const out = a->out;
    double product = 1, rest = 0;
    for (size_t i = 0; i < a->n; i++) {
        out[i] = (REAL)product;
        product *= (double)x[i];
    }
    for (size_t i = a->n; i-- > 0;) {
        rest += (double)g[i];
        out[i] = (REAL)((double)out[i] * rest);
        rest *= (double)x[i];
    }
}

static void NAME(cummax)(const gradient_arrays *a)
{
    const REAL *const g = a->g;
    REAL *const out = a->out;
    memset(out, 0, a->n * sizeof *out);
    for (size_t i = 0; i < a->n; i++)
        out[a->index[i]] += g[i];
}

static void NAME(logcumsumexp)(const gradient_arrays *a)
{
    const REAL *const x = a->x, *const y = a->y, *const g = a->g;
    REAL *const out = a->out;
    double sum = 0;
    for (size_t i = a->n; i-- > 0;) {
        sum += (double)g[i] * exp(-(double)y[i]);
        out[i] = (REAL)(exp((double)x[i]) * sum);
    }
}

static void NAME(logsumexp)(const gradient_arrays *a)
{
    const REAL *const x = a->x, *const y = a->y, *const g = a->g;
    REAL *const out = a->out;
    for (size_t i = 0; i < a->n; i++)
        out[i] = (REAL)((double)g[0] * exp((double)x[i] - (double)y[0]));
}

static void NAME(logaddexp)(const gradient_arrays *a)
{
    const REAL *const x = a->x, *const b = a->b, *const g = a->g;
    REAL *const out = a->out, *const second = a->second;
    for (size_t i = 0; i < a->n; i++) {
        const double e = exp((double)b[i] - (double)x[i]);
        out[i] = (REAL)((double)g[i] / (1 + e));
        second[i] = (REAL)((double)g[i] / (1 + 1 / e));
    }
}

static void NAME(linear_recurrence)(const gradient_arrays *a)
{
    const REAL *const x = a->x, *const y = a->y, *const g = a->g;
    REAL *const out = a->out, *const second = a->second;
    double r = 0;
    for (size_t i = a->n; i-- > 0;) {
        r += (double)g[i];
        second[i] = (REAL)r;
        out[i] = (REAL)(i ? r * (double)y[i - 1] : 0);
        r *= (double)x[i];
    }
}

static gradient_loop *const NAME(loops)[NUM_GRADIENTS] = {
    NAME(cumsum),    NAME(cumprod),   NAME(cummax),           NAME(logcumsumexp),
    NAME(logsumexp), NAME(logaddexp), NAME(linear_recurrence)
};
