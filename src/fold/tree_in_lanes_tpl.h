/* Network and apply of tree_tpl.h where the eight totals are in the lanes of one vector: once for
 * each tree (trees_in_lanes.h). TREE_OF_FOUR: also what lines of four runs, and four groups
 * together, need. */

#define T(name) LANESCAN_JOIN(TREE, name)

LANESCAN_INLINE TREE_NUMBER T(level_in_lanes)(int half, TREE_NUMBER total)
{
    const TREE_NUMBER both = T(combine)(T(spread)(half, total), total);
    return T(after_spread)(half, total, both);
}

LANESCAN_INLINE TREE_NUMBER T(network_in_lanes)(TREE_NUMBER total)
{
    total = T(level_in_lanes)(1, total);
    total = T(level_in_lanes)(2, total);
    return T(level_in_lanes)(4, total);
}

/* What is before each run, a run in each lane. */
LANESCAN_INLINE TREE_RESULT T(before_in_lanes)(TREE_RESULT carry, TREE_NUMBER total)
{
    return T(before)(carry, T(shift_in)(total));
}

#ifdef TREE_OF_FOUR
/* What is before each run of two lines of four runs each, with no carry. */
LANESCAN_INLINE TREE_NUMBER T(before_of_four)(TREE_NUMBER total)
{
    const TREE_NUMBER of_two = T(level_in_lanes)(1, total);
    return T(combine)(T(spread)(2, of_two), T(spread)(1, total));
}

/* The last of four numbers after two levels. */
LANESCAN_INLINE TREE_NUMBER T(last_of_four)(const TREE_NUMBER x[4])
{
    return T(combine)(T(combine)(x[0], x[1]), T(combine)(x[2], x[3]));
}
#undef TREE_OF_FOUR
#endif

#undef T
#undef TREE
#undef TREE_NUMBER
#undef TREE_RESULT
