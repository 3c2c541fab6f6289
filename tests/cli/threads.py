#!/usr/bin/env python3
"""The program's threads: every operation writes the same bytes whatever their number; wrong
numbers; systems that make no thread; signals while several work. And the program that has none.
    threads.py <lanescan> <lanescan built without OpenMP> <module with faulty functions>
"""

import errno
import os
import random
import signal
import struct
import subprocess
import sys
import time

import cli
from cli import check, content, expect_error, npy, put, run, start

ALONE, MODULE = os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
rng = random.Random(1)
COUNTS = ["1", "2", "3", "7"]
SCANS = [row.name for row in cli.lists.operations()]
ELEMENTS = 300000  # worth several tasks of each operation
MANY = 3 << 20


def threads_in(text):
    return next(line for line in text.stdout.decode().splitlines() if line.startswith("threads"))


def numbers(n):
    """Near 1 for products, and some that make chunks depend on what is before."""
    data = [1 + rng.gauss(0, 2**-9) for _ in range(n)]
    for _ in range(5):
        data[rng.randrange(n)] = rng.choice([-700.0, 30.0, 0.0])
    return struct.pack(f"<{n}d", *data)


def same(arguments, *outputs, **more):
    """Standard output, and what is in these files, for each number of threads."""
    results = set()
    for count in COUNTS:
        done = run(*arguments, "--threads", count, **more)
        check(
            done.returncode == 0 and done.stderr == b"",
            f"{arguments}, {count}: {done.returncode} {done.stderr}",
        )
        results.add((done.stdout, *(content(name) for name in outputs)))
    check(
        len(results) == 1 and len(b"".join(next(iter(results)))) >= 8,
        f"{arguments}: threads change the bytes",
    )


def operations():
    """Streams, one line, many lines along and across, with what goes with scans."""
    data = numbers(ELEMENTS)
    put("x.raw", data)
    put("x.npy", npy("<f8", (300, 1000), data))
    put("f.npy", npy("<f4", (3, 50000), data[:600000], fortran=True))
    raw, line = ["--raw", "f64", "x.raw"], ["--shape", f"1,{ELEMENTS}"]
    for i, op in enumerate(SCANS):
        options = [["-x"], ["--total"], ["-i", "2"], ["-x", "-i", "2"], ["-r"]]
        index = ["--index", "index"] if op.startswith("cumm") else []
        outputs = index[1:]
        same([op, *raw, *index], *outputs)
        same([op, *raw, *index, *options[i % 5], *line], *outputs)
        same([op, *raw, *index, *options[i % 5], "-t", "f32"], *outputs)
        same([op, "x.npy", "-d0", *index, *options[(i - 1) % 5]], *outputs)
        same([op, "x.npy", "-d1", *index, "-o", "out.npy"], "out.npy", *outputs)
        same([op, "f.npy", *index], *outputs)
    for arguments in (
        raw,
        [*raw, *line],
        ["x.npy"],
        ["x.npy", "-d0"],
        ["x.npy", "-d1"],
        ["f.npy", "-d1"],
    ):
        same(["logsumexp", *arguments])
    put("row.npy", npy("<f8", (1000,), data[:8000]))
    same(["logaddexp", "x.npy", "row.npy"])
    same(["logaddexp", "--raw", "f64", "x.raw", "x.raw"])
    text = b"".join(b"%d %d\n" % (i % 7, i % 11) for i in range(60000))
    same(["cumsum"], stdin=text)
    same(["logcumsumexp", "-d1"], stdin=text)


def how_many():
    """As many as are asked for, as OpenMP is told, as CPUs that the program may run on."""
    expected = {"1": "1", "7": "7", "+3": "3", "4096": "4096"}
    for asked, count in expected.items():
        check(
            threads_in(run("info", "--threads", asked)) == f"threads: {count}",
            f"info --threads {asked}",
        )
    for wrong in ("0", "-1", "4097", "99999999999999999999", "abc", "", "2x", "1.5", " 2", "2,2"):
        expect_error(
            ["cumsum", "--threads", wrong], 2, [f"--threads: '{wrong}' is not a number in range"]
        )
        expect_error(["info", f"--threads={wrong}"], 2, ["--threads"])
    expect_error(["cumsum", "--threads"], 2, ["--threads needs an argument"])
    usual = {key: value for key, value in os.environ.items() if not key.startswith("OMP_")}
    check(
        threads_in(run("info", env={**usual, "OMP_NUM_THREADS": "5"})) == "threads: 5",
        "OMP_NUM_THREADS",
    )
    cpus = sorted(os.sched_getaffinity(0))
    for some in cpus[:1], cpus:
        done = run(
            "info", env=usual, preexec_fn=lambda mask=tuple(some): os.sched_setaffinity(0, mask)
        )
        check(threads_in(done) == f"threads: {len(some)}", f"on CPUs {some}: {done.stdout}")


def file_of_an_ended_process():
    """What LLVM's OpenMP leaves of a process that ends as it begins, under this one's number."""

    def leave():
        name = f"/dev/shm/__KMP_REGISTERED_LIB_{os.getpid()}_{os.getuid()}"
        with open(name, "wb") as file:
            file.write(bytes(1024))
        left.write(name)
        left.flush()

    if not os.path.isdir("/dev/shm"):
        return
    with open("left", "w", encoding="ascii") as left:
        done = run("cumsum", stdin=b"1\n2\n", preexec_fn=leave)
    check(
        done.returncode == 0 and done.stdout == b"1\n3\n",
        f"beside the file of an ended process: {done}",
    )
    if os.path.exists(name := content("left").decode()):
        os.remove(name)


