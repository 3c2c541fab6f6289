#include "harness/kernel_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *prefix(void)
{
    const char *text = getenv("LANESCAN_TEST_KERNELS");
    return text ? text : "";
}

bool kernel_list_is_whole(void)
{
    return *prefix() == '\0';
}

/* Where in the whole list the one wanted at a position is; NUM_KERNELS past the last. */
static size_t place_of(size_t position)
{
    const char *const wanted = prefix();
    const size_t length = strlen(wanted);
    size_t place = 0;
    while (place < NUM_KERNELS &&
           (strncmp(kernel_from_list(place).name, wanted, length) != 0 || position-- > 0))
        place++;
    return place;
}

size_t kernel_count(void)
{
    size_t count = 0;
    while (place_of(count) < NUM_KERNELS)
        count++;
    return count;
}

kernel kernel_at(size_t position)
{
    return kernel_from_list(place_of(position));
}

kernel kernel_of(const char *op, const char *type)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", op, type);
    for (size_t i = 0; i < NUM_KERNELS; i++)
        if (strcmp(kernel_from_list(i).name, name) == 0)
            return kernel_from_list(i);
    printf("FAIL there is no function on lines called %s\n", name);
    exit(1);
}
