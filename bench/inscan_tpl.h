/* OpenMP inclusive scans of one REAL. Included once per type by inscan.c. */

static void NAME(cumsum)(size_t n, const REAL *restrict x, REAL *restrict y)
{
    REAL sum = 0;
#pragma omp simd reduction(inscan, + : sum)
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
#pragma omp scan inclusive(sum)
        y[i] = sum;
    }
}

#ifndef ONLY_SUM
static void NAME(cumprod)(size_t n, const REAL *restrict x, REAL *restrict y)
{
    REAL product = 1;
#pragma omp simd reduction(inscan, * : product)
    for (size_t i = 0; i < n; i++) {
        product *= x[i];
#pragma omp scan inclusive(product)
        y[i] = product;
    }
}
#endif
