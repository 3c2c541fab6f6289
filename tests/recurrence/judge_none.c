/* Where there is no MPFR. */
#include "recurrence/judge.h"

recurrence_error recurrence_judge(const char *what, bool is_f32, size_t n, const void *a,
                                  const void *b, const double *initial, const void *y)
{
    (void)what, (void)is_f32, (void)a, (void)b, (void)initial, (void)y;
    return (recurrence_error){ .at = n };
}
