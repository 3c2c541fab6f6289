#include "scan_stream.h"

#include "command.h"
#include "element.h"
#include "piecewise.h"
#include "report.h"
#include "source.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 16384 };

/* Rows that come, rows that go: elements lie column by column in `columns`, row by row in
 * `rows`. */
typedef struct stream_job {
    const options *o;
    input *in;
    source source;
    int dtype;
    size_t num_columns, max_rows;
    bool is_reduction; /* logsumexp: only the totals are results */
    piecewise scans;
    unsigned char *columns, *rows;
    int64_t *index_columns, *index_rows;
    writer values, indices;
} stream_job;

/* Whether a table is scanned from top to bottom, and narrow enough: each column has a stream of 2
 * KiB. */
static bool goes_down_columns(const options *o, input *in)
{
    text_reader text;
    text_begin(&text, in, o, LANESCAN_F64);
    const size_t columns = text.columns;
    text_give_back(&text);
    const int dim = o->num_dims ? o->dims[0] : 0;
    return columns <= MAX_COLUMNS && (dim == 0 || (dim == -1 && columns < 2));
}

static bool is_sequence(const options *o, input *in)
{
    if (in->format == FORMAT_TEXT)
        return o->order != 'F' && goes_down_columns(o, in);
    return !in->has_shape || in->header.ndim == 1;
}

bool scan_can_stream(const options *o, input *in)
{
    if (o->reverse || o->num_dims > 1)
        return false;
    /* the phase of a reduction is the principal value, that of a running one is not wrapped */
    if (o->command == COMMAND_LOGSUMEXP && element_is_complex(result_dtype(o, input_dtype(o, in))))
        return false;
    return is_sequence(o, in);
}

/* The shape of the result, with any number of rows where that is not known. */
static npy_header result_header(const stream_job *job, int dtype, bool *is_open_ended)
{
    const options *const o = job->o;
    npy_header h = { .dtype = dtype, .ndim = 1 };
    *is_open_ended = !job->in->has_shape && !job->is_reduction;
    if (job->is_reduction) {
        h.ndim = 0;
        if (o->keepdims)
            h.shape[h.ndim++] = 1;
        if (job->num_columns > 1)
            h.shape[h.ndim++] = (int64_t)job->num_columns;
    } else {
        const uint64_t count = job->in->header.count + (o->total ? 1 : 0);
        if (count > INT64_MAX / element_size(dtype))
            fail_size(job->in);
        h.shape[0] = (int64_t)count;
        if (job->num_columns > 1)
            h.shape[h.ndim++] = (int64_t)job->num_columns;
    }
    return h;
}

static void begin_output(stream_job *job, writer *w, const char *path, int dtype)
{
    bool is_open_ended;
    const npy_header h = result_header(job, dtype, &is_open_ended);
    const bool is_text = job->in->format == FORMAT_TEXT;
    writer_begin(w, job->o, path, writer_format(job->o, path, job->in->format), &h, is_open_ended,
                 is_text ? job->source.text.separator : 0);
    if (job->is_reduction)
        w->row_length = job->num_columns; /* below the columns */
    check_output_is_not_input(w, job->in);
}

static void begin(stream_job *job, const options *o, input *in)
{
    const int from = input_dtype(o, in);
    _Alignas(16) unsigned char room[LARGEST_ELEMENT];
    *job = (stream_job){ .o = o, .in = in, .is_reduction = o->command == COMMAND_LOGSUMEXP };
    job->dtype = result_dtype(o, from);
    if (element_is_complex(from) && !element_is_complex(job->dtype))
        check_status(LANESCAN_ERROR_DTYPE, o, in->name, job->dtype);
    source_begin(&job->source, in, o, job->dtype);
    job->num_columns = job->source.columns ? job->source.columns : 1;
    job->max_rows = source_good_rows(&job->source);
    checked_dim(o, in, job->num_columns > 1 ? 2 : 1, 0);
    const lanescan_op op = job->is_reduction ? LANESCAN_LOGCUMSUMEXP : o->op;
    const void *const initial = initial_element(o, job->dtype, room);
    check_status(piecewise_begin(&job->scans, op, job->dtype, o->exclusive, initial,
                                 job->num_columns, job->max_rows, o->index != NULL),
                 o, in->name, job->dtype);
    const size_t n = job->num_columns * job->max_rows;
    job->columns = allocate(n, element_size(job->dtype));
    job->rows = job->num_columns > 1 ? allocate(n, element_size(job->dtype)) : NULL;
    begin_output(job, &job->values, o->output, job->dtype);
    if (o->index) {
        job->index_columns = allocate(n, sizeof(int64_t));
        job->index_rows = job->num_columns > 1 ? allocate(n, sizeof(int64_t)) : NULL;
        begin_output(job, &job->indices, o->index, LANESCAN_I64);
        check_outputs_differ(&job->values, &job->indices);
    }
}

/* Writes n rows of what lies column by column. */
static void put_rows(const stream_job *job, writer *w, size_t n, const unsigned char *columns,
                     unsigned char *rows, size_t size)
{
    if (!rows) {
        writer_put(w, n, columns);
        return;
    }
    unsigned char *to = rows;
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < job->num_columns; c++, to += size)
            memcpy(to, columns + (c * job->max_rows + r) * size, size);
    writer_put(w, n * job->num_columns, rows);
}

static void put(stream_job *job, size_t n)
{
    put_rows(job, &job->values, n, job->columns, job->rows, element_size(job->dtype));
    if (job->o->index)
        put_rows(job, &job->indices, n, (const unsigned char *)job->index_columns,
                 (unsigned char *)job->index_rows, sizeof(int64_t));
}

static void put_totals(stream_job *job)
{
    const size_t size = element_size(job->dtype);
    for (size_t c = 0; c < job->num_columns; c++)
        piecewise_total(&job->scans, c, job->columns + c * job->max_rows * size,
                        job->index_columns ? job->index_columns + c * job->max_rows : NULL);
    put(job, 1);
}

static void end(stream_job *job)
{
    writer_end(&job->values);
    if (job->o->index)
        writer_end(&job->indices);
    writer_commit(&job->values);
    if (job->o->index)
        writer_commit(&job->indices);
    piecewise_end(&job->scans);
    source_end(&job->source);
    free(job->columns);
    free(job->rows);
    free(job->index_columns);
    free(job->index_rows);
}

void scan_stream(const options *o, input *in)
{
    stream_job job;
    begin(&job, o, in);
    const size_t size = element_size(job.dtype);
    size_t n;
    while ((n = source_rows(&job.source, job.max_rows, job.columns)) > 0) {
        for (size_t c = 0; c < job.num_columns; c++)
            piecewise_push(&job.scans, c, n, job.columns + c * job.max_rows * size,
                           job.index_columns ? job.index_columns + c * job.max_rows : NULL);
        if (job.is_reduction)
            continue;
        put(&job, n);
        writer_flush(&job.values);
        if (o->index)
            writer_flush(&job.indices);
    }
    if (o->total || job.is_reduction)
        put_totals(&job);
    end(&job);
}
