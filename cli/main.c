/* lanescan: the library's operations on files. What is where:
 *     options, help     the command line
 *     input             opening a file, seeing what it is
 *     npy, text         the header of .npy files; lines and cells
 *     source, array     an input as columns that come row by row; as a whole
 *     scan_stream       results while the input comes, by piecewise
 *     scan_array        results of whole arrays
 *     gradient_array    gradients
 *     writer, result    results as elements, or as a whole, into a format
 *     output            a file that appears when it is complete; output_open, place: where it is
 *     element, number   element types; numbers as text
 *     threads           who shares the work
 *     temporary, spool  files that do not stay; bytes that come in pieces
 *     transfer          reads and writes
 *     info, self_test   the library on this machine; whether its results are the recorded ones
 *     progress, report, escape, signals    the bar; errors; what is in names; ends from outside */
#include "command.h"
#include "gradient_array.h"
#include "info.h"
#include "progress.h"
#include "report.h"
#include "scan_array.h"
#include "scan_stream.h"
#include "self_test.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* A file opened later must not become standard input, output or error because that was closed. What
 * takes their places fails when it is used. */
static void occupy_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            if (open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC) < 0)
                _exit(EXIT_DATA);
}

int main(int argc, char **argv)
{
    options o;
    input in, other;
    occupy_standard_files();
    options_read(&o, argc, argv);
    if (o.command == COMMAND_INFO) {
        print_info();
        if (o.self_test)
            self_test();
        if (fflush(stdout) != 0 || ferror(stdout))
            fail_errno("standard output");
        return 0;
    }
    signals_watch();
    input_open(&in, o.input[0], &o);
    if (o.gradient || o.command == COMMAND_LOGADDEXP || o.command == COMMAND_RECURRENCE) {
        check_inputs_differ(&o, &in);
        input_open(&other, o.input[1], &o);
        if (o.gradient)
            gradient_array(&o, &in, &other);
        else if (o.command == COMMAND_LOGADDEXP)
            logaddexp_arrays(&o, &in, &other);
        else
            recurrence_arrays(&o, &in, &other);
        input_close(&other);
    } else if (scan_can_stream(&o, &in)) {
        scan_stream(&o, &in);
    } else if (o.command == COMMAND_LOGSUMEXP) {
        logsumexp_array(&o, &in);
    } else {
        scan_array(&o, &in);
    }
    input_close(&in);
    progress_end();
    return 0;
}
