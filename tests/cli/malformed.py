#!/usr/bin/env python3
"""Files that are not as they should be: each is refused with status 1 and one line that names the
file and what is wrong.
    malformed.py <lanescan>
"""

import os
import random
import struct
import zipfile

import cli
from cli import check, expect, expect_error, npy, npy_header, run

DATA = struct.pack("<3d", 1, 2, 4)
SUMS = struct.pack("<3d", 1, 3, 7)


def header(text):
    return npy_header(text) + DATA


def dictionary(descr="'<f8'", order="False", shape="(3,)"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}}}"


MALFORMED = [
    # name, bytes, words of the message
    ("empty", b"", "does not begin"),
    ("magic", b"\x93NUMPX" + npy("<f8", (3,), DATA)[6:], "does not begin"),
    ("half a magic", b"\x93NUM", "does not begin"),
    ("magic alone", b"\x93NUMPY", "ends within the header"),
    ("no length", b"\x93NUMPY\x01\x00", "ends within the header"),
    ("version 0", npy_header(dictionary(), (0, 0)) + DATA, "version"),
    ("version 4", npy_header(dictionary(), (4, 0)) + DATA, "version"),
    ("version 1.1", npy_header(dictionary(), (1, 1)) + DATA, "version"),
    ("truncated header", npy_header(dictionary(), length=500), "ends within the header"),
    ("huge header", npy_header(dictionary(), (2, 0), 0xFFFFFFFF) + DATA, "longer than 64 KiB"),
    ("large header", npy_header(dictionary(), (3, 0), 65536) + bytes(70000), "longer than 64 KiB"),
    ("empty header", npy_header("") + DATA, "not a dictionary"),
    ("not a dictionary", header("[1, 2, 3]"), "not a dictionary"),
    ("not closed", header(dictionary()[:-1]), "not a dictionary of strings"),
    ("no quotes", header("{descr: '<f8', 'fortran_order': False, 'shape': (3,)}"), "dictionary"),
    ("no colon", header("{'descr' '<f8'}"), "dictionary"),
    ("open string", header("{'descr"), "dictionary"),
    ("escape", header(dictionary("'\\x3cf8'")), "descr"),
    ("no commas", header("{'descr': '<f8' 'fortran_order': False 'shape': (3,)}"), "dictionary"),
    ("empty dictionary", header("{}"), "lacks"),
    ("no shape", header("{'descr': '<f8', 'fortran_order': False}"), "lacks"),
    ("no descr", header("{'shape': (3,), 'fortran_order': False}"), "lacks"),
    (
        "unknown key",
        header("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'x': 1}"),
        "unknown key",
    ),
    ("twice", header("{'descr': '<f8', 'descr': '<f8', 'shape': (3,)}"), "twice"),
    ("after it", header(dictionary() + "x"), "after its dictionary"),
    ("zero after it", header(dictionary() + "\0"), "after its dictionary"),
    (
        "not ASCII key",
        header("{'d\u00e9scr': '<f8', 'fortran_order': False, 'shape': (3,)}"),
        "unknown key",
    ),
    ("not ASCII type", header(dictionary("'<\u00e98'")), "unknown"),
    ("not UTF-8", npy_header(b"{'\xff\xfe': 1}", (3, 0)) + DATA, "unknown key"),
    ("order", header(dictionary(order="Maybe")), "fortran_order"),
    ("order as a number", header(dictionary(order="1")), "fortran_order"),
    ("negative", header(dictionary(shape="(-3,)")), "negative"),
    ("list", header(dictionary(shape="[3]")), "tuple"),
    ("number", header(dictionary(shape="(3)")), "tuple"),
    ("bare number", header(dictionary(shape="3")), "tuple"),
    ("comma", header(dictionary(shape="(,)")), "integer"),
    ("two commas", header(dictionary(shape="(3,,4)")), "integer"),
    ("no comma", header(dictionary(shape="(3 4)")), "tuple of integers"),
    ("float", header(dictionary(shape="(3.0,)")), "tuple"),
    ("octal", header(dictionary(shape="(03,)")), "integer"),
    ("hexadecimal", header(dictionary(shape="(0x3,)")), "tuple"),
    ("name", header(dictionary(shape="(n,)")), "integer"),
    ("open tuple", header(dictionary(shape="(3,")), "integer"),
    ("extent", header(dictionary(shape="(9223372036854775808,)")), "too large"),
    ("long extent", header(dictionary(shape=f"({'9' * 400},)")), "too large"),
    ("product", header(dictionary(shape="(4294967296, 4294967296)")), "64-bit"),
    ("product of bytes", header(dictionary(shape="(1152921504606846976,)")), "64-bit"),
    ("product beside 0", header(dictionary(shape="(0, 4294967296, 4294967296)")), "64-bit"),
    ("65 dimensions", header(dictionary(shape="(" + "1," * 65 + ")")), "64 dimensions"),
    (
        "long in version 3",
        npy_header(dictionary(shape="(3L,)"), (3, 0)) + DATA,
        "tuple of integers",
    ),
    ("deep", header("{'shape': " + "(" * 20000), "integer"),
    ("deep list", header("{'descr': " + "[" * 20000), "structures"),
    ("deep dictionary", header("{" * 20000), "dictionary"),
    ("bytes", header(dictionary("'|S8'")), "strings"),
    ("text", header(dictionary("'<U2'")), "strings"),
    ("objects", header(dictionary("'|O'")), "Python objects"),
    ("raw", header(dictionary("'|V8'")), "raw bytes"),
    ("dates", header(dictionary("'<M8[ns]'")), "dates"),
    ("times", header(dictionary("'<m8[s]'")), "dates"),
    ("structure", header(dictionary("[('a', '<f4'), ('b', '<f4')]")), "structures"),
    ("long double", header(dictionary("'<f16'")), "size that is not supported"),
    ("complex long double", header(dictionary("'<c32'")), "size that is not supported"),
    ("no type", header(dictionary("''")), "unknown"),
    ("only an order", header(dictionary("'<'")), "unknown"),
    ("two orders", header(dictionary("'<<f8'")), "unknown"),
    ("i3", header(dictionary("'<i3'")), "unknown"),
    ("f8 and more", header(dictionary("'<f8x'")), "not supported"),
    ("a byte short", npy("<f8", (3,), DATA[:-1]), "truncated"),
    ("no elements", npy("<f8", (3,), b""), "truncated"),
    ("a byte more", npy("<f8", (3,), DATA + b"\0"), "goes on"),
    ("an element more", npy("<f8", (3,), DATA + DATA[:8]), "goes on"),
    ("elements of nothing", npy("<f8", (0,), DATA), "goes on"),
    ("elements of no rows", npy("<f8", (0, 3), DATA), "goes on"),
    ("a 0-d array short", npy("<f8", (), DATA[:4]), "truncated"),
    ("2-d short", npy("<f8", (2, 2), DATA), "truncated"),
    ("2-d long", npy("<f8", (1, 2), DATA), "goes on"),
    ("big-endian short", npy(">f8", (2, 2), DATA), "truncated"),
    ("tera", npy("<f8", (1 << 40, 2), DATA), "truncated"),
    ("exa", npy("<f8", (1 << 58, 2), DATA), "truncated"),
]

