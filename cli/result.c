#include "result.h"

#include "command.h"
#include "element.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

enum { GATHERED = 4096 };

void result_begin(result *r, const options *o, const char *path, npy_header header, const input *in,
                  const array *source)
{
    const char *why;
    header.element_size = element_size(header.dtype);
    header.is_fortran = header.is_fortran && header.ndim > 1;
    if (!npy_count(&header, &why) || header.count > PTRDIFF_MAX / header.element_size)
        fail_size(in);
    writer_begin(&r->w, o, path, writer_format(o, path, in->format), &header, false,
                 source->separator);
    check_output_is_not_input(&r->w, in);
    array_strides(&header, r->strides);
    spool_begin(&r->room);
    r->data = writer_map(&r->w);
    r->is_mapped = r->data != NULL;
    if (!r->is_mapped)
        r->data = spool_room(&r->room, (size_t)header.count * header.element_size);
}

lanescan_tensor result_tensor(const result *r)
{
    return (lanescan_tensor){ r->data, r->w.header.shape, r->strides, r->w.header.ndim,
                              r->w.header.dtype };
}

/* Text is in C order, whatever the order in memory: collects elements in it. */
static void put_in_c_order(result *r)
{
    const npy_header *const h = &r->w.header;
    const size_t size = h->element_size;
    unsigned char *const gathered = allocate(GATHERED, size);
    int64_t index[LANESCAN_MAX_NDIM] = { 0 };
    const unsigned char *at = r->data;
    size_t n = 0;
    for (uint64_t left = h->count; left; left--) {
        memcpy(gathered + n++ * size, at, size);
        if (n == GATHERED || left == 1) {
            writer_put(&r->w, n, gathered);
            n = 0;
        }
        for (int32_t d = h->ndim - 1; d >= 0; d--) {
            at += r->strides[d] * (ptrdiff_t)size;
            if (++index[d] < h->shape[d])
                break;
            at -= r->strides[d] * (ptrdiff_t)size * h->shape[d];
            index[d] = 0;
        }
    }
    free(gathered);
}

void result_end(result *r)
{
    if (!r->is_mapped) {
        if (r->w.format == FORMAT_TEXT && r->w.header.is_fortran)
            put_in_c_order(r);
        else
            writer_put(&r->w, (size_t)r->w.header.count, r->data);
    }
    writer_end(&r->w);
    spool_free(&r->room);
}

void result_commit(result *r)
{
    writer_commit(&r->w);
}
