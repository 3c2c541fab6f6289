#!/usr/bin/env python3
"""Where results go. What is open already, whatever its name, is written as the shell has opened it,
and nothing takes its place; two results never go to one file, pipe or terminal; links lead to what
a shell would write.
    outputs.py <lanescan>
"""

import fcntl
import os
import struct
import subprocess
import termios
import threading
import time

import cli
from cli import check, content, expect, expect_error, npy, put, run, shell

OLD = b"the old content\n"
TEXT = b"1\n3\n7\n"
POSITIONS = b"0\n1\n2\n"
RAW = struct.pack("<3d", 1, 3, 7)
# ways to a result: streamed; kept till its header is complete; an array as a whole
WAYS = [
    (["cumsum", "a.txt"], TEXT),
    (["cumsum", "--to", "npy", "a.txt"], npy("<f8", (3,), RAW)),
    (["cumsum", "-r", "--to", "raw", "a.npy"], struct.pack("<3d", 7, 6, 4)),
]
OPENED = [
    # a name, and what opens it: the shell's redirection
    ("/dev/stdout", ""),
    ("/dev/stderr", "2"),
    ("/dev/fd/1", ""),
    ("/dev/fd/7", "7"),
    ("/proc/self/fd/1", ""),
    ("/proc/self/fd/7", "7"),
    ("/proc/thread-self/fd/1", ""),
    ("//dev/../dev/stdout", ""),
    ("to-stdout", ""),
    ("to-link", ""),
    ("descriptors/7", "7"),
    ("log", ""),
    ("log", "2"),
    ("log", "9"),
    ("./log", ""),
    ("to-log", ""),
    ("hard", ""),
]


def links():
    """Names of what is open, and of the file that is written."""
    os.symlink("/dev/stdout", "to-stdout")
    os.symlink("to-stdout", "to-link")
    os.symlink("/dev/fd", "descriptors")
    put("log", OLD)
    os.symlink("log", "to-log")
    os.link("log", "hard")


def open_files():
    """>> appends, > begins anew, and what the shell writes before and after stays where it is."""
    for name, number in OPENED:
        for arguments, result in WAYS:
            put("log", OLD)
            file = os.stat("log").st_ino
            done = shell(f'out=$1; shift; "$0" "$@" -o "$out" {number}>>log', name, *arguments)
            check(
                done.returncode == 0 and content("log") == OLD + result,
                f"{arguments} -o {name} {number}>>log: {done} {content('log')[:100]!r}",
            )
            done = shell(
                f'out=$1; shift; {{ echo before >&{number or 1}; "$0" "$@" -o "$out"; '
                f"echo after >&{number or 1}; }} {number}>log",
                name,
                *arguments,
            )
            check(
                content("log") == b"before\n" + result + b"after\n",
                f"{arguments} -o {name} {number}>log: {done} {content('log')[:100]!r}",
            )
            check(
                os.stat("log").st_ino == file and os.path.samefile("log", "hard"),
                f"-o {name}: another file",
            )
    for name in "/dev/stdout", "/dev/fd/1", "to-link":
        check(run("cumsum", "a.txt", "-o", name).stdout == TEXT, f"a pipe by the name {name}")
    done = run("cummax", "a.txt", "--index", "/dev/stderr")
    check(
        done.returncode == 0 and done.stdout == b"1\n2\n4\n" and done.stderr == POSITIONS,
        f"two pipes: {done}",
    )
    put("log", OLD)
    done = shell('"$0" cummax a.txt -o values.txt --index /dev/stdout >>log')
    check(
        done.returncode == 0
        and content("log") == OLD + POSITIONS
        and content("values.txt") == b"1\n2\n4\n",
        f"indices to an open file: {done}",
    )


def one_output(command):
    """Refused before anything is written: no file changes, be it open or not, and none is made."""
    put("log", OLD)
    put("other", OLD)
    before = sorted(os.listdir(".")), os.stat("log").st_ino
    done = shell(command)
    check(
        done.returncode == 2
        and b"cannot both go to" in done.stderr
        and done.stderr.count(b"\n") == 1,
        f"{command}: {done}",
    )
    check(
        done.stdout == b""
        and content("log") == OLD
        and content("other") == OLD
        and (sorted(os.listdir(".")), os.stat("log").st_ino) == before,
        f"{command}: something is written",
    )


