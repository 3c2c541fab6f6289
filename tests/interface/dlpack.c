/* DLPack descriptors become those of lanescan and back: every type, device and way to describe
 * memory, errors with nothing written, and a scan through them. Against the user's own
 * dlpack/dlpack.h, whatever its version. */
#include "harness/check.h"

#include <lanescan_dlpack.h>

#include <string.h>

static const struct {
    uint8_t code, bits;
    int32_t dtype;
} types[] = {
    { kDLInt, 8, LANESCAN_I8 },     { kDLInt, 16, LANESCAN_I16 },   { kDLInt, 32, LANESCAN_I32 },
    { kDLInt, 64, LANESCAN_I64 },   { kDLUInt, 8, LANESCAN_U8 },    { kDLUInt, 16, LANESCAN_U16 },
    { kDLUInt, 32, LANESCAN_U32 },  { kDLUInt, 64, LANESCAN_U64 },  { kDLFloat, 16, LANESCAN_F16 },
    { kDLFloat, 32, LANESCAN_F32 }, { kDLFloat, 64, LANESCAN_F64 }, { 4, 16, LANESCAN_BF16 },
    { 5, 64, LANESCAN_C64 },        { 5, 128, LANESCAN_C128 },      { 6, 8, LANESCAN_BOOL },
};
enum { NUM_TYPES = sizeof types / sizeof types[0] };

static int64_t shape[LANESCAN_MAX_NDIM + 1], strides[LANESCAN_MAX_NDIM + 1];
static float memory[64];

static DLTensor right(void)
{
    DLTensor t;
    memset(&t, 0, sizeof t);
    for (int i = 0; i <= LANESCAN_MAX_NDIM; i++)
        shape[i] = strides[i] = 1;
    t.data = memory;
    t.device.device_type = kDLCPU;
    t.ndim = 2;
    t.dtype.code = kDLFloat;
    t.dtype.bits = 32;
    t.dtype.lanes = 1;
    t.shape = shape;
    t.strides = strides;
    return t;
}

/* The status of the conversion, and that `to` is as it was where that is not success. */
static lanescan_status from_dlpack(const DLTensor *from, lanescan_tensor *to)
{
    lanescan_tensor untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    memset(to, 0x5a, sizeof *to);
    const lanescan_status status = lanescan_from_dlpack(from, to);
    check(status == LANESCAN_OK || memcmp(to, &untouched, sizeof untouched) == 0,
          "from: written in spite of: %s", lanescan_status_string(status));
    return status;
}

static void expect(lanescan_status found, lanescan_status wanted, const char *what)
{
    check(found == wanted, "%s: %s, not %s", what, lanescan_status_string(found),
          lanescan_status_string(wanted));
}

static int32_t dtype_of(unsigned code, unsigned bits, unsigned lanes)
{
    for (size_t i = 0; i < NUM_TYPES; i++)
        if (lanes == 1 && types[i].code == code && types[i].bits == bits)
            return types[i].dtype;
    return -1;
}

static void check_types(void)
{
    static const uint16_t lanes[] = { 1, 0, 2, 4, 257 };
    lanescan_tensor to;
    DLTensor from = right();
    size_t accepted = 0;
    for (unsigned code = 0; code < 256; code++)
        for (unsigned bits = 0; bits < 256; bits++)
            for (size_t l = 0; l < sizeof lanes / sizeof lanes[0]; l++) {
                const int32_t wanted = dtype_of(code, bits, lanes[l]);
                from.dtype.code = (uint8_t)code;
                from.dtype.bits = (uint8_t)bits;
                from.dtype.lanes = lanes[l];
                const lanescan_status status = from_dlpack(&from, &to);
                check(status == (wanted < 0 ? LANESCAN_ERROR_DTYPE : LANESCAN_OK) &&
                          (status || to.dtype == wanted),
                      "code %u, %u bits, %u lanes: %s", code, bits, (unsigned)lanes[l],
                      lanescan_status_string(status));
                accepted += status == LANESCAN_OK;
            }
    check(accepted == NUM_TYPES && NUM_TYPES == LANESCAN_C128 + 1, "%zu types pass", accepted);
    for (size_t i = 0; i < NUM_TYPES; i++) {
        DLDataType type;
        const lanescan_status status = lanescan_dtype_to_dlpack(types[i].dtype, &type);
        check(status == LANESCAN_OK && type.code == types[i].code && type.bits == types[i].bits &&
                  type.lanes == 1,
              "dtype %d becomes something else", (int)types[i].dtype);
    }
    DLDataType type;
    int32_t dtype;
    expect(lanescan_dtype_to_dlpack(-1, &type), LANESCAN_ERROR_DTYPE, "dtype -1");
    expect(lanescan_dtype_to_dlpack(LANESCAN_C128 + 1, &type), LANESCAN_ERROR_DTYPE, "dtype 15");
    expect(lanescan_dtype_to_dlpack(LANESCAN_F32, NULL), LANESCAN_ERROR_NULL, "no type to write");
    expect(lanescan_dtype_from_dlpack(right().dtype, &dtype), LANESCAN_OK, "f32");
    expect(lanescan_dtype_from_dlpack(right().dtype, NULL), LANESCAN_ERROR_NULL,
           "no dtype to write");
}

