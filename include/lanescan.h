/* lanescan: running sums, products, extremes, log-sum-exps and linear recurrences of arrays, at the
 * speed of the vector unit and with the same bits on every CPU. C99, C++11 and later; link with
 * -llanescan. (For vectors, spans and exceptions in C++17: lanescan.hpp.)
 *
 * What holds for every function on lines (the sections below say what is particular to each):
 *
 *   Shapes and units   n counts elements. n == 0 does nothing, and pointers may be NULL then.
 *   Aliasing           y == x is allowed (in place; for logaddexp and linear_recurrence y == a or
 *                      y == b). Any other overlap of an output with an input or with another
 *                      output is undefined. Pointers need no alignment but their element's.
 *   Same bits          A result depends on the values of the line alone: not on the CPU, the
 *                      instruction set, the compiler, the alignment, or in place or not. Element j
 *                      depends on elements 0 to j alone, so the scan of a prefix is the prefix of
 *                      the scan, to the bit. Only the payload and sign of a NaN are left open.
 *   Infinity, NaN      As if evaluated from left to right in f64: finite where that is finite,
 *                      infinite or NaN where that is (within rounding of the largest finite number
 *                      either is right).
 *   Errors             None can occur, nothing is allocated, errno stays as it is.
 *   Environment        Exception flags and traps: none raised, none taken back; no SIGFPE, whatever
 *                      traps are enabled. Rounding to nearest is required of the caller. Where the
 *                      caller has set FTZ or DAZ these are honoured; the promises then hold for
 *                      numbers that are not subnormal.
 *   Threads            Any number may call anything at once, on arrays that do not overlap.
 *
 * A library can be built with less than this header declares: some operations, no complex numbers,
 * gradients or tensors, some instruction sets (-Dops, -Dcomplex, -Dgradients, -Dtensors, -Disas and
 * the options of tools/single_file.py; docs/embedding.md). A function on lines of an operation that
 * was left out is missing when the program is linked, and so are those on tensors and streams where
 * tensors were. Else functions on tensors and streams are all there, and have a status for what was
 * left out, NOT_BUILT.
 *
 * Error bounds: eps is 2^-52, ulp the distance of neighbouring floats at the exact result. f32
 * functions compute in f64 and round once; their accumulator is not rounded between steps, so that
 * a prefix may overflow float and a later one come back. "Worst found" is by the search of
 * `./dev accuracy`, judged by MPFR; the lines are in tests/accuracy/worst.txt. */
#ifndef LANESCAN_H
#define LANESCAN_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header; lanescan_version() is that of the library that runs. */
#define LANESCAN_VERSION "0.2.0"

#if defined(_WIN32) && defined(LANESCAN_BUILD_DLL) /* to make a DLL of the single file */
#define LANESCAN_API __declspec(dllexport)
#elif defined(__GNUC__)
#define LANESCAN_API __attribute__((visibility("default")))
#else
#define LANESCAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Running sums -------------------------------------------------------------------------------
 *
 * Formula        y[j] = x[0] + ... + x[j]
 * Special        The sum starts at +0, so cumsum of [-0.] is [+0.]. Once infinite it stays so, or
 *                becomes NaN.
 * Error          f64: at most 4 eps * (|x[0]| + ... + |x[j]|), at any length (proof:
 *                docs/contract.md). Worst found: 3.98 eps, searched for; y[68] =
 *                -0x1.00088098a5055p+53, last element -0x1.08fc00441454dp+0. In lines of 40 kinds
 *                of data: 1.51 eps. f32: 0.5 ulp + 4 eps * (|x[0]| + ... + |x[j]|). Worst found:
 *                0.5 ulp.
 * Method         Groups of 32 in a fixed tree; the carry between groups is a compensated sum
 *                (TwoSum: Knuth, The Art of Computer Programming 2, 4.2.2; Neumaier, ZAMM 54,
 *                1974); chunks of 4096 are folded left to right. */
LANESCAN_API void lanescan_cumsum_f32(size_t n, const float *x, float *y);
LANESCAN_API void lanescan_cumsum_f64(size_t n, const double *x, double *y);

/* The same for integers, modulo 2^32 and 2^64 (two's complement): exact. */
LANESCAN_API void lanescan_cumsum_i32(size_t n, const int32_t *x, int32_t *y);
LANESCAN_API void lanescan_cumsum_i64(size_t n, const int64_t *x, int64_t *y);

/* ---- Running products ---------------------------------------------------------------------------
 *
 * Formula        y[j] = x[0] * ... * x[j]
 * Special        A product that has become zero, infinite or NaN goes on as the left-to-right
 *                product: zero stays zero (NaN with an infinity or NaN). No product of some of the
 *                elements overflows or underflows by itself: a running 1e-300 followed by [1e200,
 *                1e200] gives [1e-100, 1e100]. While a product is subnormal it is carried on
 *                exactly, where the left-to-right loop would round it: what comes back from there
 *                may be finite where the loop's is infinite, or the other way round.
 * Error          f64: at most 4 eps * |y[j]| while the running products are normal numbers, at any
 *                length (proved: 3). Worst found: 2.95 eps, searched for; y[47] =
 *                0x1.040491fb486dap-36, last element -0x1.ffffffffff7a3p+2. In lines of 40 kinds of
 *                data: 2.47 eps. f32: 0.5 ulp + 2^-48 |y[j]|. Worst found: 0.5 ulp.
 * Method         Groups of 32 in a fixed tree; every product that reaches a later group carries its
 *                rounding error (TwoProduct with fma: Dekker, Numer. Math. 18, 1971) and, far from
 *                1, an exponent of its own. */
