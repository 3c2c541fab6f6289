#include "input.h"

#include "element.h"
#include "progress.h"
#include "report.h"
#include "transfer.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t read_some(const input *in, void *bytes, size_t n)
{
    const ssize_t count = transfer_read(in->fd, bytes, n);
    if (count < 0)
        fail_errno("%s", in->name);
    return (size_t)count;
}

/* Reads ahead until there are `wanted` bytes, or no more. */
static void look_ahead(input *in, size_t wanted)
{
    while (in->ahead_end < wanted) {
        const size_t n = read_some(in, in->ahead + in->ahead_end, NPY_HEADER_MAX - in->ahead_end);
        if (n == 0)
            return;
        in->ahead_end += n;
    }
}

static void read_npy_header(input *in)
{
    const char *why;
    size_t wanted;
    while ((wanted = npy_wanted(in->ahead, in->ahead_end)) > in->ahead_end) {
        const size_t before = in->ahead_end;
        look_ahead(in, wanted);
        if (in->ahead_end == before)
            break;
    }
    if (!npy_parse(in->ahead, in->ahead_end, &in->header, &why))
        fail("%s: %s", in->name, why);
    in->ahead_at = in->header.data_offset;
    in->consumed = in->header.data_offset;
    in->has_shape = true;
}

static void set_raw_header(input *in, const options *o)
{
    npy_header *const h = &in->header;
    *h = (npy_header){ .dtype = o->raw_dtype,
                       .is_big_endian = o->raw_is_big_endian,
                       .ndim = o->ndim,
                       .element_size = element_size(o->raw_dtype) };
    memcpy(h->shape, o->shape, sizeof h->shape);
    in->has_shape = o->has_shape;
    const char *why;
    if (!npy_count(h, &why))
        fail_usage("--shape: %s", why);
}

static bool ends_in(const char *name, const char *tail)
{
    const size_t n = strlen(name), m = strlen(tail);
    return n > m && strcmp(name + n - m, tail) == 0;
}

/* Text has no control characters but spaces. */
static bool is_text(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((bytes[i] < ' ' && !isspace(bytes[i])) || bytes[i] == 0x7f)
            return false;
    return true;
}

/* What the first bytes say, then the name. No more is waited for than decides. */
static format guess(input *in)
{
    static const unsigned char magic[] = { 0x93, 'N', 'U', 'M', 'P', 'Y' },
                               zip[] = { 'P', 'K', 3, 4 };
    size_t same;
    do {
        const size_t before = in->ahead_end;
        look_ahead(in, before + 1);
        same = in->ahead_end < sizeof magic ? in->ahead_end : sizeof magic;
        if (in->ahead_end == before)
            break;
    } while (same < sizeof magic && memcmp(in->ahead, magic, same) == 0);
    if ((same == sizeof magic && memcmp(in->ahead, magic, same) == 0) || ends_in(in->name, ".npy"))
        return FORMAT_NPY;
    if (in->ahead_end >= sizeof zip && memcmp(in->ahead, zip, sizeof zip) == 0)
        fail("%s: this is a zip archive, as .npz files are; unzip it to get .npy files", in->name);
    if (!is_text(in->ahead, in->ahead_end))
        fail("%s: this is neither .npy nor text; raw elements need --raw and their type", in->name);
    return FORMAT_TEXT;
}

void input_open(input *in, const char *path, const options *o)
{
    struct stat status;
    *in = (input){ .name = path, .format = o->from };
    if (strcmp(path, "-") == 0) {
        in->name = "standard input";
        in->fd = STDIN_FILENO;
    } else {
        in->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    }
    if (in->fd < 0 || fstat(in->fd, &status) != 0)
        fail_errno("%s", in->name);
    if (S_ISREG(status.st_mode)) {
        const off_t start = lseek(in->fd, 0, SEEK_CUR);
        in->is_regular = start >= 0;
        in->start = start > 0 ? (uint64_t)start : 0;
        in->size = (uint64_t)status.st_size > in->start ? (uint64_t)status.st_size - in->start : 0;
    }
    in->ahead = allocate(NPY_HEADER_MAX, 1);
    if (in->format == FORMAT_GUESSED)
        in->format = guess(in);
    if (in->format != FORMAT_TEXT && (o->column || o->skip_header))
        fail_usage("--%s is for text, and %s is not", o->column ? "column" : "skip-header",
                   in->name);
    if (in->format == FORMAT_NPY)
        read_npy_header(in);
    else if (in->format == FORMAT_RAW)
        set_raw_header(in, o);
}

size_t input_read(input *in, void *bytes, size_t n)
{
    const size_t kept = in->ahead_end - in->ahead_at;
    if (kept) {
        n = n < kept ? n : kept;
        memcpy(bytes, in->ahead + in->ahead_at, n);
        in->ahead_at += n;
    } else if (n) {
        n = read_some(in, bytes, n);
    }
    in->consumed += n;
    progress_show(in->consumed, in->size);
    return n;
}

void input_fail_truncated(const input *in, uint64_t expected, uint64_t found)
{
    fail("%s: the file is truncated: %" PRIu64
         " bytes of elements are announced, there are %" PRIu64,
         in->name, expected, found);
}

static _Noreturn void fail_longer(const input *in)
{
    fail("%s: the file goes on after its last element", in->name);
}

void input_expect_end(input *in)
{
    unsigned char byte;
    if (input_read(in, &byte, 1))
        fail_longer(in);
}

uint64_t input_expected_bytes(const input *in)
{
    const uint64_t expected = in->header.count * in->header.element_size;
    if (in->is_regular) {
        const uint64_t header = in->header.data_offset;
        if (in->size < header || in->size - header < expected)
            input_fail_truncated(in, expected, in->size < header ? 0 : in->size - header);
        if (in->size - header > expected)
            fail_longer(in);
    }
    return expected;
}

void input_close(input *in)
{
    free(in->ahead);
    in->ahead = NULL;
    close(in->fd);
}
