/* Chunks by themselves: where one folds into a line, the line's state is that of a scan over its
 * elements, whatever the chunk was begun with: what is known of the line, what was known of it
 * earlier, or what is known of another.
 *     folding <table> */
#include "hard_data.h"

#include "harness/check.h"
#include "harness/target.h"
#include "lanes/element.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNKS = 10, ELEMENTS = CHUNKS * CHUNK };

/* Lines of which some chunks by themselves are like any other, and yet do not fold. */
enum {
    PASSES_8 = NUM_HARD_KINDS, /* sums of e^x, within a chunk: from there on they are not split */
    GROWS,                     /* the same, of one chunk alone more than of all before it */
    DECLINES,                  /* the extreme is less than what is known of other lines */
    EXCURSION,                 /* sums that leave the range and come back, from near its end */
    FAR_AWAY,                  /* products near 1, after one that is not */
    NUM_KINDS
};

static const char *kind_name(int kind)
{
    static const char *const names[] = { "passes 8", "grows", "declines", "excursion", "far away" };
    return kind < NUM_HARD_KINDS ? hard_name((hard_kind)kind) : names[kind - NUM_HARD_KINDS];
}

static double element_of(int kind, generator *g, size_t i, double unit)
{
    const double normal = random_normal(g), chunk = (double)(i / CHUNK);
    const size_t half = i / (CHUNK / 2);
    switch (kind) {
    case PASSES_8:
        return log(8 / (CHUNK * (1 + 7 * unit))) + 0.25 * normal;
    case GROWS:
        return log(8.0 / CHUNK) - 8 * unit + (0.5 + 2 * unit) * chunk;
    case DECLINES:
        return normal - chunk;
    case EXCURSION: /* up, up, up, down: 0.61e308 each */
        return (half % 4 == 3 ? -0.61e308 : 0.61e308) / (CHUNK / 2);
    default:
        return i < 64 ? ldexp(1, unit < 0.5 ? -15 : 15) : 1 + normal * 0x1p-10;
    }
}

static void fill(int kind, generator *g, double *x)
{
    const double unit = random_unit(g);
    if (kind < NUM_HARD_KINDS)
        hard_fill((hard_kind)kind, g, ELEMENTS, x);
    for (size_t i = 0; kind >= NUM_HARD_KINDS && i < ELEMENTS; i++)
        x[i] = element_of(kind, g, i, unit);
}

static double within(double low, double x, double high)
{
    return x > low ? x < high ? x : high : low; /* a NaN: low */
}

static void to_elements(element type, const double *x, void *elements)
{
    for (size_t i = 0; i < ELEMENTS; i++)
        if (type == ELEMENT_I64)
            ((int64_t *)elements)[i] = (int64_t)within(-0x1p60, 1000 * x[i], 0x1p60);
        else if (type == ELEMENT_I32)
            ((int32_t *)elements)[i] = (int32_t)within(-0x1p30, 1000 * x[i], 0x1p30);
        else
            write_element(type, (char *)elements + i * element_bytes(type), x[i]);
}

typedef struct scan {
    lanescan_op op;
    element type;
    lanescan_piece *piece;
    const lanescan_fold *fold;
    lanescan_keeping_piece *keeping_piece; /* or NULL */
    const lanescan_state_kind *kind;
    size_t size;
} scan;

static bool is_extreme(const scan *s)
{
    return s->op == LANESCAN_CUMMAX || s->op == LANESCAN_CUMMIN;
}

static void begin(const scan *s, lanescan_state *state)
{
    memset(state, 0, sizeof *state); /* states are compared as bytes */
    s->kind->begin(state);
}

/* An element of another line is the initial value, where there is one. */
static void begin_line(const scan *s, const char *initial, lanescan_state *state)
{
    char result[8];
    int64_t index = 0;
    begin(s, state);
    if (!initial)
        return;
    s->piece(state, false, 1, initial, result, is_extreme(s) ? &index : NULL);
    state->position = 0;
    if (is_extreme(s))
        state->as.extreme.index = -1;
}

/* A line, its results, and its states at the beginning of each chunk and at the end. */
typedef struct line {
    _Alignas(64) char elements[ELEMENTS * 8], results[ELEMENTS * 8];
    lanescan_state states[CHUNKS + 1];
} line;

static void scan_line(const scan *s, const char *initial, line *l)
{
    static int64_t index[CHUNK];
    begin_line(s, initial, &l->states[0]);
    for (size_t c = 0; c < CHUNKS; c++) {
        const size_t at = c * CHUNK * s->size;
        l->states[c + 1] = l->states[c];
        s->piece(&l->states[c + 1], false, CHUNK, l->elements + at, l->results + at,
                 is_extreme(s) ? index : NULL);
    }
}

static bool is_same(const scan *s, lanescan_state a, lanescan_state b)
{
    if (s->type == ELEMENT_I32 && !is_extreme(s)) { /* of which only the lower half counts */
        a.as.integer &= UINT32_MAX;
        b.as.integer &= UINT32_MAX;
    }
    return memcmp(&a, &b, sizeof a) == 0;
}

