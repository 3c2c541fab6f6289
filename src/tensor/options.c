/* Options of this version and of older ones, whose structs are shorter. */
#include "tensor/options.h"

#include <stddef.h>
#include <string.h>

/* What options ended with in 0.1. */
enum { FIRST_VERSION = offsetof(lanescan_options, initial) + sizeof(void *) };

/* Is anything set of a struct of `size` bytes behind the `known` ones? A later version may know
 * what it means. */
static bool more_is_set(const void *from, uint32_t known, uint32_t size)
{
    const unsigned char *const bytes = from;
    for (uint32_t i = known; i < size; i++)
        if (bytes[i])
            return true;
    return false;
}

static bool is_usable(const lanescan_executor *e)
{
    return e->struct_size >= sizeof *e && e->parallel_for &&
           !more_is_set(e, sizeof *e, e->struct_size);
}

lanescan_status lanescan_read_options(const lanescan_options *options, uint32_t allowed,
                                      lanescan_options *out)
{
    *out = (lanescan_options){ .struct_size = sizeof *out };
    if (!options)
        return LANESCAN_OK;
    const uint32_t size = options->struct_size;
    if (size < FIRST_VERSION || (size > FIRST_VERSION && size < sizeof *out) ||
        (options->flags & ~allowed) != 0 || more_is_set(options, sizeof *out, size))
        return LANESCAN_ERROR_OPTION;
    memcpy(out, options, size < sizeof *out ? size : sizeof *out);
    return !out->executor || is_usable(out->executor) ? LANESCAN_OK : LANESCAN_ERROR_OPTION;
}

lanescan_status lanescan_read_executor(const lanescan_options *options,
                                       const lanescan_executor **executor)
{
    lanescan_options read;
    const lanescan_status status = lanescan_read_options(options, 0, &read);
    *executor = read.executor;
    return read.initial ? LANESCAN_ERROR_OPTION : status;
}
