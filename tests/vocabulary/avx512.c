#include "avx512/block.h"

#define VOCABULARY_TABLE vocabulary_avx512
#include "vocabulary/tpl.h"
