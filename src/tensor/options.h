/* What a caller's options say. */
#ifndef LANESCAN_OPTIONS_H
#define LANESCAN_OPTIONS_H

#include "lanescan.h"

/* All defaults where `options` is NULL; LANESCAN_ERROR_OPTION for flags not in `allowed`, a size
 * that no version had, or anything set that a later version may know. */
lanescan_status lanescan_read_options(const lanescan_options *options, uint32_t allowed,
                                      lanescan_options *out);

#endif
