/* Extremes element by element, of NUMBERs, for which `so_far` is the member FIELD of extreme_value:
 * elements `first` to n of a piece. IS_NAN says whether one is NaN, ANY_NAN whether one of two is.
 * An element replaces the extreme if it is as extreme, or NaN; never a number after a NaN. */

#define OF_TYPE(name) LANESCAN_JOIN(name, NUMBER)

/* From a NaN on. */
LANESCAN_COLD void OF_TYPE(extreme_nans)(bool backwards, size_t first, size_t n, const NUMBER *x,
                                         NUMBER *y, int64_t *index, extreme_run *run)
{
    for (size_t i = first; i < n; i++) {
        const NUMBER value = x[offset_of(backwards, i)];
        if (IS_NAN(value)) {
            run->so_far.FIELD = value;
            run->at = extreme_index(run, i);
        }
        y[offset_of(backwards, i)] = (NUMBER)run->so_far.FIELD;
        if (index)
            index[offset_of(backwards, i)] = run->at;
    }
}

/* A line from its first NaN on. */
LANESCAN_COLD void OF_TYPE(extreme_line_nans)(size_t first, size_t n, const NUMBER *x, NUMBER *y,
                                              int64_t *index)
{
    extreme_run run = { .increment = 1 };
    OF_TYPE(extreme_nans)(false, first, n, x, y, index, &run);
}

/* Up to a NaN; returns how far. */
LANESCAN_INLINE size_t OF_TYPE(extreme_elements)(operation op, bool backwards, size_t first,
                                                 size_t n, const NUMBER *x, NUMBER *y,
                                                 int64_t *index, extreme_run *run)
{
    const int64_t first_index = run->first_index, increment = run->increment;
    NUMBER so_far = (NUMBER)run->so_far.FIELD;
    int64_t at = run->at;
    size_t i = first;
    const size_t last = IS_NAN(so_far) ? first : n;
    for (; i < last; i++) {
        const NUMBER value = x[offset_of(backwards, i)];
        if (!index) { /* without a branch */
            if (LANESCAN_UNLIKELY(IS_NAN(value)))
                break;
            so_far = LATER(op, so_far, value);
        } else if (!IS_BEYOND(op, so_far, value)) {
            if (LANESCAN_UNLIKELY(IS_NAN(value)))
                break;
            so_far = value;
            at = first_index + increment * (int64_t)i;
        }
        y[offset_of(backwards, i)] = so_far;
        if (index)
            index[offset_of(backwards, i)] = at;
    }
    run->so_far.FIELD = so_far;
    run->at = at;
    return i;
}

/* The extreme alone: of all elements in portable code, of few in lanes. */
#define ALONE IN_SCALARS(LANESCAN_INLINE) IN_LANES(LANESCAN_NOINLINE_IN_LANES)
ALONE void OF_TYPE(extreme_alone)(operation op, bool backwards, size_t first, size_t n,
                                  const NUMBER *x, extreme_run *run)
{
    for (size_t i = first; i < n; i++) {
        const NUMBER value = x[offset_of(backwards, i)], so_far = (NUMBER)run->so_far.FIELD;
        if (IS_NAN(value) ||
            !(IS_NAN(so_far) || (op == OP_MAX ? so_far > value : so_far < value))) {
            run->so_far.FIELD = value;
            run->at = extreme_index(run, i);
        }
    }
}

#if LANES == 1
#include "ops/extreme/scalars_tpl.h"
#endif

#undef ALONE
#undef OF_TYPE
#undef NUMBER
#undef FIELD
#undef IS_NAN
#undef ANY_NAN
