#!/usr/bin/env python3
"""Every way the program can end: exit statuses, one-line errors, full disks, pipes that close,
signals. An output appears whole or not at all, and no temporary file stays.
    endings.py <lanescan>
"""

import os
import resource
import signal
import struct
import subprocess

import cli
from cli import check, expect, expect_error, npy, run, start

OLD = b"the old content"


def files():
    expect_error(["cumsum", "missing"], 1, ["missing: No such file"])
    expect_error(["cumsum", "."], 1, [".: Is a directory"])
    expect_error(["cumsum", "a.npy", "-o", "none/out.npy"], 1, ["none/out.npy: No such file"])
    expect_error(["cumsum", "a.npy", "-o", "a.npy/out.npy"], 1, ["a.npy/out.npy: Not a directory"])
    expect_error(["cumsum", "a.npy", "-o", ""], 1, ["No such file"])
    expect_error(["cumsum", "a.npy", "-o", "."], 1, ["Is a directory"])
    expect_error(["cumsum", "a.npy", "-o", "new/"], 1, ["new/"])
    expect_error(
        ["cummax", "a.npy", "-o", "out.npy", "--index", "none/x"], 1, ["none/x: No such file"]
    )
    check(not os.path.exists("out.npy"), "the first of two results stays")
    expect(["cumsum", "--to", "text", "--", "-a.npy"], b"1\n3\n7\n")
    expect(["cumsum", "--to", "text", "./-a.npy"], b"1\n3\n7\n")
    done = run("cumsum", "--to", "text", "-", stdin=open("a.npy", "rb").read())
    check(done.stdout == b"1\n3\n7\n", f"standard input by name: {done}")


def places():
    """The mode of a new file is the usual one, that of an old one stays, and so does a link to
    it."""
    before = os.umask(0o027)
    run("cumsum", "a.npy", "-o", "new.npy")
    os.umask(before)
    check(
        os.stat("new.npy").st_mode & 0o777 == 0o640,
        f"mode of a new file {oct(os.stat('new.npy').st_mode)}",
    )
    os.chmod("new.npy", 0o604)
    os.symlink("new.npy", "link.npy")
    run("cumsum", "-r", "a.npy", "-o", "link.npy")
    check(
        os.path.islink("link.npy") and os.stat("new.npy").st_mode & 0o777 == 0o604,
        "the link or the mode is lost",
    )
    expect(["cumsum", "-r", "--to", "raw", "new.npy"], struct.pack("<3d", 17, 10, 4))
    name = "n" * 251 + ".npy"
    run("cumsum", "a.npy", "-o", name)
    check(os.path.exists(name), "a name as long as names can be")
    os.remove(name)
    with open("a.npy", "rb") as source, open("same.npy", "wb") as copy:
        copy.write(source.read())
    check(run("cumsum", "same.npy", "-o", "same.npy").returncode == 0, "in place")
    expect(["cumsum", "--to", "text", "same.npy"], b"1\n4\n11\n")
    for options in ([], ["-r"]):
        with open("same.npy", "ab") as out:
            done = subprocess.run(
                [cli.PROGRAM, "cumsum", *options, "same.npy"],
                stdout=out,
                stderr=subprocess.PIPE,
                check=False,
            )
        check(
            done.returncode == 1 and b"both input and standard output" in done.stderr,
            f"input is output: {done}",
        )


