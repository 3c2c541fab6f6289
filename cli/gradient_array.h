/* The gradient of an input, from that of the results. */
#ifndef LANESCAN_CLI_GRADIENT_ARRAY_H
#define LANESCAN_CLI_GRADIENT_ARRAY_H

#include "input.h"

void gradient_array(const options *o, input *in, input *of_results);

#endif