static void check_devices(void)
{
    lanescan_tensor to;
    for (int device = 0; device < 32; device++) {
        DLTensor from = right();
        const bool is_host = device == 1 || device == 3 || device == 11;
        /* Some are no value of the enum. */
        memcpy(&from.device.device_type, &device, sizeof device);
        expect(from_dlpack(&from, &to), is_host ? LANESCAN_OK : LANESCAN_DLPACK_ERROR_DEVICE,
               "a device");
    }
}

/* Each fault in turn, from the last that is looked for to the first: nothing but the device gives
 * its status, which no other fault hides, and its sentence is of its own. */
static void check_order(void)
{
    lanescan_tensor to;
    DLTensor from = right();
    from.byte_offset = UINT64_MAX;
    expect(from_dlpack(&from, &to), LANESCAN_ERROR_SIZE, "an offset");
    from.shape = NULL;
    expect(from_dlpack(&from, &to), LANESCAN_ERROR_NULL, "an offset, no shape");
    from.ndim = LANESCAN_MAX_NDIM + 1;
    expect(from_dlpack(&from, &to), LANESCAN_ERROR_NDIM, "and ndim");
    from.dtype.lanes = 4;
    expect(from_dlpack(&from, &to), LANESCAN_ERROR_DTYPE, "and lanes");
    from.device.device_type = kDLOpenCL;
    expect(from_dlpack(&from, &to), LANESCAN_DLPACK_ERROR_DEVICE, "and a device");
    expect(lanescan_from_dlpack(&from, NULL), LANESCAN_ERROR_NULL, "and nothing to write to");
    for (int i = -1; i <= LANESCAN_ERROR_STREAM + 1; i++) {
        const lanescan_status status = (lanescan_status)i;
        const bool same = strcmp(lanescan_dlpack_status_string(status),
                                 lanescan_status_string(status)) == 0;
        check(same == (status != LANESCAN_DLPACK_ERROR_DEVICE), "the sentence of status %d", i);
    }
    check(strstr(lanescan_dlpack_status_string(LANESCAN_DLPACK_ERROR_DEVICE), "device") != NULL,
          "the device is not named");
}

static void check_descriptors(void)
{
    lanescan_tensor to;
    DLTensor from = right();
    from.byte_offset = 12;
    expect(from_dlpack(&from, &to), LANESCAN_OK, "an offset");
    check(to.data == memory + 3 && to.shape == shape && to.strides == strides && to.ndim == 2,
          "the descriptor is another");
    from.strides = NULL;
    from.data = NULL;
    expect(from_dlpack(&from, &to), LANESCAN_OK, "no data, no strides");
    check(!to.data && !to.strides, "NULL became something");
    from = right();
    from.byte_offset = UINT64_MAX;
    expect(from_dlpack(&from, &to), LANESCAN_ERROR_SIZE, "an offset beyond all addresses");
    static const int ndims[] = { -2147483647 - 1, -1, 0, 1, 64, 65, 2147483647 };
    for (size_t i = 0; i < sizeof ndims / sizeof ndims[0]; i++) {
        from = right();
        from.ndim = ndims[i];
        const bool fits = ndims[i] >= 0 && ndims[i] <= LANESCAN_MAX_NDIM;
        expect(from_dlpack(&from, &to), fits ? LANESCAN_OK : LANESCAN_ERROR_NDIM, "ndim");
        from.shape = NULL;
        if (fits)
            expect(from_dlpack(&from, &to), ndims[i] ? LANESCAN_ERROR_NULL : LANESCAN_OK, "shape");
    }
    expect(from_dlpack(NULL, &to), LANESCAN_ERROR_NULL, "no DLTensor");
    expect(lanescan_from_dlpack(&from, NULL), LANESCAN_ERROR_NULL, "no lanescan_tensor");
}