LANESCAN_API void lanescan_cumprod_f32(size_t n, const float *x, float *y);
LANESCAN_API void lanescan_cumprod_f64(size_t n, const double *x, double *y);

/* ---- Running extremes ---------------------------------------------------------------------------
 *
 * Formula        y[j] = max(x[0], ..., x[j]), or min; index[j] = the position of that element, or
 *                no index where NULL
 * Special        NaN is sticky: from the first NaN on all results are NaN. Of equal elements the
 *                latest counts, for the value too (of -0 and +0 the later one) and so does the
 *                latest of several NaNs for the index. [1, nan, 5, nan, inf] has the indices 0, 1,
 *                1, 3, 3.
 * Error          Exact.
 * Method         Exact in any order, so scanned in native lanes; a vector of elements that do not
 *                reach the extreme so far costs one comparison. */
LANESCAN_API void lanescan_cummax_f32(size_t n, const float *x, float *y, int64_t *index);
LANESCAN_API void lanescan_cummax_f64(size_t n, const double *x, double *y, int64_t *index);
LANESCAN_API void lanescan_cummin_f32(size_t n, const float *x, float *y, int64_t *index);
LANESCAN_API void lanescan_cummin_f64(size_t n, const double *x, double *y, int64_t *index);

/* ---- Running log-sum-exp ------------------------------------------------------------------------
 *
 * Formula        y[j] = log(e^x[0] + ... + e^x[j])
 * Special        Any finite elements are in range, up to the largest. Elements of -inf add nothing;
 *                of nothing else the result is -inf. +inf gives +inf from there on, NaN gives NaN
 *                from there on, also after +inf.
 * Error          With the conditioning C = max(|y|, sum of p_i |x_i|), p_i = e^(x_i - y): f64 at
 *                most 2 eps * C, also where y is near 0: [0, -40] gives [0, 4.248354255291589e-18].
 *                Where y is subnormal, one unit of 2^-1074 besides, however many terms smaller than
 *                that it is the sum of. Worst found: 1.81 eps, searched for; y[10] =
 *                0x1.6dc1791751c58p-2, where one element decides and the others are near -37. In
 *                long lines of 40 kinds of data: 0.68 eps. f32: 0.5 ulp + 2^-32 C. Worst found
 *                where C = |y|: 0.5 ulp.
 * Method         y[j] = log s, where s = e^x[0] + ... + e^x[j] is a running sum as above: one exp
 *                and one log an element. Range: what is kept is s / 2^K. The integer K changes only
 *                when elements leave a window of hundreds of binary orders, and the logarithm gets
 *                K ln 2 on top. Near y = 0: s is kept in two parts, an integer and the rest, which
 *                give s - 1 to full precision; the logarithm is taken of that, as log1p does
 *                (docs/contract.md). Argument reduction: Cody and Waite, 1980. Polynomials: Remez,
 *                tools/coefficients.py. */
LANESCAN_API void lanescan_logcumsumexp_f32(size_t n, const float *x, float *y);
LANESCAN_API void lanescan_logcumsumexp_f64(size_t n, const double *x, double *y);

/* ---- Log-sum-exp --------------------------------------------------------------------------------
 *
 * Formula        log(e^x[0] + ... + e^x[n-1]): the last element of logcumsumexp, to the bit, in one
 *                pass without temporaries
 * Special        -inf for n == 0; else as logcumsumexp.
 * Error          As logcumsumexp, and so is the worst found. */
LANESCAN_API float lanescan_logsumexp_f32(size_t n, const float *x);
LANESCAN_API double lanescan_logsumexp_f64(size_t n, const double *x);

/* ---- Log-add-exp --------------------------------------------------------------------------------
 *
 * Formula        y[j] = log(e^a[j] + e^b[j]), each element by itself
 * Special        Two infinities of the same sign give that infinity; +inf and anything but NaN
 *                gives +inf; NaN gives NaN.
 * Error          With C = max(|y|, p_a |a| + p_b |b|), p_a = e^(a - y), p_b = e^(b - y): f64 at
 *                most 2 eps * C. Worst found: 1.47 eps, searched for; a = -0x1.02735e9bffaep+0, b =
 *                -0x1.1fffcb789cdb6p-7. f32: 0.5 ulp + 2^-32 C.
 * Method         max(a, b) + log1p(e^-|a - b|). */
LANESCAN_API void lanescan_logaddexp_f32(size_t n, const float *a, const float *b, float *y);
LANESCAN_API void lanescan_logaddexp_f64(size_t n, const double *a, const double *b, double *y);

