/* NAME, of lines whose elements are STORED and whose steps are COMPUTED. */
static void NAME(int64_t n, int64_t step, const void *a_line, const void *b_line, void *y_line)
{
    const STORED *const a = a_line, *const b = b_line;
    STORED *const y = y_line;
    COMPUTED carry = 0;
    for (int64_t j = 0; j < n; j++) {
        const int64_t at = j * step;
        carry = j == 0 ? (COMPUTED)b[at] : (COMPUTED)a[at] * carry + (COMPUTED)b[at];
        y[at] = (STORED)carry;
    }
}
#undef NAME
#undef STORED
#undef COMPUTED
