#!/usr/bin/env python3
"""Files that are larger than the memory the program may have: sequences are scanned in constant
memory. At any scale: with less they would not be larger. (Programs with sanitizers need more
address space than they get here.)
    large.py <lanescan>
"""

import os
import resource
import struct
import subprocess

import cli
from cli import check, npy

MEMORY = 64 << 20
ELEMENTS = 24 << 20
LONGEST_LINE = 256 << 20


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def scan(*arguments, source=None):
    """Runs with little memory, from a file or from standard input, on few threads: each has a
    stack."""
    with open(source or os.devnull, "rb") as stdin:
        done = subprocess.run(
            [cli.PROGRAM, *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=limit_memory,
            check=False,
            env={**os.environ, "OMP_NUM_THREADS": "2"},
        )
    check(
        done.returncode == 0 and done.stderr == b"",
        f"{arguments}: status {done.returncode}, {done.stderr}",
    )
    return done.stdout


def last(path, code):
    with open(path, "rb") as file:
        file.seek(-struct.calcsize(code), os.SEEK_END)
        return struct.unpack("<" + code, file.read())[0]


def sparse(path, start):
    """A file of ones and zeros, mostly holes, larger than the memory."""
    with open(path, "wb") as file:
        file.write(start)
        for i in range(0, ELEMENTS, ELEMENTS // 16):
            file.seek(len(start) + 8 * i)
            file.write(struct.pack("<d", 1))
        file.truncate(len(start) + 8 * ELEMENTS)


def main():
    sparse("in.raw", b"")
    sparse("in.npy", npy("<f8", (ELEMENTS,), b""))
    check(os.path.getsize("in.raw") > 2 * MEMORY, "the file is not large")
    for source in ("in.raw", "in.npy"):
        raw = ["--raw", "f64"] if source == "in.raw" else []
        scan("cumsum", *raw, "-o", "out.npy", source)
        check(
            os.path.getsize("out.npy") == 128 + 8 * ELEMENTS and last("out.npy", "d") == 16,
            f"cumsum of {source}",
        )
        scan("cummax", *raw, "-t", "u8", "-o", "out.raw", "--index", "index.raw", source=source)
        check(
            last("index.raw", "q") == ELEMENTS - ELEMENTS // 16
            and os.path.getsize("index.raw") == 8 * ELEMENTS,
            f"cummax of {source} on standard input",
        )
    check(
        scan("logsumexp", "--raw", "f64", "--to", "text", "in.raw").startswith(b"17.0"), "logsumexp"
    )
    line = b"1," + b"x" * 997 + b"\n"
    with open("in.csv", "wb") as file:
        for _ in range(MEMORY // 500000):
            file.write(line * 1000)
    count = os.path.getsize("in.csv") // len(line)
    check(os.path.getsize("in.csv") > MEMORY, "the text is not large")
    check(scan("cumsum", "-c1", "in.csv").endswith(b"\n%d\n" % count), "cumsum of text")
    with open("long.txt", "wb") as file:
        file.write(b"1\n2" + b" " * (LONGEST_LINE - 1) + b"\n3\n")
    cli.expect_error(["cumsum", "long.txt"], 1, ["long.txt", "line 2", "longer than 256 MiB"])
    with open("long.txt", "r+b") as file:
        file.write(b"1 \n2")  # the second line begins one later
    cli.expect(["cumsum", "long.txt"], b"1\n3\n6\n")


if __name__ == "__main__":
    with cli.Folder():
        main()
    cli.finish()
