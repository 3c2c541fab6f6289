/* What every consumer here does, in C and in C++: a line, a tensor and a stream of the installed
 * library, the versions of header and library, and the best instruction set. Prints one line; ends
 * with 0 when all is right. */
#ifndef CONSUMER_H
#define CONSUMER_H

#include <lanescan.h>
#include <stdio.h>
#include <string.h>

static int consumer_failed(const char *what)
{
    fprintf(stderr, "FAIL %s\n", what);
    return 1;
}

static int consumer_sums(const float *x, float *y)
{
    lanescan_cumsum_f32(4, x, y);
    return y[0] == 1 && y[1] == 3 && y[2] == 6 && y[3] == 10;
}

static int consumer_tensor(float *x, float *y)
{
    const int64_t shape[2] = { 2, 2 };
    lanescan_tensor in, out;
    in.data = x;
    in.shape = shape;
    in.strides = NULL;
    in.ndim = 2;
    in.dtype = LANESCAN_F32;
    out = in;
    out.data = y;
    return lanescan_cumprod(&in, 0, &out) == LANESCAN_OK && y[0] == 1 && y[1] == 2 && y[2] == 3 &&
           y[3] == 8;
}

static int consumer_stream(const float *x, float *y)
{
    lanescan_stream s;
    return lanescan_stream_begin(&s, LANESCAN_CUMMAX, LANESCAN_F32, NULL) == LANESCAN_OK &&
           lanescan_stream_push(&s, 3, x, y) == LANESCAN_OK &&
           lanescan_stream_push(&s, 1, x + 3, y + 3) == LANESCAN_OK && y[3] == 4;
}

static int consumer_run(const char *language, float *x, float *y)
{
    if (!consumer_sums(x, y))
        return consumer_failed("cumsum of a line");
    if (!consumer_tensor(x, y))
        return consumer_failed("cumprod of a tensor");
    if (!consumer_stream(x, y))
        return consumer_failed("cummax of a stream");
    if (strcmp(lanescan_version(), LANESCAN_VERSION) != 0)
        return consumer_failed("header and library have different versions");
    if (strcmp(lanescan_isa(), lanescan_isas()[0]) != 0)
        return consumer_failed("the best instruction set is not in use");
    printf("%s %s %s\n", language, lanescan_version(), lanescan_isa());
    return 0;
}

#endif
