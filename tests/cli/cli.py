"""What the tests of the program lanescan share: running it, counted checks, files made by hand."""

import os
import pty
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
sys.dont_write_bytecode = True
import lists

PROGRAM = os.path.abspath(sys.argv[1])
MOST_FAILURES_SHOWN = 20
# Seconds; where the first failure ends the test, as when mutants are judged, waiting is one.
TIMEOUT = 15 if os.environ.get("LANESCAN_TEST_STOP") else 60

checks = 0
failures = 0


def check(holds, message):
    """Counts one check, and prints the message where it does not hold."""
    global checks, failures
    checks += 1
    if not holds:
        failures += 1
        if failures <= MOST_FAILURES_SHOWN:
            print("FAIL", message)
        if os.environ.get("LANESCAN_TEST_STOP"):
            finish()
    return holds


def finish():
    """Ends the test; without any check it has failed."""
    print(f"{checks} checks, {failures} failed")
    sys.exit(0 if checks and not failures else 1)


def scale():
    """Divides the work where programs run slowly: LANESCAN_TEST_SCALE, as for the other tests."""
    return max(1, int(os.environ.get("LANESCAN_TEST_SCALE", "1")))


def skip(reason):
    """Ends the test as one that could not be done, which the report shows and counts."""
    print("SKIP", reason)
    sys.exit(77)


def open_terminal():
    """Both ends of a pseudo-terminal. Where there are none (in a chroot without /dev/pts) the test
    ends here: what needs one comes last."""
    try:
        return pty.openpty()
    except OSError as error:
        if failures:
            finish()
        skip(f"all but what needs a terminal was tested: {error}")


class Folder:
    """A new folder to work in, removed in the end."""

    def __enter__(self):
        self.before = os.getcwd()
        self.path = tempfile.mkdtemp(prefix="lanescan-test-")
        os.chdir(self.path)
        return self.path

    def __exit__(self, *_):
        os.chdir(self.before)
        shutil.rmtree(self.path, ignore_errors=True)


def run(*arguments, stdin=b"", **more):
    """Runs lanescan with these arguments; the result has returncode, stdout and stderr, as
    bytes."""
    return subprocess.run(
        [PROGRAM, *arguments],
        input=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=TIMEOUT,
        check=False,
        **more,
    )


def shell(command, *arguments, **more):
    """Runs a line of the shell, for its redirections; $0 is lanescan, $1, $2 ... the arguments."""
    with subprocess.Popen(
        ["sh", "-c", command, PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        **more,
    ) as process:
        try:
            stdout, stderr = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # what the shell has started too
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def default_signals():
    """Signals as they are at first, whatever the shell that runs this in the background ignores; no
    core files."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def start(*arguments, prepare=default_signals, **more):
    """The program running, with pipes to it and from its messages; it has the usual signals."""
    return subprocess.Popen(
        [PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        **{"stderr": subprocess.PIPE, "preexec_fn": prepare, **more},
    )


class Waiting:
    """While the test waits for what a program should write: one that does not write it is ended, so
    that the test fails."""

    def __init__(self, process):
        self.timer = threading.Timer(TIMEOUT, process.kill)

    def __enter__(self):
        self.timer.start()

    def __exit__(self, *_):
        self.timer.cancel()


def read_terminal(terminal):
    """What has been written to the other end, which is closed."""
    seen = b""
    try:
        while True:
            some = os.read(terminal, 4096)
            if not some:
                break
            seen += some
    except OSError:  # how Linux says that it is closed
        pass
    return seen


def content(path):
    """The bytes of a file, or None where there is none, or where it is of a process that is no
    more."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, ProcessLookupError):
        return None


def put(path, what):
    with open(path, "wb") as file:
        file.write(what)


def expect(arguments, stdout, stdin=b"", **more):
    """The program succeeds, says nothing, and writes exactly this."""
    done = run(*arguments, stdin=stdin, **more)
    check(
        done.returncode == 0 and done.stdout == stdout and done.stderr == b"",
        f"{arguments} of {stdin[:60]!r}: status {done.returncode}, wrote {done.stdout[:200]!r}, "
        f"expected {stdout[:200]!r}, said {done.stderr!r}",
    )


def expect_error(arguments, status, words, stdin=b"", **more):
    """The program ends with this status and one line that has these words."""
    done = run(*arguments, stdin=stdin, **more)
    text = done.stderr.decode(errors="replace")
    check(
        done.returncode == status
        and text.startswith("lanescan: ")
        and text.count("\n") == 1
        and text.endswith("\n")
        and all(word in text for word in words),
        f"{arguments} of {stdin[:60]!r}: status {done.returncode} not {status}, "
        f"said {text!r}, expected {words}",
    )
    return done


def npy_header(dictionary, version=(1, 0), length=None):
    """The beginning of an .npy file with this text as its dictionary."""
    text = dictionary if isinstance(dictionary, bytes) else dictionary.encode("utf-8")
    size = len(text) if length is None else length
    return (
        b"\x93NUMPY" + bytes(version) + struct.pack("<H" if version[0] == 1 else "<I", size) + text
    )


def npy(descr, shape, data, fortran=False, version=(1, 0)):
    """A small .npy file."""
    text = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape!r}, }}"
    text += " " * (-(len(text) + (11 if version[0] == 1 else 13)) % 64) + "\n"
    return npy_header(text, version) + data


def leftovers():
    """Temporary files of the program in this folder."""
    return [name for name in os.listdir(".") if "lanescan-" in name]


def expect_shrinking(rows, *options):
    """The program says that an input became shorter while it was mapped. The other input is a pipe,
    so that there is time for it."""
    put("shrinks.npy", npy("<f8", (rows, 4), bytes(rows * 32)))
    os.mkfifo("pipe")
    with start("logaddexp", "shrinks.npy", "pipe", "-o", "sum.npy", *options) as process:
        with open("pipe", "wb") as pipe:  # opened by the program after the first
            pipe.write(npy("<f8", (4,), b""))
            pipe.flush()
            time.sleep(0.3)
            os.truncate("shrinks.npy", 4096)
            pipe.write(bytes(32))
        said = process.stderr.read()
        check(
            process.wait(20) == 1
            and said == b"lanescan: a mapped file became shorter, or its disk fails\n",
            f"a shrinking file: {process.returncode} {said}",
        )
    check(not leftovers() and not os.path.exists("sum.npy"), "a shrinking file: a file stays")
