#include "golden/kernel.h"

#include <string.h>

/* The argument lists of the operations' lists name n, x, y, index, a and b: here they are local
 * variables, and C converts the untyped pointers to the kernel's types. */
#define CALL_void(expression)   expression
#define CALL_float(expression)  *(float *)y = expression
#define CALL_double(expression) *(double *)y = expression
#define LINE(kernel, result, parameters, arguments)                                   \
    static void call_##kernel(const lanescan_kernels *table, size_t n, const void *x, \
                              const void *b, void *y, int64_t *index)                 \
    {                                                                                 \
        const void *a = x;                                                            \
        (void)a, (void)b, (void)y, (void)index;                                       \
        CALL_##result(table->kernel arguments);                                       \
    }
#include "ops/ops.def"

static const struct entry {
    const char *name;
    const char *arguments;
    void (*call)(const lanescan_kernels *, size_t, const void *, const void *, void *, int64_t *);
} entries[NUM_KERNELS] = {
#define LINE(kernel, result, parameters, arguments) { #kernel, #arguments, call_##kernel },
#include "ops/ops.def"
};

/* cumsum_f32, logaddexp_f64: the type is at the end. */
static element_type type_of(const char *name)
{
    const char *const suffix = name + strlen(name) - 3;
    const bool is_wide = strcmp(suffix + 1, "64") == 0;
    return suffix[0] == 'f' ? (is_wide ? TYPE_F64 : TYPE_F32) : (is_wide ? TYPE_I64 : TYPE_I32);
}

kernel kernel_from_list(size_t position)
{
    const struct entry *const entry = &entries[position];
    return (kernel){
        .name = entry->name,
        .type = type_of(entry->name),
        .has_index = strstr(entry->arguments, "index") != NULL,
        .is_reduction = strchr(entry->arguments, 'y') == NULL,
        .is_binary = strchr(entry->arguments, 'b') != NULL,
        .call = entry->call,
    };
}

size_t kernel_outputs(const kernel *k, size_t n)
{
    return k->is_reduction ? 1 : n;
}
