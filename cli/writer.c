#include "writer.h"

#include "element.h"
#include "number.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    OPEN_HEADER_SIZE = 128, /* room for any number of rows, and columns */
    SWAP_ELEMENTS = 4096
};

static bool ends_in(const char *name, const char *tail)
{
    const size_t n = strlen(name), m = strlen(tail);
    return n > m && strcasecmp(name + n - m, tail) == 0;
}

format writer_format(const options *o, const char *path, format input_format)
{
    static const struct {
        const char *tail;
        format format;
    } endings[] = { { ".npy", FORMAT_NPY },  { ".txt", FORMAT_TEXT }, { ".csv", FORMAT_TEXT },
                    { ".tsv", FORMAT_TEXT }, { ".raw", FORMAT_RAW },  { ".bin", FORMAT_RAW } };
    if (o->to != FORMAT_GUESSED)
        return o->to;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (ends_in(path, endings[i].tail))
            return endings[i].format;
    return input_format;
}

static char separator_for(const options *o, const char *path, char text_separator)
{
    if (o->separator)
        return o->separator;
    if (ends_in(path, ".csv"))
        return ',';
    if (ends_in(path, ".tsv"))
        return '\t';
    return text_separator ? text_separator : ' ';
}

static void write_header(writer *w)
{
    unsigned char bytes[NPY_WRITTEN_MAX];
    const size_t n = npy_format(&w->header, w->is_open_ended ? OPEN_HEADER_SIZE : 0, bytes);
    if (w->is_open_ended && w->written)
        output_rewrite_start(&w->out, bytes, n);
    else
        output_write(&w->out, bytes, n);
}

void writer_begin(writer *w, const options *o, const char *path, format to,
                  const npy_header *header, bool is_open_ended, char text_separator)
{
    *w = (writer){ .format = to, .header = *header, .is_open_ended = is_open_ended };
    npy_header *const h = &w->header;
    w->separator = separator_for(o, path, text_separator);
    w->row_length = h->ndim > 1 ? (uint64_t)h->shape[h->ndim - 1] : 1;
    h->element_size = element_size(h->dtype);
    h->is_fortran = h->is_fortran && h->ndim > 1;
    if (to == FORMAT_NPY && !npy_has_dtype(h->dtype))
        fail("%s: .npy files cannot have elements of %s; use --dtype, or --to raw or text",
             strcmp(path, "-") == 0 ? "standard output" : path, element_name(h->dtype));
    output_open(&w->out, path);
    if (to != FORMAT_TEXT && output_is_terminal(&w->out))
        fail_usage("%s is a terminal; use -o FILE or --to text", w->out.name);
    if (element_host_is_big_endian())
        w->swapped = allocate(SWAP_ELEMENTS, LARGEST_ELEMENT);
    if (is_open_ended && to == FORMAT_NPY) {
        output_keep_rewritable(&w->out);
        h->shape[0] = 0;
        write_header(w);
    }
}

/* The header of a result whose size is known is written with its first elements: till then there
 * may be a map. */
static void write_known_header(writer *w)
{
    if (w->format == FORMAT_NPY && !w->is_open_ended && w->written == 0)
        write_header(w);
}

void *writer_map(writer *w)
{
    unsigned char bytes[NPY_WRITTEN_MAX];
    if (w->format == FORMAT_TEXT || w->is_open_ended || w->swapped)
        return NULL;
    const size_t n = w->format == FORMAT_NPY ? npy_format(&w->header, 0, bytes) : 0;
    uint64_t count = 1;
    for (int32_t d = 0; d < w->header.ndim; d++)
        count *= (uint64_t)w->header.shape[d];
    unsigned char *const map = output_map(&w->out, n + (size_t)count * w->header.element_size);
    if (!map)
        return NULL;
    memcpy(map, bytes, n);
    return map + n;
}

static void put_text(writer *w, size_t n, const unsigned char *elements)
{
    char text[NUMBER_MAX + 1];
    for (size_t i = 0; i < n; i++) {
        size_t length = number_print(w->header.dtype, elements + i * w->header.element_size, text);
        text[length++] = (w->written + i + 1) % w->row_length ? w->separator : '\n';
        output_write(&w->out, text, length);
    }
}

void writer_put(writer *w, size_t n, const void *elements)
{
    const size_t size = w->header.element_size;
    const unsigned char *at = elements;
    if (n == 0)
        return;
    if (w->format == FORMAT_TEXT) {
        put_text(w, n, at);
        w->written += n;
        return;
    }
    write_known_header(w);
    w->written += n;
    while (w->swapped && n) {
        const size_t piece = n < SWAP_ELEMENTS ? n : SWAP_ELEMENTS;
        element_swap(w->header.dtype, piece, at, w->swapped);
        output_write(&w->out, w->swapped, piece * size);
        at += piece * size;
        n -= piece;
    }
    output_write(&w->out, at, n * size);
}

void writer_flush(writer *w)
{
    output_flush(&w->out);
}

void writer_end(writer *w)
{
    if (w->is_open_ended && w->format == FORMAT_NPY && w->written) {
        w->header.shape[0] = (int64_t)(w->written / w->row_length);
        write_header(w);
    } else if (!w->out.map) {
        write_known_header(w); /* of an empty result */
    }
    output_close(&w->out);
    free(w->swapped);
}

void writer_commit(writer *w)
{
    output_commit(&w->out);
}
