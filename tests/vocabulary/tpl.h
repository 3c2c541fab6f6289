/* One instruction set's table of vocabulary functions. The including file has included its block.h and
 * defined VOCABULARY_TABLE; it is compiled with the flags of its instruction set. */
#include "group_tpl.h" /* for the functions of groups that a vocabulary may bring */
#include "vocabulary/table.h"

static _Alignas(64) double line_in[9], line_out[8];

#define V(name, operand, result, count, set, statement)                             \
    static void call_##name(const void *a, const void *b, const void *c, void *out) \
    {                                                                               \
        (void)a, (void)b, (void)c;                                                  \
        statement;                                                                  \
    }
#include "vocabulary/list.h"
#undef V

const vocabulary_function VOCABULARY_TABLE[] = {
#define V(name, operand, result, count, set, statement) \
    { #name, TYPE_##operand, TYPE_##result, count, OPERANDS_##set, call_##name },
#include "vocabulary/list.h"
#undef V
    { 0 },
};
