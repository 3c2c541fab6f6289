#define _XOPEN_SOURCE 700 /* realpath */

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct target {
    char *path;      /* where links lead to */
    char *temporary; /* NULL: not a plain file, such as /dev/stdout: written in place */
} target;

static bool complain(const char *path)
{
    fprintf(stderr, "lanescan-bench: cannot write %s: %s\n", path, strerror(errno));
    return false;
}

static void target_free(target *t)
{
    free(t->path);
    free(t->temporary);
}

/* False, with errno, when there is not enough memory or a folder is in the place. */
static bool target_make(const char *path, target *t)
{
    struct stat there;
    *t = (target){ realpath(path, NULL), NULL };
    if (!t->path)
        t->path = strdup(path);
    if (!t->path)
        return false;
    if (stat(t->path, &there) == 0) {
        if (S_ISDIR(there.st_mode))
            return errno = EISDIR, false;
        if (access(t->path, W_OK) != 0)
            return false;
        if (!S_ISREG(there.st_mode))
            return true;
    }
    const size_t size = strlen(t->path) + 32;
    t->temporary = malloc(size);
    if (t->temporary)
        snprintf(t->temporary, size, "%s.%ld.tmp", t->path, (long)getpid());
    return t->temporary != NULL;
}

static FILE *target_open(const target *t)
{
    if (!t->temporary)
        return fopen(t->path, "w");
    const int descriptor = open(t->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

bool bench_file_check(const char *path)
{
    target t;
    if (*path == '\0')
        return errno = ENOENT, complain("a file without a name");
    bool good = target_make(path, &t);
    if (good && t.temporary) {
        FILE *file = target_open(&t);
        good = file && fclose(file) == 0;
        if (file)
            unlink(t.temporary);
    }
    if (!good)
        complain(path);
    target_free(&t);
    return good;
}

bool bench_file_write(const char *path, void (*write)(FILE *, const void *context),
                      const void *context)
{
    target t;
    bool good = target_make(path, &t);
    FILE *file = good ? target_open(&t) : NULL;
    if (file) {
        write(file, context);
        good = !ferror(file);
        good &= fclose(file) == 0;
        if (t.temporary) {
            good = good && rename(t.temporary, t.path) == 0;
            if (!good)
                unlink(t.temporary);
        }
    }
    good &= file != NULL;
    if (!good)
        complain(path);
    target_free(&t);
    return good;
}
