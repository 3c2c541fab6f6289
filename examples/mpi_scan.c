/* A scan of an array that is spread over the ranks of an MPI program: three ways, each with its
 * promise.
 *
 *   exscan     each rank's total, MPI_Exscan with an operation of our own, and a scan with that as
 *              initial value. Parallel, one number exchanged. Within a bound; the last bits depend
 *              on the number of ranks.
 *   by chunks  the totals of all pieces of CHUNK elements, wherever they are, and a scan of those on
 *              every rank; each piece is scanned with its own initial value. Parallel, and the same
 *              bits for any number of ranks as long as each holds whole pieces: no step knows where
 *              a rank begins. Not those of one long line, whose carry is more exact than the one
 *              number of an initial value.
 *   chain      a lanescan_stream, which is all that a scan knows, goes from rank to rank. The bits
 *              of one long line, for any pieces whatever; ranks wait for each other, unless there
 *              are many lines to go through.
 *
 * Each rank has threads, OpenMP's (OMP_NUM_THREADS), which change no bit: long scans take them as an
 * executor, which shares the pieces too. Its tasks call nothing of MPI. A stream that is sent on has
 * none: it would be an address in another process.
 *
 * It prints the worst error of each, against exact sums and against long double, and a number that
 * stands for all bits: examples/mpi_scan.sh compares them over several numbers of ranks and
 * threads. */
#include "example.h"

#ifdef _OPENMP
#include <lanescan_openmp.h>
#else
#include <lanescan.h>
#endif

#include <float.h>
#include <mpi.h>
#include <string.h>

enum { CHUNK = 4096, CHUNKS = 60, TOTAL = CHUNK * CHUNKS };

static int rank, ranks;
static size_t first, count;            /* this rank's elements of the line */
static double x[TOTAL], y[TOTAL];      /* at first .. first + count - 1; rank 0 gathers y */
static double all[TOTAL], line[TOTAL]; /* on rank 0, to judge */

/* ---- Threads ---- */

static lanescan_executor threads;
static size_t shared_calls;

static void run_tasks(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    shared_calls++;
#ifdef _OPENMP
    lanescan_openmp_parallel_for(context, n_tasks, task, data);
#else
    (void)context;
    for (size_t i = 0; i < n_tasks; i++)
        task(data, i);
#endif
}

static void make_threads(void)
{
#ifdef _OPENMP
    threads = lanescan_openmp(0);
#else
    threads = (lanescan_executor){ .struct_size = sizeof threads, .max_tasks = 1 };
#endif
    threads.parallel_for = run_tasks; /* which counts */
}

/* ---- The line: element i depends on i alone ---- */

enum { SCALE = 20 }; /* elements of the sums are integers / 2^20, so that exact sums are known */

static int64_t integer_at(size_t i)
{
    uint64_t state = i;
    const int bits = 10 + (int)(uniform(&state) * 43);
    return (int64_t)((2 * uniform(&state) - 1) * (double)((int64_t)1 << bits));
}

static double element_at(lanescan_op op, size_t i)
{
    uint64_t state = i;
    return op == LANESCAN_CUMSUM ? ldexp((double)integer_at(i), -SCALE) : 5 * normal(&state);
}

/* ---- Scans of one rank ---- */

/* y = the scan of n elements of this rank, from an initial value. */
static void scan_from(lanescan_op op, double initial, size_t begin, size_t n, unsigned flags,
                      double *from, double *to)
{
    const int64_t shape[] = { (int64_t)n };
    const lanescan_options options = {
        .struct_size = sizeof options, .flags = flags, .initial = &initial, .executor = &threads
    };
    const lanescan_tensor in = { from + begin, shape, NULL, 1, LANESCAN_F64 };
    const lanescan_tensor out = { to + begin, shape, NULL, 1, LANESCAN_F64 };
    const lanescan_status status = lanescan_scan(op, &in, 0, &options, &out);
    verify(status == LANESCAN_OK, lanescan_status_string(status));
}

static double identity(lanescan_op op)
{
    return op == LANESCAN_CUMSUM ? 0 : -INFINITY;
}

/* The fold of n elements, n > 0; y is scratch. */
static double total_of(lanescan_op op, size_t begin, size_t n)
{
    if (op == LANESCAN_LOGCUMSUMEXP)
        return lanescan_logsumexp_f64(n, x + begin);
    lanescan_cumsum_f64(n, x + begin, y + begin);
    return y[begin + n - 1];
}

/* ---- exscan ---- */

