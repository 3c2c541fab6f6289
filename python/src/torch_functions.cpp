#include "torch_functions.h"

#include <dlfcn.h>
#include <lanescan.h>

namespace lanescan_torch
{
functions torch;

namespace
{
/* PyTorch's number of each of lanescan's element types, and back; PyTorch's numbers are small. */
constexpr int NUM_TYPES = LANESCAN_C128 + 1, MAX_TORCH_TYPE = 64;
int32_t to_torch[NUM_TYPES];
int8_t from_torch[MAX_TORCH_TYPE];

void pair(int element, int32_t dtype)
{
    to_torch[element] = dtype;
    if (dtype >= 0 && dtype < MAX_TORCH_TYPE)
        from_torch[dtype] = (int8_t)element;
}

void find_types()
{
    for (int8_t &element : from_torch)
        element = -1;
    pair(LANESCAN_BOOL, torch.aoti_torch_dtype_bool());
    pair(LANESCAN_U8, torch.aoti_torch_dtype_uint8());
    pair(LANESCAN_U16, torch.aoti_torch_dtype_uint16());
    pair(LANESCAN_U32, torch.aoti_torch_dtype_uint32());
    pair(LANESCAN_U64, torch.aoti_torch_dtype_uint64());
    pair(LANESCAN_I8, torch.aoti_torch_dtype_int8());
    pair(LANESCAN_I16, torch.aoti_torch_dtype_int16());
    pair(LANESCAN_I32, torch.aoti_torch_dtype_int32());
    pair(LANESCAN_I64, torch.aoti_torch_dtype_int64());
    pair(LANESCAN_F16, torch.aoti_torch_dtype_float16());
    pair(LANESCAN_BF16, torch.aoti_torch_dtype_bfloat16());
    pair(LANESCAN_F32, torch.aoti_torch_dtype_float32());
    pair(LANESCAN_F64, torch.aoti_torch_dtype_float64());
    pair(LANESCAN_C64, torch.aoti_torch_dtype_complex64());
    pair(LANESCAN_C128, torch.aoti_torch_dtype_complex128());
}
} // namespace

const char *find_functions()
{
    /* That which is loaded already, and its dependencies, OpenMP's runtime among them. */
    void *const loaded = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
    if (!loaded)
        return "libtorch_cpu.so";
#define OPTIONAL(type, name, parameters) \
    torch.name = reinterpret_cast<decltype(torch.name)>(dlsym(loaded, #name));
#define REQUIRED(type, name, parameters) \
    OPTIONAL(type, name, parameters)     \
    if (!torch.name)                     \
        return #name;
#include "torch_functions.def"
#undef REQUIRED
#undef OPTIONAL
    find_types();
    return nullptr;
}

int element_type(int32_t dtype)
{
    return dtype >= 0 && dtype < MAX_TORCH_TYPE ? from_torch[dtype] : -1;
}

int32_t torch_type(int element)
{
    return to_torch[element];
}
} // namespace lanescan_torch
