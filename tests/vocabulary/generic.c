#include "generic/block.h"

#define VOCABULARY_TABLE vocabulary_generic
#include "vocabulary/tpl.h"
