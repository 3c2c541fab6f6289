/* The kernel PIECE for pieces of NUMBERs, by OP. Each way is a function of its own: the usual one
 * has so little to keep that it needs no stack, and a short line does not wait for one to be
 * aligned. */

#define WAY(name)     LANESCAN_JOIN(PIECE, name)
#define OF_TYPE(name) LANESCAN_JOIN(name, NUMBER)

IN_SCALARS(LANESCAN_LOOPS_ALIGNED)
LANESCAN_NOINLINE void WAY(with_index)(lanescan_state *state, bool backwards, size_t n,
                                       const void *x, void *y, void *index)
{
    if (index)
        OF_TYPE(extreme_piece)(OP, state, backwards, n, x, y, index);
}

LANESCAN_NOINLINE void WAY(backwards)(lanescan_state *state, size_t n, const void *x, void *y)
{
    OF_TYPE(extreme_piece)(OP, state, true, n, x, y, NULL);
}

LANESCAN_NOINLINE void WAY(alone)(lanescan_state *state, bool backwards, size_t n, const void *x)
{
    OF_TYPE(extreme_piece_alone)(OP, state, backwards, n, x);
}

PIECE_KERNEL(PIECE)
{
    if (has_no_results(y))
        WAY(alone)(state, backwards, n, x);
    else if (index)
        WAY(with_index)(state, backwards, n, x, y, index);
    else if (backwards)
        WAY(backwards)(state, n, x, y);
    else
        OF_TYPE(extreme_piece)(OP, state, false, n, x, y, NULL);
}

#undef WAY
#undef OF_TYPE
#undef PIECE
#undef NUMBER