/* A total on its way: high + low, two numbers so that sums of many ranks are not rounded many
 * times. */
typedef struct partial {
    double high, low;
} partial;

static void add(void *left, void *result, int *n, MPI_Datatype *type)
{
    const partial *const a = left;
    partial *const b = result; /* b = a + b, a being of the lower ranks */
    (void)type;
    for (int i = 0; i < *n; i++) {
        const double high = a[i].high + b[i].high, part = high - a[i].high;
        const double error = (a[i].high - (high - part)) + (b[i].high - part); /* exactly */
        b[i] = (partial){ high, a[i].low + b[i].low + error };
    }
}

static void add_logs(void *left, void *result, int *n, MPI_Datatype *type)
{
    const partial *const a = left;
    partial *const b = result;
    (void)type;
    for (int i = 0; i < *n; i++)
        lanescan_logaddexp_f64(1, &a[i].high, &b[i].high, &b[i].high);
}

static void by_exscan(lanescan_op op)
{
    MPI_Op combine;
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(op == LANESCAN_CUMSUM ? add : add_logs, 0,
                  &combine); /* 0: in the order of ranks */
    partial own = { count ? total_of(op, first, count) : identity(op), 0 }, before;
    MPI_Exscan(&own, &before, 1, pair, combine, MPI_COMM_WORLD);
    if (rank == 0) /* which MPI leaves undefined */
        before = (partial){ identity(op), 0 };
    scan_from(op, before.high + before.low, first, count, 0, x, y);
    MPI_Op_free(&combine);
    MPI_Type_free(&pair);
}

/* ---- by chunks ---- */

static void chunks_of(int r, int *begin, int *number)
{
    *begin = CHUNKS * r / ranks;
    *number = CHUNKS * (r + 1) / ranks - *begin;
}

static double totals[CHUNKS], before[CHUNKS];

/* The chunks of a rank, one a task. What the tasks call is too small to be shared again. */
typedef struct own_chunks {
    lanescan_op op;
    int begin;
} own_chunks;

static void sum_chunk(void *data, size_t i)
{
    const own_chunks *const own = data;
    const size_t chunk = (size_t)own->begin + i;
    totals[chunk] = total_of(own->op, chunk * CHUNK, CHUNK);
}

static void scan_chunk(void *data, size_t i)
{
    const own_chunks *const own = data;
    const size_t chunk = (size_t)own->begin + i;
    scan_from(own->op, before[chunk], chunk * CHUNK, CHUNK, 0, x, y);
}

static void by_chunks(lanescan_op op)
{
    int *const begins = malloc(2 * (size_t)ranks * sizeof *begins), *const numbers = begins + ranks;
    verify(begins != NULL, "out of memory");
    for (int r = 0; r < ranks; r++)
        chunks_of(r, &begins[r], &numbers[r]);
    own_chunks own = { op, begins[rank] };
    threads.parallel_for(threads.context, (size_t)numbers[rank], sum_chunk, &own);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DOUBLE, totals, numbers, begins, MPI_DOUBLE,
                   MPI_COMM_WORLD);
    scan_from(op, identity(op), 0, CHUNKS, LANESCAN_EXCLUSIVE, totals, before);
    threads.parallel_for(threads.context, (size_t)numbers[rank], scan_chunk, &own);
    free(begins);
}

/* ---- chain ---- */

/* The stream goes from process to process as bytes, so all must run the same build of the
 * library. */
