#!/usr/bin/env python3
"""Text: numbers that come back, columns, separators, quotes, errors that name the place, cuts
anywhere.
    text.py <lanescan>
"""

import math
import random
import struct
import subprocess

import cli
from cli import check, expect, expect_error, run


def tables():
    expect(["cumsum"], b"1\n3\n6.5\n", b"1\n2\n3.5\n")
    expect(["cumsum"], b"1\n3\n", b"1\n2")
    expect(["cumsum"], b"1\n3\n", b"1\r\n2\r\n")
    expect(["cumsum"], b"1\n3\n", b"\xef\xbb\xbf1\n2\n")
    expect(["cumsum", "--skip-header"], b"1\n3\n", b"\xef\xbb\xbfx\n1\n2\n")
    expect(["cumsum"], b"1\n", b"1\r")
    expect(["cumsum"], b"", b"")
    expect(["cumsum"], b"1 2\n4 6\n", b"  1   2 \n3  4\n")
    expect(["cumsum"], b"1,2\n4,6\n", b"1,2\n 3 ,\t4\n")
    expect(["cumsum"], b"1;2\n4;6\n", b"1;2\n3;4\n")
    expect(["cumsum"], b"1\t2\n4\t6\n", b"1\t2\n3\t4\n")
    expect(["cumsum", "-s", ":"], b"1:2\n4:6\n", b"1:2\n3:4\n")
    expect(["cumsum", "-s", "tab"], b"1\t2\n4\t6\n", b"1\t2\n3\t4\n")
    expect(["cumsum", "-s", "space"], b"1 2\n4 6\n", b"1\t 2\n3\t 4\n")
    expect(["cumsum"], b"1,2\n4,6\n", b'"1","2"\n" 3 " , "4"\n')
    expect(["cumsum"], b"1\n3\n", b'"1"\n"2"\n')
    expect(["cumsum"], b"1 2\n4 6\n", b' "1" "2" \n"3"  4\n')
    expect(["cumsum", "-c2"], b"2\n6\n", b'"a ""b"" c" "2" x\n"d e" 4\n')
    expect(["cumsum", "-c2"], b"2\n6\n", b'"a, ""b""",2,x\nc,4\n')
    expect(["cumsum", "--column", "1", "--skip-header"], b"1\n4\n", b"time,value\n1,x\n3,\n")
    expect(["cumsum", "--text"], b"1\n", b"1\n")


def directions():
    table = b"1 2\n3 4\n5 6\n"
    expect(["cumsum", "-d0"], b"1 2\n4 6\n9 12\n", table)
    expect(["cumsum", "-d1"], b"1 3\n3 7\n5 11\n", table)
    expect(["cumsum", "--dim", "-1"], b"1\n3\n", b"1\n2\n")
    expect(["cumsum", "--dim", "-1"], b"1 3\n3 7\n5 11\n", table)
    expect(["cumsum", "--dim=-2"], b"1 2\n4 6\n9 12\n", table)
    expect(["cumsum", "-r"], b"9 12\n8 10\n5 6\n", table)
    expect(["cumsum", "-x"], b"0 0\n1 2\n4 6\n", table)
    expect(["cumsum", "--total"], b"0 0\n1 2\n4 6\n9 12\n", table)
    expect(["cumsum", "-rd1", "--total"], b"3 2 0\n7 4 0\n11 6 0\n", table)
    expect(["cumsum", "-i", "10"], b"11 12\n14 16\n19 22\n", table)
    expect(["cumsum", "--total", "-i", "7"], b"7\n", b"")
    expect(["cumprod", "--total"], b"1\n", b"")
    expect(["cummax"], b"1\n5\n5\nnan\nnan\n", b"1\n5\n2\nnan\n9\n")
    expect(["logsumexp"], b"-inf\n", b"")
    expect(["logsumexp"], b"0 1\n", b"-inf 1\n0 -inf\n")
    expect(["logsumexp", "-d1"], b"1\n0\n", b"-inf 1\n0 -inf\n")
    expect(["logsumexp", "-t", "c64"], b"0+0j 1+0j\n", b"-inf 1\n0 -inf\n")
    expect(["logsumexp", "-d0,1", "--keepdims"], b"1.3132616875182228\n", b"-inf 1\n0 -inf\n")
    expect(["logaddexp", "-", "a.txt"], b"1\n7\n", b"1\n-inf\n")
    with open("one.txt", "wb") as one:
        one.write(b"3\n")
    expect(["recurrence", "-", "a.txt"], b"-inf\nnan\n", b"0.5\n0\n")
    expect(["recurrence", "a.txt", "-", "-i2"], b"-inf\n-inf\n", b"1\n1\n")
    expect(["recurrence", "-", "-o", "-", "one.txt"], b"3\n4.5\n5.25\n", b"0.5\n0.5\n0.5\n")
    expect(["cummin", "--index", "-", "-o", "values.txt"], b"0\n0\n2\n", b"1\n2\n0\n")
    expect(
        ["cummin", "--index", "-", "-o", "values.txt", "--total"], b"-1\n0\n0\n2\n", b"1\n2\n0\n"
    )
    with open("values.txt", "rb") as file:
        check(file.read() == b"inf\n1\n1\n0\n", "values beside indices")


