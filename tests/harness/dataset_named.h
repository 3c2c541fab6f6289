#ifndef LANESCAN_TESTS_DATASET_NAMED_H
#define LANESCAN_TESTS_DATASET_NAMED_H

#include "golden/dataset.h"

/* An unknown name is an error of the suite's: it ends the program. */
const dataset *dataset_named(const char *name);

#endif
