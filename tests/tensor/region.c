#include "tensor/region.h"

#include "harness/check.h"

#include <stdlib.h>
#include <string.h>

region region_new(const layout *l, int dtype)
{
    const size_t size = dtype_of(dtype).size;
    region r = { .layout = l, .dtype = dtype, .bytes = (size_t)l->elements * size };
    r.memory = check_alloc(r.bytes);
    r.before = check_alloc(r.bytes);
    r.expected = check_alloc((size_t)layout_count(l) * size);
    memset(r.before, 0x5a, r.bytes);
    return r;
}

void region_free(const region *r)
{
    free(r->memory);
    free(r->before);
    free(r->expected);
}

void region_reset(const region *r)
{
    memcpy(r->memory, r->before, r->bytes);
}

void region_check(const region *r, const char *what, const char *call)
{
    const size_t size = dtype_of(r->dtype).size;
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    size_t i = 0, wrong = 0, first_wrong = 0;
    char got[DTYPE_TEXT] = "", expected[DTYPE_TEXT] = "";
    bool more = layout_count(r->layout) != 0;
    for (; more; i++, more = layout_next(r->layout, at, -1)) {
        const size_t place = (size_t)layout_position(r->layout, at) * size;
        if (!dtype_same(r->dtype, r->memory + place, r->expected + i * size) && wrong++ == 0) {
            first_wrong = i;
            dtype_text(got, r->dtype, r->memory + place);
            dtype_text(expected, r->dtype, r->expected + i * size);
        }
        memcpy(r->memory + place, r->before + place, size);
    }
    check(wrong == 0, "%s %s, %s: %zu of %zu wrong, first %zu in C order: %s, expected %s",
          lanescan_isa(), call, what, wrong, i, first_wrong, got, expected);
    check(memcmp(r->memory, r->before, r->bytes) == 0, "%s %s, %s: wrote outside the elements",
          lanescan_isa(), call, what);
}