/* As a chunk of other elements may have left them, all of whose groups were usual. */
static void fill_terms(lanescan_terms *terms)
{
    for (size_t group = 0; group < CHUNK / GROUP; group++) {
        terms->are_kept[group] = true;
        for (size_t i = 0; i < GROUP + 8; i++)
            terms->of_group[group][i] = 0.5;
    }
    terms->groups = 0;
}

/* A chunk that folds: its terms, kept from its own scan, give the results of the line. */
static void use_kept(const scan *s, const line *l, size_t c, uint64_t mood, const char *text)
{
    static lanescan_terms terms;
    static _Alignas(64) char results[CHUNK * 8];
    const size_t at = c * CHUNK * s->size;
    lanescan_state after = l->states[c], chunk;
    begin(s, &chunk);
    s->fold->begin(&chunk, mood, chunk.position + c * CHUNK);
    fill_terms(&terms);
    s->keeping_piece(&chunk, false, CHUNK, l->elements + at, NULL, &terms);
    terms.groups = 0;
    s->keeping_piece(&after, false, CHUNK, l->elements + at, results, &terms);
    check(is_same(s, after, l->states[c + 1]) &&
              memcmp(results, l->results + at, CHUNK * s->size) == 0,
          "%s: its terms give other results", text);
}

static size_t folded;

static void fold_chunk(const scan *s, const char *kind, const line *l, size_t c, uint64_t mood)
{
    lanescan_state after = l->states[c], chunk;
    char text[100];
    if (mood >= LANESCAN_MOOD_ALONE)
        return;
    snprintf(text, sizeof text, "operation %d of type %d, %s: chunk %zu, begun with %#llx",
             (int)s->op, (int)s->type, kind, c, (unsigned long long)mood);
    begin(s, &chunk);
    s->fold->begin(&chunk, mood, chunk.position + c * CHUNK);
    s->piece(&chunk, false, CHUNK, l->elements + c * CHUNK * s->size, NULL, NULL);
    const bool is_folded = s->fold->fold(&after, &chunk, mood);
    folded += is_folded;
    check(is_same(s, after, l->states[is_folded ? c + 1 : c]), "%s, %s", text,
          is_folded ? "folds to another state" : "does not fold, yet changes the line");
    if (is_folded && s->keeping_piece)
        use_kept(s, l, c, mood, text);
}

static bool is_first(const uint64_t *moods, size_t m)
{
    for (size_t i = 0; i < m; i++)
        if (moods[i] == moods[m])
            return false;
    return true;
}

/* What the chunks of a line are begun with: all that was known of it so far, and of another. */
static void judge(const scan *s, int kind, bool has_initial, generator *g)
{
    static double x[ELEMENTS];
    static line l, other;
    fill(random_below(g, 2) ? kind : (int)random_below(g, NUM_KINDS), g, x);
    to_elements(s->type, x, other.elements);
    scan_line(s, NULL, &other);
    fill(kind, g, x);
    to_elements(s->type, x, l.elements);
    scan_line(s, has_initial ? other.elements : NULL, &l);
    for (size_t c = 0; c < CHUNKS; c++) {
        uint64_t moods[2 * CHUNKS + 2];
        size_t n = 0;
        for (size_t at = 0; at <= c; at++)
            moods[n++] = s->fold->mood(&l.states[at]);
        for (size_t at = 0; at <= CHUNKS; at++)
            moods[n++] = s->fold->mood(&other.states[at]);
        for (size_t m = 0; m < n; m++)
            if (is_first(moods, m))
                fold_chunk(s, kind_name(kind), &l, c, moods[m]);
    }
}

static size_t scans;

static void judge_all(const scan *s, generator *g)
{
    if (!s->fold)
        return;
    scans++;
    const size_t before = folded;
    for (int kind = 0; kind < NUM_KINDS; kind++)
        for (int has_initial = 0; has_initial < 2; has_initial++)
            judge(s, kind, has_initial, g);
    check(folded - before > CHUNKS, "operation %d of type %d: %zu chunks were folded", (int)s->op,
          (int)s->type, folded - before);
}

int main(int argc, char **argv)
{
    const lanescan_kernels *const k = target_find(argc > 1 ? argv[1] : "generic");
    check_start("threads folding", k->name);
    generator g = random_seeded(check_stream_seed("threads folding"));
    for (int op = 0; op < NUM_OPS; op++) {
        for (int type = 0; type < NUM_ELEMENTS; type++) {
            const scan s = { (lanescan_op)op,
                             (element)type,
                             k->piece[op][type],
                             k->fold[op][type],
                             k->keeping_piece[op][type],
                             lanescan_state_kinds[op][type],
                             type == ELEMENT_I32 ? sizeof(int32_t) : element_bytes((element)type) };
            judge_all(&s, &g);
        }
        const scan indexed = {
            (lanescan_op)op,          ELEMENT_I32, k->indexed_i32[op],
            k->fold[op][ELEMENT_I64], NULL,        lanescan_state_kinds[op][ELEMENT_I64],
            sizeof(int32_t)
        };
        if (indexed.piece)
            judge_all(&indexed, &g);
    }
    check(scans >= 22, "only %zu scans have chunks that fold", scans);
    printf("%zu chunks of %zu scans were folded\n", folded, scans);
    return check_finish();
}
