#!/usr/bin/env python3
"""Every call of the system that the program makes fails once: it ends with one line and leaves
files as they were, or goes on and the result is complete. Reads and writes that are interrupted or
cut short are no errors.
    faults.py <lanescan> <the module made of faults.c>
"""

import errno
import os
import struct
import sys

import cli
from cli import check, content, npy, put, run

MODULE = os.path.abspath(sys.argv[2])
OLD = b"the old content"
FAILING = {
    "read": errno.EIO,
    "write": errno.EIO,
    "pread": errno.EIO,
    "pwrite": errno.ENOSPC,
    "close": errno.EIO,
    "mkstemp": errno.EMFILE,
    "rename": errno.EXDEV,
    "mmap": errno.ENODEV,
    "munmap": errno.EINVAL,
    "posix_fallocate": errno.ENOSPC,
    "realpath": errno.EACCES,
    "calloc": errno.ENOMEM,
    "realloc": errno.ENOMEM,
}
# Whichever of these calls fails, the result cannot be complete; of close one is that of the output.
FATAL = {
    "read",
    "write",
    "pread",
    "pwrite",
    "mkstemp",
    "rename",
    "posix_fallocate",
    "calloc",
    "realloc",
}
# How often, and what: all of these have to be got over.
HARMLESS = [
    ("read", 0, errno.EAGAIN),
    ("write", 0, errno.EAGAIN),
    ("read", 0, errno.EINTR),
    ("write", 0, errno.EINTR),
    ("pread", 0, errno.EINTR),
    ("pwrite", 0, errno.EINTR),
    ("read", 0, 0),
    ("write", 0, 0),
    ("pread", 0, 0),
    ("pwrite", 0, 0),
    ("fchmod", 1, errno.EPERM),
    ("posix_fallocate", 1, errno.EINVAL),
    ("posix_fallocate", 1, errno.EOPNOTSUPP),
    ("mmap", 1, errno.ENODEV),
]
NUMBERS = struct.pack("<3d", 1, 2, 4)
SUMS = struct.pack("<3d", 1, 3, 7)
LINES = b"".join(b"%d\n" % (i % 10) for i in range(60000))
LINE_MAXIMA = b"".join(b"%d\n" % min(i, 9) for i in range(60000))
LINE_POSITIONS = b"".join(
    b"%d\n" % (i if i < 9 else i // 10 * 10 + 9 if i % 10 == 9 else i // 10 * 10 - 1)
    for i in range(60000)
)
CASES = [
    # arguments, standard input, outputs by name ("-" is standard output)
    (["cumsum", "a.txt", "-o", "old"], b"", {"old": b"1\n3\n7\n"}),
    (
        ["cummax", "-o", "old", "--index", "index"],
        LINES,
        {"old": LINE_MAXIMA, "index": LINE_POSITIONS},
    ),
    (["cumsum", "--to", "npy", "-o", "old"], b"1\n2\n4\n", {"old": npy("<f8", (3,), SUMS)}),
    (["cumsum", "--to", "npy"], b"1\n2\n4\n", {"-": npy("<f8", (3,), SUMS)}),
    (["cumsum", "-d1", "a.npy", "-o", "old"], b"", {"old": npy("<f8", (1, 3), SUMS)}),
    (
        ["cumsum", "-d1", "-o", "/dev/stdout"],
        npy("<f8", (1, 3), NUMBERS),
        {"-": npy("<f8", (1, 3), SUMS)},
    ),
    (
        ["cummax", "a.npy", "-o", "old", "--index", "index", "--to", "raw"],
        b"",
        {"old": NUMBERS, "index": struct.pack("<3q", 0, 1, 2)},
    ),
    (
        ["cumsum", "-r", "-o", "old"],
        LINES,
        {
            "old": b"".join(
                b"%d\n" % (270000 - 45 * (i // 10) - i % 10 * (i % 10 - 1) // 2)
                for i in range(60000)
            )
        },
    ),
    (
        ["logaddexp", "a.npy", "a.txt", "-o", "old", "-t", "f16", "--to", "raw"],
        b"",
        {"old": struct.pack("<3e", 1.6931, 2.693, 4.69)},
    ),
]
LARGE = 65 << 20  # more than spools keep in memory
fired = set()


def run_with(fault, arguments, stdin, outputs):
    """With the fault; None where it does not come to it."""
    for name in set(outputs) - {"-"}:
        put(name, OLD)
    done = run(
        *arguments,
        stdin=stdin,
        env={
            **os.environ,
            "LD_PRELOAD": MODULE,
            "LANESCAN_FAULT_FILE": "fired",
            "LANESCAN_FAULT": "%s %d %d" % fault,
            "TMPDIR": "spools",
        },
    )
    if content("fired") is None:
        return None
    os.remove("fired")
    fired.add(fault[0] if fault[1] else fault)
    title = f"{arguments}, {fault}"
    check(
        not cli.leftovers() and not os.listdir("spools"),
        f"{title}: {os.listdir('.')} {os.listdir('spools')}",
    )
    return done


def is_complete(done, outputs):
    return all(
        (done.stdout if name == "-" else content(name)) == wanted
        for name, wanted in outputs.items()
    )


def judge(fault, arguments, stdin, outputs):
    """The status where there was such a call: it ends well or says so."""
    done = run_with(fault, arguments, stdin, outputs)
    if not done:
        return None
    title = f"{arguments}, {fault}: {done.returncode} {done.stderr}"
    if done.returncode == 0:
        check(done.stderr == b"" and is_complete(done, outputs), f"{title}: not complete")
        return 0
    files = [content(name) == OLD for name in outputs if name != "-"]
    kept = all(files)
    if fault[:2] == ("rename", 2):  # the first of two has its name by then, and is complete
        kept = files == [False, True] and content("old") == outputs["old"]
    check(
        done.returncode == 1
        and done.stderr.startswith(b"lanescan: ")
        and done.stderr.count(b"\n") == 1
        and kept,
        f"{title}: files stay {files}",
    )
    return done.returncode


def judge_all(function, error, most, *case):
    """Each of the first calls of a function; the number of those that end the program."""
    statuses = []
    while len(statuses) < most:
        status = judge((function, len(statuses) + 1, error), *case)
        if status is None:
            break
        statuses.append(status)
    check(0 not in statuses or function not in FATAL, f"{case[0]}, {function}: {statuses}")
    return sum(1 for status in statuses if status)


def large():
    """A spool for the input and room for the result."""
    with open("large.raw", "wb") as file:
        file.truncate(LARGE)
    arguments, outputs = ["cumsum", "-r", "--raw", "u8", "-t", "u8", "large.raw"], {
        "old": bytes(LARGE)
    }
    for function in "mkstemp", "mmap", "posix_fallocate", "write":
        judge_all(function, errno.ENOSPC, 3, [*arguments, "-o", "old"], b"", outputs)
    check(
        judge(("posix_fallocate", 1, errno.EOPNOTSUPP), arguments, b"", {"-": bytes(LARGE)}) == 0,
        "no room is made",
    )


def main():
    put("a.txt", b"1\n2\n4\n")
    put("a.npy", npy("<f8", (1, 3), NUMBERS))
    os.mkdir("spools")
    for case in CASES:
        title = f"{case[0]}: "
        done = run_with(("nothing", 1, 1), *case)
        check(done is None, title + "something has failed")
        for function, error in FAILING.items():
            ended = judge_all(function, error, 30, *case)
            check(
                function != "close" or ended >= len(case[2]),
                f"{title}a result that cannot be closed is none",
            )
        for fault in HARMLESS:
            done = run_with(fault, *case)
            check(
                done is None
                or (done.returncode == 0 and done.stderr == b"" and is_complete(done, case[2])),
                f"{title}{fault}: {done and (done.returncode, done.stderr)}",
            )
    large()
    expected = set(FAILING) | {fault[0] if fault[1] else fault for fault in HARMLESS}
    check(fired == expected, f"never: {expected - fired}")


if __name__ == "__main__":
    with cli.Folder():
        main()
    cli.finish()
