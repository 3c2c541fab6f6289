/* Results that come while the input is read: sequences of any length, in constant memory. */
#ifndef LANESCAN_CLI_SCAN_STREAM_H
#define LANESCAN_CLI_SCAN_STREAM_H

#include "input.h"

/* Whether this command can be done so for this input. Text is read up to its first line of numbers
 * for that. */
bool scan_can_stream(const options *o, input *in);

void scan_stream(const options *o, input *in);

#endif
