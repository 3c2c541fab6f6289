#include "array.h"

#include "element.h"
#include "report.h"
#include "source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { COPY_BYTES = 1 << 20, COPY_ELEMENTS = 1 << 16 };

void array_strides(const npy_header *h, int64_t strides[LANESCAN_MAX_NDIM])
{
    int64_t step = 1;
    for (int32_t i = 0; i < h->ndim; i++) {
        const int32_t d = h->is_fortran ? i : h->ndim - 1 - i;
        strides[d] = step;
        if (h->count) /* else the product may be too large, and nothing uses it */
            step *= h->shape[d];
    }
}

/* The file itself as memory; false where that cannot be. */
static bool map_file(array *a, const input *in, uint64_t bytes)
{
    const uint64_t offset = in->start + in->header.data_offset, size = offset + bytes;
    const size_t part = element_size(in->header.dtype) /
                        (element_is_complex(in->header.dtype) ? 2 : 1);
    if (!in->is_regular || bytes == 0 || size > SIZE_MAX || offset % part != 0 ||
        in->header.is_big_endian != element_host_is_big_endian())
        return false;
    void *const map = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, in->fd, 0);
    if (map == MAP_FAILED)
        return false;
    a->map = map;
    a->map_size = (size_t)size;
    a->data = (unsigned char *)map + offset;
    return true;
}

/* Rows of text, or elements, whose number need not be known. */
static void copy_rows(array *a, input *in, const options *o, int dtype)
{
    source s;
    source_begin(&s, in, o, dtype);
    const size_t max_rows = source_good_rows(&s), size = element_size(dtype),
                 columns = s.columns ? s.columns : 1;
    unsigned char *const elements = allocate(columns * max_rows, size), *const rows = allocate(
                                                                            columns * max_rows,
                                                                            size);
    uint64_t num_rows = 0;
    size_t n;
    while ((n = source_rows(&s, max_rows, elements)) > 0) {
        unsigned char *to = rows;
        for (size_t r = 0; r < n; r++)
            for (size_t c = 0; c < columns; c++, to += size)
                memcpy(to, elements + (c * max_rows + r) * size, size);
        spool_append(&a->copy, rows, columns * n * size);
        num_rows += n;
    }
    if (in->format == FORMAT_TEXT)
        a->separator = s.text.separator;
    if (!in->has_shape) {
        a->header = (npy_header){ .dtype = dtype,
                                  .element_size = size,
                                  .ndim = columns > 1 ? 2 : 1,
                                  .shape = { (int64_t)num_rows, (int64_t)columns },
                                  .count = num_rows * columns };
    }
    source_end(&s);
    free(elements);
    free(rows);
}

void array_load(array *a, input *in, const options *o, int dtype)
{
    *a = (array){ .name = in->name, .header = in->header };
    spool_begin(&a->copy);
    if (!in->has_shape || !map_file(a, in, input_expected_bytes(in))) {
        copy_rows(a, in, o, in->format == FORMAT_TEXT ? dtype : in->header.dtype);
        a->data = spool_data(&a->copy);
    }
    array_strides(&a->header, a->strides);
}

lanescan_tensor array_tensor(const array *a)
{
    return (lanescan_tensor){ a->data, a->header.shape, a->strides, a->header.ndim,
                              a->header.dtype };
}

void array_free(array *a)
{
    if (a->map)
        munmap(a->map, a->map_size);
    spool_free(&a->copy);
}
