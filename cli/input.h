/* Where elements come from: a file, a pipe or standard input, looked at first to see what it is. */
#ifndef LANESCAN_CLI_INPUT_H
#define LANESCAN_CLI_INPUT_H

#include "npy.h"
#include "options.h"

typedef struct input {
    const char *name; /* for messages */
    int fd;
    bool is_regular;
    uint64_t start, size; /* of a regular file: where reading begins, the bytes from there on */
    uint64_t consumed;    /* bytes given out */
    unsigned char *ahead; /* bytes read to see what the input is, not given out yet */
    size_t ahead_at, ahead_end;

    uint64_t lines; /* of text, taken before the bytes that are ahead */

    format format;
    npy_header header; /* of .npy and raw input; of raw input without a shape only the type */
    bool has_shape;
} input;

/* "-" is standard input. */
void input_open(input *in, const char *path, const options *o);

/* The next bytes, as many as are there, up to n; 0 at the end. */
size_t input_read(input *in, void *bytes, size_t n);

/* The end must be here: reads on to see that it is. */
void input_expect_end(input *in);

/* The number of bytes of elements: an error where a file's size says already that they are not all,
 * or not the only. */
uint64_t input_expected_bytes(const input *in);
_Noreturn void input_fail_truncated(const input *in, uint64_t expected, uint64_t found);

void input_close(input *in);

#endif
