#!/usr/bin/env python3
"""Signals that end the program leave neither a file nor the line of progress; that line is for
terminals that are not used otherwise.
    signals.py <lanescan>
"""

import os
import resource
import signal
import subprocess
import time

import cli
from cli import check, content, default_signals, put, read_terminal, start

OLD = b"the old content"
TURNS = 20  # tenths of a second, so that progress appears
# By default these do not end a program, or nothing can be done about it.
HARMLESS = {
    signal.SIGCHLD,
    signal.SIGURG,
    signal.SIGWINCH,
    signal.SIGCONT,
    signal.SIGSTOP,
    signal.SIGTSTP,
    signal.SIGTTIN,
    signal.SIGTTOU,
    signal.SIGKILL,
}
IGNORED = signal.SIGXFSZ  # a file that is too large is an error of the write

# Sanitizers, where the program has any, would make errors of some.
NO_HANDLERS = ":".join(
    f"handle_{name}=0" for name in ("segv", "sigbus", "sigfpe", "sigill", "sigtrap", "abort")
)
os.environ["ASAN_OPTIONS"] = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), NO_HANDLERS)))


def wait_for_temporary():
    deadline = time.monotonic() + 20
    while not cli.leftovers():
        if time.monotonic() > deadline:
            return check(False, "no temporary file appears")
        time.sleep(0.002)
    return True


def begin(process):
    """One line goes in; the program waits for more with its temporary file open."""
    process.stdin.write(b"1\n")
    process.stdin.flush()
    return wait_for_temporary()


def ends():
    """Each signal, those for real time too."""
    endings = signal.valid_signals() - HARMLESS - {IGNORED}
    for name in (
        "SIGHUP SIGINT SIGQUIT SIGTERM SIGPIPE SIGALRM SIGXCPU SIGABRT SIGUSR1 SIGUSR2 "
        "SIGVTALRM SIGBUS SIGSEGV"
    ).split():
        check(getattr(signal, name) in endings, f"{name} is not among {endings}")
    for number in sorted(endings):
        put("old", OLD)
        with start("cummax", "-o", "old", "--index", "index.txt") as process:
            if begin(process):
                process.send_signal(number)
            check(process.wait(20) == -number, f"signal {number}: ended with {process.returncode}")
            check(process.stderr.read() == b"", f"signal {number}: it says something")
        check(
            content("old") == OLD and not cli.leftovers() and not os.path.exists("index.txt"),
            f"signal {number}: {os.listdir('.')}",
        )
        for name in cli.leftovers():
            os.remove(name)


def goes_on():
    """What does not end it, and what its parent ignores."""
    for number in HARMLESS - {signal.SIGKILL, signal.SIGSTOP} | {IGNORED}:
        with start("cumsum", "-o", "new.txt") as process:
            if begin(process):
                process.send_signal(number)
                process.send_signal(signal.SIGCONT)
            process.stdin.write(b"2\n")
            process.stdin.close()
            check(
                process.wait(20) == 0 and content("new.txt") == b"1\n3\n",
                f"signal {number}: {process.returncode}",
            )
    for number in signal.SIGHUP, signal.SIGINT, signal.SIGUSR1, signal.SIGRTMIN:

        def ignore(ignored=number):
            default_signals()
            signal.signal(ignored, signal.SIG_IGN)

        with start("cumsum", "-o", "new.txt", prepare=ignore) as process:
            if begin(process):
                process.send_signal(number)
            process.stdin.close()
            check(
                process.wait(20) == 0 and content("new.txt") == b"1\n",
                f"signal {number}, which the parent ignores",
            )


def limits():
    """The kernel's own: time that is spent. The text is long enough for more than that."""

    def limit():
        default_signals()
        resource.setrlimit(resource.RLIMIT_CPU, (1, 30))

    put("old", OLD)
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run(
            [cli.PROGRAM, "logsumexp", "--raw", "f64", "-o", "old"],
            stdin=zeros,
            check=False,
            stderr=subprocess.PIPE,
            preexec_fn=limit,
            timeout=60,
        )
    check(
        done.returncode == -signal.SIGXCPU and content("old") == OLD and not cli.leftovers(),
        f"a limit of time: {done}",
    )


class Watched:
    """A program whose messages go to a terminal, and where `stdout` is "terminal" its results."""

    def __init__(self, end=None, stdout=subprocess.DEVNULL):
        self.end = end
        self.terminal, other = cli.open_terminal()
        self.process = start(
            "cumsum", stdout=other if stdout == "terminal" else stdout, stderr=other
        )
        os.close(other)

    def feed(self):
        self.process.stdin.write(b"1\n")
        self.process.stdin.flush()

    def finish(self):
        """How it has ended, and what has been shown."""
        if self.end:
            self.process.send_signal(self.end)
        self.process.stdin.close()
        shown = read_terminal(self.terminal)
        os.close(self.terminal)
        status = self.process.wait(20)
        check(status == (-self.end if self.end else 0), f"{self.end}: ended with {status}")
        return shown


def progress():
    """It appears after a second, and goes whatever the end is; where results appear it does not."""
    erased = b"\r\x1b[K"
    with open("long.txt", "wb") as out, start("cumsum", stdout=subprocess.DEVNULL) as piped:
        shown_on = [Watched(), Watched(signal.SIGINT), Watched(signal.SIGUSR1), Watched(stdout=out)]
        among_results, short = Watched(stdout="terminal"), Watched()
        started = time.monotonic()
        for turn in range(TURNS):
            for watched in [*shown_on, among_results, *([short] if turn < 3 else [])]:
                watched.feed()
            piped.stdin.write(b"1\n")
            piped.stdin.flush()
            if turn == 3:
                shown = short.finish()
                if time.monotonic() < started + 0.9:  # else this machine has made it a long one
                    check(shown == b"", f"a short run shows {shown!r}")
            time.sleep(0.1)
        for watched in shown_on:
            shown = watched.finish()
            check(
                b"MiB/s" in shown and shown.endswith(erased), f"progress, {watched.end}: {shown!r}"
            )
        shown = among_results.finish()
        check(
            shown == b"".join(b"%d\r\n" % (i + 1) for i in range(TURNS)),
            f"results on a terminal: {shown!r}",
        )
        piped.stdin.close()
        check(piped.wait(20) == 0 and piped.stderr.read() == b"", "progress in a pipe")


def main():
    ends()
    goes_on()
    limits()
    progress()
    check(not cli.leftovers(), f"left behind: {cli.leftovers()}")


if __name__ == "__main__":
    with cli.Folder():
        main()
    cli.finish()
