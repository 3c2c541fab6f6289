/* Extremes of NUMBERs in portable code, where all go element by element: the rest of
 * elements_tpl.h, which includes it. */

/* extreme_elements with indices: the usual element, which is no new extreme, has no jump but the
 * loop's own, and new extremes that come together have a loop of their own. */
LANESCAN_INLINE size_t OF_TYPE(extreme_indexed)(operation op, bool backwards, size_t n,
                                                const NUMBER *x, NUMBER *y, int64_t *index,
                                                extreme_run *run)
{
    const int64_t first_index = run->first_index, increment = run->increment;
    NUMBER so_far = (NUMBER)run->so_far.FIELD;
    int64_t at = run->at;
    size_t i = 0;
    for (; i < n; i++) {
        if (LANESCAN_UNLIKELY(!IS_BEYOND(op, so_far, x[offset_of(backwards, i)]))) {
            const size_t first_new = i;
            for (; i < n; i++) {
                const NUMBER value = x[offset_of(backwards, i)];
                if (!(op == OP_MAX ? value >= so_far : value <= so_far))
                    break;
                so_far = value;
                at = first_index + increment * (int64_t)i;
                y[offset_of(backwards, i)] = so_far;
                index[offset_of(backwards, i)] = at;
            }
            if (i == first_new) /* a NaN, or so_far is one */
                break;
            i--;
            continue;
        }
        y[offset_of(backwards, i)] = so_far;
        index[offset_of(backwards, i)] = at;
    }
    run->so_far.FIELD = so_far;
    run->at = at;
    return i;
}

/* The same without indices, four elements at a time while no NaN is among them: extremes of the
 * four do not wait for those before. */
LANESCAN_INLINE size_t OF_TYPE(extreme_fours)(operation op, bool backwards, size_t n,
                                              const NUMBER *x, NUMBER *y, extreme_run *run)
{
    NUMBER so_far = (NUMBER)run->so_far.FIELD;
    size_t i = 0;
    const size_t last = IS_NAN(so_far) ? 0 : n - n % 4;
    for (; i < last; i += 4) {
        const NUMBER a = x[offset_of(backwards, i)], b = x[offset_of(backwards, i + 1)];
        const NUMBER c = x[offset_of(backwards, i + 2)], d = x[offset_of(backwards, i + 3)];
        if (LANESCAN_UNLIKELY(ANY_NAN(a, b) || ANY_NAN(c, d)))
            break;
        const NUMBER ab = LATER(op, a, b), abc = LATER(op, ab, c), abcd = LATER(op, abc, d);
        y[offset_of(backwards, i)] = LATER(op, so_far, a);
        y[offset_of(backwards, i + 1)] = LATER(op, so_far, ab);
        y[offset_of(backwards, i + 2)] = LATER(op, so_far, abc);
        y[offset_of(backwards, i + 3)] = so_far = LATER(op, so_far, abcd);
    }
    run->so_far.FIELD = so_far;
    return i;
}

/* Up to a NaN; returns how far. */
LANESCAN_INLINE size_t OF_TYPE(extreme_scan)(operation op, bool backwards, size_t n,
                                             const NUMBER *x, NUMBER *y, int64_t *index,
                                             extreme_run *run)
{
    if (index)
        return OF_TYPE(extreme_indexed)(op, backwards, n, x, y, index, run);
    const size_t done = OF_TYPE(extreme_fours)(op, backwards, n, x, y, run);
    return OF_TYPE(extreme_elements)(op, backwards, done, n, x, y, NULL, run);
}

#ifndef LANESCAN_WITHOUT_TENSORS
LANESCAN_INLINE void OF_TYPE(extreme_scan_alone)(operation op, bool backwards, size_t n,
                                                 const NUMBER *x, extreme_run *run)
{
    OF_TYPE(extreme_alone)(op, backwards, 0, n, x, run);
}

LANESCAN_INLINE bool OF_TYPE(extreme_any_nan)(const NUMBER row[COLUMNS_TOGETHER])
{
    bool any = false;
    for (size_t l = 0; l < COLUMNS_TOGETHER; l += 2)
        any = any || ANY_NAN(row[l], row[l + 1]);
    return any;
}

/* Rows of eight lines side by side, up to one that holds a NaN; returns which. No branch asks for a
 * new extreme: at the beginning of lines it would be taken at random. */
LANESCAN_INLINE size_t OF_TYPE(extreme_rows)(operation op, lanescan_columns *state, size_t first,
                                             size_t rows, const lanescan_rows *where)
{
    extreme_columns *const e = &state->as.extreme;
    const NUMBER *in = (const NUMBER *)(const void *)where->in + first;
    NUMBER *out = (NUMBER *)(void *)where->out + first;
    NUMBER so_far[COLUMNS_TOGETHER];
    for (size_t l = 0; l < COLUMNS_TOGETHER; l++)
        so_far[l] = (NUMBER)e->so_far.FIELD[first + l];
    if (LANESCAN_UNLIKELY(OF_TYPE(extreme_any_nan)(so_far)))
        return 0;
    size_t row = 0;
    for (; row < rows; row++) {
        NUMBER x[COLUMNS_TOGETHER];
        for (size_t l = 0; l < COLUMNS_TOGETHER; l++)
            x[l] = in[l];
        if (LANESCAN_UNLIKELY(OF_TYPE(extreme_any_nan)(x)))
            break;
        for (size_t l = 0; l < COLUMNS_TOGETHER; l++)
            so_far[l] = LATER(op, so_far[l], x[l]);
        for (size_t l = 0; l < COLUMNS_TOGETHER; l++)
            out[l] = so_far[l];
        in = (const NUMBER *)(const void *)((const char *)in + where->in_stride);
        out = (NUMBER *)(void *)((char *)out + where->out_stride);
    }
    for (size_t l = 0; l < COLUMNS_TOGETHER; l++)
        e->so_far.FIELD[first + l] = so_far[l];
    return row;
}

/* Many lines of a few elements. */
LANESCAN_INLINE void OF_TYPE(extreme_short)(lanescan_short_lines *own, operation op,
                                            NUMBER identity, size_t lines, size_t n, const char *x,
                                            ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    (void)own;
    for (; lines; lines--, x += x_pitch, y += y_pitch) {
        const NUMBER *const from = (const void *)x;
        NUMBER *const to = (void *)y;
        extreme_run run = { { .FIELD = identity }, -1, 0, 1, false };
        const size_t done = OF_TYPE(extreme_elements)(op, false, 0, n, from, to, NULL, &run);
        if (LANESCAN_UNLIKELY(done < n))
            OF_TYPE(extreme_line_nans)(done, n, from, to, NULL);
    }
}
#endif
