#include "progress.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 40 };

static const double first_after = 1.0, again_after = 0.1; /* seconds */
static volatile sig_atomic_t is_shown;
static bool is_silenced;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Whether it is time for a line; standard error is looked at once. */
static bool is_due(double now, double *elapsed)
{
    static enum { UNKNOWN, TERMINAL, SILENT } kind;
    static double start, next;
    if (kind == UNKNOWN) {
        kind = isatty(STDERR_FILENO) ? TERMINAL : SILENT;
        start = now;
        next = now + first_after;
    }
    *elapsed = now - start;
    if (kind == SILENT || now < next)
        return false;
    next = now + again_after;
    return true;
}

void progress_show(uint64_t done, uint64_t total)
{
    double elapsed;
    if (is_silenced || !is_due(seconds(), &elapsed))
        return;
    const double mib = (double)done / 0x1p20, rate = elapsed > 0 ? mib / elapsed : 0;
    is_shown = true;
    if (total == 0 || done > total) {
        fprintf(stderr, "\r%.0f MiB, %.0f MiB/s\033[K", mib, rate);
    } else {
        char bar[WIDTH + 1];
        const double part = (double)done / (double)total;
        for (int i = 0; i < WIDTH; i++)
            bar[i] = i < part * WIDTH ? '#' : '.';
        bar[WIDTH] = '\0';
        fprintf(stderr, "\r[%s] %3.0f %%, %.0f MiB/s\033[K", bar, 100 * part, rate);
    }
    fflush(stderr);
}

void progress_silence(void)
{
    is_silenced = true;
}

void progress_end(void)
{
    static const char erase[] = "\r\033[K";
    if (is_shown && write(STDERR_FILENO, erase, sizeof erase - 1) < 0)
        return; /* who would see it? */
    is_shown = false;
}
