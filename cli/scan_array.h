/* Results of arrays that are in memory, or mapped, as a whole. */
#ifndef LANESCAN_CLI_SCAN_ARRAY_H
#define LANESCAN_CLI_SCAN_ARRAY_H

#include "input.h"

void scan_array(const options *o, input *in);
void logsumexp_array(const options *o, input *in);
void recurrence_arrays(const options *o, input *a, input *b);
void logaddexp_arrays(const options *o, input *a, input *b);

#endif