def one_file():
    os.mkdir("folder")
    os.symlink("folder", "same-folder")
    os.symlink("nothing", "to-nothing")
    put("other", OLD)
    os.link("other", "other-name")
    for options in (
        "--index -",
        "--index /dev/stdout",
        "--index /dev/fd/1 -o /dev/stdout",
        "--index to-link",
        "--index log >>log",
        "--index ./log -o - >>log",
        "--index hard >>log",
        "--index to-log >>log",
        "--index /dev/stdout >>log",
        "--index /proc/self/fd/7 7>>log >>log",
        "--index log -o log",
        "--index log -o ./log",
        "--index log -o to-log",
        "--index log -o hard",
        "-o log --index hard",
        "--index log -o /dev/fd/7 7>>log",
        "--index /dev/fd/7 -o log 7>>log",
        "--index other-name -o other",
        "--index new -o ./new",
        "--index new -o folder/../new",
        "--index nothing -o to-nothing",
        "--index folder/new -o same-folder/new",
        "--index /dev/full -o /dev/../dev/full",
    ):
        for arguments in ("cummax a.txt", "cummax -r a.npy", "cummax --to npy a.txt"):
            one_output(f'"$0" {arguments} {options}')
    os.mkfifo("fifo")
    with open(os.open("fifo", os.O_RDWR), "rb", buffering=0):
        one_output('"$0" cummax a.txt -o fifo --index ./fifo')
    # one pipe is standard output and error
    done = subprocess.run(
        [cli.PROGRAM, "cummax", "a.txt", "--index", "/dev/stderr"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    check(
        done.returncode == 2
        and done.stdout == b"lanescan: results and indices cannot both go to standard output, "
        b"which is also /dev/stderr\n",
        f"{done}",
    )
    for name in "/dev/null", "/dev/../dev/null":  # nothing is lost there that was to be kept
        done = run("cummax", "a.txt", "-o", "/dev/null", "--index", name)
        check(done.returncode == 0 and done.stderr == b"", f"both to nowhere: {done}")
    expect(["cummax", "a.txt", "-o", "folder/x", "--index", "x"], b"")
    check(
        content("folder/x") == b"1\n2\n4\n" and content("x") == POSITIONS, "two files of one name"
    )


def terminals():
    """A terminal is one output too, whatever it is called."""
    terminal, other = cli.open_terminal()
    name = os.ttyname(other)

    def take_terminal():
        os.setsid()
        fcntl.ioctl(other, termios.TIOCSCTTY, 0)

    for index in name, "/dev/tty", "/dev/stdout", "/dev/stderr":
        done = subprocess.run(
            [cli.PROGRAM, "cummax", "a.txt", "--index", index],
            stdout=other,
            check=False,
            stderr=other if index == "/dev/stderr" else subprocess.PIPE,
            preexec_fn=take_terminal,
        )
        check(
            done.returncode == 2
            and b"cannot both go to" in (done.stderr or os.read(terminal, 4096)),
            f"--index {index} on a terminal: {done}",
        )
    done = subprocess.run(
        [cli.PROGRAM, "cumsum", "a.npy", "-o", name], capture_output=True, check=False
    )
    check(
        done.returncode == 2 and done.stderr.startswith(f"lanescan: {name} is a terminal".encode()),
        f"{done}",
    )
    second, its_other = cli.open_terminal()
    done = subprocess.run(
        [cli.PROGRAM, "cummax", "a.txt", "--index", os.ttyname(its_other)],
        stdout=other,
        stderr=subprocess.PIPE,
        check=False,
        preexec_fn=take_terminal,
    )
    os.close(other)
    os.close(its_other)
    check(
        done.returncode == 0
        and cli.read_terminal(terminal) == b"1\r\n2\r\n4\r\n"
        and cli.read_terminal(second) == b"0\r\n1\r\n2\r\n",
        f"two terminals: {done}",
    )
    os.close(terminal)
    os.close(second)


def no_descriptors():
    """What is not open, or not for writing, and what the program opens itself is no output."""
    for name, redirection in (
        ("/dev/fd/9", ""),
        ("/dev/fd/3", ""),
        ("/dev/fd/4", ""),
        ("/proc/self/fd/5", ""),
        ("/dev/stdin", "<a.txt"),
        ("/dev/stdin", "<&-"),
        ("/dev/fd/8", "8<a.txt"),
        ("/dev/stdout", ">&-"),
        ("/dev/stderr", "2>&-"),
        ("/dev/fd/1", ">&-"),
    ):
        for arguments in ("cumsum -r --to npy a.npy", "cummax a.txt --index index.txt"):
            done = shell(f'"$0" {arguments} -o {name} {redirection}')
            check(
                done.returncode == 1
                and done.stdout == b""
                and not os.path.exists("index.txt")
                and (
                    name == "/dev/stderr"
                    or done.stderr == b"lanescan: %s: Bad file descriptor\n" % name.encode()
                ),
                f"{arguments} -o {name} {redirection}: {done}",
            )
    check(content("a.txt") == b"1\n2\n4\n", "the input is written")
    # a name that another process's file no longer has
    with open("gone", "wb") as file:
        os.remove("gone")
        name = f"/proc/{os.getpid()}/fd/{file.fileno()}"
        expect_error(["cumsum", "a.txt", "-o", name], 1, [name, "No such file"])
    check(
        not [name for name in os.listdir(".") if name.startswith("gone")],
        f"a new file: {os.listdir('.')}",
    )
    with open("gone", "wb") as file:
        os.remove("gone")
        put("gone (deleted)", OLD)  # what the link seems to say
        name = f"/proc/{os.getpid()}/fd/{file.fileno()}"
        expect_error(["cumsum", "a.txt", "-o", name], 1, [name, "No such file"])
    check(content("gone (deleted)") == OLD, "a file that is not meant is replaced")


def closed():
    """A file that is opened does not become standard input or output because that was closed."""
    for command, words in (
        ('"$0" cumsum --text <&-', b"standard input: Bad file descriptor"),
        ('"$0" logaddexp a.npy - <&-', b"standard input: Bad file descriptor"),
        ('"$0" cumsum a.txt >&-', b"standard output: Bad file descriptor"),
        ('"$0" cumsum /dev/null --text >&-', b"standard output: Bad file descriptor"),
        ('"$0" cumsum -r a.npy >&-', b"standard output: Bad file descriptor"),
        ('"$0" cummax a.txt --index index.txt <&- >&-', b"standard output: Bad file descriptor"),
        ('"$0" info >&-', b"standard output: Bad file descriptor"),
        ('"$0" --help >&-', b"standard output: Bad file descriptor"),
    ):
        done = shell(command)
        check(
            done.returncode == 1 and done.stderr == b"lanescan: " + words + b"\n",
            f"{command}: {done}",
        )
    done = shell('"$0" cumsum a.txt -o whole.txt <&- >&- 2>&-')
    check(done.returncode == 0 and content("whole.txt") == TEXT, f"everything closed: {done}")
    done = shell('"$0" cumsum bad.txt -o whole.txt <&- >&- 2>&-')
    check(
        done.returncode == 1 and content("whole.txt") == TEXT,
        f"an error with everything closed: {done}",
    )
    check(not os.path.exists("index.txt") and not cli.leftovers(), f"closed: {os.listdir('.')}")


def dangling_links():
    """The file that the link names is made, and the link stays."""
    os.makedirs("far/deep")
    for link, target, made in (
        ("near", "made-1", "made-1"),
        ("far/up", "../made-2", "made-2"),
        ("far/two", "deep/three", "far/deep/made-3"),
        ("far/deep/three", "made-3", "far/deep/made-3"),
        ("absolute", os.path.abspath("made-4"), "made-4"),
    ):
        os.symlink(target, link)
        if link == "far/two":
            continue  # its other end is not there yet
        for name in (link, "far/two") if link.endswith("three") else (link,):
            if os.path.exists(made):
                os.remove(made)
            for result in TEXT, b"7\n6\n4\n":  # made, then replaced
                done = run("cumsum", *(["-r"] if result != TEXT else []), "a.txt", "-o", name)
                check(
                    done.returncode == 0
                    and os.path.islink(name)
                    and not os.path.islink(made)
                    and content(made) == result,
                    f"-o {name}, a link to {target}: {done}",
                )
    os.symlink("none/x", "to-no-folder")
    os.symlink("circle", "circle")
    os.symlink("made-5/", "with-slash")
    expect_error(["cumsum", "a.txt", "-o", "to-no-folder"], 1, ["to-no-folder: No such file"])
    expect_error(["cumsum", "a.txt", "-o", "circle"], 1, ["circle: Too many levels"])
    expect_error(["cumsum", "a.txt", "-o", "with-slash"], 1, ["with-slash: No such file"])
    check(
        os.path.islink("to-no-folder")
        and not os.path.exists("none")
        and not os.path.exists("made-5"),
        "something is made",
    )
    put("a-file", b"")
    os.symlink("a-file/x", "through-file")
    expect_error(["cumsum", "a.txt", "-o", "through-file"], 1, ["through-file: Not a directory"])


def inputs_as_outputs():
    """What is read is not written, but for a file that is replaced when the result is complete."""
    put("same.txt", b"1\n2\n4\n")
    for command in (
        '"$0" cumsum same.txt >>same.txt',
        '"$0" cumsum -r same.txt >>same.txt',
        '"$0" cumsum -o /dev/stdout same.txt >>same.txt',
        '"$0" cumsum -o same.txt <same.txt >>same.txt',
        '"$0" logaddexp a.txt same.txt >>same.txt',
        '"$0" cumsum a.txt --gradient same.txt >>same.txt',
        '"$0" cummax same.txt --index /dev/fd/7 7>>same.txt',
        '{ echo 1 >&7; "$0" cumsum --text <&7 >&7; } 7<>fifo',
    ):
        done = shell(command)
        check(
            done.returncode == 1
            and b": this file is both input and " in done.stderr
            and content("same.txt") == b"1\n2\n4\n",
            f"{command}: {done}",
        )
    expect(["cumsum", "same.txt", "-o", "same.txt"], b"")
    check(content("same.txt") == TEXT, "in place")
    done = shell('"$0" cumsum -o same.txt <same.txt')
    check(
        done.returncode == 0 and content("same.txt") == b"1\n4\n11\n",
        f"in place, from standard input: {done}",
    )


def one_pipe_twice():
    """A pipe cannot be both inputs, by whatever names."""
    for names in "- /dev/stdin", "/dev/stdin -", "/dev/fd/0 /dev/stdin", "fifo ./fifo":
        command = f'printf "1\\n" | "$0" logaddexp --raw u8 {names}'
        done = shell(f"{{ echo 1 >&7; {command}; }} 7<>fifo")
        check(
            done.returncode == 2 and b"one pipe, which can be read only once" in done.stderr,
            f"{names}: {done}",
        )
    done = shell('"$0" logaddexp --text - /dev/stdin <a.txt')
    check(done.returncode == 0 and done.stdout.startswith(b"1.69314"), f"one file twice: {done}")


def no_waiting():
    """Others may have set a pipe not to wait: then the program does."""
    lines = b"".join(b"%d\n" % (i % 10) for i in range(100000))
    stdin, to_stdin = os.pipe()
    from_stdout, stdout = os.pipe()
    os.set_blocking(stdin, False)
    os.set_blocking(stdout, False)
    with subprocess.Popen(
        [cli.PROGRAM, "cummax"], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE
    ) as process:
        os.close(stdin)
        os.close(stdout)
        with cli.Waiting(process), open(from_stdout, "rb") as results:
            time.sleep(0.05)
            writer = threading.Thread(
                target=lambda: [os.write(to_stdin, lines), os.close(to_stdin)]
            )
            writer.start()
            time.sleep(0.2)  # more than a pipe holds is waiting by now
            got = results.read()
            writer.join()
        said = process.stderr.read()
    check(
        process.returncode == 0 and got.count(b"\n") == 100000 and got.endswith(b"9\n"),
        f"pipes that do not wait: {said}",
    )


def formats():
    """The end of a name says the format, and of text the separator."""
    table = npy("<f8", (2, 2), struct.pack("<4d", 1, 2, 3, 4))
    sums = struct.pack("<4d", 1, 2, 4, 6)
    for name, wanted in (
        ("x.csv", b"1,2\n4,6\n"),
        ("x.tsv", b"1\t2\n4\t6\n"),
        ("x.txt", b"1 2\n4 6\n"),
        ("x.CSV", b"1,2\n4,6\n"),
        ("x.Tsv", b"1\t2\n4\t6\n"),
        ("x.raw", sums),
        ("x.bin", sums),
        ("x.BIN", sums),
        ("x.npy", npy("<f8", (2, 2), sums)),
        ("x", npy("<f8", (2, 2), sums)),
        (".csv", npy("<f8", (2, 2), sums)),
        ("csv", npy("<f8", (2, 2), sums)),
    ):
        done = run("cumsum", "-d0", "-o", name, stdin=table)
        check(
            done.returncode == 0 and content(name) == wanted, f"-o {name}: {done} {content(name)}"
        )
    for name, wanted in (
        ("y.csv", b"1,2\n4,6\n"),
        ("y.tsv", b"1\t2\n4\t6\n"),
        ("y.txt", b"1;2\n4;6\n"),
        ("y", b"1;2\n4;6\n"),
        ("y.raw", sums),
        ("y.npy", npy("<f8", (2, 2), sums)),
    ):
        done = run("cumsum", "-o", name, stdin=b"1;2\n3;4\n")
        check(
            done.returncode == 0 and content(name) == wanted,
            f"-o {name} of text: {done} {content(name)}",
        )
    run("cumsum", "-s", ";", "-o", "y.csv", stdin=b"1;2\n3;4\n")
    check(content("y.csv") == b"1;2\n4;6\n", "a separator that is asked for")
    run("cummax", "-o", "y.raw", "--index", "y.csv", stdin=b"1;2\n3;4\n")
    check(content("y.csv") == b"0,0\n1,1\n", "each output has its format")


def main():
    put("a.txt", b"1\n2\n4\n")
    put("bad.txt", b"1\nx\n")
    put("a.npy", npy("<f8", (3,), struct.pack("<3d", 1, 2, 4)))
    links()
    open_files()
    one_file()
    no_descriptors()
    closed()
    dangling_links()
    inputs_as_outputs()
    one_pipe_twice()
    no_waiting()
    formats()
    check(not cli.leftovers(), f"left behind: {cli.leftovers()}")
    terminals()


if __name__ == "__main__":
    with cli.Folder():
        main()
    cli.finish()
