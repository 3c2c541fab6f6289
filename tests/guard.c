/* No kernel reads or writes outside its arrays: each array lies against a page that may not be
 * touched, once with its end and once with its start.
 *     guard <table>                                                                                */
#define _GNU_SOURCE /* MAP_ANONYMOUS, sigsetjmp */

#include "check.h"
#include "dataset.h"
#include "kernel_list.h"
#include "target.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ARRAY_X, ARRAY_SECOND, ARRAY_Y, ARRAY_INDEX, NUM_ARRAYS };

typedef struct fenced {
    char *first;  /* first usable byte; the page before is forbidden */
    size_t bytes; /* whole pages; the page after is forbidden */
} fenced;

static fenced fence(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t inner = (bytes + page - 1) / page * page;
    char *memory = mmap(NULL, inner + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE) ||
        mprotect(memory + page + inner, page, PROT_NONE)) {
        check(false, "cannot map guarded pages");
        exit(check_finish());
    }
    return (fenced){ memory + page, inner };
}

static sigjmp_buf escape;

static void on_fault(int signal_number)
{
    siglongjmp(escape, signal_number);
}

/* `length` bytes against the page after (at_end) or the page before. */
static char *against(const fenced *f, size_t length, bool at_end)
{
    return at_end ? f->first + f->bytes - length : f->first;
}

static void check_call(const lanescan_kernels *table, const kernel *k,
                       const fenced arrays[NUM_ARRAYS], size_t n, const dataset *data, bool at_end,
                       bool in_place)
{
    const size_t bytes = n * element_size(k->type);
    char *x = against(&arrays[ARRAY_X], bytes, at_end);
    char *second = against(&arrays[ARRAY_SECOND], bytes, at_end);
    char *y = against(&arrays[ARRAY_Y], kernel_outputs(k, n) * element_size(k->type), at_end);
    int64_t *index = (int64_t *)(void *)against(&arrays[ARRAY_INDEX], n * 8, at_end);
    generator g = random_seeded(check_stream_seed(k->name) + n);
    dataset_make(data, &g, k->type, n, x);
    dataset_make(data, &g, k->type, n, second);
    const bool touched = sigsetjmp(escape, 1) != 0;
    if (!touched) {
        k->call(table, n, x, second, in_place && !k->is_reduction ? x : y, index);
        if (k->has_index)
            k->call(table, n, x, second, y, NULL);
    }
    check(!touched, "%s n=%zu %s: touched the page %s an array", k->name, n, data->name,
          at_end ? "after" : "before");
}

static bool faults(const volatile char *address)
{
    if (sigsetjmp(escape, 1))
        return true;
    (void)*address;
    return false;
}

int main(int argc, char **argv)
{
    enum { SHORT = 130, LONGEST = 8192 + 33 };
    static const size_t longer[] = { 255, 256, 257, 1000, 4095, 4096, 4097, 4128, 8192, LONGEST };
    const char *name = argc > 1 ? argv[1] : "generic";
    check_start("guard", name);
    const lanescan_kernels *table = target_find(name);
    fenced arrays[NUM_ARRAYS];
    for (int i = 0; i < NUM_ARRAYS; i++)
        arrays[i] = fence(LONGEST * 8);
    struct sigaction action = { .sa_handler = on_fault };
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    /* A fence that does not bite would prove nothing. */
    check(faults(arrays[0].first - 1) && faults(arrays[0].first + arrays[0].bytes),
          "the guard pages do not guard");
    for (size_t i = 0; i < kernel_count(); i++) {
        const kernel k = kernel_at(i);
        for (size_t d = 0; d<dataset_count(); d += check_scale()> 1 ? 7 : 1) {
            const dataset *data = dataset_at(d);
            for (size_t n = 0; n <= SHORT; n++)
                for (int mode = 0; mode < 4; mode++)
                    check_call(table, &k, arrays, n, data, mode & 1, mode & 2);
            for (size_t j = 0; j < sizeof longer / sizeof longer[0]; j++)
                for (int at_end = 0; at_end < 2; at_end++)
                    check_call(table, &k, arrays, longer[j], data, at_end, j & 1);
        }
    }
    return check_finish();
}