def limit_files(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def full_disks():
    """No room: on devices, in files that are mapped, in files that are written, in spools."""
    text = b"1\n" * 200000
    expect_error(["cumsum", "-o", "/dev/full"], 1, ["/dev/full: No space left"], text)
    expect_error(["cumsum", "a.npy", "-o", "/dev/full"], 1, ["/dev/full: No space left"])
    expect_error(["cumsum", "-r", "a.npy", "-o", "/dev/full"], 1, ["/dev/full: No space left"])
    expect_error(
        ["cummax", "a.npy", "-o", "out.npy", "--index", "/dev/full"],
        1,
        ["/dev/full: No space left"],
    )
    for arguments in (
        ["cumsum", "a.npy"],
        ["cumsum", "-r", "a.npy"],
        ["info"],
        ["--help"],
        ["--version"],
        ["cumsum", "--help"],
    ):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [cli.PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, check=False
            )
        check(
            done.returncode == 1
            and done.stderr == b"lanescan: standard output: No space left on device\n",
            f"{arguments} to /dev/full: {done}",
        )
    for arguments in (
        ["cumsum", "--to", "raw"],
        ["cumsum", "-r", "--to", "npy"],
        ["cumsum", "--to", "npy"],
    ):
        with open("old", "wb") as file:
            file.write(OLD)
        expect_error(
            [*arguments, "-o", "old"],
            1,
            ["old: File too large"],
            text,
            preexec_fn=limit_files(4096),
        )
        check(
            open("old", "rb").read() == OLD and not cli.leftovers(),
            f"{arguments}: the old file is lost",
        )
    expect_error(
        ["cumsum", "--to", "npy"],
        1,
        ["temporary file: File too large"],
        text,
        preexec_fn=limit_files(4096),
    )
    expect_error(
        ["cumsum", "--to", "npy"],
        1,
        ["temporary file: No such file"],
        text,
        env={**os.environ, "TMPDIR": "/nonexistent"},
    )


def closed_pipes():
    for ignored, status in ((False, -signal.SIGPIPE), (True, 1)):
        reader, writer = os.pipe()
        os.close(reader)

        def set_signals(kind=signal.SIG_IGN if ignored else signal.SIG_DFL):
            cli.default_signals()
            signal.signal(signal.SIGPIPE, kind)

        with start("cummax", "--index", "index.txt", stdout=writer, prepare=set_signals) as process:
            os.close(writer)
            process.stdin.write(b"1\n" * 1000)
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass
            said = process.stderr.read()
            check(
                process.wait(20) == status,
                f"closed pipe: ended with {process.returncode}, not {status}",
            )
            check(
                said == (b"lanescan: standard output: Broken pipe\n" if ignored else b""),
                f"closed pipe: {said}",
            )
        check(
            not cli.leftovers() and not os.path.exists("index.txt"),
            f"closed pipe: {os.listdir('.')}",
        )


def shrinking_file():
    """A file that becomes shorter while it is mapped."""
    cli.expect_shrinking(4096)


def instruction_sets():
    info = run("info").stdout.decode()
    lines = dict(line.split(": ", 1) for line in info.splitlines())
    check(
        list(lines)
        == ["version", "CPU", "machine", "threads", "instruction sets", "in use", "LANESCAN_ISA"],
        f"info: {info}",
    )
    data = b"".join(struct.pack("<d", 1 / (i + 1)) for i in range(1000))
    results = set()
    for isa in lines["instruction sets"].split():
        check(f"in use: {isa}\n" in run("info", "--isa", isa).stdout.decode(), f"--isa {isa}")
        done = run("info", env={**os.environ, "LANESCAN_ISA": isa}).stdout.decode()
        check(f"in use: {isa}\nLANESCAN_ISA: {isa}\n" in done, f"LANESCAN_ISA={isa}")
        results.add(run("logcumsumexp", "--raw", "f64", "--isa", isa, stdin=data).stdout)
    done = run("info", env={**os.environ, "LANESCAN_ISA": "avx1024"}).stdout.decode()
    check(
        "LANESCAN_ISA: avx1024 (not an instruction set: ignored)\n" in done,
        f"an unknown LANESCAN_ISA: {done}",
    )
    check(len(results) == 1 and len(results.pop()) == len(data), "instruction sets differ")


def main():
    with open("a.npy", "wb") as file:
        file.write(npy("<f8", (3,), struct.pack("<3d", 1, 2, 4)))
    os.link("a.npy", "-a.npy")
    files()
    places()
    full_disks()
    closed_pipes()
    shrinking_file()
    instruction_sets()
    check(not cli.leftovers(), f"left behind: {cli.leftovers()}")


if __name__ == "__main__":
    with cli.Folder():
        main()
    cli.finish()