/* ---- Linear recurrences -------------------------------------------------------------------------
 *
 * Formula        y[j] = a[j] * y[j-1] + b[j], y[0] = b[0]; a[0] is not used, whatever it is
 * Special        A coefficient of 0 starts anew: y[j] = b[j], but NaN where y[j-1] is not finite,
 *                as from left to right. Left to right means here that each step is rounded once:
 *                where a[j] * y[j-1] alone is beyond the range y[j] need not be infinite. Products
 *                of coefficients may leave the range on the way, up or down: [1, 1e-200, 1e-200,
 *                1e300] of b = [1e300, 0, 0, 0] gives [1e300, 1e100, 1e-100, 1e200]. Once infinite
 *                or NaN, y goes on from left to right. The sign of a result of 0 is left open (the
 *                same everywhere).
 * Error          With W[j] = |a[j]| * W[j-1] + |b[j]|: f64 at most 4 eps * W[j], at any length
 *                (proof: docs/contract.md). In W what is below 2^-1022 counts as 2^-1022. Worst
 *                found: 2.98 eps, searched for; in lines of 37 kinds of data 2.39 eps. f32: 0.5
 *                ulp + 4 eps * W[j]. Worst found: 0.5 ulp + 0.50 eps * W[j], searched for. The
 *                lines: tests/recurrence/worst_f64.txt, worst_f32.txt.
 * Method         An element is a map, y -> a y + b; maps are folded, first (a1, b1), then (a2, b2)
 *                to (a2 a1, a2 b1 + b2) (Kogge and Stone, IEEE Trans. Comput. C-22, 1973). Runs of
 *                four in f64; eight runs to a group of 32, and groups, from left to right in
 *                double-double (TwoProduct, TwoSum); chunks of 4096 as for sums, their factors
 *                with exponents of their own. A group in which a product of coefficients leaves
 *                2^-816 .. 2^208, other than by a coefficient of 0, goes from left to right in
 *                double-double.
 */
LANESCAN_API void lanescan_linear_recurrence_f32(size_t n, const float *a, const float *b,
                                                 float *y);
LANESCAN_API void lanescan_linear_recurrence_f64(size_t n, const double *a, const double *b,
                                                 double *y);

/* ---- Status -------------------------------------------------------------------------------------
 *
 * What a function that can fail returns. Whatever is not LANESCAN_OK means that nothing has been
 * written. */

/* The results of functions that can fail. */
typedef enum lanescan_status {
    /* Done. */
    LANESCAN_OK = 0,
    /* A pointer that must not be NULL is NULL. */
    LANESCAN_ERROR_NULL = 1,
    /* No instruction set of this name can run on this CPU with this build. */
    LANESCAN_ERROR_ISA = 2,
    /* An element type is none of lanescan_dtype, or not one that this argument may have. */
    LANESCAN_ERROR_DTYPE = 3,
    /* The operation is none of lanescan_op, or not defined for the output's element type. */
    LANESCAN_ERROR_OP = 4,
    /* A number of dimensions is not in 0 .. LANESCAN_MAX_NDIM. */
    LANESCAN_ERROR_NDIM = 5,
    /* A dimension is not in -ndim .. ndim - 1, or named twice. */
    LANESCAN_ERROR_DIM = 6,
    /* An extent is negative. */
    LANESCAN_ERROR_EXTENT = 7,
    /* The shapes do not fit each other. */
    LANESCAN_ERROR_SHAPE = 8,
    /* The number of elements, or the distance of two of them in bytes, exceeds 2^63 - 1. */
    LANESCAN_ERROR_SIZE = 9,
    /* Elements of an output share memory with each other. */
    LANESCAN_ERROR_ALIAS = 10,
    /* An output overlaps an input, or another output, without being exactly in place. */
    LANESCAN_ERROR_OVERLAP = 11,
    /* An option is unknown, or not one that this function takes. */
    LANESCAN_ERROR_OPTION = 12,
    /* The stream has not been begun. */
    LANESCAN_ERROR_STREAM = 13,
    /* This build of the library is without the operation, complex numbers, or gradients. (To ask:
     * the function on tensors of no elements says so too.) */
    LANESCAN_ERROR_NOT_BUILT = 14,
    /* An index is not one that a scan gives there: not of an element so far, or before the index of
     * the result before. */
    LANESCAN_ERROR_INDEX = 15
} lanescan_status;

/* One sentence that says what is wrong; for any value, never NULL. */
LANESCAN_API const char *lanescan_status_string(lanescan_status status);

/* ---- Tensors ------------------------------------------------------------------------------------
 *
 * Arrays of any shape, any strides and any element type. A line is what varies along the dimension
 * of the scan.
 *
 *   Same bits          A line's result is that of the line function on a contiguous copy of it:
 *                      whatever the strides, the layout, the other lines, the instruction set.
 *   Element types      The output's decides: each input element is converted to it first, then
 *                      scanned. Floating outputs narrower than f64 are computed in f64 and rounded
 *                      once; integers wrap modulo 2^bits. Conversions: to a floating type rounded
 *                      once to the nearest; from a floating type to an integer truncated, beyond
 *                      the range the nearest integer there is, NaN gives 0; between integers modulo
 *                      2^bits; to bool whether it is not 0 (NaN is not); to complex with an
 *                      imaginary part of +0. Complex into a type that is not is
 *                      LANESCAN_ERROR_DTYPE.
 *   Shapes             0-d tensors have one element and the dimensions 0 and -1. Empty ones are
 *                      scanned by doing nothing. Extents and strides go up to the edge of int64, as
 *                      long as no distance in bytes exceeds 2^63 - 1.
 *   Input strides      Any: negative, zero, windows that overlap each other.
 *   Output strides     Any with which no two elements share memory; else LANESCAN_ERROR_ALIAS.
 *   Aliasing           Exactly in place is allowed: same data, dtype, shape and strides. Any other
 *                      overlap of an output with an input, or of two outputs, is
 *                      LANESCAN_ERROR_OVERLAP. Elements that merely lie between each other, as
 *                      x[0::2] and x[1::2], do not overlap. (How exactly this is found:
 *                      docs/tensors.md.)
 *   Errors             All are found before anything is written.
 *   Memory             No allocation; at most 128 KiB of stack (x86-64, aarch64; 144 KiB on other
 *                      CPUs), where the library is compiled with -O2, -O3 or -Os.
 *   Environment        As for lines, and so for streams.
 *   Threads            As for lines. A call uses more than the calling thread only where its
 *                      options lend an executor (the next section). */

