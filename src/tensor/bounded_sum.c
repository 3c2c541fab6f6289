/* A search, depth first, over the terms from the largest coefficient to the smallest. What keeps it
 * short:
 *
 * - The terms that follow can reach at most their sum, which bounds x from both sides.
 * - Their sum is a multiple of their gcd, so x lies in one residue class: c x = target (mod gcd).
 *   Together the two decide any problem of two terms without a search.
 * - Terms are often complete: every multiple of their gcd up to their sum is reached, as with coins
 *   that have no gaps. There the search ends with yes.
 * - Dimensions nested in each other lead to the same few remainders on many ways, so the last
 *   failures are remembered. */
#include "tensor/bounded_sum.h"

#include <stdbool.h>

enum { REMEMBERED = 4 };

/* One term, and what is known of it and all that follow. */
typedef struct stage {
    bounded_term term;
    uint64_t gcd;
    uint64_t reach;   /* the largest sum */
    uint64_t step;    /* of x, in its residue class */
    uint64_t inverse; /* of coefficient / gcd modulo step */
    uint64_t failed[REMEMBERED];
    unsigned num_failed;
    bool is_complete;
} stage;

/* a * b mod m for a, b < m < 2^63, without a wider type. */
static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t m)
{
    uint64_t product = 0;
    for (; b; b >>= 1) {
        if (b & 1)
            product = (product + a) % m;
        a = (a + a) % m;
    }
    return product;
}

/* 1 / a mod m by Euclid's algorithm, where gcd(a, m) is 1; 0 for m = 1. */
static uint64_t inverse_modulo(uint64_t a, uint64_t m)
{
    if (m <= 1)
        return 0;
    int64_t rest = (int64_t)m, next_rest = (int64_t)(a % m);
    int64_t factor = 0, next_factor = 1; /* factor * a = rest (mod m) */
    while (next_rest) {
        const int64_t quotient = rest / next_rest;
        const int64_t later_rest = rest - quotient * next_rest;
        const int64_t later_factor = factor - quotient * next_factor;
        rest = next_rest;
        next_rest = later_rest;
        factor = next_factor;
        next_factor = later_factor;
    }
    return (uint64_t)(factor < 0 ? factor + (int64_t)m : factor);
}

/* Largest coefficients first, equal ones as one term, none that is always 0. */
static int tidy(bounded_term *terms, int num_terms)
{
    int kept = 0;
    for (int i = 0; i < num_terms; i++) {
        const bounded_term term = terms[i];
        if (term.most == 0)
            continue;
        int place = kept;
        while (place > 0 && terms[place - 1].coefficient < term.coefficient)
            place--;
        if (place > 0 && terms[place - 1].coefficient == term.coefficient) {
            terms[place - 1].most += term.most;
            continue;
        }
        for (int j = kept++; j > place; j--)
            terms[j] = terms[j - 1];
        terms[place] = term;
    }
    return kept;
}

static void prepare(stage *stages, const bounded_term *terms, int num_terms)
{
    for (int i = num_terms - 1; i >= 0; i--) {
        stage *s = &stages[i];
        s->term = terms[i];
        s->num_failed = 0;
        s->gcd = s->term.coefficient;
        s->reach = s->term.coefficient * s->term.most;
        s->is_complete = true;
        s->step = 1;
        s->inverse = 0;
        if (i == num_terms - 1)
            continue;
        const stage *rest = &stages[i + 1];
        s->gcd = bounded_gcd(s->gcd, rest->gcd);
        s->reach += rest->reach;
        s->is_complete = rest->is_complete && s->gcd == rest->gcd &&
                         s->term.coefficient - rest->gcd <= rest->reach;
        s->step = rest->gcd / s->gcd;
        s->inverse = inverse_modulo(s->term.coefficient / s->gcd, s->step);
    }
}

static bool has_failed(const stage *s, uint64_t target)
{
    for (unsigned i = 0; i < REMEMBERED && i < s->num_failed; i++)
        if (s->failed[i] == target)
            return true;
    return false;
}

/* `target` is a multiple of s->gcd, and at most s->reach. */
static layout_answer search(stage *s, uint64_t target, int *nodes)
{
    if (s->is_complete)
        return LAYOUT_YES;
    if (has_failed(s, target))
        return LAYOUT_NO;
    if (*nodes == 0)
        return LAYOUT_UNKNOWN;
    --*nodes;
    const uint64_t coefficient = s->term.coefficient;
    const uint64_t rest = s[1].reach;
    const uint64_t high = target / coefficient < s->term.most ? target / coefficient : s->term.most;
    const uint64_t low = target > rest
                             ? (target - rest) / coefficient + ((target - rest) % coefficient != 0)
                             : 0;
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): the step is a gcd over a gcd that divides it */
    const uint64_t residue = multiply_modulo(target / s->gcd % s->step, s->inverse, s->step);
    const uint64_t offset = (residue + s->step - low % s->step) % s->step;
    if (low <= high && offset <= high - low)
        for (uint64_t x = low + offset;; x += s->step) {
            const layout_answer answer = search(s + 1, target - coefficient * x, nodes);
            if (answer != LAYOUT_NO)
                return answer;
            if (high - x < s->step)
                break;
        }
    s->failed[s->num_failed++ % REMEMBERED] = target;
    return LAYOUT_NO;
}

layout_answer bounded_sum(bounded_term *terms, int num_terms, uint64_t target, int *nodes)
{
    stage stages[BOUNDED_MAX_TERMS];
    num_terms = tidy(terms, num_terms);
    if (num_terms <= 0)
        return target == 0 ? LAYOUT_YES : LAYOUT_NO;
    prepare(stages, terms, num_terms);
    if (target > stages[0].reach || target % stages[0].gcd != 0)
        return LAYOUT_NO;
    return search(stages, target, nodes);
}
