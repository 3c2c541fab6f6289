#include "signals.h"

#include "progress.h"
#include "report.h"
#include "temporary.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* Whether it ends a program that does nothing about it. Named are the others: systems have more
 * than POSIX lists, and those for real time have no names. */
static bool is_ending(int number)
{
    switch (number) {
    case SIGKILL: /* nothing can be done about these two */
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGCONT:
    case SIGCHLD:
    case SIGURG:
#ifdef SIGWINCH
    case SIGWINCH:
#endif
#ifdef SIGINFO
    case SIGINFO:
#endif
        return false;
    default:
        return true;
    }
}

static void end_by_signal(int number)
{
    temporary_unlink_all();
    progress_end();
    signal(number, SIG_DFL);
    raise(number); /* comes when the handler returns */
}

static void end_by_bus_error(int number, siginfo_t *info, void *context)
{
    static const char text[] = "lanescan: a mapped file became shorter, or its disk fails\n";
    static atomic_flag is_said = ATOMIC_FLAG_INIT;
    (void)context;
    if (info->si_code != BUS_ADRERR) { /* somebody has sent it */
        end_by_signal(number);
        return;
    }
    while (atomic_flag_test_and_set(&is_said)) /* by another thread, which ends the program */
        pause();
    temporary_unlink_all();
    progress_end();
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EXIT_DATA);
    _exit(EXIT_DATA);
}

void signals_watch(void)
{
    struct sigaction action = { .sa_handler = end_by_signal }, before;
    sigfillset(&action.sa_mask);
    for (int number = 1; number <= SIGRTMAX; number++)
        /* what the parent ignores, as nohup does, stays; what is no signal is refused */
        if (is_ending(number) && sigaction(number, NULL, &before) == 0 &&
            before.sa_handler == SIG_DFL)
            sigaction(number, &action, NULL);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = end_by_bus_error;
    action.sa_flags = SA_SIGINFO;
    sigfillset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails instead */
}
