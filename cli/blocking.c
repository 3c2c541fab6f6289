#include "blocking.h"

#include <pthread.h>
#include <stddef.h>

sigset_t signals_block(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    return before;
}

sigset_t signals_block_from_outside(void)
{
    static const int own[] = { SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGTRAP, SIGSYS };
    sigset_t others, before;
    sigfillset(&others);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&others, own[i]);
    pthread_sigmask(SIG_BLOCK, &others, &before);
    return before;
}

void signals_unblock(sigset_t before)
{
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
