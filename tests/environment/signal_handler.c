/* Calls from a signal handler, which may interrupt any other call: both give their results. */
#define _XOPEN_SOURCE 700 /* sigaction, setitimer */

#include "calls.h"
#include "golden/random.h"
#include "harness/check.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>

enum { INTERRUPTIONS = 300, MOST_ROUNDS = 200 };

static call_data data;
static char output[CALL_OUTPUT], handler_output[CALL_OUTPUT];
static uint64_t *expected;
static atomic_size_t handled, wrong;

static void handle(int signal)
{
    (void)signal;
    static size_t call; /* the signal is blocked meanwhile */
    if (call_hash(call, &data, handler_output) != expected[call])
        atomic_fetch_add(&wrong, 1);
    call = (call + 7) % call_count();
    atomic_fetch_add(&handled, 1);
}

/* The next signal, once the one before has been handled: where calls take long they must go on in
 * between. */
static void arm(generator *g, size_t *armed)
{
    const struct itimerval once = { { 0, 0 }, { 0, (suseconds_t)(1 + random_below(g, 300)) } };
    const size_t done = atomic_load(&handled);
    if (*armed > done)
        return;
    *armed = done + 1;
    check(setitimer(ITIMER_REAL, &once, NULL) == 0, "no timer");
}

int main(void)
{
    check_start("signal_handler", lanescan_isa());
    call_data_fill(&data, DATA_NORMAL, check_stream_seed("signal_handler"));
    expected = call_all_hashes(&data, output);
    struct sigaction action = { .sa_handler = handle, .sa_flags = SA_RESTART };
    sigemptyset(&action.sa_mask);
    const struct itimerval never = { { 0, 0 }, { 0, 0 } };
    generator g = random_seeded(check_stream_seed("signals"));
    size_t armed = 0;
    const size_t enough = INTERRUPTIONS / check_scale() + 5;
    check(sigaction(SIGALRM, &action, NULL) == 0, "no handler");
    /* Each set has its share of the interruptions. */
    const char *const *const isas = lanescan_isas();
    size_t num_sets = 0;
    while (isas[num_sets])
        num_sets++;
    for (size_t round = 0, set = 0; round < MOST_ROUNDS && set < num_sets; round++) {
        check(lanescan_set_isa(isas[set]) == LANESCAN_OK, "%s cannot be set", isas[set]);
        for (size_t i = 0; i < call_count(); i++) {
            char text[CALL_TEXT];
            arm(&g, &armed);
            const uint64_t hash = call_hash(i, &data, output);
            check(hash == expected[i], "%s, %s, interrupted, gave other results", isas[set],
                  call_text(text, i));
        }
        while (set < num_sets && atomic_load(&handled) >= enough * (set + 1) / num_sets)
            set++;
    }
    setitimer(ITIMER_REAL, &never, NULL);
    check(handled >= enough, "only %zu calls from the handler", handled);
    check(wrong == 0, "%zu of %zu calls from the handler gave other results", wrong, handled);
    free(expected);
    return check_finish();
}
