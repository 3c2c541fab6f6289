#include "harness/kernel_list.h"

#include <stdio.h>
#include <stdlib.h>
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
} entries[] = {
#define LINE(kernel, result, parameters, arguments) { #kernel, #arguments, call_##kernel },
#include "ops/ops.def"
};

enum { NUM_ENTRIES = sizeof entries / sizeof entries[0] };

static const char *prefix(void)
{
    const char *text = getenv("LANESCAN_TEST_KERNELS");
    return text ? text : "";
}

bool kernel_list_is_whole(void)
{
    return *prefix() == '\0';
}

/* The entry at a position among those wanted, or NULL past the last. */
static const struct entry *entry_at(size_t position)
{
    const char *wanted = prefix();
    const size_t length = strlen(wanted);
    for (size_t i = 0; i < NUM_ENTRIES; i++)
        if (strncmp(entries[i].name, wanted, length) == 0 && position-- == 0)
            return &entries[i];
    return NULL;
}

size_t kernel_count(void)
{
    size_t count = 0;
    while (entry_at(count))
        count++;
    return count;
}

static element_type type_of(const char *name)
{
    static const char *const suffixes[] = {
        [TYPE_F32] = "_f32", [TYPE_F64] = "_f64", [TYPE_I32] = "_i32", [TYPE_I64] = "_i64"
    };
    for (unsigned type = TYPE_F32; type <= TYPE_I64; type++)
        if (strcmp(name + strlen(name) - 4, suffixes[type]) == 0)
            return (element_type)type;
    printf("FAIL no element type known for kernel %s\n", name);
    exit(1);
}

static kernel kernel_from(const struct entry *entry)
{
    return (kernel){
        .name = entry->name,
        .type = type_of(entry->name),
        .has_index = strstr(entry->arguments, "index") != NULL,
        .is_reduction = strchr(entry->arguments, 'y') == NULL,
        .is_binary = strchr(entry->arguments, 'b') != NULL,
        .call = entry->call,
    };
}

kernel kernel_at(size_t position)
{
    return kernel_from(entry_at(position));
}

kernel kernel_of(const char *op, const char *type)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", op, type);
    for (size_t i = 0; i < NUM_ENTRIES; i++)
        if (strcmp(entries[i].name, name) == 0)
            return kernel_from(&entries[i]);
    printf("FAIL there is no function on lines called %s\n", name);
    exit(1);
}

size_t kernel_outputs(const kernel *k, size_t n)
{
    return k->is_reduction ? 1 : n;
}
