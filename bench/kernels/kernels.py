#!/usr/bin/env python3
"""Which kernels an instruction set that is made by SIMDe leaves to portable code: those that gain
less than half.

    kernels.py simd128|vsx [--write] [--runs N]

Builds the library in a copy of the tree in which the set leaves nothing, puts each kernel beside
the portable one (kernels.c), and prints a table of all cases. --write makes
src/lanes/left_<set>.h of it.

simd128: times in node, the two by turns; medians of runs.
vsx: there is no such machine here. Instructions are counted under qemu (counted.c); the second
witness is the cycles that llvm-mca gives POWER9 for the blocks of instructions that ran, each as
often as it ran, repeated by itself. Neither is a time. A kernel is kept where both are 1.5."""

import argparse
import ast
import collections
import concurrent.futures
import configparser
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CROSS = {"simd128": "wasm32-wasi", "vsx": "powerpc64le-linux-gnu"}
WORTH = 1.5
CALLS = 1, 9  # what differs is eight calls
COVERED = 0.98  # of the instructions that ran: the blocks that llvm-mca sees
LEFT = """\
/* The kernels that {name} leaves to portable code. Made by bench/kernels/kernels.py.
 * Those that it found this many times as fast: {how}. */
#ifndef LANESCAN_LEFT_{upper}_H
#define LANESCAN_LEFT_{upper}_H

/* clang-format off */
{rows}
/* clang-format on */

#endif
"""
HOW = {
    "simd128": "times in node",
    "vsx": "instructions, then cycles by llvm-mca for POWER9",
}


def run(*command, **options):
    done = subprocess.run(command, text=True, capture_output=True, **options)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}kernels.py: {' '.join(map(str, command))} failed")
    return done.stdout


def mean(numbers):
    return math.exp(statistics.fmean(math.log(max(number, 1e-9)) for number in numbers))


def build(name, work):
    """The program kernels of a set that leaves nothing."""
    files = run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT).splitlines()
    tree = work / "tree"
    tree.mkdir()
    with subprocess.Popen(["tar", "cf", "-", *files], cwd=ROOT, stdout=subprocess.PIPE) as packed:
        subprocess.run(["tar", "xf", "-"], cwd=tree, stdin=packed.stdout, check=True)
    left = tree / f"src/lanes/left_{name}.h"
    if left.exists():
        left.write_text("")
    options = [f"-D{part}=disabled" for part in ("tests", "bench", "examples", "cli")]
    options += ["-Ddefault_library=static"]
    if name == "vsx":  # addresses as in the file
        options += ["-Dc_link_args=-static -no-pie", "-Db_pie=false"]
    cross = tree / f"tools/{CROSS[name]}.ini"
    run("meson", "setup", "build", "--cross-file", str(cross), *options, cwd=tree)
    run("ninja", "-C", "build", "bench/kernels/kernels", cwd=tree)
    return tree / "build/bench/kernels/kernels"


def wrapper_of(name):
    """What runs programs, as Meson is told."""
    described = configparser.ConfigParser(interpolation=None)
    described.read(ROOT / f"tools/{CROSS[name]}.ini")
    wrapper = ast.literal_eval(described["binaries"]["exe_wrapper"])
    if name == "simd128":  # or what ran first is measured as it is before V8 knows it well
        wrapper[1:1] = ["--no-liftoff", "--no-wasm-lazy-compilation"]
    return wrapper


def rows(text):
    """(kernel, case): ratio. Other bits than the portable code's are an error."""
    found = {}
    for line in text.splitlines():
        kernel, which, ratio, bits = line.split("\t")
        if bits != "same":
            sys.exit(f"kernels.py: {kernel} {which}: {bits}")
        found[kernel, which] = float(ratio)
    return found


def timed(name, program, wrapper, runs):
    every = [rows(run(*wrapper, str(program), name)) for _ in range(runs)]
    return {case: [statistics.median(one[case] for one in every)] for case in every[0]}


