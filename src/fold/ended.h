/* Lines whose sum or product is infinite, NaN or a product of 0 for good. */
#ifndef LANESCAN_ENDED_H
#define LANESCAN_ENDED_H

#include "lanes/sets.h"
#include "fold/state.h"
#include "lanes/span.h"
#include "lanes/vocabulary.h"

/* n more elements, from left to right: that is all there is to say. */
void PORTABLE(ended_line)(lanescan_state *state, operation op, size_t n, const source *x,
                          const target *y);

#endif
