/* A piece and a line of NUMBERs, from scans where the direction, and whether there are indices, are
 * constants: loops of their own. */

#define OF_TYPE(name) LANESCAN_JOIN(name, NUMBER)

LANESCAN_INLINE void OF_TYPE(extreme_piece)(operation op, lanescan_state *state, bool backwards,
                                            size_t n, const NUMBER *x, NUMBER *y, int64_t *index)
{
    extreme_run run = extreme_run_begin(state);
    if (index && backwards)
        OF_TYPE(extreme_scan)(op, true, n, x, y, index, &run);
    else if (index)
        OF_TYPE(extreme_scan)(op, false, n, x, y, index, &run);
    else if (backwards)
        OF_TYPE(extreme_scan)(op, true, n, x, y, NULL, &run);
    else
        OF_TYPE(extreme_scan)(op, false, n, x, y, NULL, &run);
    extreme_run_end(state, &run, n);
}

/* A line goes without a state, and without a call for it. */
LANESCAN_INLINE void OF_TYPE(extreme_line)(operation op, NUMBER identity, size_t n, const NUMBER *x,
                                           NUMBER *y, int64_t *index)
{
    extreme_run run = { { .FIELD = identity }, -1, 0, 1 };
    if (index)
        OF_TYPE(extreme_scan)(op, false, n, x, y, index, &run);
    else
        OF_TYPE(extreme_scan)(op, false, n, x, y, NULL, &run);
}

#undef OF_TYPE
#undef NUMBER
#undef FIELD