class Cycles:
    """What llvm-mca gives blocks of instructions of a program."""

    def __init__(self, program):
        self.text = {}
        listing = run("llvm-objdump", "-d", "--no-show-raw-insn", "--mcpu=pwr9", str(program))
        for line in listing.splitlines():
            at = re.match(r"\s*([0-9a-f]+):\s+(.*)", line)
            if at:
                self.text[int(at.group(1), 16)] = at.group(2).split("<")[0].strip()
        self.known = {}

    def block(self, address, length):
        text = [self.text.get(address + 4 * i, "nop") for i in range(length)]
        return [line for line in text if not re.match(r"b|<unknown>|\.long", line)] or ["nop"]

    def learn(self, blocks):
        blocks = sorted(set(blocks) - set(self.known))
        text = ""
        for address, length in blocks:
            text += f"# LLVM-MCA-BEGIN {address:x}.{length}\n"
            text += "".join(f"\t{line}\n" for line in self.block(address, length))
            text += "# LLVM-MCA-END\n"
        command = ["llvm-mca", "-mtriple=powerpc64le-linux-gnu", "-mcpu=pwr9", "-iterations=100"]
        command += ["-instruction-info=0", "-resource-pressure=0"]
        said = run(*command, input=text)
        pattern = r"Code Region - ([0-9a-f]+)\.(\d+)\n.*?Total Cycles: +(\d+)"
        for address, length, cycles in re.findall(pattern, said, re.DOTALL):
            self.known[int(address, 16), int(length)] = int(cycles) / 100
        if set(blocks) - set(self.known):
            sys.exit("kernels.py: llvm-mca did not take all blocks")


def blocks_of(name, program, wrapper, plugin, case):
    """How often the blocks of instructions of one call run: (address, instructions): times."""
    times = collections.Counter()
    for calls, sign in zip(CALLS, (-1, 1)):
        with tempfile.NamedTemporaryFile() as counts:
            plugged = ["-plugin", f"{plugin},counts={counts.name}"]
            run(*wrapper, *plugged, str(program), name, str(case), str(calls))
            for line in counts.read().decode().splitlines():
                address, length, count = line.split()
                times[int(address, 16), int(length)] += sign * int(count)
    return {block: count for block, count in times.items() if count > 0}


def hot(times):
    whole = sum(length * count for (_, length), count in times.items())
    seen, found = 0, {}
    for (address, length), count in sorted(times.items(), key=lambda one: -one[0][1] * one[1]):
        if seen > COVERED * whole:
            break
        seen += length * count
        found[address, length] = count
    return found


def counted(name, program, wrapper, work):
    plugin = work / "counted.so"
    run("cc", "-O2", "-shared", "-fPIC", str(ROOT / "bench/kernels/counted.c"), "-o", str(plugin))
    cases = list(rows(run(*wrapper, str(program), name, "names")))

    def both(case):
        return [blocks_of(one, program, wrapper, plugin, case) for one in ("generic", name)]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as crew:
        found = list(crew.map(both, range(len(cases))))
    cycles = Cycles(program)
    cycles.learn(block for pair in found for times in pair for block in hot(times))
    ratios = {}
    for case, pair in zip(cases, found):
        instructions = [sum(block[1] * count for block, count in t.items()) for t in pair]
        of_mca = [sum(cycles.known[b] * count for b, count in hot(t).items()) for t in pair]
        ratios[case] = [instructions[0] / instructions[1], of_mca[0] / of_mca[1]]
    return ratios


def kernels_of(ratios):
    """Of each kernel, the geometric means of its cases."""
    cases = collections.defaultdict(list)
    for (kernel, _), measured in ratios.items():
        cases[kernel].append(measured)
    return {kernel: [mean(column) for column in zip(*rows)] for kernel, rows in cases.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("set", choices=CROSS)
    parser.add_argument("--write", action="store_true", help="src/lanes/left_<set>.h anew")
    parser.add_argument("--runs", type=int, default=3, help="of which medians are taken (simd128)")
    parser.add_argument("--program", type=pathlib.Path, help="kernels as it was built before")
    arguments = parser.parse_args()
    name = arguments.set
    with tempfile.TemporaryDirectory() as folder:
        program = arguments.program or build(name, pathlib.Path(folder))
        wrapper = wrapper_of(name)
        if name == "simd128":
            ratios = timed(name, program, wrapper, arguments.runs)
        else:
            ratios = counted(name, program, wrapper, pathlib.Path(folder))
    means = kernels_of(ratios)
    for (kernel, which), measured in ratios.items():
        is_kept = min(means[kernel]) >= WORTH
        figures = "  ".join(f"{ratio:6.2f}" for ratio in measured)
        print(f"{kernel:32} {which:18} {figures}  {'kept' if is_kept else 'left'}")
    if arguments.write:
        left = [
            f"#define LANESCAN_LEFT_{kernel + '_' + name + ' 1':40} /* "
            + ", ".join(f"{ratio:.2f}" for ratio in measured)
            + " */"
            for kernel, measured in means.items()
            if min(measured) < WORTH
        ]
        text = LEFT.format(name=name, upper=name.upper(), how=HOW[name], rows="\n".join(left))
        (ROOT / f"src/lanes/left_{name}.h").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
