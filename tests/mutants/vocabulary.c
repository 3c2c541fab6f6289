/* The vocabulary that mutants.sh judges, of the set whose folder comes first. */
#include "block.h"

#define VOCABULARY_TABLE vocabulary_mutant
#include "vocabulary/tpl.h"
