/* Signals that end the program: nothing half-written stays, neither files nor the line that shows
 * the progress. */
#ifndef LANESCAN_CLI_SIGNALS_H
#define LANESCAN_CLI_SIGNALS_H

/* From here on. The signal that says that a mapped file is not there any more becomes an error. */
void signals_watch(void);

#endif
