/* How much memory a measurement may use. */
#ifndef LANESCAN_BENCH_MEMORY_H
#define LANESCAN_BENCH_MEMORY_H

#include <stddef.h>

/* Bytes that can be had without the system stopping a process for want of memory; SIZE_MAX where
 * that is unknown. */
size_t bench_memory_available(void);

#endif
