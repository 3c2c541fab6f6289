/* lanescan and DLPack: a DLTensor as a lanescan_tensor, and back. Optional and inline: nothing to
 * link. C99, C++11 and later. It includes <dlpack/dlpack.h>, yours, of version 0.4 or later
 * (Debian: libdlpack-dev); lanescan.h does not.
 *
 *     lanescan_tensor x, y;
 *     lanescan_status status = lanescan_from_dlpack(&managed_x->dl_tensor, &x);
 *     if (status == LANESCAN_OK)
 *         status = lanescan_from_dlpack(&managed_y->dl_tensor, &y);
 *     if (status == LANESCAN_OK)
 *         status = lanescan_cumsum(&x, -1, &y);
 *     if (status != LANESCAN_OK)
 *         fprintf(stderr, "%s\n", lanescan_dlpack_status_string(status));
 *
 * What holds for both functions:
 *
 *   Ownership          No element is copied and nothing changes hands: both descriptors look at the
 *                      same memory. Who has a DLManagedTensor keeps it while the lanescan_tensor is
 *                      in use, and calls its deleter afterwards, as without lanescan. A tensor that
 *                      its owner calls read-only (DLPACK_FLAG_BITMASK_READ_ONLY) may be an input,
 *                      never an output: the flag is not part of a DLTensor, so only the caller can
 *                      know.
 *   Errors             A status, and nothing is written then. Only what a descriptor cannot express
 *                      is refused here; shapes, strides and overlap are checked by the function
 *                      that the tensor is given to.
 *   Threads            Any number may call at once. */
#ifndef LANESCAN_DLPACK_H
#define LANESCAN_DLPACK_H

#include "lanescan.h"

#include <dlpack/dlpack.h>

/* Up to 0.5 the number is written in octal: 040 is 0.4. From 1.0 on it has another name. */
#if defined(DLPACK_VERSION) && DLPACK_VERSION < 040
#error "lanescan_dlpack.h needs dlpack/dlpack.h of version 0.4 or later"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* By number where older versions of dlpack.h lack the name. */
enum {
    LANESCAN_DLPACK_CPU = 1,       /* kDLCPU */
    LANESCAN_DLPACK_CUDA_HOST = 3, /* kDLCUDAHost, once kDLCPUPinned */
    LANESCAN_DLPACK_ROCM_HOST = 11 /* kDLROCMHost */
};

enum {
    LANESCAN_DLPACK_INT = 0,     /* kDLInt */
    LANESCAN_DLPACK_UINT = 1,    /* kDLUInt */
    LANESCAN_DLPACK_FLOAT = 2,   /* kDLFloat */
    LANESCAN_DLPACK_BFLOAT = 4,  /* kDLBfloat */
    LANESCAN_DLPACK_COMPLEX = 5, /* kDLComplex; its bits are those of both parts */
    LANESCAN_DLPACK_BOOL = 6     /* kDLBool, of 8 bits */
};

/* Memory of a device that the CPU does not read. lanescan_status has no value for that alone; of
 * those that there are, lanescan_from_dlpack returns this one for no other reason, and the
 * functions without lanescan_options never do. */
#define LANESCAN_DLPACK_ERROR_DEVICE LANESCAN_ERROR_OPTION

/* As lanescan_status_string, of what a function here has returned: in its words OPTION is about the
 * device. */
static inline const char *lanescan_dlpack_status_string(lanescan_status status)
{
    return status == LANESCAN_DLPACK_ERROR_DEVICE
               ? "the elements are in memory of a device that the CPU does not read"
               : lanescan_status_string(status);
}

/* The DLPack type of each lanescan_dtype, which is the index; LANESCAN_ERROR_DTYPE for any other
 * number. */
static inline lanescan_status lanescan_dtype_to_dlpack(int dtype, DLDataType *to)
{
    static const uint8_t types[][2] = {
        { LANESCAN_DLPACK_BOOL, 8 },      { LANESCAN_DLPACK_UINT, 8 },
        { LANESCAN_DLPACK_UINT, 16 },     { LANESCAN_DLPACK_UINT, 32 },
        { LANESCAN_DLPACK_UINT, 64 },     { LANESCAN_DLPACK_INT, 8 },
        { LANESCAN_DLPACK_INT, 16 },      { LANESCAN_DLPACK_INT, 32 },
        { LANESCAN_DLPACK_INT, 64 },      { LANESCAN_DLPACK_FLOAT, 16 },
        { LANESCAN_DLPACK_BFLOAT, 16 },   { LANESCAN_DLPACK_FLOAT, 32 },
        { LANESCAN_DLPACK_FLOAT, 64 },    { LANESCAN_DLPACK_COMPLEX, 64 },
        { LANESCAN_DLPACK_COMPLEX, 128 },
    };
    if (dtype < 0 || dtype > LANESCAN_C128)
        return LANESCAN_ERROR_DTYPE;
    if (!to)
        return LANESCAN_ERROR_NULL;
    to->code = types[dtype][0];
    to->bits = types[dtype][1];
    to->lanes = 1;
    return LANESCAN_OK;
}

/* The lanescan_dtype of a DLPack type, in *to. LANESCAN_ERROR_DTYPE for what lanescan does not
 * compute with: other widths, vectors (lanes other than 1), handles, floats of 8 bits or fewer;
 * also for booleans of other than 8 bits. */
