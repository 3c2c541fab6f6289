/* sin, cos and atan2 in lanes, as mutants.sh compiles them. */
#include "harness/check.h"
#include "complex/accuracy.h"

#include <mpfr.h>

int main(void)
{
    check_start("functions", "mutant");
    complex_functions_judge();
    mpfr_free_cache();
    return check_finish();
}
