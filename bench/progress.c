#define _POSIX_C_SOURCE 200809L /* isatty */

#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 24, LABEL = 36 }; /* within 80 columns */

static bool is_seen(void)
{
    static int seen = -1;
    if (seen < 0)
        seen = isatty(STDERR_FILENO);
    return seen == 1;
}

void bench_progress(double share, const char *label)
{
    static const char full[WIDTH + 1] = "########################";
    if (!is_seen())
        return;
    const int done = share < 0 ? 0 : share > 1 ? WIDTH : (int)(share * WIDTH);
    fprintf(stderr, "\r[%.*s%*s] %3d %%  %-*.*s", done, full, WIDTH - done, "", (int)(100 * share),
            LABEL, LABEL, label);
    fflush(stderr);
}

void bench_progress_end(void)
{
    if (is_seen())
        fprintf(stderr, "\r%*s\r", WIDTH + LABEL + 10, "");
}
