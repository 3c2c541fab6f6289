/* What each status says, in one sentence. */
#include "lanescan.h"

const char *lanescan_status_string(lanescan_status status)
{
    switch (status) {
    case LANESCAN_OK:
        return "success";
    case LANESCAN_ERROR_NULL:
        return "a pointer that must not be NULL is NULL";
    case LANESCAN_ERROR_ISA:
        return "no instruction set of this name can run on this CPU with this build of the library";
    case LANESCAN_ERROR_DTYPE:
        return "an element type is unknown, or not one that this argument may have";
    case LANESCAN_ERROR_OP:
        return "the operation is unknown, or not defined for the output's element type";
    case LANESCAN_ERROR_NDIM:
        return "a number of dimensions is negative or too large";
    case LANESCAN_ERROR_DIM:
        return "a dimension is not in -ndim .. ndim - 1, or is named twice";
    case LANESCAN_ERROR_EXTENT:
        return "an extent is negative";
    case LANESCAN_ERROR_SHAPE:
        return "the shapes do not fit each other";
    case LANESCAN_ERROR_SIZE:
        return "a tensor has too many elements, or spans too many bytes, for 64-bit arithmetic";
    case LANESCAN_ERROR_ALIAS:
        return "elements of an output share memory with each other";
    case LANESCAN_ERROR_OVERLAP:
        return "an output overlaps an input or another output without being exactly in place";
    case LANESCAN_ERROR_OPTION:
        return "an option is unknown, or not one that this function takes";
    case LANESCAN_ERROR_STREAM:
        return "the stream has not been begun";
    case LANESCAN_ERROR_INDEX:
        return "an index is not one that a scan of this length gives there";
    case LANESCAN_ERROR_NOT_BUILT:
        return "this build of the library is without the operation or the element type";
    }
    return "not a status of this library";
}
