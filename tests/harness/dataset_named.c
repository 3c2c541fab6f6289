#include "harness/dataset_named.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const dataset *dataset_named(const char *name)
{
    for (size_t i = 0; dataset_at(i); i++)
        if (strcmp(dataset_at(i)->name, name) == 0)
            return dataset_at(i);
    printf("FAIL no dataset is called '%s'\n", name);
    exit(1);
}
