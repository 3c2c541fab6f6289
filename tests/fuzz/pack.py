#!/usr/bin/env python3
"""Cases as text, one a line: a name, a colon, a blank, the bytes. Printable ASCII stands for
itself, but a backslash and a blank at either end; those and all other bytes are \\n, \\r, \\t, \\\\
or \\x and two hexadecimal digits. Lines that begin with # are comments, empty lines nothing.
fuzz_files.c reads it too.

    pack.py pack FILE...                   prints a line for each file, in the order of their names
    pack.py unpack FOLDER FILE.cases...    writes a file for each line
"""
import os
import re
import sys

SHORT = {0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t", 0x5C: "\\\\"}
LONG = {text[1]: byte for byte, text in SHORT.items()}


def to_text(case):
    return "".join(
        SHORT.get(byte)
        or (
            f"\\x{byte:02x}"
            if not 0x20 <= byte < 0x7F or byte == 0x20 and at in (0, len(case) - 1)
            else chr(byte)
        )
        for at, byte in enumerate(case)
    )


def to_bytes(text):
    return re.sub(
        r"\\(x..|.)",
        lambda found: chr(LONG[found[1]] if found[1] in LONG else int(found[1][1:], 16)),
        text,
    ).encode("latin-1")


def pack(paths):
    for path in sorted(paths, key=os.path.basename):
        with open(path, "rb") as file:
            print(f"{os.path.basename(path)}: {to_text(file.read())}".rstrip(" "))


def unpack(folder, paths):
    os.makedirs(folder, exist_ok=True)
    for path in paths:
        with open(path, encoding="ascii") as lines:
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    name, text = line.rstrip("\n").split(":", 1)
                    with open(os.path.join(folder, name), "wb") as file:
                        file.write(to_bytes(text.removeprefix(" ")))


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "pack":
        pack(sys.argv[2:])
    elif len(sys.argv) > 3 and sys.argv[1] == "unpack":
        unpack(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(__doc__)
