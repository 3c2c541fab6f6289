#!/usr/bin/env python3
"""Every way the program can end: exit statuses, one-line errors, full disks, pipes that close, signals. An output
appears whole or not at all, and no temporary file stays.
    endings.py <lanescan>
"""

import os
import pty
import resource
import signal
import struct
import subprocess
import time

import cli
from cli import check, expect, expect_error, npy, run

ENDINGS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]
OLD = b"the old content"


def usage():
    for arguments, words in (
            ([], "operation is missing"),
            (["sum"], "sum is not an operation"),
            (["cumsum", "--nope"], "--nope"),
            (["cumsum", "-z"], "-z"),
            (["cumsum", "a", "b"], "too many files"),
            (["logaddexp", "a"], "two files"),
            (["logaddexp", "-", "-"], "standard input"),
            (["cumsum", "--dim"], "--dim needs"),
            (["cumsum", "-d"], "-d needs"),
            (["cumsum", "--dim", "x"], "--dim: 'x'"),
            (["cumsum", "--dim", "1x"], "--dim"),
            (["cumsum", "--dim", ""], "--dim"),
            (["cumsum", "--dim", "0,1"], "one dimension"),
            (["cumsum", "--dim", "64"], "range"),
            (["cumsum", "-d", "99999999999999999999"], "range"),
            (["logsumexp", "-d", ",".join(["0"] * 65)], "64 dimensions"),
            (["cumsum", "--dtype", "f8"], "'f8' is none of"),
            (["cumsum", "--dtype", ">f8"], "'>f8' is none of"),
            (["cumsum", "--raw", "x"], "--raw: 'x'"),
            (["cumsum", "--raw", ""], "--raw: ''"),
            (["cumsum", "--raw", "f32", "--text"], "only one of"),
            (["cumsum", "--shape", "3"], "--shape is for --raw"),
            (["cumsum", "--raw", "f32", "--shape", "-3"], "range"),
            (["cumsum", "--to", "csv"], "'csv' is none of"),
            (["cumsum", "--order", "K"], "neither C nor F"),
            (["cumsum", "--column", "0"], "range"),
            (["cumsum", "-c1,2"], "range"),
            (["cumsum", "-s", ""], "separator"),
            (["cumsum", "-s", "1"], "separator"),
            (["cumsum", "-s", "ab"], "separator"),
            (["cumsum", "--raw", "f32", "-c1"], "--column is for text"),
            (["cumsum", "--reverse=1"], "has no argument"),
            (["cumsum", "--index", "i"], "--index is not an option of cumsum"),
            (["cumsum", "--keepdims"], "not an option"),
            (["logsumexp", "-r"], "--reverse is not an option of logsumexp"),
            (["logaddexp", "-d0", "a", "b"], "not an option"),
            (["info", "-o", "x"], "not an option"),
            (["info", "x"], "too many"),
            (["help", "x"], "x is not an operation"),
            (["cummax", "--index", "-"], "cannot both go to standard output"),
            (["cummax", "--index", "o", "-o", "o"], "cannot both go to o"),
            (["cumsum", "--initial", "x"], "--initial: 'x' is not a number"),
            (["cumsum", "-i", "300", "-t", "u8"], "of u8"),
            (["cumsum", "--isa", "mmx"], "--isa: 'mmx'"),
            (["cumsum", "--isa", "AVX2"], "instruction set")):
        done = expect_error(arguments, 2, [words], b"1\n")
        check(done.stdout == b"", f"{arguments}: wrote {done.stdout}")
    expect_error(["cumsum", "--skip-header", "a.npy"], 2, ["--skip-header is for text, and a.npy is not"])
    expect_error(["cummax", "a.npy", "-o", "o.npy", "--index", "./o.npy"], 2, ["cannot both go to"])
    expect_error(["cummax", "a.npy", "-r", "-o", "o.npy", "--index", "../" + os.path.basename(os.getcwd()) + "/o.npy"],
                 2, ["cannot both go to"])


def files():
    expect_error(["cumsum", "missing"], 1, ["missing: No such file"])
    expect_error(["cumsum", "."], 1, [".: Is a directory"])
    expect_error(["cumsum", "a.npy", "-o", "none/out.npy"], 1, ["none/out.npy: No such file"])
    expect_error(["cumsum", "a.npy", "-o", "a.npy/out.npy"], 1, ["a.npy/out.npy: Not a directory"])
    expect_error(["cumsum", "a.npy", "-o", ""], 1, ["No such file"])
    expect_error(["cumsum", "a.npy", "-o", "."], 1, ["Is a directory"])
    expect_error(["cumsum", "a.npy", "-o", "new/"], 1, ["new/"])
    expect_error(["cummax", "a.npy", "-o", "out.npy", "--index", "none/x"], 1, ["none/x: No such file"])
    check(not os.path.exists("out.npy"), "the first of two results stays")
    os.mkdir("closed", 0o500)
    with open("fixed.npy", "wb") as file:
        file.write(OLD)
    os.chmod("fixed.npy", 0o400)
    if os.geteuid() != 0: # to whom nothing is closed
        expect_error(["cumsum", "a.npy", "-o", "closed/out.npy"], 1, ["closed/out.npy", "folder"])
        expect_error(["cumsum", "a.npy", "-o", "fixed.npy"], 1, ["fixed.npy: Permission denied"])
    expect(["cumsum", "--to", "text", "--", "-a.npy"], b"1\n3\n7\n")
    expect(["cumsum", "--to", "text", "./-a.npy"], b"1\n3\n7\n")
    done = run("cumsum", "--to", "text", "-", stdin=open("a.npy", "rb").read())
    check(done.stdout == b"1\n3\n7\n", f"standard input by name: {done}")