/* The largest number of dimensions. */
#define LANESCAN_MAX_NDIM 64

/* Element types. */
typedef enum lanescan_dtype {
    LANESCAN_BOOL = 0,  /* one byte; what is not 0 is true, true is written as 1 */
    LANESCAN_U8 = 1,    /* uint8_t */
    LANESCAN_U16 = 2,   /* uint16_t */
    LANESCAN_U32 = 3,   /* uint32_t */
    LANESCAN_U64 = 4,   /* uint64_t */
    LANESCAN_I8 = 5,    /* int8_t */
    LANESCAN_I16 = 6,   /* int16_t */
    LANESCAN_I32 = 7,   /* int32_t */
    LANESCAN_I64 = 8,   /* int64_t */
    LANESCAN_F16 = 9,   /* IEEE binary16, stored as uint16_t */
    LANESCAN_BF16 = 10, /* the upper half of a float, stored as uint16_t */
    LANESCAN_F32 = 11,  /* float */
    LANESCAN_F64 = 12,  /* double */
    LANESCAN_C64 = 13,  /* two floats: real, imaginary */
    LANESCAN_C128 = 14  /* two doubles: real, imaginary */
} lanescan_dtype;

/* Operations of scans. */
typedef enum lanescan_op {
    LANESCAN_CUMSUM = 0,      /* running sum */
    LANESCAN_CUMPROD = 1,     /* running product */
    LANESCAN_CUMMAX = 2,      /* running maximum */
    LANESCAN_CUMMIN = 3,      /* running minimum */
    LANESCAN_LOGCUMSUMEXP = 4 /* running log-sum-exp */
} lanescan_op;

/* Where a tensor's elements are, and what they are. */
typedef struct lanescan_tensor {
    /* The address of element (0, 0, ...); may be NULL when there are no elements. */
    void *data;
    /* ndim extents, each >= 0; may be NULL when ndim is 0. */
    const int64_t *shape;
    /* ndim strides in elements, may be negative or zero; NULL = C order. */
    const int64_t *strides;
    /* 0 .. LANESCAN_MAX_NDIM */
    int32_t ndim;
    /* A lanescan_dtype. */
    int32_t dtype;
} lanescan_tensor;

/* ---- Executors ----------------------------------------------------------------------------------
 *
 * The library starts no threads. A program that has a pool of them lends it, call by call, in
 * lanescan_options.
 *
 *   Same bits          The results are those of the call without an executor, whatever it is,
 *                      whatever max_tasks.
 *   What it must do    parallel_for calls task(data, index) once for each index of 0 .. n_tasks -
 *                      1, in any order, on any threads, also one after the other on the calling
 *                      thread, and returns when all have returned. No task waits for one that has
 *                      not been started, so any order ends: of tasks that run at the same time some
 *                      may wait for a moment for those begun before them.
 *   How it is called   By the thread that made the call, in its floating-point environment, at most
 *                      once at a time for each call, never from inside a task, with 2 <= n_tasks <=
 *                      max_tasks. Not at all where the work is too little to be worth it: then the
 *                      call is as fast as without an executor, but for some nanoseconds. Calls with
 *                      the same executor may be made at the same time if it allows that.
 *   What is shared     Many lines by lines, and single long ones too. A line of cumprod or
 *                      logcumsumexp of complex numbers is not divided: these are shared by lines
 *                      only.
 *   Environment        Tasks run with the rounding mode, FTZ and DAZ of the thread that made the
 *                      call, and leave those of the thread that runs them, its exception flags and
 *                      its traps as they were.
 *   Memory             Nothing is allocated. A task needs at most 128 KiB of stack (144 KiB on CPUs
 *                      other than x86-64 and aarch64), where the library is compiled with -O2, -O3
 *                      or -Os.
 *   Errors             LANESCAN_ERROR_OPTION where struct_size is too small or parallel_for is
 *                      NULL. */

/* A part of a call's work; parallel_for calls it with the data it was given. */
typedef void (*lanescan_task)(void *data, size_t index);

/* Who shares the work of a call. */
typedef struct lanescan_executor {
    /* sizeof(lanescan_executor): lets the struct grow. */
    uint32_t struct_size;
    /* How many tasks are worth having; 0 and 1: the calling thread alone. */
    uint32_t max_tasks;
    /* What parallel_for is given back. */
    void *context;
    /* Runs task(data, index) for each index of 0 .. n_tasks - 1; returns when all have returned. */
    void (*parallel_for)(void *context, size_t n_tasks, lanescan_task task, void *data);
} lanescan_executor;

/* ---- Scans and reductions -----------------------------------------------------------------------
 *
 * Reverse scans from the end: y[j] = x[j] + ... + x[n-1]. Exclusive leaves the element itself out:
 * y[j] = x[0] + ... + x[j-1], y[0] the identity (0, 1, -inf; for cummax and cummin the lowest and
 * highest value of the type) or the initial value; the output may then be one longer along the
 * dimension, and ends with the total. Both may be combined. With an initial value y[j] = initial +
 * x[0] + ... + x[j]. */
#define LANESCAN_REVERSE   1u /* from the end of the dimension */
#define LANESCAN_EXCLUSIVE 2u /* element j holds the fold of the elements before it */

