#!/usr/bin/env python3
"""Raw elements and sequences that come in pieces: any cut gives the bits of the whole, which an
array of one line gives another way. Ends within elements, byte orders, shapes, formats of pipes.
    raw.py <lanescan>
"""

import os
import random
import struct
import subprocess

import cli
from cli import check, expect, expect_error, npy, run

rng = random.Random(1)
OPS = cli.lists.operations()
CODES = {
    "u8": "B",
    "u16": "H",
    "u32": "I",
    "u64": "Q",
    "i8": "b",
    "i16": "h",
    "i32": "i",
    "i64": "q",
    "f16": "e",
    "f32": "f",
    "f64": "d",
}


def elements(dtype, n):
    """Few values, so that extremes are met again: zeros of both signs, infinities and NaN far
    behind."""
    code = CODES[dtype]
    if dtype[0] == "f":
        some = [struct.pack("<" + code, x) for x in (0.0, -0.0, 1.5, -2.25, 1 / 3, 3.0, -4.5)]
    else:
        some = [struct.pack("<" + code, x) for x in (0, 1, 2, 3, 5, 7, 100)]
    data = [rng.choice(some) for _ in range(n)]
    if dtype[0] == "f" and n > 10:
        for x in (float("-inf"), float("nan"), 1.0, float("nan")):
            data[rng.randrange(n - n // 8, n)] = struct.pack("<" + code, x)
    return b"".join(data)


def streams_and_arrays():
    """A sequence is scanned in pieces of 65536, an array of one line at once."""
    n = 200000 // cli.scale()
    for i, dtype in enumerate(CODES):
        data = elements(dtype, n)
        turn = OPS[i % len(OPS)]
        for op in (turn.name, "cummax", "cummin"):
            if op == turn.name and turn.integers == "FLOATS" and dtype[0] != "f":
                continue
            options = [[], ["-x"], ["--total"], ["-i", "2"], ["-x", "-i", "2", "-t", "f32"]][i % 5]
            index = ["--index", "index.raw"] if op.startswith("cumm") else []
            arguments = [op, "--raw", dtype, *options, *index]
            streamed = run(*arguments, stdin=data)
            positions = open("index.raw", "rb").read() if index else b""
            whole = run(*arguments, "--shape", f"1,{n}", stdin=data)
            check(
                streamed.returncode == 0 and streamed.stdout == whole.stdout and len(whole.stdout),
                f"{arguments}: a stream and an array differ, {streamed.stderr} {whole.stderr}",
            )
            if index:
                check(
                    len(positions) and positions == open("index.raw", "rb").read(),
                    f"{arguments}: indices differ",
                )


def cuts():
    """A pipe that is written in odd pieces."""
    for dtype in ("f64", "i16", "f32"):
        data = elements(dtype, 500)
        for arguments in (
            ["cumsum", "--raw", dtype],
            ["cummax", "--raw", dtype, "--index", "index.raw"],
            ["cumprod", "--raw", dtype, "-r"],
            ["logsumexp", "--raw", dtype, "--to", "text"],
        ):
            whole = run(*arguments, stdin=data).stdout
            positions = open("index.raw", "rb").read() if "--index" in arguments else b""
            with subprocess.Popen(
                [cli.PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            ) as process:
                at = 0
                while at < len(data):
                    n = rng.choice([1, 3, 8, 9, 1000])
                    process.stdin.write(data[at : at + n])
                    process.stdin.flush()
                    at += n
                process.stdin.close()
                got = process.stdout.read()
                check(process.wait() == 0 and got == whole and whole, f"{arguments}: cut")
            if positions:
                check(open("index.raw", "rb").read() == positions, f"{arguments}: indices, cut")


def cuts_within_elements():
    """Results come at once, so what is read before the next piece is written shows that pieces are
    not joined."""
    unit = 0x0102030405060708  # no two bytes alike
    data = struct.pack("<20Q", *(i * unit for i in range(20)))
    sums = struct.pack("<20Q", *(i * (i + 1) // 2 * unit % 2**64 for i in range(20)))
    with subprocess.Popen(
        [cli.PROGRAM, "cumsum", "--raw", "u64"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as process, cli.Waiting(process):
        for at in range(0, 140, 20):
            process.stdin.write(data[at : at + 20])
            due = (at + 20) // 8 * 8 - at // 8 * 8
            got = b""
            while len(got) < due:
                some = process.stdout.read(due - len(got))
                if not some:
                    break
                got += some
            check(got == sums[at // 8 * 8 : at // 8 * 8 + due], f"cut at byte {at}: {got!r}")
        process.stdin.write(data[140:])
        process.stdin.close()
        check(process.stdout.read() == sums[136:], "the end after cuts")


def formats():
    data = struct.pack("<3f", 1, 2, 4)
    sums = struct.pack("<3f", 1, 3, 7)
    expect(["cumsum", "--raw", "f32"], sums, data)
    expect(["cumsum", "--raw", "<f4"], sums, data)
    expect(["cumsum", "--raw", "float32"], sums, data)
    expect(["cumsum", "--raw", ">f4"], sums, struct.pack(">3f", 1, 2, 4))
    expect(
        ["cumsum", "--raw", ">f4", "-r"], struct.pack("<3f", 7, 6, 4), struct.pack(">3f", 1, 2, 4)
    )
    expect(["cumsum", "--raw", "f32", "-t", "f64"], struct.pack("<3d", 1, 3, 7), data)
    expect(["cumsum", "--raw", "f32", "-t", "i64"], struct.pack("<3q", 1, 3, 7), data)
    expect(["cumsum", "--raw", "f32", "--to", "text"], b"1\n3\n7\n", data)
    expect(["cumsum", "--raw", "f32", "-t", "c64", "--to", "text"], b"1+0j\n3+0j\n7+0j\n", data)
    expect(["cumsum", "--raw", "bool", "--to", "text"], b"1\n1\n2\n", b"\x01\x00\x02")
    expect(["cumsum", "--raw", "bf16", "--to", "text"], b"1\n3\n", b"\x80\x3f\x00\x40")
    expect(["cumsum", "--raw", "i8"], struct.pack("<3q", 100, 200, 300), bytes([100] * 3))
    expect(
        ["cumsum", "--raw", "i8", "-t", "i8"], struct.pack("<3b", 100, -56, 44), bytes([100] * 3)
    )
    expect(["cumsum", "--raw", "f32"], b"", b"")
    expect(["cumsum", "--raw", "f32", "-r"], b"", b"")
    expect(["cumsum", "--raw", "f32", "--shape", "3,1", "-d0"], sums, data)
    expect(["cumsum", "--raw", "f32", "--shape", "1,3"], sums, data)
    expect(["cumsum", "--raw", "f32", "--shape", "3"], sums, data)
    expect(["cumsum", "--raw", "f32", "--shape", "0,3"], b"", b"")
    expect(
        ["logaddexp", "--raw", "f32", "-", "same.raw", "--to", "text"], b"inf\n", b"\0\0\x80\x7f"
    )
    expect(["logsumexp", "--raw", "f32"], struct.pack("<f", float("-inf")), b"")
    # the header of an .npy file of unknown length is completed in the end, in pipes too
    wanted = npy("<f4", (3,), sums)
    done = run("cumsum", "--raw", "f32", "--to", "npy", stdin=data)
    check(done.stdout == wanted, f"npy to a pipe: {done}")
    run("cumsum", "--raw", "f32", "-o", "out.npy", stdin=data)
    check(open("out.npy", "rb").read() == wanted, "npy to a file")
    expect(["cumsum", "--raw", "f32", "--to", "npy"], npy("<f4", (0,), b""), b"")
    expect(["cumsum", "--raw", "f32", "--to", "npy", "--total"], npy("<f4", (1,), bytes(4)), b"")
    expect(
        ["cumsum", "--to", "npy", "-t", "i16"],
        npy("<i2", (2, 2), struct.pack("<4h", 1, 2, 4, 6)),
        b"1,2\n3,4\n",
    )
    expect(
        ["cumsum", "--to", "npy", "-t", "i16", "--order", "F"],
        npy("<i2", (2, 2), struct.pack("<4h", 1, 4, 2, 6), fortran=True),
        b"1,2\n3,4\n",
    )
    big = b"".join(struct.pack("<d", x) for x in range(300000))
    done = run("cumsum", "--raw", "f64", "--to", "npy", stdin=big)
    check(
        done.stdout[:128] == npy("<f8", (300000,), b"") and len(done.stdout) == 128 + len(big),
        "a long npy to a pipe",
    )


def large_spools():
    """More than is kept in memory goes through a file, from a pipe and to one."""
    n = 9 << 20
    data = bytes(8 * n - 8) + struct.pack("<q", 5)
    done = run("cumsum", "-r", "--raw", "i64", stdin=data)
    check(
        done.stdout == struct.pack("<q", 5) * n, f"a large spool: {done.returncode} {done.stderr}"
    )
    header = npy(">i8", (3, n // 3), b"")
    data = data[:-8] + struct.pack(">q", 5)
    done = run("cumsum", "-r", stdin=header + data)
    check(
        done.stdout[128:] == bytes(8 * (n - n // 3)) + struct.pack("<q", 5) * (n // 3),
        f"a large swapped array: {done.returncode} {done.stderr}",
    )
    # the third line of a Fortran array, of which each is a piece of the work
    ones = bytearray(8 * n)
    ones[8 * (2 * (n // 3) + 1000)] = ones[8 * (n // 3 + 5)] = 1
    data = npy("<i8", (n // 3, 3), bytes(ones), fortran=True)
    done = run("cummax", "-d0", "-t", "u8", "--index", "index.raw", "--to", "raw", stdin=data)
    values = done.stdout
    index = memoryview(open("index.raw", "rb").read()).cast("q")
    line = n // 3
    for at, value, position in (
        (line - 1, 0, line - 1),
        (line + 4, 0, 4),
        (line + 5, 1, 5),
        (2 * line - 1, 1, 5),
        (2 * line + 999, 0, 999),
        (2 * line + 1000, 1, 1000),
        (3 * line - 1, 1, 1000),
    ):
        check(
            values[at] == value and index[at] == position,
            f"pieces of a large array: {at}: {values[at]} {index[at]}",
        )


def from_the_middle():
    """Standard input is a file that was read before: what is left of it is the input."""
    array = npy("<f8", (2, 2), struct.pack("<4d", 1, 2, 3, 4))
    for skipped in 8, 5:  # mapped, and not
        cli.put("middle", bytes(skipped) + array)
        for options, start, wanted in (
            (["-d1"], 0, (1, 3, 3, 7)),
            (["-d0"], 0, (1, 2, 4, 6)),
            (["-r", "--raw", "f64"], 128, (10, 9, 7, 4)),
        ):
            with open("middle", "rb") as file:
                os.lseek(file.fileno(), skipped + start, os.SEEK_SET)
                done = subprocess.run(
                    [cli.PROGRAM, "cumsum", "--to", "raw", *options],
                    stdin=file,
                    capture_output=True,
                    check=False,
                )
            check(
                done.returncode == 0 and done.stdout == struct.pack("<4d", *wanted),
                f"{options} from byte {skipped}: {done}",
            )


def mistakes():
    expect_error(
        ["cumsum", "--raw", "f32"], 1, ["ends within an element", "last 2 bytes"], bytes(10)
    )
    expect_error(["cumsum", "--raw", "f32", "-r"], 1, ["ends within an element"], bytes(10))
    expect_error(
        ["cumsum", "--raw", "f32", "--shape", "3"], 1, ["truncated", "12 bytes", "10"], bytes(10)
    )
    expect_error(["cumsum", "--raw", "f32", "--shape", "2"], 1, ["goes on"], bytes(10))
    expect_error(["cumsum", "--raw", "f32", "--shape", "1,3"], 1, ["truncated"], bytes(10))
    expect_error(["cumsum", "--raw", "f32", "--shape", "1,2"], 1, ["goes on"], bytes(10))
    # what a file says is no error of the command line, as --shape is (messages.py)
    for descr, shape, options in (
        ("|u1", (2**61,), []),
        ("|u1", (2**63 - 1,), ["-t", "u8", "--total"]),
        ("|u1", (0, 2**63 - 1), ["-d1", "--total", "-t", "u8"]),
        ("|u1", (0, 2**63 - 1), ["-d0", "--total", "-t", "u16"]),
        ("<f8", (2**60 - 1,), ["--total"]),
    ):
        expect_error(
            ["cumsum", *options], 1, ["standard input: ", "64-bit"], npy(descr, shape, b"")
        )
    expect_error(["cumsum", "--raw", "c64", "-t", "f32"], 1, ["cumsum of f32", "element type"], b"")
    expect_error(
        ["cumsum", "--raw", "c64", "-t", "f32", "-r"], 1, ["cumsum of f32", "element type"], b""
    )
    expect_error(["cummax", "--raw", "c64"], 1, ["cummax of c64", "not defined"], b"")
    expect_error(
        ["logcumsumexp", "--raw", "f32", "-t", "i32"],
        1,
        ["logcumsumexp of i32", "not defined"],
        b"",
    )
    expect_error(["cumsum", "--raw", "bf16", "--to", "npy"], 1, ["bf16", "--dtype"], b"")
    expect_error(["cumsum", "--raw", "f32", "-d1"], 1, ["--dim 1 of 1 dimensions"], b"")
    expect_error(["cumsum", "--raw", "f32", "-d", "-2"], 1, ["--dim -2 of 1 dimensions"], b"")
    expect_error(["logsumexp", "--raw", "f32", "-d", "0,-1"], 1, ["named twice"], b"")
    expect_error(["cumsum", "--total"], 1, ["--total of 0 dimensions"], npy("<f8", (), bytes(8)))


if __name__ == "__main__":
    with cli.Folder():
        with open("same.raw", "wb") as file:
            file.write(bytes(4))
        streams_and_arrays()
        cuts()
        cuts_within_elements()
        formats()
        from_the_middle()
        mistakes()
        large_spools()
        check(not cli.leftovers(), f"left behind: {cli.leftovers()}")
    cli.finish()
