#include "tensors.h"

#include <stdio.h>

enum { NUM_PIECES = 6 };

static const size_t pieces[NUM_PIECES] = { 1, 7, 32, 100, 1000, BENCH_IN_CACHE };

typedef struct stream_task {
    const bench_arrays *arrays;
    size_t element_size, piece;
    lanescan_status status;
} stream_task;

/* The whole array in pieces; the last may be shorter. */
static lanescan_status push_all(const stream_task *self)
{
    lanescan_stream stream;
    const lanescan_dtype dtype = self->element_size == 4 ? LANESCAN_F32 : LANESCAN_F64;
    const char *x = self->arrays->x;
    char *y = self->arrays->y;
    lanescan_status status = lanescan_stream_begin(&stream, LANESCAN_CUMSUM, dtype, NULL);
    for (size_t i = 0; i < BENCH_IN_CACHE && status == LANESCAN_OK; i += self->piece) {
        const size_t n = BENCH_IN_CACHE - i < self->piece ? BENCH_IN_CACHE - i : self->piece;
        const size_t offset = i * self->element_size;
        status = lanescan_stream_push(&stream, n, x + offset, y + offset);
    }
    return status;
}

static void run(void *context, size_t calls)
{
    stream_task *self = context;
    for (size_t i = 0; i < calls; i++)
        self->status = push_all(self);
}

static bool print_row(const bench_case *what)
{
    const bench_contender library = bench_library();
    bench_arrays arrays;
    if (!bench_arrays_get(what, BENCH_IN_CACHE, &arrays))
        return false;
    stream_task streams[NUM_PIECES];
    bench_line line = { &library, what, &arrays };
    bench_task tasks[NUM_PIECES + 1] = { { bench_line_run, &line, NULL } };
    for (size_t i = 0; i < NUM_PIECES; i++) {
        streams[i] = (stream_task){ &arrays, what->element_size, pieces[i], LANESCAN_OK };
        tasks[i + 1] = (bench_task){ run, &streams[i], NULL };
    }
    double ns[NUM_PIECES + 1];
    bool complete = true;
    bench_time_tasks(tasks, NUM_PIECES + 1, ns);
    bench_arrays_free(&arrays);
    for (size_t i = 0; i < NUM_PIECES; i++)
        complete &= bench_succeeded(streams[i].status);
    printf("%-12s %s%8.3f |", what->op, what->type, ns[0] / BENCH_IN_CACHE);
    for (size_t i = 0; i < NUM_PIECES; i++)
        printf("%9.3f", ns[i + 1] / BENCH_IN_CACHE);
    printf("\n");
    fflush(stdout);
    return complete;
}

bool bench_streams(void)
{
    printf("\nStreams: 65536 elements pushed in pieces of as many elements as the heading says\n"
           "ns per element      line |");
    for (size_t i = 0; i < NUM_PIECES; i++)
        printf("%9zu", pieces[i]);
    printf("\n");
    const bool f32 = print_row(bench_find_case("cumsum", "f32"));
    return print_row(bench_find_case("cumsum", "f64")) && f32;
}
