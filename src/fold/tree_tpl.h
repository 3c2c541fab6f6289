/* The order of operations of every floating-point scan, once for each tree (trees.h has them all):
 * its elements, numbers and operation. A group is eight runs of four:
 *
 *     run       a, a b, (a b) c, (a b)(c d)                   depth 2
 *     network   inclusive scan of the eight run totals        depth 3
 *     apply     (carry op totals of the runs before) op run   depth 2
 *
 * The network is Sklansky's: level by level, for halves of 1, 2 and 4 totals, the last total of the
 * lower half of each 2 * half is combined with all of the upper half:
 *
 *     a b c d e f g h
 *     a ab c cd e ef g gh
 *     a ab (ab)c (ab)(cd) e ef (ef)g (ef)(gh)
 *     and the fourth total with the last four
 *
 * Totals are in an array where each lane is a line of its own; along a line they are in the lanes
 * of one vector (tree_in_lanes_tpl.h).
 *
 * Prefixes that are KEPT for the last step, and RESULTs, may be rounded numbers. */

#define T(name) LANESCAN_JOIN(TREE, name)

/* prefix[k] is the fold of x[0] to x[k]; the last is the run's total. */
LANESCAN_INLINE void T(run)(const TREE_ELEMENT x[RUN], TREE_NUMBER prefix[RUN])
{
    const TREE_NUMBER first_half = T(join)(x[0], x[1]), second_half = T(join)(x[2], x[3]);
    prefix[0] = T(lift)(x[0]);
    prefix[1] = first_half;
    prefix[2] = T(append)(first_half, x[2]);
    prefix[3] = T(combine)(first_half, second_half);
}

/* One level: what is before total `at`, which is in an upper half. */
LANESCAN_INLINE void T(combine_at)(int half, int at, TREE_NUMBER total[RUNS])
{
    total[at] = T(combine)(total[(at & ~(2 * half - 1)) + half - 1], total[at]);
}

/* The inclusive scan of the totals. (Written out: compilers give up on loops of such length.) */
LANESCAN_INLINE void T(network)(TREE_NUMBER total[RUNS])
{
    T(combine_at)(1, 1, total);
    T(combine_at)(1, 3, total);
    T(combine_at)(1, 5, total);
    T(combine_at)(1, 7, total);
    T(combine_at)(2, 2, total);
    T(combine_at)(2, 3, total);
    T(combine_at)(2, 6, total);
    T(combine_at)(2, 7, total);
    T(combine_at)(4, 4, total);
    T(combine_at)(4, 5, total);
    T(combine_at)(4, 6, total);
    T(combine_at)(4, 7, total);
}

/* The same as totals come: of those behind it needs the last one, the last pair, and the first
 * half. */
typedef struct T(network_behind) {
    TREE_NUMBER one, two, four;
} T(network_behind);

/* What total `at` becomes. */
LANESCAN_INLINE TREE_NUMBER T(network_next)(size_t at, TREE_NUMBER total,
                                            T(network_behind) * behind)
{
    if (at % 2 == 0)
        behind->one = total;
    else
        total = T(combine)(behind->one, total);
    if (at % 4 == 1)
        behind->two = total;
    if (at & 2)
        total = T(combine)(behind->two, total);
    if (at == 3)
        behind->four = total;
    if (at & 4)
        total = T(combine)(behind->four, total);
    return total;
}

/* What is before a run: the carry, and the totals of the runs before it. (No carry is -0.) */
LANESCAN_INLINE TREE_RESULT T(before_run)(TREE_RESULT carry, const TREE_NUMBER total[RUNS],
                                          size_t run)
{
    return run ? T(before)(carry, total[run - 1]) : carry;
}

/* A run's results. prefix(in, k) gives prefix k of the run. Where prefixes are in memory each is
 * loaded at its use: to load an array of them first would be one instruction more for each. */
LANESCAN_INLINE void T(apply_in)(TREE_RESULT before, TREE_KEPT (*prefix)(const void *, size_t),
                                 const void *in, TREE_RESULT result[RUN])
{
    result[0] = T(after)(before, prefix(in, 0));
    result[1] = T(after)(before, prefix(in, 1));
    result[2] = T(after)(before, prefix(in, 2));
    result[3] = T(after)(before, prefix(in, 3));
}

LANESCAN_INLINE TREE_KEPT T(prefix_in_array)(const void *prefixes, size_t k)
{
    return ((const TREE_KEPT *)prefixes)[k];
}

LANESCAN_INLINE void T(apply)(TREE_RESULT before, const TREE_KEPT prefix[RUN],
                              TREE_RESULT result[RUN])
{
    T(apply_in)(before, T(prefix_in_array), prefix, result);
}

#undef T
#undef TREE
#undef TREE_ELEMENT
#undef TREE_NUMBER
#undef TREE_KEPT
#undef TREE_RESULT
