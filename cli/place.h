/* Where the name of an output leads: links are followed, as a shell does, to a file that is there
 * or not yet, or to one that is open since the program began, such as /dev/stdout. */
#ifndef LANESCAN_CLI_PLACE_H
#define LANESCAN_CLI_PLACE_H

#include <stdbool.h>
#include <sys/stat.h>

typedef struct place {
    int descriptor;     /* the open file that the name stands for, or -1 */
    char *path;         /* else of a regular or a new file, without links; NULL of others */
    bool exists;        /* a file is there */
    struct stat status; /* of that file; where there is none, of the folder that is to have it */
} place;

/* False and errno where the name leads nowhere. */
bool place_find(place *p, const char *name);

/* Whether the program was started with this descriptor, and for writing too. */
bool place_is_writable(int descriptor);

/* A descriptor that can be written and is this regular file, or -1. */
int place_open_as(const struct stat *status);

#endif
