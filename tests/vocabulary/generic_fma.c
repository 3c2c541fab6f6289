/* The portable vocabulary, compiled with hardware fma. */
#include "generic/block.h"

#define VOCABULARY_TABLE vocabulary_generic_fma
#include "vocabulary/tpl.h"
