#include "source.h"

#include "element.h"
#include "report.h"
#include "threads.h"

#include <stdlib.h>
#include <string.h>

/* Of a piece, for each of a few threads: more would not stay in caches. */
enum { GOOD_ELEMENTS = 1 << 16, FEW_THREADS = 4 };

static size_t good_elements(void)
{
    const int threads = threads_count();
    return (size_t)GOOD_ELEMENTS * (size_t)(threads < FEW_THREADS ? threads : FEW_THREADS);
}

void source_begin(source *s, input *in, const options *o, int dtype)
{
    *s = (source){ .in = in, .dtype = dtype, .columns = 1 };
    if (in->format == FORMAT_TEXT) {
        text_begin(&s->text, in, o, dtype);
        s->columns = s->text.columns;
    } else {
        s->left = in->has_shape ? input_expected_bytes(in) : UINT64_MAX;
        s->raw_max = good_elements() * in->header.element_size;
        s->raw = allocate(s->raw_max, 1);
    }
}

size_t source_good_rows(const source *s)
{
    const size_t rows = s->columns ? good_elements() / s->columns : 1;
    return rows ? rows : 1;
}

/* Reads until there is at least one whole element; how many there are, 0 at the end. */
static size_t read_elements(source *s, size_t max)
{
    input *const in = s->in;
    const size_t size = in->header.element_size;
    size_t wanted = max * size < s->raw_max ? max * size : s->raw_max;
    if (wanted - s->raw_used > s->left)
        wanted = s->raw_used + (size_t)s->left;
    while (s->raw_used < size) {
        const size_t n = s->left ? input_read(in, s->raw + s->raw_used, wanted - s->raw_used) : 0;
        if (n == 0)
            break;
        s->raw_used += n;
        if (in->has_shape)
            s->left -= n;
    }
    if (s->raw_used >= size)
        return s->raw_used / size;
    if (in->has_shape && s->left == 0)
        input_expect_end(in);
    else if (in->has_shape)
        input_fail_truncated(in, in->header.count * size, in->header.count * size - s->left);
    else if (s->raw_used)
        fail("%s: the input ends within an element: its last %zu bytes are none of %s", in->name,
             s->raw_used, element_name(in->header.dtype));
    return 0;
}

size_t source_rows(source *s, size_t max_rows, void *elements)
{
    const npy_header *const h = &s->in->header;
    if (s->in->format == FORMAT_TEXT)
        return text_rows(&s->text, max_rows, elements);
    const size_t n = read_elements(s, max_rows), bytes = n * h->element_size;
    if (n == 0)
        return 0;
    if (h->is_big_endian != element_host_is_big_endian())
        element_swap(h->dtype, n, s->raw, s->raw);
    element_convert(h->dtype, s->raw, s->dtype, elements, n);
    s->raw_used -= bytes;
    memmove(s->raw, s->raw + bytes, s->raw_used);
    return n;
}

void source_end(source *s)
{
    if (s->in->format == FORMAT_TEXT)
        text_end(&s->text);
    free(s->raw);
}
