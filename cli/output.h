/* Where results go. A named file appears only when it is complete: it is written under another name
 * in the same folder and then renamed. What is open when the program begins - standard output,
 * /dev/fd/N, a file that one of these is - is written as it is open, and so are devices and pipes:
 * nothing takes their place. */
#ifndef LANESCAN_CLI_OUTPUT_H
#define LANESCAN_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum { OUTPUT_BUFFER = 1 << 18 }; /* bytes */

typedef struct output {
    const char *name;      /* for messages */
    char *path;            /* the file that appears in the end; NULL: written as it goes */
    const char *temporary; /* its name until then */
    bool is_new;           /* no file has had that path yet */
    struct stat status;    /* of the file that is written or replaced; of the folder of a new one */
    int fd;
    int spooled_fd; /* where a spooled output goes in the end, or -1 */
    unsigned char *buffer;
    size_t used;
    void *map;
    size_t map_size;
} output;

/* "-" is standard output. */
void output_open(output *o, const char *path);

/* Whether the output is a terminal; whether it goes into what this descriptor reads; whether both
 * go to one place, be it a file, a pipe or a terminal. */
bool output_is_terminal(const output *o);
bool output_is(const output *o, int fd);
bool output_same(const output *a, const output *b);

void output_write(output *o, const void *bytes, size_t n);

/* What has been written so far goes out. */
void output_flush(output *o);

/* From here on, until the end, everything is kept, so that the beginning can be written again. */
void output_keep_rewritable(output *o);
void output_rewrite_start(output *o, const void *bytes, size_t n);

/* All of the output as memory, n bytes, before anything is written; NULL where it cannot be. */
void *output_map(output *o, size_t n);

/* Everything is written and checked; then, when all outputs are, the file gets its name. */
void output_close(output *o);
void output_commit(output *o);

#endif
