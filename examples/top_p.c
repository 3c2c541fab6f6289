/* Top-p (nucleus) sampling: the next word of a language model, drawn from the smallest set of words
 * that has probability p together.
 *
 * A model gives a number for each word, the logit: its log-probability up to a constant. Sorted
 * downwards, their logcumsumexp is the log of the cumulated probabilities, up to the same constant,
 * which is its last element. The nucleus ends where it reaches log p; a draw is where it reaches
 * log u. No exp(logit), which may overflow, and no normalisation: an f32 tensor goes in, an f64 one
 * comes out, all rows by one call. */
#include "example.h"

#include <lanescan.h>

#include <string.h>

enum { ROWS = 6, WORDS = 32000, DRAWS = 20000 };

static const double p = 0.9;

typedef struct candidate {
    float logit;
    int word;
} candidate;

static candidate candidates[ROWS][WORDS];
static float sorted[ROWS][WORDS];
static double log_cdf[ROWS][WORDS];

/* Rows from nearly certain to nearly even, each with a constant that no exp() survives. */
static const double peaked[ROWS] = { 6, 3, 2, 1.5, 1, 0.1 };
static const double constant[ROWS] = { 0, 1000, -1000, 90, -200, 30 };

static int downwards(const void *left, const void *right)
{
    const candidate *const a = left, *const b = right;
    return a->logit < b->logit ? 1 : a->logit > b->logit ? -1 : a->word - b->word;
}

static void make_logits(void)
{
    uint64_t seed = 5;
    for (int row = 0; row < ROWS; row++) {
        for (int word = 0; word < WORDS; word++) {
            const double rank = 1 + (word * 12347 + row) % WORDS; /* by a rule, out of order */
            const double logit = constant[row] - peaked[row] * log(rank) + 0.2 * normal(&seed);
            candidates[row][word] = (candidate){ (float)logit, word };
        }
        qsort(candidates[row], WORDS, sizeof candidates[row][0], downwards);
        for (int i = 0; i < WORDS; i++)
            sorted[row][i] = candidates[row][i].logit;
    }
}

/* The first element that is at least `value`; the last if none is. */
static int first_at_least(const double *ascending, int count, double value)
{
    int low = 0, high = count - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (ascending[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int nucleus_size(int row)
{
    return 1 + first_at_least(log_cdf[row], WORDS, log(p) + log_cdf[row][WORDS - 1]);
}

/* A place in the sorted row. */
static int draw(int row, int nucleus, uint64_t *seed)
{
    return first_at_least(log_cdf[row], nucleus, log(uniform(seed)) + log_cdf[row][nucleus - 1]);
}

/* The probabilities themselves, relative to the first, in long double: the nucleus has p, and not
 * without its last; and words are drawn as often as they should be. */
static void check_row(int row, int nucleus)
{
    static long double weight[WORDS];
    static int drawn[WORDS];
    long double total = 0, inside = 0;
    for (int i = 0; i < WORDS; i++)
        total += weight[i] = expl((long double)sorted[row][i] - sorted[row][0]);
    for (int i = 0; i < nucleus; i++)
        inside += weight[i];
    verify(inside / total > p - 1e-12L, "the nucleus has less than p");
    verify((inside - weight[nucleus - 1]) / total < p + 1e-12L, "the nucleus is too large");

    uint64_t seed = 100 + (uint64_t)row;
    memset(drawn, 0, sizeof drawn);
    for (int i = 0; i < DRAWS; i++)
        drawn[draw(row, nucleus, &seed)]++;
    for (int i = 0; i < WORDS; i++) {
        const double expected = i < nucleus ? (double)(DRAWS * weight[i] / inside) : 0;
        verify(fabs(drawn[i] - expected) <= 6 * sqrt(expected) + (i < nucleus ? 6 : 0),
               "a word is drawn too often or too rarely");
    }
}

int main(void)
{
    make_logits();
    const int64_t shape[] = { ROWS, WORDS };
    const lanescan_tensor in = { sorted, shape, NULL, 2, LANESCAN_F32 };
    const lanescan_tensor out = { log_cdf, shape, NULL, 2, LANESCAN_F64 };
    const lanescan_status status = lanescan_logcumsumexp(&in, 1, &out);
    verify(status == LANESCAN_OK, lanescan_status_string(status));

    printf("Of %d words, how many have %g %% together, and which are drawn?\n\n", WORDS, 100 * p);
    printf("  largest logit   words   of probability   five draws\n");
    for (int row = 0; row < ROWS; row++) {
        const int nucleus = nucleus_size(row);
        uint64_t seed = 1;
        printf("  %13.2f %7d %16.4f  ", (double)sorted[row][0], nucleus,
               exp(log_cdf[row][nucleus - 1] - log_cdf[row][WORDS - 1]));
        for (int i = 0; i < 5; i++)
            printf(" %d", candidates[row][draw(row, nucleus, &seed)].word);
        printf("\n");
        check_row(row, nucleus);
    }
    printf("\nverified: sizes in long double, and %d draws of each row\n", DRAWS);
    return 0;
}