def places():
    """The mode of a new file is the usual one, that of an old one stays, and so does a link to it."""
    before = os.umask(0o027)
    run("cumsum", "a.npy", "-o", "new.npy")
    os.umask(before)
    check(os.stat("new.npy").st_mode & 0o777 == 0o640, f"mode of a new file {oct(os.stat('new.npy').st_mode)}")
    os.chmod("new.npy", 0o604)
    os.symlink("new.npy", "link.npy")
    run("cumsum", "-r", "a.npy", "-o", "link.npy")
    check(os.path.islink("link.npy") and os.stat("new.npy").st_mode & 0o777 == 0o604, "the link or the mode is lost")
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
            done = subprocess.run([cli.PROGRAM, "cumsum", *options, "same.npy"], stdout=out, stderr=subprocess.PIPE,
                                  check=False)
        check(done.returncode == 1 and b"both input and standard output" in done.stderr, f"input is output: {done}")
    for closed, words in ((0, b"standard input"), (1, b"standard output")):
        done = subprocess.run(["sh", "-c", f'exec "$0" cumsum --text {closed}>&-', cli.PROGRAM], stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL if closed else None, check=False)
        check(closed == 1 or (done.returncode == 1 and words in done.stderr), f"{closed} closed: {done}")


def limit_files(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def full_disks():
    """No room: on devices, in files that are mapped, in files that are written, in spools."""
    text = b"1\n" * 200000
    expect_error(["cumsum", "-o", "/dev/full"], 1, ["/dev/full: No space left"], text)
    expect_error(["cumsum", "a.npy", "-o", "/dev/full"], 1, ["/dev/full: No space left"])
    expect_error(["cumsum", "-r", "a.npy", "-o", "/dev/full"], 1, ["/dev/full: No space left"])
    expect_error(["cummax", "a.npy", "-o", "out.npy", "--index", "/dev/full"], 1, ["/dev/full: No space left"])
    for arguments in (["cumsum", "a.npy"], ["cumsum", "-r", "a.npy"], ["info"], ["--help"], ["--version"],
                      ["cumsum", "--help"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([cli.PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
        check(done.returncode == 1 and done.stderr == b"lanescan: standard output: No space left on device\n",
              f"{arguments} to /dev/full: {done}")
    for arguments in (["cumsum", "--to", "raw"], ["cumsum", "-r", "--to", "npy"], ["cumsum", "--to", "npy"]):
        with open("old", "wb") as file:
            file.write(OLD)
        expect_error([*arguments, "-o", "old"], 1, ["old: File too large"], text, preexec_fn=limit_files(4096))
        check(open("old", "rb").read() == OLD and not cli.leftovers(), f"{arguments}: the old file is lost")
    expect_error(["cumsum", "--to", "npy"], 1, ["temporary file: File too large"], text, preexec_fn=limit_files(4096))
    expect_error(["cumsum", "--to", "npy"], 1, ["temporary file: No such file"], text,
                 env={**os.environ, "TMPDIR": "/nonexistent"})


def start(*arguments, ignored=(), **more):
    """The program with the usual signals, whatever the shell that runs this test in the background ignores."""
    def set_signals():
        for number in ENDINGS:
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
    return subprocess.Popen([cli.PROGRAM, *arguments], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                            preexec_fn=set_signals, **more)


def wait_for_temporary():
    deadline = time.monotonic() + 20
    while not cli.leftovers():
        if time.monotonic() > deadline:
            return check(False, "no temporary file appears")
        time.sleep(0.002)
    return True


def signals():
    for number in ENDINGS:
        with open("old", "wb") as file:
            file.write(OLD)
        with start("cummax", "-o", "old", "--index", "index.txt") as process:
            process.stdin.write(b"1\n")
            process.stdin.flush()
            if wait_for_temporary():
                process.send_signal(number)
            process.stdin.close()
            check(process.wait(20) == -number, f"{number.name}: ended with {process.returncode}")
        check(open("old", "rb").read() == OLD and not cli.leftovers() and not os.path.exists("index.txt"),
              f"{number.name}: {os.listdir('.')}")
    with start("cumsum", "-o", "new.txt", ignored=[signal.SIGHUP]) as process:
        process.stdin.write(b"1\n")
        process.stdin.flush()
        if wait_for_temporary():
            process.send_signal(signal.SIGHUP)
        process.stdin.close()
        check(process.wait(20) == 0 and open("new.txt", "rb").read() == b"1\n", "a signal that the parent ignores")


def closed_pipes():
    for ignored, status in ((False, -signal.SIGPIPE), (True, 1)):
        reader, writer = os.pipe()
        os.close(reader)
        with start("cummax", "--index", "index.txt", stdout=writer, restore_signals=not ignored) as process:
            os.close(writer)
            process.stdin.write(b"1\n" * 1000)
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass
            said = process.stderr.read()
            check(process.wait(20) == status, f"closed pipe: ended with {process.returncode}, not {status}")
            check(said == (b"lanescan: standard output: Broken pipe\n" if ignored else b""), f"closed pipe: {said}")
        check(not cli.leftovers() and not os.path.exists("index.txt"), f"closed pipe: {os.listdir('.')}")


def shrinking_file():
    """A file that becomes shorter while it is mapped: the other input is a pipe, so there is time for it."""
    with open("shrinks.npy", "wb") as file:
        file.write(npy("<f8", (4096, 4), bytes(4096 * 32)))
    os.mkfifo("pipe")
    with start("logaddexp", "shrinks.npy", "pipe", "-o", "out.npy") as process:
        with open("pipe", "wb") as pipe: # opened by the program after the first
            pipe.write(npy("<f8", (4,), b""))
            pipe.flush()
            time.sleep(0.3)
            os.truncate("shrinks.npy", 4096)
            pipe.write(bytes(32))
        said = process.stderr.read()
        check(process.wait(20) == 1 and said == b"lanescan: a mapped file became shorter, or its disk fails\n",
              f"a shrinking file: {process.returncode} {said}")
    check(not cli.leftovers() and not os.path.exists("out.npy"), "a shrinking file: a file stays")


def read_terminal(terminal):
    seen = b""
    try:
        while True:
            some = os.read(terminal, 4096)
            if not some:
                break
            seen += some
    except OSError: # how Linux says that the other end is closed
        pass
    return seen


def terminals():
    terminal, other = pty.openpty()
    done = subprocess.run([cli.PROGRAM, "cumsum", "a.npy"], stdout=other, stderr=subprocess.PIPE, check=False)
    check(done.returncode == 2 and b"standard output is a terminal" in done.stderr, f"bytes to a terminal: {done}")
    done = subprocess.run([cli.PROGRAM, "cumsum", "a.npy", "--to", "text"], stdout=other, stderr=subprocess.PIPE,
                          check=False)
    os.close(other)
    check(done.returncode == 0 and read_terminal(terminal) == b"1\r\n3\r\n7\r\n", f"text to a terminal: {done}")
    os.close(terminal)
    for is_terminal in (True, False):
        terminal, other = pty.openpty()
        with subprocess.Popen([cli.PROGRAM, "cumsum"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              stderr=other if is_terminal else subprocess.PIPE) as process:
            for _ in range(7):
                process.stdin.write(b"1\n")
                process.stdin.flush()
                time.sleep(0.2)
            process.stdin.close()
            said = b"" if is_terminal else process.stderr.read()
            process.wait(20)
        os.close(other)
        shown = read_terminal(terminal)
        os.close(terminal)
        check(said == b"" and (b"MiB/s" in shown) == is_terminal, f"progress: {said!r} {shown!r}")
        check(not is_terminal or shown.endswith(b"\r\x1b[K"), f"progress stays: {shown!r}")


def instruction_sets():
    info = run("info").stdout.decode()
    lines = dict(line.split(": ", 1) for line in info.splitlines())
    check(list(lines) == ["version", "CPU", "machine", "instruction sets", "in use", "LANESCAN_ISA"], f"info: {info}")
    data = b"".join(struct.pack("<d", 1 / (i + 1)) for i in range(1000))
    results = set()
    for isa in lines["instruction sets"].split():
        check(f"in use: {isa}\n" in run("info", "--isa", isa).stdout.decode(), f"--isa {isa}")
        done = run("info", env={**os.environ, "LANESCAN_ISA": isa}).stdout.decode()
        check(f"in use: {isa}\nLANESCAN_ISA: {isa}\n" in done, f"LANESCAN_ISA={isa}")
        results.add(run("logcumsumexp", "--raw", "f64", "--isa", isa, stdin=data).stdout)
    done = run("info", env={**os.environ, "LANESCAN_ISA": "avx1024"}).stdout.decode()
    check("LANESCAN_ISA: avx1024 (not an instruction set: ignored)\n" in done, f"an unknown LANESCAN_ISA: {done}")
    check(len(results) == 1 and len(results.pop()) == len(data), "instruction sets differ")


def main():
    with open("a.npy", "wb") as file:
        file.write(npy("<f8", (3,), struct.pack("<3d", 1, 2, 4)))
    os.link("a.npy", "-a.npy")
    usage()
    files()
    places()
    full_disks()
    signals()
    closed_pipes()
    shrinking_file()
    terminals()
    instruction_sets()
    check(not cli.leftovers(), f"left behind: {cli.leftovers()}")


if __name__ == "__main__":
    with cli.Folder():
        main()
    cli.finish()
