#include "golden/golden.h"

#include <string.h>

typedef struct row {
    const char *name;
    uint64_t number;
} row;

#define GOLDEN(name, number) { #name, number },
static const row lines[] = {
#include "golden/lines.def"
};
static const row tensors[] = {
#include "golden/tensors.def"
};

size_t golden_count(golden_list list)
{
    return list == GOLDEN_LINES ? sizeof lines / sizeof lines[0]
                                : sizeof tensors / sizeof tensors[0];
}

bool golden_recorded(golden_list list, const char *name, uint64_t *number)
{
    const row *const rows = list == GOLDEN_LINES ? lines : tensors;
    for (size_t i = 0; i < golden_count(list); i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *number = rows[i].number;
            return true;
        }
    }
    return false;
}
