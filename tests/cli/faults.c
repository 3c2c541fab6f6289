/* Preloaded into the program: calls of the system that fail or do less than they were asked for.
 *     LANESCAN_FAULT="function number error" makes that call fail, counted from 1; a number of 0 is
 *     every second call, an error of 0 makes reads and writes do half of it.
 *     LANESCAN_FAULT_FILE is made when that has happened.
 * Compiled as the program is, so that names of functions for large files are those it calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char function[32];
static long wanted = -1, calls;
static int error;

__attribute__((constructor)) static void read_settings(void)
{
    const char *const text = getenv("LANESCAN_FAULT");
    if (text && sscanf(text, "%31s %ld %d", function, &wanted, &error) != 3)
        abort();
}

/* Whether this call is the one. */
static bool is_due(const char *name)
{
    if (wanted < 0 || strcmp(name, function) != 0)
        return false;
    calls++;
    if (wanted ? calls != wanted : calls % 2 == 0)
        return false;
    const char *const file = getenv("LANESCAN_FAULT_FILE");
    if (file) {
        const long fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT, 0600);
        syscall(SYS_close, fd);
    }
    errno = error;
    return true;
}

/* For files of any size some functions have two names. */
static void *next(const char *name, const char *large)
{
    void *const found = dlsym(RTLD_NEXT, large);
    return found ? found : dlsym(RTLD_NEXT, name);
}

static size_t half(size_t n)
{
    return n > 1 ? n / 2 : n;
}

/* A call of the program itself, not of a library: OpenMP's ends the program where it has no memory,
 * and nobody can do anything about it; and it does not close as many files each time. */
static bool is_own(const void *caller)
{
    Dl_info program, calling;
    return dladdr((const void *)getauxval(AT_PHDR), &program) && dladdr(caller, &calling) &&
           program.dli_fbase == calling.dli_fbase;
}

ssize_t read(int fd, void *bytes, size_t n)
{
    const bool is_due_now = is_due("read");
    return is_due_now && error ? -1 : syscall(SYS_read, fd, bytes, is_due_now ? half(n) : n);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    const bool is_due_now = is_due("write");
    return is_due_now && error ? -1 : syscall(SYS_write, fd, bytes, is_due_now ? half(n) : n);
}

ssize_t pread(int fd, void *bytes, size_t n, off_t at)
{
    static ssize_t (*original)(int, void *, size_t, off_t);
    const bool is_due_now = is_due("pread");
    if (!original)
        *(void **)&original = next("pread", "pread64");
    return is_due_now && error ? -1 : original(fd, bytes, is_due_now ? half(n) : n, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    static ssize_t (*original)(int, const void *, size_t, off_t);
    const bool is_due_now = is_due("pwrite");
    if (!original)
        *(void **)&original = next("pwrite", "pwrite64");
    return is_due_now && error ? -1 : original(fd, bytes, is_due_now ? half(n) : n, at);
}

int close(int fd)
{
    const long status = syscall(SYS_close, fd);
    return is_own(__builtin_return_address(0)) && is_due("close") ? -1 : (int)status;
}

int mkstemp(char *name)
{
    static int (*original)(char *);
    if (!original)
        *(void **)&original = next("mkstemp", "mkstemp64");
    return is_due("mkstemp") ? -1 : original(name);
}

int rename(const char *from, const char *to)
{
    static int (*original)(const char *, const char *);
    if (!original)
        *(void **)&original = next("rename", "rename");
    return is_due("rename") ? -1 : original(from, to);
}

void *mmap(void *address, size_t n, int protection, int flags, int fd, off_t at)
{
    static void *(*original)(void *, size_t, int, int, int, off_t);
    if (!original)
        *(void **)&original = next("mmap", "mmap64");
    return is_due("mmap") ? MAP_FAILED : original(address, n, protection, flags, fd, at);
}

int munmap(void *address, size_t n)
{
    return is_due("munmap") ? -1 : (int)syscall(SYS_munmap, address, n);
}

int posix_fallocate(int fd, off_t at, off_t n)
{
    static int (*original)(int, off_t, off_t);
    if (!original)
        *(void **)&original = next("posix_fallocate", "posix_fallocate64");
    return is_due("posix_fallocate") ? error : original(fd, at, n);
}

int fchmod(int fd, mode_t mode)
{
    return is_due("fchmod") ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

char *realpath(const char *path, char *resolved)
{
    static char *(*original)(const char *, char *);
    if (!original)
        *(void **)&original = next("realpath", "realpath");
    return is_due("realpath") ? NULL : original(path, resolved);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    static int (*original)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!original)
        *(void **)&original = next("pthread_create", "pthread_create");
    return is_due("pthread_create") ? error : original(thread, attributes, start, argument);
}

void *calloc(size_t count, size_t size)
{
    static void *(*original)(size_t, size_t);
    if (!original)
        *(void **)&original = next("calloc", "calloc");
    return is_own(__builtin_return_address(0)) && is_due("calloc") ? NULL : original(count, size);
}

void *realloc(void *memory, size_t size)
{
    static void *(*original)(void *, size_t);
    if (!original)
        *(void **)&original = next("realloc", "realloc");
    return is_own(__builtin_return_address(0)) && is_due("realloc") ? NULL : original(memory, size);
}