def numbers():
    """What is read, by type."""
    for text, wanted in (
        (b"inf", b"inf"),
        (b"-Infinity", b"-inf"),
        (b"NaN", b"nan"),
        (b"-nan", b"nan"),
        (b"+1.5e3", b"1500"),
        (b"0x1p-1", b"0.5"),
        (b".5", b"0.5"),
        (b"5.", b"5"),
        (b"-0", b"-0"),
        (b"1e22", b"1e+22"),
        (b"1e-400", b"0"),
    ):
        expect(["cumprod"], wanted + b"\n", text + b"\n")
    for dtype, low, high in (
        ("i8", -128, 127),
        ("u8", 0, 255),
        ("i16", -(2**15), 2**15 - 1),
        ("u16", 0, 2**16 - 1),
        ("i32", -(2**31), 2**31 - 1),
        ("u32", 0, 2**32 - 1),
        ("i64", -(2**63), 2**63 - 1),
        ("u64", 0, 2**64 - 1),
    ):
        for value in (low, high):
            expect(["cumsum", "-t", dtype], b"%d\n" % value, b"%d\n" % value)
        for value in (low - 1, high + 1, 10**30):
            expect_error(["cumsum", "-t", dtype], 1, ["line 1, column 1", "range"], b"%d\n" % value)
        expect_error(["cumsum", "-t", dtype], 1, ["not an integer"], b"1.5\n")
    expect(["cumsum", "-t", "u8"], b"0\n", b"-0\n")
    expect(["cummax", "-t", "bool"], b"0\n1\n1\n", b"false\n1\nFalse\n")
    expect(
        ["cumsum", "-t", "c128"],
        b"1+2j\n1+1j\n4-nanj\n".replace(b"-nan", b"+nan"),
        b"(1+2j)\n-1i\n3+nanj\n",
    )
    expect(["cumsum", "-t", "c64"], b"0.1+0j\n", b"0.1\n")
    expect(["cumsum", "-t", "f16"], b"0.1\n60000\ninf\n", b"0.1\n6e4\n6e4\n")
    expect(["cumsum", "-t", "bf16"], b"0.1\n3e+38\n", b"0.1\n3e38\n")
    for dtype, text in (
        ("f64", b"1e309"),
        ("f32", b"1e39"),
        ("f16", b"7e4"),
        ("bf16", b"4e38"),
        ("c64", b"1+1e39j"),
    ):
        expect_error(["cumsum", "-t", dtype], 1, ["out of range"], text)
        expect_error(["cumsum", "-t", dtype], 1, ["not a number"], text + b"x")


def mistakes():
    for text in (
        b"x",
        b"1x",
        b"1 2,",
        b"--1",
        b"1e",
        b"0x",
        b"1_000",
        b"1.2.3",
        b"nan(",
        b"\xc3\xa9",
    ):
        expect_error(
            ["cumsum", "-s", ","], 1, ["standard input: line 2, column 1"], b"1\n" + text + b"\n"
        )
    for text in (b"1+j", b"1+2", b"j", b"(1", b"1 +2j", b"1+ 2j", b"()", b"(" + b"1" * 300 + b")"):
        expect_error(
            ["cumsum", "-s", ",", "-t", "c64"], 1, ["line 2, column 1"], b"1\n" + text + b"\n"
        )
    expect_error(["cumsum"], 1, ["line 1, column 2", "'x'", "--skip-header"], b"1,x\n")
    for cell, options, hint in (
        (b"x", [], True),
        (b'"x"', [], True),
        (b"x", ["-t", "u8"], True),
        (b"300", ["-t", "u8"], False),
        (b"1.5", ["-t", "i32"], False),
        (b"-x", [], False),
        (b'"1x"', [], False),
    ):
        said = expect_error(["cumsum", *options], 1, ["line 1, column 1: "], cell + b"\n").stderr
        check((b"--skip-header" in said) == hint, f"a hint at --skip-header: {said}")
    expect_error(["cumsum"], 1, ["line 2, column 1 is empty"], b"1\n\n3\n")
    expect_error(["cumsum"], 1, ["line 2, column 2 is empty"], b"1,2\n3,\n")
    expect_error(["cumsum"], 1, ["line 2, column 1 is empty"], b"1\t2\n\t3\n")
    expect_error(["cumsum"], 1, ["line 2 has 1 columns"], b"1,2\n3\n")
    expect_error(["cumsum"], 1, ["line 2 has 3 columns"], b"1 2\n3 4 5\n")
    expect_error(["cumsum", "-c3"], 1, ["line 1 has 2 columns"], b"1,2\n3\n")
    expect_error(["cumsum"], 1, ["line 1, column 2", "quotes"], b'1,"2\n')
    expect_error(["cumsum"], 1, ["line 1, column 1", "quotes"], b'"1"2,3\n')
    expect_error(["cumsum"], 1, ["line 1, column 2", "quotes"], b'1 "2\n')
    expect_error(["cumsum"], 1, ["line 2, column 1", "quotes"], b'1 2\n"1"2 3\n')
    expect_error(["cumsum", "--text"], 1, ["line 2 has a zero byte"], b"1\n2\0\n")
    # a mark of the byte order is one at the beginning only
    for direction in ["-d0"], ["-d1"], ["-r"]:
        expect_error(
            ["cumsum", *direction], 1, ["line 1, column 1: '???1'"], b"\xef\xbb\xbf" * 2 + b"1\n"
        )
        expect_error(
            ["cumsum", "--skip-header", *direction],
            1,
            ["line 2, column 1: '???1'"],
            b"x\n\xef\xbb\xbf1\n",
        )
    expect_error(["cumsum"], 1, ["neither .npy nor text", "--raw"], b"1\n2\0\n")
    expect_error(["cumsum", "-d2"], 1, ["--dim 2 of 2 dimensions"], b"1 2\n")
    expect_error(["cumsum", "-d1"], 1, ["--dim 1 of 1 dimensions"], b"1\n")
    expect_error(["cumsum"], 1, ["'" + "a" * 40 + "'..."], b"a" * 1000 + b"\n")


