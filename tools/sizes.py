#!/usr/bin/env python3
"""Bytes of code and seconds of compiling, by part of the library: the table in docs/performance.md.

    tools/sizes.py BUILD --write     measures, and writes the table (a release build with gcc on
                                     x86-64; minutes)
    tools/sizes.py BUILD --bytes     writes the bytes anew, and leaves the seconds, which may be of
                                     another machine
    tools/sizes.py BUILD --check     fails where a part has grown by more than 5 % over the table"""

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


def single_files(folder):
    forms = {"single file": []}
    for op, text in LIGHT.items():
        forms[f"single file: {text} on lines, AVX2 and portable"] = [
            "--isas",
            "avx2,generic",
            "--ops",
            op,
            "--no-tensors",
        ]
    for name, options in forms.items():
        subprocess.run([ROOT / "tools/single_file.py", *options, folder], check=True)
        for compiler in ("gcc", "clang"):
            spent = seconds([compiler, "-O2", "-c", "lanescan.c"], folder)
            yield f"{name}, {compiler} -O2", code_in(f"{folder}/lanescan.o"), spent


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
    failed = False
    for name, (count, _) in sizes(build).items():
        if name not in known:
            print(f"FAIL {name} is not in {PAGE.name}")
            failed = True
        elif count > GROWTH * known[name]:
            print(f"FAIL {name} has {count} bytes of code, {PAGE.name} says {known[name]}")
            failed = True
        else:
            print(f"{name}: {count} bytes, {PAGE.name} says {known[name]}")
    sys.exit(failed)


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