def with_fault(number, arguments, stdin=b""):
    """With pthread_create failing that time; whether there was such a call."""
    done = run(
        *arguments,
        stdin=stdin,
        env={
            **os.environ,
            "LD_PRELOAD": MODULE,
            "LANESCAN_FAULT_FILE": "fired",
            "LANESCAN_FAULT": f"pthread_create {number} {errno.EAGAIN}",
        },
    )
    fired = content("fired") is not None
    if fired:
        os.remove("fired")
    return done, fired


def systems_without_threads():
    """Every operation asks for threads, where it is worth it, and does without where it gets
    none."""
    old = b"the old content"
    every = [
        [op, "--raw", "f64", "x.raw", *more]
        for op in SCANS + ["logsumexp"]
        for more in ([], ["--shape", "2,150000"])
    ]
    every += [
        ["cummax", "--raw", "f64", "x.raw", "--index", "i", *more]
        for more in ([], ["--shape", "2,150000"])
    ]
    every += [["logaddexp", "--raw", "f64", "x.raw", "x.raw"]]
    lines = ["--raw", "f64", "x.raw", "--shape", "2,150000"]
    every += [["recurrence", "x.raw", *lines]]
    every += [[op, "--gradient", "x.raw", *lines] for op in SCANS]
    for arguments in every:
        wanted = run(*arguments, "--threads", "1").stdout
        for number in 1, 2:
            done, fired = with_fault(number, [*arguments, "--threads", "3"])
            check(
                fired and done.returncode == 0 and done.stderr == b"" and done.stdout == wanted,
                f"{arguments} without thread {number}: {fired} {done.returncode} {done.stderr}",
            )
        check(
            not with_fault(1, [*arguments, "--threads", "1"])[1], f"{arguments}: a thread for one"
        )
    check(not with_fault(1, ["cumsum", "--threads", "3"], b"1\n2\n")[1], "a thread for two numbers")
    # threads that could be made are not any more: OpenMP ends the program
    put("old", old)
    done, fired = with_fault(
        4, ["logcumsumexp", "--raw", "f64", "x.raw", "-o", "old", "--threads", "3"]
    )
    check(
        fired and done.returncode != 0 and content("old") == old and not cli.leftovers(),
        f"OpenMP without threads: {fired} {done.returncode} {done.stderr} {cli.leftovers()}",
    )


def tasks_of(process):
    """The signals that each thread blocks."""
    folder = f"/proc/{process.pid}/task"
    blocked = []
    for name in os.listdir(folder):
        status = content(f"{folder}/{name}/status")
        if status and b"SigBlk:" in status:  # else it is no more
            blocked.append(int(status.decode().split("SigBlk:")[1].split()[0], 16))
    return blocked


def signals_while_several_work():
    """They come to the thread that knows of the files. What others do wrong themselves is not put
    off."""
    for number in signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGBUS:
        put("old", b"the old content")
        # nobody reads the results, so the program waits, its threads made, until the signal comes
        with start(
            "cummax",
            "--raw",
            "f64",
            "x.raw",
            "--threads",
            "4",
            "--index",
            "old",
            stdout=subprocess.PIPE,
        ) as process:
            # more threads are made at first, to see whether that can be done
            deadline = time.monotonic() + 20
            blocked, before = [], None
            while time.monotonic() < deadline and (len(blocked) != 4 or blocked != before):
                time.sleep(0.05)
                blocked, before = sorted(tasks_of(process)), blocked
            check(len(blocked) == 4 and blocked[0] == 0, f"blocked by threads: {blocked}")
            for mask in blocked[1:]:
                own = [
                    n
                    for n in (signal.SIGBUS, signal.SIGSEGV, signal.SIGFPE, signal.SIGILL)
                    if mask >> (n - 1) & 1
                ]
                check(
                    mask >> (number - 1) & 1 == (number != signal.SIGBUS) and not own,
                    f"a thread blocks {mask:x}",
                )
            process.send_signal(number)
            check(
                process.wait(20) == -number and process.stderr.read() == b"",
                f"{number}: {process.returncode}",
            )
        check(
            content("old") == b"the old content" and not cli.leftovers(),
            f"{number}: {os.listdir('.')}",
        )


def shrinking_file():
    """A file that becomes shorter while several threads read it: one message."""
    cli.expect_shrinking(MANY // 4, "--threads", "4")


def program_without():
    """It says so, and does the same."""

    def alone(*arguments, **more):
        return subprocess.run(
            [ALONE, *arguments], capture_output=True, timeout=cli.TIMEOUT, check=False, **more
        )

    check(
        threads_in(alone("info")) == "threads: 1 (this program was built without OpenMP)",
        "info without OpenMP",
    )
    done = alone("cumsum", "--threads", "2")
    check(
        done.returncode == 2
        and done.stderr == b"lanescan: --threads: this program was built without OpenMP, and has "
        b"one thread\n",
        f"two threads without OpenMP: {done}",
    )
    check(
        alone("cumsum", "--threads", "1", input=b"1\n2\n").stdout == b"1\n3\n",
        "one thread without OpenMP",
    )
    wanted = alone("logcumsumexp", "--raw", "f64", "x.raw").stdout
    check(
        len(wanted) == 8 * ELEMENTS
        and wanted == run("logcumsumexp", "--raw", "f64", "x.raw").stdout,
        "the program without OpenMP writes other bytes",
    )


if __name__ == "__main__":
    if "OpenMP" in threads_in(run("info")):
        cli.skip("this program was built without OpenMP")
    with cli.Folder():
        how_many()
        file_of_an_ended_process()
        operations()
        systems_without_threads()
        signals_while_several_work()
        shrinking_file()
        program_without()
    cli.finish()
