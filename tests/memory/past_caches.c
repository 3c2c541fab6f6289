/* Lines so long that results are written past the caches (from 32 MB on, src/memory/nontemporal.h):
 * the bits of the same line in place, which is not, wherever the output begins in its cache line
 * and however long the last one is; nothing around it is written. A sum that becomes infinite on
 * the way too. */
#include "golden/random.h"
#include "harness/check.h"

#include <lanescan.h>

#include <stdlib.h>
#include <string.h>

enum { BYTES = 32 << 20, MORE = 5000, MARGIN = 128, PATTERN = 0x6b };

typedef struct subject {
    const char *name;
    size_t size;
    void (*fill)(generator *g, size_t n, void *x);
    void (*scan)(size_t n, const void *x, void *y);
} subject;

static void fill_f32(generator *g, size_t n, void *x)
{
    for (size_t i = 0; i < n; i++)
        ((float *)x)[i] = (float)random_between(g, -1, 1);
}

static void fill_f64(generator *g, size_t n, void *x)
{
    for (size_t i = 0; i < n; i++)
        ((double *)x)[i] = random_between(g, -1, 1);
}

static void fill_overflowing(generator *g, size_t n, void *x)
{
    fill_f64(g, n, x);
    for (size_t i = n / 2; i < n / 2 + 3; i++)
        ((double *)x)[i] = 0x1.8p1023;
}

static void scan_f32(size_t n, const void *x, void *y)
{
    lanescan_cumsum_f32(n, x, y);
}

static void scan_f64(size_t n, const void *x, void *y)
{
    lanescan_cumsum_f64(n, x, y);
}

static const subject subjects[] = {
    { "cumsum f32", 4, fill_f32, scan_f32 },
    { "cumsum f64", 8, fill_f64, scan_f64 },
    { "cumsum f64 that overflows", 8, fill_overflowing, scan_f64 },
};

static bool is_pattern(const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != PATTERN)
            return false;
    return true;
}

static void check_subject(const subject *s, generator *g)
{
    const size_t room = BYTES + MORE * s->size;
    char *const x = check_alloc(room), *const expected = check_alloc(room),
                *const memory = check_alloc(room + 3 * MARGIN);
    s->fill(g, room / s->size, x);
    memcpy(expected, x, room);
    s->scan(room / s->size, expected, expected);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        for (int turn = 0; turn < 2; turn++) {
            const size_t n = BYTES / s->size + (turn ? random_below(g, MORE) : 0);
            const size_t offset = MARGIN + (turn ? random_below(g, 64 / s->size) * s->size : 0);
            memset(memory, PATTERN, room + 3 * MARGIN);
            s->scan(n, x, memory + offset);
            check(
                memcmp(memory + offset, expected, n * s->size) == 0,
                "%s, %s, n=%zu, %zu bytes from an aligned place: not the bits of the line in place",
                s->name, *isa, n, offset);
            check(is_pattern(memory, offset) &&
                      is_pattern(memory + offset + n * s->size,
                                 room + 3 * MARGIN - offset - n * s->size),
                  "%s, %s, n=%zu: something is written around the output", s->name, *isa, n);
        }
    }
    free(x);
    free(expected);
    free(memory);
}

int main(void)
{
    check_start("past_caches", lanescan_isas()[0]);
    generator g = random_seeded(check_stream_seed("past_caches"));
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        check_subject(&subjects[i], &g);
    return check_finish();
}