static inline lanescan_status lanescan_dtype_from_dlpack(DLDataType from, int32_t *to)
{
    int32_t dtype;
    DLDataType type;
    for (dtype = 0; lanescan_dtype_to_dlpack(dtype, &type) == LANESCAN_OK; dtype++) {
        if (from.code == type.code && from.bits == type.bits && from.lanes == type.lanes) {
            if (!to)
                return LANESCAN_ERROR_NULL;
            *to = dtype;
            return LANESCAN_OK;
        }
    }
    return LANESCAN_ERROR_DTYPE;
}

/* A DLTensor as a lanescan_tensor.
 *
 * Result         `to` points into `from`: its shape and strides must stay while `to` is in use,
 *                `from` itself need not. The address is data plus byte_offset; NULL remains NULL.
 *                Strides count elements in both; NULL is C order.
 * Device         CPU memory, and host memory that CUDA or ROCm has pinned.
 * Errors         The first of these that holds:
 *                NULL        from or to is NULL.
 *                OPTION      (LANESCAN_DLPACK_ERROR_DEVICE) Memory of any other device. CUDA's
 *                            managed memory is among it: only its owner knows when the CPU may
 *                            read it. Copy it to the CPU first.
 *                DTYPE       No lanescan_dtype: see lanescan_dtype_from_dlpack.
 *                NDIM        ndim is not in 0 .. LANESCAN_MAX_NDIM.
 *                NULL        shape is NULL with ndim above 0. (data may be NULL: the function that
 *                            gets `to` refuses that, where there are elements.)
 *                SIZE        data plus byte_offset is no address. */
static inline lanescan_status lanescan_from_dlpack(const DLTensor *from, lanescan_tensor *to)
{
    int32_t dtype = 0;
    int device;
    lanescan_status status;
    if (!from || !to)
        return LANESCAN_ERROR_NULL;
    device = (int)from->device.device_type;
    if (device != LANESCAN_DLPACK_CPU && device != LANESCAN_DLPACK_CUDA_HOST &&
        device != LANESCAN_DLPACK_ROCM_HOST)
        return LANESCAN_ERROR_OPTION;
    status = lanescan_dtype_from_dlpack(from->dtype, &dtype);
    if (status != LANESCAN_OK)
        return status;
    if (from->ndim < 0 || from->ndim > LANESCAN_MAX_NDIM)
        return LANESCAN_ERROR_NDIM;
    if (from->ndim > 0 && !from->shape)
        return LANESCAN_ERROR_NULL;
    if (from->data && from->byte_offset > UINTPTR_MAX - (uintptr_t)from->data)
        return LANESCAN_ERROR_SIZE;
    to->data = from->data ? (char *)from->data + (size_t)from->byte_offset : NULL;
    to->shape = from->shape;
    to->strides = from->strides;
    to->ndim = from->ndim;
    to->dtype = dtype;
    return LANESCAN_OK;
}

/* A lanescan_tensor as a DLTensor of CPU memory; byte_offset is 0.
 *
 * Result         `to` points to `shape` and `strides`, two arrays of from->ndim numbers that the
 *                caller keeps as long as `to` is in use; they are written. (Strides are always
 *                given, also those of C order: from DLPack 1.2 on they must be.) A producer that
 *                hands `to` on in a DLManagedTensor frees them in its deleter.
 * Errors         NULL: from, to, or an array with ndim above 0. DTYPE: none of lanescan_dtype.
 *                NDIM: not in 0 .. LANESCAN_MAX_NDIM. EXTENT: one is negative. SIZE: strides is
 *                NULL and the number of elements, extents of 0 not counted, exceeds 2^63 - 1. */
static inline lanescan_status lanescan_to_dlpack(const lanescan_tensor *from, int64_t *shape,
                                                 int64_t *strides, DLTensor *to)
{
    int64_t count = 1; /* of elements; then of those that share the indices so far */
    int32_t i;
    DLDataType type;
    lanescan_status status;
    if (!from || !to)
        return LANESCAN_ERROR_NULL;
    status = lanescan_dtype_to_dlpack(from->dtype, &type);
    if (status != LANESCAN_OK)
        return status;
    if (from->ndim < 0 || from->ndim > LANESCAN_MAX_NDIM)
        return LANESCAN_ERROR_NDIM;
    if (from->ndim > 0 && (!from->shape || !shape || !strides))
        return LANESCAN_ERROR_NULL;
    for (i = 0; i < from->ndim; i++)
        if (from->shape[i] < 0)
            return LANESCAN_ERROR_EXTENT;
    for (i = 0; i < from->ndim && !from->strides; i++) {
        if (from->shape[i] > 1 && count > INT64_MAX / from->shape[i])
            return LANESCAN_ERROR_SIZE;
        count *= from->shape[i] > 1 ? from->shape[i] : 1;
    }
    for (i = 0; i < from->ndim; i++) {
        shape[i] = from->shape[i];
        if (!from->strides)
            count /= shape[i] > 1 ? shape[i] : 1;
        strides[i] = from->strides ? from->strides[i] : count;
    }
    to->data = from->data;
    to->device.device_type = kDLCPU;
    to->device.device_id = 0;
    to->ndim = from->ndim;
    to->dtype = type;
    to->shape = shape;
    to->strides = strides;
    to->byte_offset = 0;
    return LANESCAN_OK;
}

#ifdef __cplusplus
}
#endif

#endif
