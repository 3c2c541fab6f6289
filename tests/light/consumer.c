/* A user's program and a library that leaves something out: what is there works, what is not is
 * missing when lines are linked, and a status of functions on tensors. */
#include <lanescan.h>

#include <stdio.h>

#ifdef LANESCAN_WITHOUT_TENSORS
#define HAS_TENSORS 0
#else
#define HAS_TENSORS 1
#endif

static int failures;

static void check(int is_right, const char *what)
{
    if (!is_right) {
        printf("FAIL %s\n", what);
        failures++;
    }
}

#if HAS_TENSORS
static void check_scan(lanescan_op op, int is_there, const char *name)
{
    const int64_t n = 3;
    double x[3] = { 1, 2, 3 }, y[3] = { 7, 7, 7 };
    const lanescan_tensor in = { x, &n, NULL, 1, LANESCAN_F64 },
                          out = { y, &n, NULL, 1, LANESCAN_F64 };
    const lanescan_status status = lanescan_scan(op, &in, 0, NULL, &out);
    check(status == (is_there ? LANESCAN_OK : LANESCAN_ERROR_NOT_BUILT), name);
    check((y[2] == 7) == !is_there, "what is written");
}
#endif

int main(void)
{
    double x[3] = { 1, 2, 3 }, y[3] = { 0, 0, 0 };
    (void)x, (void)y;
#ifdef LANESCAN_WITHOUT_CUMSUM
#define HAS_CUMSUM 0
#else
#define HAS_CUMSUM 1
    lanescan_cumsum_f64(3, x, y);
    check(y[2] == 6, "cumsum");
#endif
#ifdef LANESCAN_WITHOUT_CUMPROD
#define HAS_CUMPROD 0
#else
#define HAS_CUMPROD 1
    lanescan_cumprod_f64(3, x, y);
    check(y[2] == 6, "cumprod");
#endif
#ifdef LANESCAN_WITHOUT_CUMMAX
#define HAS_CUMMAX 0
#else
#define HAS_CUMMAX 1
    lanescan_cummax_f64(3, x, y, NULL);
    check(y[2] == 3, "cummax");
#endif
#ifdef LANESCAN_WITHOUT_LOGCUMSUMEXP
#define HAS_LOGCUMSUMEXP 0
#else
#define HAS_LOGCUMSUMEXP 1
    lanescan_logcumsumexp_f64(3, x, y);
    check(y[2] > 3 && y[2] < 4, "logcumsumexp");
#endif
#if HAS_TENSORS
    check_scan(LANESCAN_CUMSUM, HAS_CUMSUM, "cumsum of a tensor");
    check_scan(LANESCAN_CUMPROD, HAS_CUMPROD, "cumprod of a tensor");
    check_scan(LANESCAN_CUMMAX, HAS_CUMMAX, "cummax of a tensor");
    check_scan(LANESCAN_LOGCUMSUMEXP, HAS_LOGCUMSUMEXP, "logcumsumexp of a tensor");
#endif
#ifdef CALL /* of a function that was left out: not to be linked */
    CALL(3, x, y);
#endif
    return failures != 0;
}