/* As from_dlpack, for the other direction; the two arrays count as written too. */
static lanescan_status to_dlpack(const lanescan_tensor *from, DLTensor *to)
{
    DLTensor untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    memset(to, 0x5a, sizeof *to);
    memset(shape, 0x5a, sizeof shape);
    memset(strides, 0x5a, sizeof strides);
    const lanescan_status status = lanescan_to_dlpack(from, shape, strides, to);
    if (status) {
        bool same = memcmp(to, &untouched, sizeof untouched) == 0;
        for (int i = 0; i <= LANESCAN_MAX_NDIM; i++)
            same &= shape[i] == 0x5a5a5a5a5a5a5a5a && strides[i] == 0x5a5a5a5a5a5a5a5a;
        check(same, "to: written in spite of: %s", lanescan_status_string(status));
    }
    return status;
}

static void check_back(void)
{
    static const int64_t extents[] = { 4, 1, 3, 5 }, own[] = { -15, 7, 5, 0 },
                         c[] = { 15, 15, 5, 1 };
    static const int64_t with_zero[] = { 2, 0, 3 }, huge[] = { (int64_t)1 << 32, (int64_t)1 << 31 };
    static const int64_t largest[] = { INT64_MAX, 1 }, negative[] = { 2, -1 };
    DLTensor to;
    lanescan_tensor from = { memory, extents, own, 4, LANESCAN_BF16 };
    expect(to_dlpack(&from, &to), LANESCAN_OK, "to, own strides");
    check(to.data == memory && to.byte_offset == 0 && to.device.device_type == kDLCPU &&
              to.device.device_id == 0 && to.ndim == 4 && to.shape == shape &&
              to.strides == strides && to.dtype.code == 4 && to.dtype.bits == 16,
          "the DLTensor is another");
    check(memcmp(shape, extents, sizeof extents) == 0 && memcmp(strides, own, sizeof own) == 0,
          "shape or strides are others");
    from.strides = NULL;
    expect(to_dlpack(&from, &to), LANESCAN_OK, "to, C order");
    check(memcmp(strides, c, sizeof c) == 0, "not the strides of C order");
    from = (lanescan_tensor){ NULL, with_zero, NULL, 3, LANESCAN_F32 };
    expect(to_dlpack(&from, &to), LANESCAN_OK, "to, no elements");
    check(!to.data && shape[1] == 0 && strides[2] == 1, "without elements: another descriptor");
    from = (lanescan_tensor){ memory, largest, NULL, 2, LANESCAN_F32 };
    expect(to_dlpack(&from, &to), LANESCAN_OK, "to, 2^63 - 1 elements");
    from.shape = huge;
    expect(to_dlpack(&from, &to), LANESCAN_ERROR_SIZE, "to, 2^63 elements");
    from.strides = own;
    expect(to_dlpack(&from, &to), LANESCAN_OK, "to, 2^63 elements with strides");
    from.shape = negative;
    expect(to_dlpack(&from, &to), LANESCAN_ERROR_EXTENT, "to, a negative extent");
    from = (lanescan_tensor){ memory, NULL, NULL, 0, LANESCAN_F64 };
    expect(lanescan_to_dlpack(&from, NULL, NULL, &to), LANESCAN_OK, "to, 0-d");
    for (from.ndim = -1; from.ndim <= 65; from.ndim += 66)
        expect(to_dlpack(&from, &to), LANESCAN_ERROR_NDIM, "to, ndim");
    from = (lanescan_tensor){ memory, extents, own, 4, LANESCAN_C128 + 1 };
    expect(to_dlpack(&from, &to), LANESCAN_ERROR_DTYPE, "to, a type that is none");
    from.dtype = LANESCAN_F32;
    expect(to_dlpack(NULL, &to), LANESCAN_ERROR_NULL, "to, no lanescan_tensor");
    expect(lanescan_to_dlpack(&from, shape, strides, NULL), LANESCAN_ERROR_NULL, "to, no DLTensor");
    expect(lanescan_to_dlpack(&from, NULL, strides, &to), LANESCAN_ERROR_NULL, "to, no shape");
    expect(lanescan_to_dlpack(&from, shape, NULL, &to), LANESCAN_ERROR_NULL, "to, no strides");
    from.shape = NULL;
    expect(to_dlpack(&from, &to), LANESCAN_ERROR_NULL, "to, a tensor without a shape");
}