/* What a call does otherwise than usual. A NULL pointer to options means all defaults, as do zeros
 * in all fields but struct_size; a struct_size of version 0.1, whose options ended with `initial`,
 * means no executor. */
typedef struct lanescan_options {
    /* sizeof(lanescan_options): lets the struct grow. */
    uint32_t struct_size;
    /* LANESCAN_REVERSE | LANESCAN_EXCLUSIVE */
    uint32_t flags;
    /* One element of the output's dtype, folded in first; NULL = the identity. */
    const void *initial;
    /* Who shares the work; NULL = the calling thread alone. */
    const lanescan_executor *executor;
} lanescan_options;

/* Scans of any kind.
 *
 * Formula        y[.., j, ..] = the fold of x[.., 0, ..] to x[.., j, ..], j along `dim`, by the
 *                operation
 * Shapes         output has input's shape; with LANESCAN_EXCLUSIVE it may be one longer along dim.
 *                dim counts from the end when negative. options may be NULL.
 * Types          cumsum, cumprod: any output but bool. cummax, cummin: any but complex.
 *                logcumsumexp: floating, complex.
 * Special        As for lines; a 0-d tensor is copied, unless the scan is exclusive or has an
 *                initial value. Integers: cumsum and cumprod wrap. cummax and cummin of bool are
 *                "any" and "all".
 * Error          f32, f64 as for lines. f16, bf16 as f32: 0.5 ulp of the type beside what f64
 *                leaves.
 * Errors         NULL, DTYPE, OP, NDIM, DIM, EXTENT, SHAPE, SIZE, ALIAS, OVERLAP, OPTION,
 *                NOT_BUILT.
 *
 * Complex numbers: errors are moduli; C64 is computed in f64 and each part rounded once, 0.5 ulp of
 * each part besides. (docs/complex.md)
 *   cumsum         Each part as a line of its own, to the bit.
 *   cumprod        (a + bi)(c + di) = (ac - bd) + (ad + bc)i, from left to right. Where an element
 *                  or the product is zero or not finite, that formula in f64 is all there is to
 *                  say; else nothing over- or underflows on the way, ac and bd included. Error:
 *                  C128 0.5 eps |y| while |y| is normal, at any length. Worst found: 0.50 eps. C64
 *                  2^-48 |y|. Both parts are carried in double-double and, far from 1, with
 *                  exponents of their own.
 *   logcumsumexp   The imaginary part is not wrapped: it is the argument within pi/2 of that of the
 *                  larger of x[j] and y[j-1] by real part (x[j] if equal): [1 + 10i, 2 + 20i] gives
 *                  1.67109 + 20.28179i. NaN in either part gives NaN + NaN i from there on, and so
 *                  does an infinite imaginary part (but beside a real part of -inf while nothing is
 *                  summed). Of -inf alone: -inf + 0i. The first +inf is the result; several: the
 *                  direction of their sum. Error: 2 eps C with C = max(|y|, sum of |e^x| / |sum of
 *                  e^x|), which is at least 1: near y = 0 the error is absolute. Worst found: 1.39
 *                  eps C, searched for; y[17] = 0x1.d957745a2dd4ep-2 + 0x1.0306ba759cc56p+2 i (the
 *                  line: tests/accuracy/worst.txt). Sines and cosines: Cody and Waite, beyond 2^28
 *                  Payne and Hanek (SIGNUM 18, 1983). */
LANESCAN_API lanescan_status lanescan_scan(lanescan_op op, const lanescan_tensor *input, int dim,
                                           const lanescan_options *options,
                                           const lanescan_tensor *output);
/* cummax and cummin with the positions of the extremes along dim.
 *
 * Shapes         values and indices alike as lanescan_scan's output. indices is LANESCAN_I64.
 * Special        Of equal elements the latest counts, in the order of the scan (with
 *                LANESCAN_REVERSE: the foremost). The index is -1 where no element is the extreme:
 *                before the first in an exclusive scan, or while the initial value is beyond all
 *                elements.
 * Aliasing       values may be in place; indices may not share memory with the input.
 * Errors         As lanescan_scan; OP for other operations, DTYPE for other indices. */
LANESCAN_API lanescan_status lanescan_scan_index(lanescan_op op, const lanescan_tensor *input,
                                                 int dim, const lanescan_options *options,
                                                 const lanescan_tensor *values,
                                                 const lanescan_tensor *indices);
/* The same with default options, by the name one looks for first: lanescan_scan(LANESCAN_CUMSUM,
 * input, dim, NULL, output). */
LANESCAN_API lanescan_status lanescan_cumsum(const lanescan_tensor *input, int dim,
                                             const lanescan_tensor *output);
LANESCAN_API lanescan_status lanescan_cumprod(const lanescan_tensor *input, int dim,
                                              const lanescan_tensor *output);
LANESCAN_API lanescan_status lanescan_cummax(const lanescan_tensor *input, int dim,
                                             const lanescan_tensor *output);
LANESCAN_API lanescan_status lanescan_cummin(const lanescan_tensor *input, int dim,
                                             const lanescan_tensor *output);
LANESCAN_API lanescan_status lanescan_logcumsumexp(const lanescan_tensor *input, int dim,
                                                   const lanescan_tensor *output);
