#include "output.h"

#include "place.h"
#include "progress.h"
#include "report.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* As the file that is there, where that can be: some file systems have no permissions, and only
 * some users give files away. */
static void look_like(int fd, const struct stat *existing)
{
    struct stat made;
    const bool is_other = fstat(fd, &made) != 0 || made.st_uid != existing->st_uid ||
                          made.st_gid != existing->st_gid;
    const bool is_as_before = !is_other || fchown(fd, existing->st_uid, existing->st_gid) == 0;
    /* What runs with its owner's rights must not get another owner. */
    (void)fchmod(fd, existing->st_mode & (is_as_before ? 07777 : 0777));
}

static void look_new(int fd)
{
    const mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(fd, 0666 & ~mask);
}

/* A file beside its place, which it takes when it is complete; what is there stays till then. */
static void open_beside(output *o, place *p)
{
    if (p->exists && access(p->path, W_OK) != 0)
        fail_errno("%s", o->name);
    o->path = p->path;
    o->is_new = !p->exists;
    o->status = p->status;
    o->fd = temporary_create(o->path, &o->temporary);
    if (o->fd < 0)
        fail_errno("%s: no file can be made in its folder", o->name);
    if (p->exists)
        look_like(o->fd, &p->status);
    else
        look_new(o->fd);
}

/* As it is open: at its place in the file, or always at its end. */
static void open_descriptor(output *o, int descriptor)
{
    errno = EBADF;
    o->fd = place_is_writable(descriptor) ? fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                          : -1;
}

static void open_named(output *o)
{
    place p;
    if (!place_find(&p, o->name))
        fail_errno("%s", o->name);
    const bool is_file = p.exists && S_ISREG(p.status.st_mode);
    if (is_file && p.descriptor < 0)
        p.descriptor = place_open_as(&p.status);
    if (p.descriptor >= 0)
        open_descriptor(o, p.descriptor);
    else if (p.exists && !is_file)
        o->fd = open(o->name, O_WRONLY | O_CLOEXEC | O_NOCTTY); /* a folder says so itself */
    else
        open_beside(o, &p);
    if (!o->path)
        free(p.path);
}

void output_open(output *o, const char *path)
{
    *o = (output){ .name = path, .fd = -1, .spooled_fd = -1 };
    o->buffer = allocate(OUTPUT_BUFFER, 1);
    if (strcmp(path, "-") == 0) {
        o->name = "standard output";
        open_descriptor(o, STDOUT_FILENO);
    } else {
        open_named(o);
    }
    if (o->fd < 0 || (!o->path && fstat(o->fd, &o->status) != 0))
        fail_errno("%s", o->name);
    if (output_is_terminal(o))
        progress_silence();
}

bool output_is_terminal(const output *o)
{
    return !o->path && isatty(o->fd);
}

static bool is_one_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool output_is(const output *o, int fd)
{
    struct stat other;
    return !o->path && fstat(fd, &other) == 0 && is_one_file(&o->status, &other) &&
           (S_ISREG(other.st_mode) || S_ISFIFO(other.st_mode));
}

/* What is written there is nowhere, so nothing is mixed up. */
static bool is_null_device(const struct stat *status)
{
    struct stat null;
    return S_ISCHR(status->st_mode) && stat("/dev/null", &null) == 0 &&
           null.st_rdev == status->st_rdev;
}

/* The terminal of this session has several names. */
static bool is_one_terminal(const output *a, const output *b)
{
    if (!output_is_terminal(a) || !output_is_terminal(b))
        return false;
    const pid_t session = tcgetsid(a->fd);
    return session >= 0 && session == tcgetsid(b->fd);
}

bool output_same(const output *a, const output *b)
{
    if (a->is_new != b->is_new)
        return false;
    if (a->is_new) /* in one folder, whatever its names */
        return is_one_file(&a->status, &b->status) &&
               strcmp(strrchr(a->path, '/'), strrchr(b->path, '/')) == 0;
    return (is_one_file(&a->status, &b->status) && !is_null_device(&a->status)) ||
           is_one_terminal(a, b);
}
