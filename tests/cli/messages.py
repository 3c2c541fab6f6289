#!/usr/bin/env python3
"""What the program says: every wrong command line gives status 2 and one line, which stays one line
and moves no cursor whatever names and arguments hold.
    messages.py <lanescan>
"""

import os
import struct

import cli
from cli import check, expect_error, npy, put, run


def usage():
    for arguments, words in (
        ([], "operation is missing"),
        (["sum"], "sum is not an operation"),
        (["cumsum", "--nope"], "--nope"),
        (["cumsum", "-z"], "-z"),
        (["cumsum", "a", "b"], "too many files"),
        (["logaddexp", "a"], "two files"),
        (["cumsum", "--gradient", "-"], "only one of the files"),
        (["cummax", "--gradient", "g", "--index", "i", "a"], "--gradient"),
        (["logaddexp", "--gradient", "g", "a", "b"], "not an option of logaddexp"),
        (["cumsum", "--gradient", "g", "a", "b"], "too many files"),
        (["recurrence", "a"], "recurrence takes two files"),
        (["recurrence", "-x", "a", "b"], "not an option"),
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
        (["cumsum", "--raw", "f32", "--shape", "3,"], "--shape: ''"),
        (["cumsum", "--raw", "f32", "--shape", "3 4"], "with commas"),
        (["cumsum", "--raw", "f32", "--shape", "9223372036854775808"], "range"),
        (["cumsum", "--raw", "f32", "--shape", "-9223372036854775809"], "range"),
        (["cumsum", "--raw", "f32", "--shape", "9" * 400], "range"),
        (
            ["cumsum", "--raw", "f32", "--shape", "4294967296,4294967296"],
            "--shape: the array has more",
        ),
        (
            ["cumsum", "--raw", "f32", "--shape", "2305843009213693952"],
            "--shape: the array has more",
        ),
        (["cumsum", "--raw", "u8", "--shape", "2305843009213693952"], "--shape: "),
        (
            ["cumsum", "--raw", "u8", "--shape", "9223372036854775807", "-t", "u8", "--total"],
            "--shape: ",
        ),
        (["cumsum", "--raw", "f64", "--shape", "1152921504606846975", "--total"], "--shape: "),
        (
            ["cummax", "--raw", "u8", "--shape", "9223372036854775807", "--index", "i.npy"],
            "--shape: ",
        ),
        (
            ["cumsum", "--raw", "f32", "--shape", "0,9223372036854775807", "-d0", "--total"],
            "--shape: ",
        ),
        (
            ["cumsum", "--raw", "f32", "--shape", "0,9223372036854775807", "-d1", "--total"],
            "--shape: ",
        ),
        (["cumsum", "-d", "\t0"], "range"),
        (["cumsum", "-d", "\n0"], "range"),
        (["cumsum", "-d", "-"], "range"),
        (["cumsum", "-d", "+-1"], "range"),
        (["logsumexp", "-d", "0, 1"], "range"),
        (["cumsum", "--column", "9223372036854775808"], "range"),
        (["cumsum", "--column", " 1"], "range"),
        (["cumsum", "--to", "csv"], "'csv' is none of"),
        (["cumsum", "--order", "K"], "neither C nor F"),
        (["cumsum", "--column", "0"], "range"),
        (["cumsum", "-c1,2"], "range"),
        (["cumsum", "-s", ""], "separator"),
        (["cumsum", "-s", "1"], "separator"),
        (["cumsum", "-s", "ab"], "separator"),
        *(
            (["cumsum", "-s", c], "not one character that numbers lack")
            for c in '09+-."\r\neEnixjZt()\x7f\u00e9'
        ),
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
        (["cumsum", "--isa", "AVX2"], "instruction set"),
    ):
        done = expect_error(arguments, 2, [words], b"1\n")
        check(done.stdout == b"", f"{arguments}: wrote {done.stdout}")
    for options in [], ["-r"], ["-x"]:
        expect_error(
            [
                "cumsum",
                "--raw",
                "u8",
                "--shape",
                "0,9223372036854775807",
                "-d1",
                "-t",
                "u8",
                "--total",
                *options,
            ],
            2,
            ["--shape: "],
        )
    expect_error(
        ["cumsum", "--skip-header", "a.npy"], 2, ["--skip-header is for text, and a.npy is not"]
    )
    expect_error(["cummax", "a.npy", "-o", "o.npy", "--index", "./o.npy"], 2, ["cannot both go to"])
    expect_error(
        [
            "cummax",
            "a.npy",
            "-r",
            "-o",
            "o.npy",
            "--index",
            "../" + os.path.basename(os.getcwd()) + "/o.npy",
        ],
        2,
        ["cannot both go to"],
    )