/* log-sum-exp over one or several dimensions.
 *
 * Formula        y = log of the sum of e^x over all elements along `dims`: of these in C order, the
 *                last result of logcumsumexp
 * Shapes         num_dims dimensions, none named twice; none at all means all dimensions, and dims
 *                may be NULL then. output has input's shape without them, or with them as extents
 *                of 1. options may be NULL; of them the executor is for this function, flags and an
 *                initial value are LANESCAN_ERROR_OPTION.
 * Types          output: floating and complex; input: any that converts to it.
 * Special        -inf over no elements. Complex: the imaginary part is the principal value, in
 *                (-pi, pi].
 * Error          As the line functions.
 * Errors         As lanescan_scan. */
LANESCAN_API lanescan_status lanescan_logsumexp(const lanescan_tensor *input, const int *dims,
                                                int num_dims, const lanescan_options *options,
                                                const lanescan_tensor *output);
/* log-add-exp, element by element.
 *
 * Formula        y = log(e^a + e^b)
 * Shapes         a and b are broadcast to output's shape by NumPy's rule: trailing dimensions are
 *                matched, an extent of 1 or a missing dimension is repeated. options as for
 *                lanescan_logsumexp.
 * Types          output: floating and complex; inputs: any that convert to it, each its own.
 * Aliasing       output may be a, b or both, exactly in place.
 * Special        Complex: larger + log(1 + e^(smaller - larger)), a if the real parts are equal.
 * Error          As the line functions. Complex: 2 eps max(|y|, p + q, p |a| + q |b|), p = |e^a /
 *                e^y|, q = |e^b / e^y|. Worst found: 0.79 eps.
 * Errors         As lanescan_scan, DIM apart. */
LANESCAN_API lanescan_status lanescan_logaddexp(const lanescan_tensor *a, const lanescan_tensor *b,
                                                const lanescan_options *options,
                                                const lanescan_tensor *output);
/* Linear recurrences: exponential averages, discounted returns, one-pole filters, states of
 * state-space models.
 *
 * Formula        y[j] = a[j] * y[j-1] + b[j] along `dim`. y[-1] is the initial value; without one
 *                y[0] = b[0], and a[0] is not used. With LANESCAN_REVERSE y[j] = a[j] * y[j+1] +
 *                b[j], from the end.
 * Shapes         a and b are broadcast to output's shape by NumPy's rule: a coefficient that is the
 *                same for all, or for all of a line, or of all lines, is a tensor of one element, a
 *                column or a row. The bits are those of coefficients written out. dim counts from
 *                the end when negative. options may be NULL.
 * Types          output: any but bool; a and b: any that convert to it, each its own.
 * Aliasing       output may be a, b or both, exactly in place.
 * Special        As for lines. Integers wrap. Complex numbers: where a result is not finite it is
 *                that of the plain formula in f64, and so are those after it.
 * Error          f32, f64 as for lines, the initial value counting in W. f16, bf16 as f32: 0.5 ulp
 *                of the type beside what f64 leaves. Complex: C128 4 eps * W[j], moduli. Worst
 *                found: 2.24 eps * W[j], searched for, of results below 2^-1022. C64: each part is
 *                rounded once besides. Worst found: 0.5 ulp + 0.50 eps * W[j]. The lines:
 *                tests/recurrence/worst_c128.txt, worst_c64.txt. (They are computed one after the
 *                other in double-double: docs/complex.md.)
 * Threads        Lines of complex numbers are shared out, not divided.
 * Errors         As lanescan_scan; OPTION for LANESCAN_EXCLUSIVE.
 *
 * There is no stream of it: a line that arrives in pieces goes on with the last result as the next
 * piece's initial value, which rounds it once at each cut (these bits differ). */
LANESCAN_API lanescan_status lanescan_linear_recurrence(const lanescan_tensor *a,
                                                        const lanescan_tensor *b, int dim,
                                                        const lanescan_options *options,
                                                        const lanescan_tensor *output);
/* The output's type by default, as in PyTorch: for cumsum and cumprod I64 of bool and integers (U64
 * of U64), for logcumsumexp F32 of bool and integers, else the input's own. */
LANESCAN_API lanescan_dtype lanescan_result_dtype(lanescan_op op, lanescan_dtype input);

/* ---- Gradients ----------------------------------------------------------------------------------
 *
 * Vector-Jacobian products: of a scalar L, given dL/dy of the results, dL/dx of the elements. What
 * holds for all of them:
 *
 *   Options            Those of the forward call, which mean what they mean there; the initial
 *                      value is a constant, an element of grad_output's type, and nobody gets its
 *                      gradient. options may be NULL.
 *   Element types      The gradient's decides, floating or complex: the others are converted to it
 *                      first, as for scans, and results are rounded once. Complex numbers:
 *                      PyTorch's convention (the derivative of L by the conjugate), so that
 *                      derivatives of the formulas below are conjugated.
 *   Inputs             They take the elements x, not the results y: made of a stored, rounded y a
 *                      gradient's error would grow with |y|.
 *   Aliasing           The gradient may be exactly in place of grad_output; it shares no memory
 *                      with another input. Inputs may alias, and may be in one place.
 *   Same bits          As for scans: whatever the strides, the layout, the instruction set, the
 *                      executor. Lines are shared out to tasks, not divided.
 *   Memory             As for scans, the stack of tasks too.
 *   Special            g that is 0 adds exactly 0, whatever x is. NaN, and g that is infinite or
 *                      NaN, reach what depends on them.
 *   Error              In eps times the sum of the moduli of the terms that the formula adds up,
 *                      each of which counts as at least 2^-1022, what is below that being rounded
 *                      to multiples of 2^-1074; within sums of |g| that are below the largest
 *                      number. f32, f16, bf16: 0.5 ulp + 2^-32 of that sum.
 *                      C64: each part is rounded once besides. Worst found: by search, judged by
 *                      MPFR (tests/gradient/worst.txt).
 *   Errors             NULL, DTYPE, OP, NDIM, DIM, EXTENT, SHAPE, SIZE, ALIAS, OVERLAP, OPTION;
 *                      NOT_BUILT where gradients or the operation are left out, or cumsum, which
 *                      those of logcumsumexp and logsumexp need. */

