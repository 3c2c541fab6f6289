#include "tensor/overlap.h"

/* About a millisecond. Slices of one array, in up to 25 dimensions, take less than fifty. */
enum { MOST_NODES = 10000 };

/* The dimensions that move, as strides (of `unit` each, their sign dropped) and the number of
 * steps. */
static int read_terms(const layout *l, uint64_t unit, bounded_term *terms)
{
    int num_terms = 0;
    for (int i = 0; i < l->ndim; i++)
        if (l->shape[i] > 1 && l->strides[i] != 0)
            terms[num_terms++] = (bounded_term){ layout_magnitude(l->strides[i]) * unit,
                                                 (uint64_t)l->shape[i] - 1 };
    return num_terms;
}

static void sort_ascending(bounded_term *terms, int num_terms)
{
    for (int i = 1; i < num_terms; i++) {
        const bounded_term term = terms[i];
        int place = i;
        for (; place > 0 && terms[place - 1].coefficient > term.coefficient; place--)
            terms[place] = terms[place - 1];
        terms[place] = term;
    }
}

/* Two indices with the same address differ by d, not all 0, with sum d_i stride_i = 0 and |d_i| <
 * extent_i. Let k be the largest stride with d_k != 0, and d_k > 0, or else swap the two. With x_i
 * = d_i + most_i in 0 .. 2 most_i and x_k = d_k - 1 that is a bounded sum: stride_k x_k + sum
 * stride_i x_i = sum stride_i most_i - stride_k, over i below k. The right side is negative where a
 * stride leaps over all smaller ones: usual layouts end there. */
layout_answer layout_self_alias(const layout *l)
{
    bounded_term dims[LANESCAN_MAX_NDIM];
    if (l->count == 0)
        return LAYOUT_NO;
    for (int i = 0; i < l->ndim; i++)
        if (l->shape[i] > 1 && l->strides[i] == 0)
            return LAYOUT_YES;
    const int num_dims = read_terms(l, 1, dims);
    sort_ascending(dims, num_dims);
    int nodes = MOST_NODES;
    uint64_t below = 0;
    for (int k = 0; k < num_dims; k++) {
        if (dims[k].coefficient <= below) {
            bounded_term terms[BOUNDED_MAX_TERMS];
            for (int i = 0; i < k; i++)
                terms[i] = (bounded_term){ dims[i].coefficient, 2 * dims[i].most };
            terms[k] = (bounded_term){ dims[k].coefficient, dims[k].most - 1 };
            const layout_answer answer = bounded_sum(terms, k + 1, below - dims[k].coefficient,
                                                     &nodes);
            if (answer != LAYOUT_NO)
                return answer;
        }
        below += dims[k].coefficient * dims[k].most;
    }
    return LAYOUT_NO;
}

/* With the steps of a counted up from its lowest element and those of b down from its highest, an
 * element of a begins sum - (high_b - low_a) bytes behind one of b. They share a byte if that is in
 * 1 - size_a .. size_b - 1. The sum is a multiple of the strides' gcd; what multiples the range
 * leaves is one more term, which makes it a bounded sum. */
layout_answer layouts_share(const layout *a, const layout *b)
{
    if (a->count == 0 || b->count == 0)
        return LAYOUT_NO;
    uint64_t below, above;
    layout_reach(a, &below, &above);
    const uint64_t low_a = (uint64_t)(uintptr_t)a->data - below;
    const uint64_t last_a = (uint64_t)(uintptr_t)a->data + above + a->element_size - 1;
    layout_reach(b, &below, &above);
    const uint64_t low_b = (uint64_t)(uintptr_t)b->data - below;
    const uint64_t high_b = (uint64_t)(uintptr_t)b->data + above;
    const uint64_t last_b = high_b + b->element_size - 1;
    if (last_a < low_b || last_b < low_a)
        return LAYOUT_NO;

    bounded_term terms[BOUNDED_MAX_TERMS];
    int num_terms = read_terms(a, a->element_size, terms);
    num_terms += read_terms(b, b->element_size, terms + num_terms);
    if (num_terms <= 0)
        return LAYOUT_YES;
    uint64_t gcd = terms[0].coefficient;
    for (int i = 1; i < num_terms; i++)
        gcd = bounded_gcd(terms[i].coefficient, gcd);
    for (int i = 0; i < num_terms; i++)
        terms[i].coefficient /= gcd;
    const uint64_t before = low_a + (a->element_size - 1);
    const uint64_t least = high_b > before ? (high_b - before - 1) / gcd + 1 : 0;
    const uint64_t most = (last_b - low_a) / gcd;
    if (least > most)
        return LAYOUT_NO;
    terms[num_terms++] = (bounded_term){ 1, most - least };
    int nodes = MOST_NODES;
    return bounded_sum(terms, num_terms, most, &nodes);
}
