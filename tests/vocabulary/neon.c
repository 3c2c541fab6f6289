#include "neon/block.h"

#define VOCABULARY_TABLE vocabulary_neon
#include "vocabulary/tpl.h"