/* The gradient of a scan.
 *
 * Formula        cumsum: dx[i] = sum of g[j] over j >= i. cumprod: dx[i] = p[i] r[i], p[i] = x[0] *
 *                ... * x[i-1], r[i] = g[i] + x[i+1] r[i+1]. logcumsumexp: dx[i] = sum of g[j]
 *                p[i,j] over j >= i, p[i,j] = e^x[i] / (e^x[0] + ... + e^x[j]).
 * Shapes         grad_input as input; grad_output as the forward call's output, which with
 *                LANESCAN_EXCLUSIVE may be one longer along dim. Of cumsum only input's shape and
 *                type matter.
 * Special        cumsum: as lanescan_scan of g. cumprod: any number of zeros: [2, 0, 3, 4] with g
 *                of 1 gives [1, 32, 0, 0]; p and r may leave the range on the way; what is infinite
 *                or NaN is as in the formula from right to left, but an r of 0 stays 0.
 *                logcumsumexp: any x are in range. An element of -inf gets 0, also where all are
 *                -inf or another is NaN (PyTorch: NaN). Elements of +inf share equally what is
 *                asked of results from the first of them on, finite ones beside them get 0 of that.
 *                An infinite g makes infinite or NaN what all others that its result is made of
 *                get. Complex: NaN in either part is NaN, and so is an infinite imaginary part, but
 *                beside a real part of -inf.
 * Error          cumsum: as of lanescan_scan. cumprod: f64 at most 8 eps of the sum of the moduli
 *                of g[j] times the other elements up to j. Worst found: 4.11 eps; complex: 1.84
 *                eps. logcumsumexp: f64 at most 8 eps of the sum of |g[j]| p[i,j]. Worst found:
 *                2.48 eps. Complex: times (|e^x[0]| + ... + |e^x[j]|) / |e^x[0] + ... + e^x[j]| in
 *                each term. Worst found: 2.97 eps.
 * Errors         OP for other operations: lanescan_scan_index_vjp is that of cummax and cummin.
 * Method         cumsum: the scan of g in the other direction. cumprod: by the kernels of
 *                running products and of linear recurrences where p and r are not near the ends
 *                of the range, else in double-double with exponents. logcumsumexp: e^x[i] times
 *                r[i] = g[i] / s[i] + r[i+1], in units of a power of two that follows the
 *                largest element so far; s is the running sum of e^x, from states that are kept
 *                at some places while the line is read once, up to twice from 65 thousand elements
 *                on, up to three times from eight millions. */
LANESCAN_API lanescan_status lanescan_scan_vjp(lanescan_op op, const lanescan_tensor *input,
                                               int dim, const lanescan_options *options,
                                               const lanescan_tensor *grad_output,
                                               const lanescan_tensor *grad_input);
/* The gradient of cummax and cummin, by the indices of lanescan_scan_index.
 *
 * Formula        dx[i] = sum of g[j] over the j whose index is i; an index of -1 is that of no
 *                element
 * Shapes         indices, LANESCAN_I64, and grad_values alike; grad_input as the forward call's
 *                input.
 * Types          grad_input: floating.
 * Error          f64: at most 2 eps of the sum of |g[j]| (it is compensated: TwoSum). Worst found:
 *                0.50 eps, which is the rounding of the result.
 * Errors         INDEX besides, where an index is not one that a scan with these options gives:
 *                not of an element so far, or before the index of the result before. All are
 *                looked at first. */
LANESCAN_API lanescan_status lanescan_scan_index_vjp(const lanescan_tensor *indices, int dim,
                                                     const lanescan_options *options,
                                                     const lanescan_tensor *grad_values,
                                                     const lanescan_tensor *grad_input);
/* The gradient of logsumexp.
 *
 * Formula        dx[i] = g p[i], p[i] = e^x[i] / (sum of e^x over the reduced elements)
 * Shapes         grad_input as input; dims as in the forward call, grad_output as its output.
 *                options: the executor.
 * Special        As logcumsumexp; NaN among the reduced elements makes all gradients NaN but those
 *                of elements of -inf, which are 0.
 * Error          f64: at most 8 eps |dx|. Worst found: 2.24 eps. Complex: times the sum of |e^x|
 *                / |sum of e^x|. Worst found: 3.66 eps. */
LANESCAN_API lanescan_status lanescan_logsumexp_vjp(const lanescan_tensor *input, const int *dims,
                                                    int num_dims, const lanescan_options *options,
                                                    const lanescan_tensor *grad_output,
                                                    const lanescan_tensor *grad_input);
/* The gradients of logaddexp.
 *
 * Formula        da = g / (1 + e^(b - a)), db = g / (1 + e^(a - b))
 * Shapes         a and b are broadcast to grad_output's shape; grad_a and grad_b have it (whoever
 *                has broadcast adds up). Either may be NULL. options: the executor.
 * Types          grad_a and grad_b: one type.
 * Aliasing       One of the two may be exactly in place of grad_output; they share no memory.
 * Special        As logsumexp of the two: -inf gets 0, two of +inf a half each.
 * Error          f64: at most 8 eps |da|, 8 eps |db|. Worst found: 3.91 eps. Complex: times
 *                (|e^a| + |e^b|) / |e^a + e^b|. Worst found: 4.23 eps. */
