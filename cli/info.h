#ifndef LANESCAN_CLI_INFO_H
#define LANESCAN_CLI_INFO_H

/* What the library is and can do on this machine. */
void print_info(void);

#endif