/* Two columns of a 4 x 3 matrix, from the bottom, summed into a DLTensor that lanescan's own
 * descriptor became. */
static void check_scan(void)
{
    float matrix[4][3], sums[2][4];
    for (int i = 0; i < 12; i++)
        matrix[i / 3][i % 3] = (float)(1 << i);
    int64_t extents[] = { 4, 2 }, upwards[] = { -3, 1 };
    DLTensor in = right(), out;
    in.data = matrix;
    in.byte_offset = sizeof(float) * (3 * 3 + 1);
    in.shape = extents;
    in.strides = upwards;
    const int64_t transposed[] = { 1, 4 };
    const lanescan_tensor result = { sums, extents, transposed, 2, LANESCAN_F32 };
    expect(lanescan_to_dlpack(&result, shape, strides, &out), LANESCAN_OK, "the output");
    lanescan_tensor x, y;
    expect(lanescan_from_dlpack(&in, &x), LANESCAN_OK, "x");
    expect(lanescan_from_dlpack(&out, &y), LANESCAN_OK, "y");
    expect(lanescan_cumsum(&x, 0, &y), LANESCAN_OK, "cumsum");
    for (int column = 0; column < 2; column++)
        for (int row = 0, sum = 0; row < 4; row++) {
            sum += 1 << ((3 - row) * 3 + 1 + column);
            check(sums[column][row] == (float)sum, "column %d, row %d: %g, not %d", column, row,
                  (double)sums[column][row], sum);
        }
}

enum { LINES = 2, ELEMENTS = 5 };

static lanescan_tensor doubles_from_dlpack(double *data)
{
    static int64_t extents[] = { LINES, ELEMENTS };
    DLTensor from = right();
    lanescan_tensor to;
    from.data = data;
    from.dtype.bits = 64;
    from.shape = extents;
    from.strides = NULL;
    expect(lanescan_from_dlpack(&from, &to), LANESCAN_OK, "doubles");
    return to;
}

/* A recurrence and its gradients, of tensors that DLTensors became; all numbers are exact. */
static void check_recurrence(void)
{
    double of_a[LINES * ELEMENTS], of_b[LINES * ELEMENTS], of_g[LINES * ELEMENTS],
        of_y[LINES * ELEMENTS], of_da[LINES * ELEMENTS], of_db[LINES * ELEMENTS],
        of_sums[LINES * ELEMENTS];
    for (int i = 0; i < LINES * ELEMENTS; i++) {
        of_a[i] = i % 3 - 1;
        of_b[i] = i % 4 + 1;
        of_g[i] = 2 - i % 5;
    }
    const lanescan_tensor a = doubles_from_dlpack(of_a), b = doubles_from_dlpack(of_b),
                          g = doubles_from_dlpack(of_g), y = doubles_from_dlpack(of_y),
                          da = doubles_from_dlpack(of_da), db = doubles_from_dlpack(of_db),
                          sums = doubles_from_dlpack(of_sums);
    expect(lanescan_linear_recurrence(&a, &b, 1, NULL, &y), LANESCAN_OK, "recurrence");
    expect(lanescan_linear_recurrence_vjp(&a, &y, 1, NULL, &g, &da, &db), LANESCAN_OK,
           "gradients of a recurrence");
    expect(lanescan_scan_vjp(LANESCAN_CUMSUM, &b, 1, NULL, &g, &sums), LANESCAN_OK,
           "gradient of cumsum");
    for (int line = 0; line < LINES; line++) {
        double before = 0, r = 0, sum = 0;
        for (int i = line * ELEMENTS; i < (line + 1) * ELEMENTS; i++) {
            before = of_a[i] * before + of_b[i];
            check(of_y[i] == before, "y[%d] is %g, not %g", i, of_y[i], before);
        }
        for (int i = (line + 1) * ELEMENTS - 1; i >= line * ELEMENTS; i--) {
            const bool is_first = i == line * ELEMENTS;
            r += of_g[i];
            sum += of_g[i];
            check(of_db[i] == r && of_sums[i] == sum, "b[%d]: %g, not %g; sum %g, not %g", i,
                  of_db[i], r, of_sums[i], sum);
            check(of_da[i] == (is_first ? 0 : r * of_y[i - 1]), "a[%d]: %g", i, of_da[i]);
            r *= of_a[i];
        }
    }
}

int main(void)
{
    check_start("dlpack", lanescan_isa());
    check_types();
    check_devices();
    check_descriptors();
    check_order();
    check_back();
    check_scan();
    check_recurrence();
    return check_finish();
}
