/* Bytes that come in pieces and are then needed all at once, or room for results: in memory while
 * they are few, else in a file without a name that is mapped. */
#ifndef LANESCAN_CLI_SPOOL_H
#define LANESCAN_CLI_SPOOL_H

#include <stddef.h>

typedef struct spool {
    unsigned char *memory;
    size_t size, capacity;
    int fd; /* -1 while in memory */
} spool;

void spool_begin(spool *s);
void spool_append(spool *s, const void *bytes, size_t n);

/* Where the bytes are, aligned for any element; they may be changed. Nothing can be appended any
 * more. */
void *spool_data(spool *s);

/* n bytes of any value. */
void *spool_room(spool *s, size_t n);

void spool_free(spool *s);

#endif
