#define _GNU_SOURCE /* MAP_ANONYMOUS, sigsetjmp */

#include "harness/fence.h"

#include "harness/check.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

sigjmp_buf fence_escape;

fenced fence(size_t bytes)
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

char *fence_against(const fenced *f, size_t length, bool at_end)
{
    return at_end ? f->first + f->bytes - length : f->first;
}

static void on_fault(int signal_number)
{
    siglongjmp(fence_escape, signal_number);
}

static bool faults(const volatile char *address)
{
    if (sigsetjmp(fence_escape, 1))
        return true;
    (void)*address;
    return false;
}

void fence_watch(const fenced *f)
{
    struct sigaction action = { .sa_handler = on_fault };
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    check(faults(f->first - 1) && faults(f->first + f->bytes), "the guard pages do not guard");
}
