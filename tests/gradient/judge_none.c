/* Where there is no MPFR. */
#include "gradient/judge.h"

double gradient_judge(const char *what, const gradient_case *c, const double *got)
{
    (void)what, (void)c, (void)got;
    return 0;
}
