/* The threads that share the work: OpenMP's, where the program was built with it. */
#ifndef LANESCAN_CLI_THREADS_H
#define LANESCAN_CLI_THREADS_H

#include "lanescan.h"

#include <stdbool.h>

enum { MOST_THREADS = 4096 };

extern const bool threads_are_built;

/* Asks for so many; one without OpenMP is an error of the command line. Without this there are as
 * many as OpenMP takes: the CPUs that the program may run on, or OMP_NUM_THREADS. */
void threads_set(int count);
int threads_count(void);

/* For calls of the library; NULL without OpenMP. Threads are made when there is work for them;
 * where the system makes none, one does it all. */
const lanescan_executor *threads_executor(void);

#endif
