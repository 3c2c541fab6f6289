/* XLA's foreign function interface, as far as the handlers of xla.c use it: nothing of XLA is
 * needed to compile them. The structs are those of xla/ffi/api/c_api.h, which keep their layout:
 * each begins with its size, grows at its end alone, and the numbers of the interface's version say
 * when anything else has changed (XLA_MAJOR). */
#ifndef LANESCAN_PYTHON_XLA_H
#define LANESCAN_PYTHON_XLA_H

#include <stddef.h>
#include <stdint.h>

/* The version that is declared here; 0.1 and 0.2 differ in what is not used, and in sizes. */
enum { XLA_MAJOR = 0, XLA_MINOR = 3 };

/* The version of the XLA that there is; of a newer or another one nothing is known here. */
void set_xla_version(int major, int minor);

/* What every struct begins with. */
typedef struct xla_extension {
    size_t struct_size;
    int type;
    struct xla_extension *next;
} xla_extension;

typedef struct xla_version {
    size_t struct_size;
    xla_extension *extensions;
    int major, minor;
} xla_version;

/* In this place of a call the handler is asked what it is, and nothing is to be computed. */
enum { XLA_EXTENSION_METADATA = 1 };

typedef struct xla_metadata {
    size_t struct_size;
    xla_version version;
    uint32_t traits;
} xla_metadata;

typedef struct xla_metadata_extension {
    xla_extension base;
    xla_metadata *metadata;
} xla_metadata_extension;

typedef enum xla_type {
    XLA_PRED = 1,
    XLA_S8 = 2,
    XLA_S16 = 3,
    XLA_S32 = 4,
    XLA_S64 = 5,
    XLA_U8 = 6,
    XLA_U16 = 7,
    XLA_U32 = 8,
    XLA_U64 = 9,
    XLA_F16 = 10,
    XLA_F32 = 11,
    XLA_F64 = 12,
    XLA_C64 = 15,
    XLA_BF16 = 16,
    XLA_C128 = 18
} xla_type;

/* An array in C order. */
typedef struct xla_buffer {
    size_t struct_size;
    xla_extension *extensions;
    int dtype;
    void *data;
    int64_t rank;
    int64_t *dims;
} xla_buffer;

/* Arguments, and results: all of them buffers. */
typedef struct xla_buffers {
    size_t struct_size;
    xla_extension *extensions;
    int64_t count;
    int *kinds;
    xla_buffer **list;
} xla_buffers;

typedef struct xla_name {
    const char *text;
    size_t length;
} xla_name;

enum { XLA_ATTRIBUTE_ARRAY = 1, XLA_ATTRIBUTE_SCALAR = 3 };

typedef struct xla_scalar {
    int dtype;
    void *value;
} xla_scalar;

typedef struct xla_array {
    int dtype;
    size_t count;
    void *values;
} xla_array;

typedef struct xla_attributes {
    size_t struct_size;
    xla_extension *extensions;
    int64_t count;
    int *kinds;
    xla_name **names;
    void **list; /* xla_scalar or xla_array, as their kinds say */
} xla_attributes;

typedef struct xla_error xla_error;
enum { XLA_INVALID_ARGUMENT = 3 };

typedef struct xla_error_arguments {
    size_t struct_size;
    xla_extension *extensions;
    const char *message;
    int code;
} xla_error_arguments;

typedef struct xla_context xla_context;

typedef struct xla_schedule_arguments {
    size_t struct_size;
    xla_extension *extensions;
    xla_context *context;
    void (*task)(void *data);
    void *data;
} xla_schedule_arguments;

typedef struct xla_num_threads_arguments {
    size_t struct_size;
    xla_extension *extensions;
    xla_context *context;
    int64_t *num_threads;
} xla_num_threads_arguments;

typedef void (*xla_unused)(void);

/* What XLA offers to its handlers. */
typedef struct xla_api {
    size_t struct_size;
    xla_extension *extensions;
    xla_version version;
    const void *internal;
    xla_error *(*error_create)(xla_error_arguments *);
    xla_unused error_get_message;
    void (*error_destroy)(void *arguments);
    xla_unused others[8];
    xla_error *(*schedule)(xla_schedule_arguments *);
    xla_error *(*num_threads)(xla_num_threads_arguments *);
} xla_api;

/* A call of a handler. */
typedef struct xla_call {
    size_t struct_size;
    xla_extension *extensions;
    const xla_api *api;
    xla_context *context;
    int stage;
    xla_buffers arguments, results;
    xla_attributes attributes;
} xla_call;

typedef xla_error *xla_handler(xla_call *call);

/* The handlers, by the names that lanescan.jax registers them under. */
typedef struct xla_row {
    const char *name;
    xla_handler *handler;
} xla_row;
extern const xla_row xla_handlers[];
extern const int num_xla_handlers;

#endif
