/* Extremes with indices of many lines of a few NUMBERs, one after the other (short.h), of which
 * FLIPPED makes what is compared, and back. No branch asks for a new extreme: at the beginning of
 * lines it would be taken at random. */

#define OF_TYPE(name) LANESCAN_JOIN(name, NUMBER)

LANESCAN_INLINE void OF_TYPE(extreme_short_indexed)(operation op, NUMBER flip, NUMBER identity,
                                                    size_t lines, size_t n,
                                                    const lanescan_indexed_lines *at)
{
    lanescan_indexed_lines here = *at;
    (void)flip;
    for (; lines; lines--) {
        const NUMBER *const x = (const void *)here.x;
        NUMBER *const y = (void *)here.y, so_far = identity;
        int64_t *const index = (void *)here.index, latest = 0;
        size_t i = 0;
        for (; i < n; i++) {
            const NUMBER value = FLIPPED(x[i]);
            if (LANESCAN_UNLIKELY(IS_NAN(value)))
                break;
            latest = integer_select(IS_BEYOND(op, so_far, value), latest, (int64_t)i);
            so_far = LATER(op, so_far, value);
            y[i] = FLIPPED(so_far);
            /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there always is one */
            index[i] = latest;
        }
        if (LANESCAN_UNLIKELY(i < n))
            OF_TYPE(extreme_line_nans)(i, n, x, y, index);
        here.x += here.x_pitch;
        here.y += here.y_pitch;
        here.index += here.index_pitch;
    }
}

#undef OF_TYPE
#undef NUMBER
#undef IS_NAN
#undef FLIPPED
