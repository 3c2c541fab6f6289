/* Prints whether this process runs with more rights than its user ("secure"; AT_SECURE), and the
 * active set: for secure.sh. */
#include <lanescan.h>

#include <stdio.h>
#include <sys/auxv.h>

int main(void)
{
    printf("%s %s\n", getauxval(AT_SECURE) ? "secure" : "plain", lanescan_isa());
    return 0;
}
