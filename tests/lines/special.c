/* Special values: the tables, and the definition evaluated left to right.
 *     special <table> */
#include "lines/special.h"

#include "harness/check.h"
#include "harness/target.h"

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("special", name);
    const lanescan_kernels *table = target_find(name);
    special_run(table, special_cases);
    special_run(table, special_cases_recovery);
    special_integers(table);
    special_empty(table);
    special_left_to_right(table);
    return check_finish();
}