LANESCAN_API lanescan_status lanescan_logaddexp_vjp(const lanescan_tensor *a,
                                                    const lanescan_tensor *b,
                                                    const lanescan_options *options,
                                                    const lanescan_tensor *grad_output,
                                                    const lanescan_tensor *grad_a,
                                                    const lanescan_tensor *grad_b);
/* The gradients of linear recurrences.
 *
 * Formula        db[j] = r[j] = g[j] + a[j+1] r[j+1]; da[j] = r[j] y[j-1], y[-1] the initial value;
 *                without one da[0] = 0
 * Shapes         a is broadcast to output's shape, as in the forward call; grad_output, grad_a and
 *                grad_b have output's shape (whoever has broadcast adds up). Either of the two may
 *                be NULL.
 * Types          grad_a and grad_b: one type, floating or complex. The initial value is an element
 *                of output's type.
 * Aliasing       One of the two may be exactly in place of grad_output; they share no memory.
 * Special        As linear_recurrence of g from the right, and as products of its results.
 * Error          f64: at most 4 eps W[j] for db, W[j] = |g[j]| + |a[j+1]| W[j+1], and 8 eps W[j]
 *                |y[j-1]| for da. Worst found, of both: 3.05 eps. Complex: the same, moduli; 1.42
 *                eps.
 * Errors         OPTION for LANESCAN_EXCLUSIVE. */
LANESCAN_API lanescan_status lanescan_linear_recurrence_vjp(const lanescan_tensor *a,
                                                            const lanescan_tensor *output, int dim,
                                                            const lanescan_options *options,
                                                            const lanescan_tensor *grad_output,
                                                            const lanescan_tensor *grad_a,
                                                            const lanescan_tensor *grad_b);

/* ---- Streams ------------------------------------------------------------------------------------
 *
 * An array that arrives in pieces: pushing it in any pieces writes the same bits as one call on the
 * whole.
 *
 *   Shapes             n elements, contiguous, at x and y, both of the stream's type; no alignment
 *                      but their element's.
 *   Aliasing           y == x is allowed; any other overlap is LANESCAN_ERROR_OVERLAP.
 *   Memory             All a stream knows is in the struct, on the caller's stack or wherever it
 *                      is; it may be copied, to go on from there twice. Nothing is allocated, and
 *                      there is no end to call.
 *   Speed              Pieces of some hundred elements or more run at the speed of lines. A group
 *                      of 32 that is cut is scanned again with each piece, so single elements cost
 *                      about as much as a short line each.
 *   Threads            A stream belongs to one thread at a time. The instruction set may change
 *                      between pieces. An executor of its options shares the work of pieces of some
 *                      ten thousand elements or more; it must outlive the stream. */

/* All that a stream knows; what is in it is the library's affair. */
typedef struct lanescan_stream {
    uint64_t opaque[256]; /* neither to be read nor to be written by users */
} lanescan_stream;

/* A stream of results of type dtype, converted from nothing: pieces are of that type too. options:
 * LANESCAN_EXCLUSIVE, an initial value and an executor; there is no REVERSE. Errors: NULL, OP,
 * DTYPE, OPTION, NOT_BUILT; the stream is as it was then. */
LANESCAN_API lanescan_status lanescan_stream_begin(lanescan_stream *s, lanescan_op op,
                                                   lanescan_dtype dtype,
                                                   const lanescan_options *options);
/* The next n elements. Errors: NULL, STREAM, SIZE, OVERLAP; the stream is as it was then. n == 0
 * does nothing. */
LANESCAN_API lanescan_status lanescan_stream_push(lanescan_stream *s, size_t n, const void *x,
                                                  void *y);
/* One element to total: the fold of all that was pushed, and the initial value, exclusive or not.
 * Errors: NULL, STREAM. */
LANESCAN_API lanescan_status lanescan_stream_total(const lanescan_stream *s, void *total);

/* ---- Instruction sets ---------------------------------------------------------------------------
 *
 * The kernels are chosen when the library is loaded: the best that this CPU can run and this build
 * has. The environment variable LANESCAN_ISA, read then with secure_getenv, names a ceiling: no
 * better set than this, in the order avx512, avx2, neon, simd128, vsx, generic. An unknown name is
 * ignored. Calls that come before, from another library's constructor, are served by the generic
 * kernels: the results are the same bits. */

/* The name of the set in use: "avx512", "avx2", "neon", "simd128", "vsx" or "generic". */
LANESCAN_API const char *lanescan_isa(void);

/* Uses another set from now on, in all threads; for tests and benchmarks. LANESCAN_ERROR_NULL if
 * name is NULL, LANESCAN_ERROR_ISA if it is not one of lanescan_isas(); nothing has changed
 * then. */
LANESCAN_API lanescan_status lanescan_set_isa(const char *name);

/* The names of all sets that can be used, best first, ended by NULL. LANESCAN_ISA does not shorten
 * the list. */
LANESCAN_API const char *const *lanescan_isas(void);

/* The version of the library that runs, as LANESCAN_VERSION is that of the header:
 * "major.minor.patch". */
LANESCAN_API const char *lanescan_version(void);

#ifdef __cplusplus
}
#endif

#endif
