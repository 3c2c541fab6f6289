#!/usr/bin/env python3
"""Bytes of code and seconds of compiling, by part of the library: the table in docs/performance.md.

tools/sizes.py BUILD --write     measures, and writes the table (a release build with gcc on
                                 x86-64; minutes)
tools/sizes.py BUILD --bytes     writes the bytes anew, and leaves the seconds, which may be of
                                 another machine
tools/sizes.py BUILD --check     fails where a part has grown by more than 5 % over the table,
                                 is not in it or is gone from it, or is above its limit"""

import argparse
import json
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/performance.md"
TABLE = re.compile(
    r"(<!-- sizes: written by tools/sizes.py -->\n).*?(<!-- end of sizes -->)", re.DOTALL
)
ROW = re.compile(r"^\| (.+?) \| *(\d+) \|", re.MULTILINE)
GROWTH = 1.05
# What the library promises to stay below, in bytes: all of it, both forms of portable code, one
# operation on lines.
LIMIT_OF_LIBRARY, LIMIT_OF_PORTABLE, LIMIT_OF_ONE = 1_300_000, 300_000, 60_000
LIGHT = {
    "cumsum": "running sums",
    "cumprod": "running products",
    "logcumsumexp": "running log-sum-exps",
}


def section_in(path, name):
    """Bytes of one section of a library."""
    said = subprocess.run(["size", "-A", path], capture_output=True, text=True, check=True).stdout
    return sum(int(line.split()[1]) for line in said.splitlines() if line.startswith(f"{name} "))


def code_in(path):
    """Bytes of code and constants in an object, library or archive, as `size` counts."""
    said = subprocess.run(["size", path], capture_output=True, text=True, check=True).stdout
    return sum(int(line.split()[0]) for line in said.splitlines()[1:])


def seconds(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, cwd=folder, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def archives(build):
    """The parts of the library: name, archive."""
    for path in sorted(build.glob("src/liblanescan_*.a")):
        yield path.stem.removeprefix("liblanescan_"), path


def compile_again(build, archive):
    total = 0
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    for entry in commands:
        if entry["output"].startswith(f"src/{archive.name}.p/"):
            command = shlex.split(entry["command"])
            command[command.index("-o") + 1] = "/dev/null"
            total += seconds(drop_dependencies(command), build)
    return total


def drop_dependencies(command):
    """Without the file of dependencies, which a second run would write over."""
    kept = [word for word in command if word != "-MD"]
    for option in ("-MF", "-MQ"):
        at = kept.index(option)
        del kept[at : at + 2]
    return kept


def sizes(build):
    rows = {}
    groups = {}
    for name, path in archives(build):
        groups.setdefault("functions on lines" if name.startswith("lines_") else name, []).append(
            path
        )
    for name, paths in groups.items():
        rows[name] = (sum(map(code_in, paths)), paths)
    library = build / "src/liblanescan.so"
    rows["shared library"] = (code_in(library), [])
    rows["its instructions alone (.text)"] = (section_in(library, ".text"), [])
    return rows


def compile_single_files(folder, name, options, compilers):
    subprocess.run([ROOT / "tools/single_file.py", *options, folder], check=True)
    for compiler in compilers:
        spent = seconds([compiler, "-O2", "-c", "lanescan.c"], folder)
        yield f"{name}, {compiler} -O2", code_in(f"{folder}/lanescan.o"), spent


def single_files_of_one(folder, compilers):
    """Those of one operation on lines."""
    options = ["--isas", "avx2,generic", "--no-tensors", "--ops"]
    for op, text in LIGHT.items():
        name = f"single file: {text} on lines, AVX2 and portable"
        yield from compile_single_files(folder, name, [*options, op], compilers)


def single_files(folder):
    compilers = ("gcc", "clang")
    yield from compile_single_files(folder, "single file", [], compilers)
    yield from single_files_of_one(folder, compilers)


def gcc_version():
    said = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True)
    return said.stdout.strip()


def write(build):
    lines = [
        "",
        f"gcc {gcc_version()} -O3, CPU seconds on one core; `tools/sizes.py` writes this table, "
        "and `./dev test --all` fails",
        "where a part of the library has grown by more than 5 % over it.",
        "",
        "| part | bytes of code | seconds |",
        "|---|--:|--:|",
    ]
    for name, (count, paths) in sizes(build).items():
        spent = sum(compile_again(build, path) for path in paths)
        lines.append(f"| {name} | {count} | {f'{spent:.1f}' if paths else ''} |")
    with tempfile.TemporaryDirectory() as folder:
        for name, count, spent in single_files(folder):
            lines.append(f"| {name} | {count} | {spent:.1f} |")
    text = PAGE.read_text(encoding="utf-8")
    table = "\n".join([*lines, "", ""])
    PAGE.write_text(TABLE.sub(lambda m: m.group(1) + table + m.group(2), text), encoding="utf-8")


def write_bytes(build):
    text = PAGE.read_text(encoding="utf-8")
    counts = [(name, count) for name, (count, _) in sizes(build).items()]
    with tempfile.TemporaryDirectory() as folder:
        counts += [(name, count) for name, count, _ in single_files(folder)]
    for name, count in counts:
        row = re.compile(rf"^(\| {re.escape(name)} \| *)\d+( \|)", re.MULTILINE)
        text, rows = row.subn(rf"\g<1>{count}\g<2>", text)
        if rows != 1:
            sys.exit(f"{name} is not in {PAGE.name}: --write makes the table")
    PAGE.write_text(text, encoding="utf-8")


def check(build):
    table = TABLE.search(PAGE.read_text(encoding="utf-8")).group()
    version = re.search(r"gcc (\d+)", table).group(1)
    if gcc_version().split(".", maxsplit=1)[0] != version:
        print(f"SKIP the table is of gcc {version}, this is gcc {gcc_version()}")
        sys.exit(77)
    known = {name: int(count) for name, count in ROW.findall(table)}
    found = {name: count for name, (count, _) in sizes(build).items()}
    limits = [("shared library", found["shared library"], LIMIT_OF_LIBRARY)]
    limits.append(("portable code", found["generic"] + found["generic_fma"], LIMIT_OF_PORTABLE))
    with tempfile.TemporaryDirectory() as folder:
        for name, count, _ in single_files_of_one(folder, ["gcc"]):
            found[name] = count
            limits.append((name, count, LIMIT_OF_ONE))
    faults = [
        f"{name} has {count} bytes of code, more than {limit}"
        for name, count, limit in limits
        if count > limit
    ]
    not_made = [name for name in known if name.startswith("single file") and name not in found]
    for name in sorted({*known, *found} - {*not_made}):
        if name not in known:
            faults.append(f"{name} is not in {PAGE.name}")
        elif name not in found:
            faults.append(f"{name} is in {PAGE.name}, but not there")
        elif found[name] > GROWTH * known[name]:
            faults.append(f"{name} has {found[name]} bytes, {PAGE.name} says {known[name]}")
        else:
            print(f"{name}: {found[name]} bytes, {PAGE.name} says {known[name]}")
    for fault in faults:
        print(f"FAIL {fault}")
    sys.exit(bool(faults))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path, help="a build folder")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--bytes", action="store_true")
    what.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.write:
        write(arguments.build.resolve())
    elif arguments.bytes:
        write_bytes(arguments.build)
    else:
        check(arguments.build)


if __name__ == "__main__":
    main()