ACCEPTED = [
    # how else a dictionary may be written
    dictionary(),
    "\t { \"shape\" :( 3 , ) ,\n'fortran_order':True,'descr' : \"<f8\" , } \n\n",
    "{'descr':'<f8','fortran_order':False,'shape':(3L,)}",
    dictionary() + " " * 60000 + "\n",
]


def refused():
    """From a file and from a pipe; the output is not even begun."""
    for name, content, words in MALFORMED:
        path = name.replace(" ", "-") + ".npy"
        with open(path, "wb") as file:
            file.write(content)
        expect_error(["cumsum", "-o", "out.npy", path], 1, [path, words])
        expect_error(["cumsum", "--reverse", "-o", "out.npy", path], 1, [path, words])
        expect_error(
            ["cumsum", "--npy", "-o", "out.npy"], 1, ["standard input", words], stdin=content
        )
        expect_error(["cumsum", "--npy", "-r", "-o", "out.npy", "-"], 1, [words], stdin=content)
        check(not os.path.exists("out.npy") and not cli.leftovers(), f"{name}: a file stays")


def archives():
    """What numpy.savez writes is named for what it is, also on standard input."""
    with zipfile.ZipFile("several.npz", "w") as archive:
        archive.writestr("a.npy", npy("<f8", (3,), DATA))
    with open("several.npz", "rb") as file:
        content = file.read()
    expect_error(["cumsum", "several.npz"], 1, ["several.npz", "zip archive"])
    expect_error(["cumsum"], 1, ["standard input", "zip archive"], stdin=content)
    expect_error(["cumsum", "--npy", "several.npz"], 1, ["several.npz", "does not begin"])


def accepted():
    for text in ACCEPTED:
        expect(["cumsum", "--to", "raw"], SUMS, stdin=header(text))
    for descr in "'=f8'", "'f8'", "'|f8'":  # as this machine has them
        expect(
            ["cumsum", "--to", "raw"],
            SUMS,
            stdin=npy_header(dictionary(descr)) + struct.pack("=3d", 1, 2, 4),
        )
    expect(["cumsum", "--to", "raw"], SUMS, stdin=npy_header(dictionary(), (2, 0)) + DATA)
    expect(["cumsum", "--to", "raw"], SUMS, stdin=npy_header(dictionary(), (3, 0)) + DATA)
    shape = "(" + "1," * 61 + "3,1,1)"
    expect(["cumsum", "-d61", "--to", "raw"], SUMS, stdin=header(dictionary(shape=shape)))
    expect(["cumsum", "--to", "raw"], b"", stdin=npy("<f8", (3, 0), b""))
    expect(["cumsum", "--to", "text", "-x"], b"0\n", stdin=npy("<f8", (), DATA[:8]))


def damaged():
    """Whatever byte is changed or cut off, the program ends by itself, with a result or with one
    line."""
    rng = random.Random(1)
    good = npy("<f8", (3,), DATA)
    for _ in range(400 // cli.scale()):
        content = bytearray(good)
        for _ in range(rng.randrange(1, 4)):
            content[rng.randrange(len(content))] = rng.randrange(256)
        if rng.random() < 0.3:
            del content[rng.randrange(len(content)) :]
        done = run(
            "cumsum",
            rng.choice(["--npy", "--npy", "--text", "--reverse"]),
            "--to",
            "raw",
            stdin=bytes(content),
        )
        check(
            (done.returncode == 0 and done.stderr == b"")
            or (done.returncode == 1 and done.stderr.count(b"\n") == 1),
            f"damaged {bytes(content)!r}: {done}",
        )


if __name__ == "__main__":
    with cli.Folder():
        refused()
        archives()
        accepted()
        damaged()
    cli.finish()
