/* A piece and a line of NUMBERs, from scans where the direction, and whether there are indices, are
 * constants: loops of their own. */

#define OF_TYPE(name) LANESCAN_JOIN(name, NUMBER)

#ifndef LANESCAN_WITHOUT_TENSORS
/* Without results. */
LANESCAN_INLINE void OF_TYPE(extreme_piece_alone)(operation op, lanescan_state *state,
                                                  bool backwards, size_t n, const NUMBER *x)
{
    extreme_run run = extreme_run_begin(state);
    OF_TYPE(extreme_scan_alone)(op, backwards, n, x, &run);
    extreme_run_end(state, &run, n);
}

/* From element `first` on, which is NaN, unless the line was so before the piece. */
LANESCAN_COLD void OF_TYPE(extreme_piece_nans)(lanescan_state *state, bool backwards, size_t first,
                                               size_t n, const NUMBER *x, NUMBER *y, int64_t *index)
{
    extreme_run run = extreme_run_begin(state);
    OF_TYPE(extreme_nans)(backwards, first, n, x, y, index, &run);
    extreme_run_end(state, &run, n);
}

LANESCAN_INLINE void OF_TYPE(extreme_piece)(operation op, lanescan_state *state, bool backwards,
                                            size_t n, const NUMBER *x, NUMBER *y, int64_t *index)
{
    extreme_run run = extreme_run_begin(state);
    const size_t done = backwards ? OF_TYPE(extreme_scan)(op, true, n, x, y, index, &run)
                                  : OF_TYPE(extreme_scan)(op, false, n, x, y, index, &run);
    if (LANESCAN_UNLIKELY(done < n))
        OF_TYPE(extreme_piece_nans)(state, backwards, done, n, x, y, index);
    else
        extreme_run_end(state, &run, n);
}
#endif

/* A line goes without a state, and without a call for it. */
LANESCAN_INLINE void OF_TYPE(extreme_line)(operation op, NUMBER identity, size_t n, const NUMBER *x,
                                           NUMBER *y, int64_t *index)
{
    extreme_run run = { { .FIELD = identity }, -1, 0, 1, false };
    const size_t done = index ? OF_TYPE(extreme_scan)(op, false, n, x, y, index, &run)
                              : OF_TYPE(extreme_scan)(op, false, n, x, y, NULL, &run);
    if (LANESCAN_UNLIKELY(done < n))
        OF_TYPE(extreme_line_nans)(done, n, x, y, index);
}

#undef OF_TYPE
#undef NUMBER
#undef FIELD