static void by_chain(lanescan_op op)
{
    lanescan_stream stream;
    lanescan_status status = LANESCAN_OK;
    if (rank == 0)
        status = lanescan_stream_begin(&stream, op, LANESCAN_F64, NULL);
    else
        MPI_Recv(&stream, sizeof stream, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (status == LANESCAN_OK)
        status = lanescan_stream_push(&stream, count, x + first, y + first);
    verify(status == LANESCAN_OK, lanescan_status_string(status));
    if (rank < ranks - 1)
        MPI_Send(&stream, sizeof stream, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);
}

/* ---- Judging, on rank 0 ---- */

/* The worst error in units of eps * (|x[0]| + ... + |x[j]|): integers are summed exactly. */
static double worst_sum(void)
{
    int64_t sum = 0;
    double worst = 0, magnitude = 0;
    for (size_t i = 0; i < TOTAL; i++) {
        sum += integer_at(i);
        magnitude += fabs(all[i]);
        const double error = (double)fabsl(ldexpl(y[i], SCALE) - (long double)sum);
        worst = fmax(worst, ldexp(error, -SCALE) / (DBL_EPSILON * magnitude));
    }
    return worst;
}

/* In units of eps * C, as in lanescan.h: a compensated sum in long double. */
static double worst_log(void)
{
    long double sum = 0, low = 0, weighted = 0;
    double worst = 0;
    for (size_t i = 0; i < TOTAL; i++) {
        const long double e = expl(all[i]), next = sum + e;
        low += fabsl(sum) > e ? sum - next + e : e - next + sum;
        sum = next;
        weighted += e * fabsl(all[i]);
        const long double exact = logl(sum + low),
                          conditioning = fmaxl(fabsl(exact), weighted / sum);
        worst = fmax(worst, (double)(fabsl(y[i] - exact) / (DBL_EPSILON * conditioning)));
    }
    return worst;
}

static uint64_t number_of_bits(const double *values)
{
    uint64_t number = 14695981039346656037u, bits;
    for (size_t i = 0; i < TOTAL; i++) {
        memcpy(&bits, &values[i], sizeof bits);
        number = (number ^ bits) * 1099511628211u;
        number ^= number >> 29;
    }
    return number;
}

static bool is_one_lines(void)
{
    return memcmp((const char *)y, (const char *)line, sizeof y) == 0;
}

static void gather(void)
{
    int *const begins = malloc(2 * (size_t)ranks * sizeof *begins), *const numbers = begins + ranks;
    verify(begins != NULL, "out of memory");
    for (int r = 0; r < ranks; r++) {
        chunks_of(r, &begins[r], &numbers[r]);
        begins[r] *= CHUNK;
        numbers[r] *= CHUNK;
    }
    if (rank == 0)
        MPI_Gatherv(MPI_IN_PLACE, 0, MPI_DOUBLE, y, numbers, begins, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    else
        MPI_Gatherv(y + first, (int)count, MPI_DOUBLE, NULL, NULL, NULL, MPI_DOUBLE, 0,
                    MPI_COMM_WORLD);
    free(begins);
}

/* Errors add up. exscan: the totals of the ranks before, and the scan, 4 eps each; for logs 2 eps
 * each, and 2 for each combination. By chunks: the chunks' totals, the scan of these, and the
 * scan. */
static void run(lanescan_op op, const char *way, void (*scan)(lanescan_op), double bound)
{
    memset(y, 0, sizeof y);
    scan(op);
    gather();
    if (rank)
        return;
    const bool is_sum = op == LANESCAN_CUMSUM;
    const double worst = is_sum ? worst_sum() : worst_log();
    printf("%-12s %-9s total %-22.17g worst error %.2f of %g eps   bits %016llx%s\n",
           is_sum ? "cumsum" : "logcumsumexp", way, y[TOTAL - 1], worst, bound,
           (unsigned long long)number_of_bits(y), is_one_lines() ? ", one line's" : "");
    verify(worst <= bound, "the error is beyond its bound");
    verify(strcmp(way, "chain") != 0 || is_one_lines(), "not the bits of one line");
}

int main(int argument_count, char **arguments)
{
    int level;
    MPI_Init_thread(&argument_count, &arguments, MPI_THREAD_FUNNELED, &level);
    verify(level >= MPI_THREAD_FUNNELED, "this MPI allows no threads");
    make_threads();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int begin, number;
    chunks_of(rank, &begin, &number);
    first = (size_t)begin * CHUNK;
    count = (size_t)number * CHUNK;
    for (int i = 0; i < 2; i++) {
        const lanescan_op op = i ? LANESCAN_LOGCUMSUMEXP : LANESCAN_CUMSUM;
        for (size_t j = first; j < first + count; j++)
            x[j] = element_at(op, j);
        for (size_t j = 0; rank == 0 && j < TOTAL; j++)
            all[j] = element_at(op, j);
        if (rank == 0)
            (i ? lanescan_logcumsumexp_f64 : lanescan_cumsum_f64)(TOTAL, all, line);
        run(op, "exscan", by_exscan, i ? 2 + 2 + 2 * ranks : 4 + 4.5);
        run(op, "by chunks", by_chunks, i ? 2 + 2 + 2 : 4 + 4 + 4);
        run(op, "chain", by_chain, i ? 2 : 4);
    }
    if (rank == 0)
        printf("%u threads, %zu calls of parallel_for\n", (unsigned)threads.max_tasks,
               shared_calls);
    MPI_Finalize();
    return 0;
}
