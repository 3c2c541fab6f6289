/* What a caller's options say. */
#ifndef LANESCAN_OPTIONS_H
#define LANESCAN_OPTIONS_H

#include "lanescan.h"

#include <stdbool.h>

/* All defaults where `options` is NULL; LANESCAN_ERROR_OPTION for flags not in `allowed`, a size
 * that no version had, anything set that a later version may know, or an executor that cannot be
 * called. */
lanescan_status lanescan_read_options(const lanescan_options *options, uint32_t allowed,
                                      lanescan_options *out);

/* For functions that take nothing else; NULL where there is none. */
lanescan_status lanescan_read_executor(const lanescan_options *options,
                                       const lanescan_executor **executor);

#endif
