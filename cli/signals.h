/* Signals that end the program: nothing half-written stays, neither files nor the line that shows
 * the progress. */
#ifndef LANESCAN_CLI_SIGNALS_H
#define LANESCAN_CLI_SIGNALS_H

#include <signal.h>

/* From here on. The signal that says that a mapped file is not there any more becomes an error. */
void signals_watch(void);

/* Between these no handler runs. */
sigset_t signals_block(void);

/* The same, but that what this thread does wrong itself ends the program at once. */
sigset_t signals_block_from_outside(void);
void signals_unblock(sigset_t before);

#endif