def round_trips():
    """Whatever is printed gives the same bits when it is read. A scan of one element is that
    element, so the first column of a scan along lines is what was read."""
    rng = random.Random(2)
    for dtype, code, parts in (
        ("f64", "d", 1),
        ("f32", "f", 1),
        ("f16", "e", 1),
        ("c64", "f", 2),
        ("c128", "d", 2),
    ):
        op, size = "cummax" if parts == 1 else "cumprod", struct.calcsize("<" + code)
        patterns = [struct.pack("<Q", rng.getrandbits(64))[:size] for _ in range(4000)]
        patterns = [p for p in patterns if math.isfinite(struct.unpack("<" + code, p)[0])]
        count = len(patterns) // parts
        data = b"".join(patterns[: count * parts])
        text = run(op, "--raw", dtype, "--shape", f"{count},1", "--to", "text", stdin=data).stdout
        check(text.count(b"\n") == count, f"{dtype}: {text[:100]}")
        back = run(op, "-t", dtype, "-d1", "--to", "raw", stdin=text.replace(b"\n", b",1\n")).stdout
        width = parts * size
        firsts = b"".join(back[i : i + width] for i in range(0, len(back), 2 * width))
        check(firsts == data, f"{dtype}: the text does not give the bits back")
    expect(["cumprod"], b"0.1\n0.30000000000000004\n", b"0.1\n3.0000000000000004\n")


def pieces():
    """A pipe that is cut anywhere gives the same; a line comes out as soon as it is in."""
    rng = random.Random(3)
    values = [rng.randrange(-1000, 1000) / 8 for _ in range(300)]
    text = "".join(f"{a},{b}\n" for a, b in zip(values, values[1:])).encode()
    whole = run("cumsum", stdin=text).stdout
    for _ in range(10):
        with subprocess.Popen(
            [cli.PROGRAM, "cumsum"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            at = 0
            while at < len(text):
                n = rng.choice([1, 2, 7, 100, 1000])
                process.stdin.write(text[at : at + n])
                process.stdin.flush()
                at += n
            process.stdin.close()
            check(process.stdout.read() == whole, "a pipe in pieces")
    with subprocess.Popen(
        [cli.PROGRAM, "cumsum"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process, cli.Waiting(process):
        for i in range(1, 5):
            process.stdin.write(b"1\n")
            process.stdin.flush()
            check(process.stdout.readline() == b"%d\n" % i, f"line {i} does not come at once")
        process.stdin.close()
    wide = b",".join(b"%d" % (i % 7) for i in range(40000))  # kept whole: too many streams
    check(
        run("cumsum", "--skip-header", stdin=b"x\n" + wide + b"\n" + wide + b"\n").stdout
        == wide + b"\n" + b",".join(b"%d" % (i % 7 * 2) for i in range(40000)) + b"\n",
        "a wide table",
    )
    expect_error(
        ["cumsum", "--skip-header"], 1, ["line 3, column 2 is empty"], b"x\n" + wide + b"\n1,,\n"
    )
    long = b"1," * 300000 + b"1\n"
    check(run("cumsum", "-d1", stdin=long).stdout.endswith(b",300001\n"), "a long line")
    many = b"1\n" * 300000
    check(run("cumsum", stdin=many).stdout.endswith(b"\n300000\n"), "many lines")


if __name__ == "__main__":
    with cli.Folder():
        with open("a.txt", "wb") as other:
            other.write(b"-inf\n7\n")
        tables()
        directions()
        numbers()
        mistakes()
        round_trips()
        pieces()
        check(not cli.leftovers(), f"left behind: {cli.leftovers()}")
    cli.finish()
