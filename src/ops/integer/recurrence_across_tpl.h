/* ROWS_OF_NUMBERS: recurrences of NUMBERs across lines, row by row, in the lanes of the type
 * (compilers see to that). */

LANESCAN_INLINE void LANESCAN_JOIN(ROWS_OF_NUMBERS, row)(size_t lines,
                                                         const lanescan_recurrence_rows *where,
                                                         ptrdiff_t row, NUMBER *so_far)
{
    const NUMBER *const a = (const void *)(where->a + row * where->a_stride);
    const NUMBER *const b = (const void *)(where->b + row * where->b_stride);
    NUMBER *const y = (void *)(where->y + row * where->y_stride);
    LANESCAN_UNROLL(1)
    for (size_t l = 0; l < lines; l++)
        so_far[l] = a[l] * so_far[l] + b[l];
    memcpy(y, so_far, lines * sizeof *y);
}

LANESCAN_INLINE void ROWS_OF_NUMBERS(lanescan_columns *state, size_t rows, size_t lines,
                                     const lanescan_recurrence_rows *where)
{
    NUMBER so_far[ACROSS_LINES];
    LANESCAN_UNROLL(1)
    for (size_t l = 0; l < lines; l++)
        so_far[l] = (NUMBER)state->as.integer[l];
    for (size_t r = 0; r < rows; r++)
        LANESCAN_JOIN(ROWS_OF_NUMBERS, row)(lines, where, (ptrdiff_t)r, so_far);
    LANESCAN_UNROLL(1)
    for (size_t l = 0; l < lines; l++)
        state->as.integer[l] = (int64_t)so_far[l];
    state->position += rows;
}

#undef ROWS_OF_NUMBERS
#undef NUMBER
