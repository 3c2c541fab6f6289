#ifndef LANESCAN_CLI_SELF_TEST_H
#define LANESCAN_CLI_SELF_TEST_H

/* Computes the golden numbers on each instruction set of this machine, and prints a line about
 * each. Ends the program where one differs from what was recorded. */
void self_test(void);

#endif
