/* Stretches of the program in which no handler of signals runs. */
#ifndef LANESCAN_CLI_BLOCKING_H
#define LANESCAN_CLI_BLOCKING_H

#include <signal.h>

/* Between these no handler runs. */
sigset_t signals_block(void);

/* The same, but that what this thread does wrong itself ends the program at once. */
sigset_t signals_block_from_outside(void);
void signals_unblock(sigset_t before);

#endif
