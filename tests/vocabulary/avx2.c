#include "avx2/block.h"

#define VOCABULARY_TABLE vocabulary_avx2
#include "vocabulary/tpl.h"
