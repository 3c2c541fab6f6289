#include "piecewise.h"

#include "report.h"
#include "threads.h"

#include <stdlib.h>
#include <string.h>

static void check(lanescan_status status)
{
    if (status)
        fail("%s", lanescan_status_string(status));
}

lanescan_status piecewise_begin(piecewise *p, lanescan_op op, int dtype, bool is_exclusive,
                                const void *initial, size_t columns, size_t max_rows,
                                bool with_index)
{
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = is_exclusive ? LANESCAN_EXCLUSIVE : 0,
                                       .initial = initial,
                                       .executor = threads_executor() };
    *p = (piecewise){ op, dtype, is_exclusive, columns, NULL, NULL, NULL, NULL, max_rows };
    lanescan_stream first;
    const lanescan_status status = lanescan_stream_begin(&first, op, (lanescan_dtype)dtype,
                                                         &options);
    if (status)
        return status;
    if (with_index) {
        p->carries = allocate(columns, sizeof *p->carries);
        p->values = allocate(max_rows + 1, element_size(dtype));
        p->indices = allocate(max_rows + 1, sizeof *p->indices);
        for (size_t i = 0; i < columns; i++) {
            p->carries[i].index = -1;
            p->carries[i].has_value = initial != NULL;
            if (initial)
                memcpy(p->carries[i].value, initial, element_size(dtype));
        }
    } else {
        p->streams = allocate(columns, sizeof *p->streams);
        for (size_t i = 0; i < columns; i++)
            p->streams[i] = first;
    }
    return LANESCAN_OK;
}

/* Extremes are exact, so a piece may go on from the extreme so far as from an initial value; where
 * no element of the piece reaches that, its position stays. All results of the exclusive scan with
 * its total hold both kinds of results. */
static void push_with_index(piecewise *p, carry *c, size_t n, void *elements, int64_t *indices)
{
    const size_t size = element_size(p->dtype), skipped = p->is_exclusive ? 0 : 1;
    const int64_t shape = (int64_t)n, longer = shape + 1;
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = LANESCAN_EXCLUSIVE,
                                       .initial = c->has_value ? c->value : NULL,
                                       .executor = threads_executor() };
    const lanescan_tensor in = { elements, &shape, NULL, 1, p->dtype },
                          out = { p->values, &longer, NULL, 1, p->dtype },
                          index = { p->indices, &longer, NULL, 1, LANESCAN_I64 };
    check(lanescan_scan_index(p->op, &in, 0, &options, &out, &index));
    for (size_t i = 0; i <= n; i++)
        p->indices[i] = p->indices[i] < 0 ? c->index : p->indices[i] + c->position;
    memcpy(elements, p->values + skipped * size, n * size);
    memcpy(indices, p->indices + skipped, n * sizeof *indices);
    memcpy(c->value, p->values + n * size, size);
    c->has_value = true;
    c->index = p->indices[n];
    c->position += shape;
}

void piecewise_push(piecewise *p, size_t column, size_t n, void *elements, int64_t *indices)
{
    if (p->carries)
        push_with_index(p, &p->carries[column], n, elements, indices);
    else
        check(lanescan_stream_push(&p->streams[column], n, elements, elements));
}

/* Without any element: the initial value, or the identity, which an empty stream knows. */
static void total_of_carry(const piecewise *p, const carry *c, void *element)
{
    lanescan_stream empty;
    if (c->has_value) {
        memcpy(element, c->value, element_size(p->dtype));
        return;
    }
    check(lanescan_stream_begin(&empty, p->op, (lanescan_dtype)p->dtype, NULL));
    check(lanescan_stream_total(&empty, element));
}

void piecewise_total(const piecewise *p, size_t column, void *element, int64_t *index)
{
    if (p->carries) {
        total_of_carry(p, &p->carries[column], element);
        *index = p->carries[column].index;
    } else {
        check(lanescan_stream_total(&p->streams[column], element));
    }
}

void piecewise_end(piecewise *p)
{
    free(p->streams);
    free(p->carries);
    free(p->values);
    free(p->indices);
}