# name or argument, as it is shown
STRANGE = [
    ("a\nb", r"a\nb"),
    ("a\r\tb", r"a\r\tb"),
    ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
    ("bell\a", r"bell\x07"),
    ("\x7f", r"\x7f"),
    ("\u0085\u009b2J", r"\xc2\x85\xc2\x9b2J"),  # control characters beyond ASCII
    ("cod\u202egnp.exe", r"cod\xe2\x80\xaegnp.exe"),  # turns the direction of writing
    ("x\u2066y\u2028z", r"x\xe2\x81\xa6y\xe2\x80\xa8z"),
    (b"\xff\xc3", r"\xff\xc3"),  # not UTF-8
    (b"\xe2\x82", r"\xe2\x82"),
    (
        b"\xc1\x81\xe0\x81\x81\xf0\x80\x81\x81",
        r"\xc1\x81\xe0\x81\x81\xf0\x80\x81\x81",
    ),  # longer than they need to be
    (b"\xc0\x8a\xed\xa0\x80\xf4\x90\x80\x80", r"\xc0\x8a\xed\xa0\x80\xf4\x90\x80\x80"),
    (
        "na\u00efve \u65e5\u672c\u8a9e \U0001f600 '%s%n' \\",
        "na\u00efve \u65e5\u672c\u8a9e \U0001f600 '%s%n' \\",
    ),
]


def strange_names():
    """The whole line is as expected, so nothing else can be in it."""
    for name, shown in STRANGE:
        name = name if isinstance(name, bytes) else name.encode()
        for arguments, status, line in (
            (["cumsum", name], 1, f"{shown}: No such file or directory"),
            (["cumsum", "a.npy", "-o", name + b"/x"], 1, f"{shown}/x: No such file or directory"),
            (
                ["cumsum", "-s", name],
                2,
                f"--separator: '{shown}' is not one character that numbers lack, tab or space",
            ),
            (["cumsum", "--to", name], 2, f"--to: '{shown}' is none of npy, raw and text"),
            (["cumsum", "--order", name], 2, f"--order: '{shown}' is neither C nor F"),
            (
                ["cumsum", b"--" + name],
                2,
                f"--{shown} is not an option; see lanescan cumsum --help",
            ),
            ([name], 2, f"{shown} is not an operation; see lanescan --help"),
            (
                ["cumsum", "a.npy", "-i", name],
                2,
                f"--initial: '{shown}' is not a number, as an element of f64",
            ),
        ):
            done = run(*arguments)
            check(
                done.returncode == status
                and done.stderr.decode(errors="replace") == f"lanescan: {line}\n",
                f"{arguments}: {done.stderr} is not {line}",
            )
        done = run("info", env={**os.environb, b"LANESCAN_ISA": name}).stdout.decode(
            errors="replace"
        )
        check(
            done.endswith(f"\nLANESCAN_ISA: {shown} (not an instruction set: ignored)\n"),
            f"info: {done}",
        )
    put("line\nfeed.txt", b"1\nx\n")
    put("line\nfeed.npy", npy("<f8", (3,), bytes(23)))
    expect_error(["cumsum", "line\nfeed.txt"], 1, [r"line\nfeed.txt: line 2, column 1: 'x'"])
    expect_error(["cumsum", "line\nfeed.npy"], 1, [r"line\nfeed.npy: the file is truncated"])
    expect_error(
        ["cummax", "a.npy", "-o", "x\ny", "--index", "./x\ny"],
        2,
        [r"cannot both go to x\ny, which is also ./x\ny"],
    )
    letters = set(chr(c) for c in range(1, 127) if chr(c).isprintable())
    for letter in "-z", "-\x1b", "-\n":
        line = run("cumsum", letter).stderr.decode(errors="replace")
        check(line.count("\n") == 1 and set(line[:-1]) <= letters, f"{letter!r}: {line!r}")
    # a message is cut, not lost, where an argument is longer than any name
    long = run("cumsum", "--to", "\n" * 100000).stderr
    check(
        long.startswith(b"lanescan: --to: '\\n")
        and long.endswith(b"...\n")
        and long.count(b"\n") == 1
        and 10000 < len(long) < 100000,
        f"a long message: {len(long)} {long[:50]} {long[-50:]}",
    )


def main():
    put("a.npy", npy("<f8", (3,), struct.pack("<3d", 1, 2, 4)))
    usage()
    strange_names()
    check(not cli.leftovers(), f"left behind: {cli.leftovers()}")


if __name__ == "__main__":
    with cli.Folder():
        main()
    cli.finish()
