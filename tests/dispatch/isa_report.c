/* Prints the active instruction set, then all that this CPU can run: for the shell tests. */
#include <lanescan.h>

#include <stdio.h>

int main(void)
{
    puts(lanescan_isa());
    for (const char *const *name = lanescan_isas(); *name; name++)
        puts(*name);
    return 0;
}
