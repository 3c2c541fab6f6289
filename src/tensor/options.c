#include "tensor/options.h"

#include <stddef.h>

enum { FIRST_VERSION = offsetof(lanescan_options, initial) + sizeof(void *) };

lanescan_status lanescan_read_options(const lanescan_options *options, uint32_t allowed,
                                      lanescan_options *out)
{
    *out = (lanescan_options){ .struct_size = sizeof *out };
    if (!options)
        return LANESCAN_OK;
    if (options->struct_size < FIRST_VERSION || (options->flags & ~allowed) != 0)
        return LANESCAN_ERROR_OPTION;
    const unsigned char *const bytes = (const unsigned char *)options;
    for (uint32_t i = sizeof *out; i < options->struct_size; i++)
        if (bytes[i])
            return LANESCAN_ERROR_OPTION;
    *out = *options;
    return LANESCAN_OK;
}
