#!/usr/bin/env python3
"""Makes the single-file form of the library: lanescan.c and lanescan.h, all instruction sets of x86-64 and aarch64 in one
file that one line compiles,

    tools/single_file.py FOLDER && cc -O2 -c FOLDER/lanescan.c

with gcc or clang, without flags of ours, without cpu_features; programs link -lm. The bits are those of the library.

How: the algorithms (*_tpl.h) are in the file once, as sections; the file includes itself for each instruction set, between
pragmas that do what the build's flags do. Each set's names get a suffix: a list of macros, made from what the preprocessor
($CC, or --compiler) leaves of our own text, system headers being empty. Where two files of src/ have a static function of
one name, the name gets the file's."""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from c_names import names_in

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / "src", ROOT / "src/tensor"]
X86, ARM = "defined(__x86_64__)", "defined(__aarch64__)"
# Name, its kernels, where, gcc's and clang's target.
SETS = [
    ("generic", "generic/kernels.c", "1", ""),
    ("generic_fma", "generic/kernels_fma.c", "defined(LANESCAN_WITH_GENERIC_FMA)", "avx,fma"),
    ("avx2", "avx2/kernels.c", X86, "avx2,fma,f16c"),
    ("avx512", "avx512/kernels.c", X86, "avx2,fma,f16c,avx512f,avx512dq,avx512bw,avx512vl,avx512cd"),
    ("neon", "neon/kernels.c", ARM, ""),
]
LOCAL = re.compile(r'^#include "([^"]+)"')
SYSTEM = re.compile(r"^#include <([^>]+)>")
DEFINE = re.compile(r"^#define (\w+)")
ONLY_ON = {"immintrin.h": X86, "xmmintrin.h": X86, "cpuid.h": X86, "arm_neon.h": ARM}

TOP = """\
/* lanescan {version}, the single-file form, made by tools/single_file.py: do not edit. lanescan.h has the documentation.
 *
 *     cc -O2 -c lanescan.c        gcc or clang; then link lanescan.o and -lm
 *
 * Keep lanescan.h beside it, and the name: the file includes itself. Flags that let the compiler reorder or drop floating
 * point operations are refused, since the same bits everywhere are the promise: -ffast-math and those of its parts that
 * the compiler tells of (clang does not of -fassociative-math, -fno-honor-nans, -fno-honor-infinities, -fapprox-func: do
 * without them). -ffp-contract is taken care of, but for clang with -ffp-contract=fast, which overrules the source.
 *
{licence} */
#ifndef LANESCAN_SECTION

#define _GNU_SOURCE /* secure_getenv */

#if !defined(__GNUC__)
#error "lanescan needs gcc or clang"
#endif
#if defined(__STDC_VERSION__) && __STDC_VERSION__ < 201112L || defined(__cplusplus)
#error "lanescan.c is C11 or later"
#endif
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \\
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "lanescan cannot be compiled with -ffast-math or parts of it"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "lanescan needs arithmetic in the types as declared; on x86: -msse2 -mfpmath=sse"
#endif
#if !defined(__OPTIMIZE__)
#error "lanescan needs optimization: compile with -O1, -O2 or -O3"
#endif

#if defined(__x86_64__)
#define LANESCAN_WITH_X86
#if !defined(__FMA__)
#define LANESCAN_WITH_GENERIC_FMA
#endif
#elif defined(__aarch64__)
#define LANESCAN_WITH_NEON
#endif

"""

PRAGMAS = """\
/* Multiplications and additions are fused where the source says fma, and nowhere else. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-trapping-math")
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
#pragma GCC diagnostic ignored "-Wunused-function"

#pragma GCC visibility push(hidden)
"""


class Failure(Exception):
    pass


def read(path):
    return path.read_text(encoding="utf-8").splitlines()


def resolve(name, beside):
    for folder in [beside.parent, *FOLDERS, ROOT / "include"]:
        if (folder / name).exists():
            return (folder / name).resolve()
    raise Failure(f"{beside.name} includes {name}, which is not there")


def includes(path):
    return [resolve(m.group(1), path) for m in map(LOCAL.match, read(path)) if m]


def closure(paths):
    """The files and all they include, each after those it includes."""
    order = []

    def visit(path):
        if path not in order:
            for other in includes(path):
                visit(other)
            order.append(path)

    for path in paths:
        visit(path)
    return order


def is_repeated(path):
    """Is the file's text part of every instruction set?"""
    name = path.name
    return name.endswith("_tpl.h") or name == "basics.h" or any(map(is_repeated, includes(path)))


def vocabulary_of(kernels):
    """The files of an instruction set's own folder, as its kernels.c includes them."""
    return [path for path in closure([kernels.parent / "block.h"]) if path.parent == kernels.parent]


# ---- Names at file scope ----

def preprocess(path, compiler, flags=()):
    """Our own text as the compiler sees it: system headers are empty."""
    with tempfile.TemporaryDirectory() as folder:
        stubs = pathlib.Path(folder)
        for file in closure([path]):
            for line in read(file):
                if SYSTEM.match(line):
                    (stubs / SYSTEM.match(line).group(1)).touch()
        command = [*compiler, "-E", "-P", "-nostdinc", "-I", str(stubs), "-I", str(ROOT / "include")]
        for other in FOLDERS:
            command += ["-I", str(other)]
        result = subprocess.run([*command, *flags, str(path)], capture_output=True, text=True, check=False)
        if result.returncode:
            raise Failure(f"{' '.join(command)} {path}\n{result.stderr}")
        return result.stdout


# ---- Text ----

def body(path, replace):
    """The file without its includes of system headers; those of our own become what `replace` says."""
    lines = []
    for line in read(path):
        if LOCAL.match(line):
            lines += replace(resolve(LOCAL.match(line).group(1), path))
        elif not SYSTEM.match(line) and not line.startswith("#define _GNU_SOURCE"):
            lines.append(line)
    return [f"/* ======== {path.relative_to(ROOT)} ======== */", "", *lines, ""]


def macros_of(lines):
    return sorted({m.group(1) for m in map(DEFINE.match, lines) if m})


def section_include(number):
    return ["#undef LANESCAN_SECTION", f"#define LANESCAN_SECTION {number}", '#include "lanescan.c"']


class SingleFile:
    def __init__(self, compiler):
        self.compiler = compiler
        self.kernels = [ROOT / "src" / source for _, source, _, _ in SETS]
        core = sorted(set(ROOT.glob("src/*.c")) | set(ROOT.glob("src/tensor/*.c")))
        self.core = [path for path in core if path.name != "cpu.c"]
        everything = closure([*self.kernels, *self.core])
        self.common = [p for p in everything if p.suffix == ".h" and not is_repeated(p) and p.name != "lanescan.h"]
        self.system = sorted({m.group(1) for p in everything for m in map(SYSTEM.match, read(p)) if m})
        # What the sets' vocabularies share is a section each; all algorithms are one.
        vocabularies = [p for path in self.kernels for p in vocabulary_of(path)]
        self.sections = [p for p in closure(vocabularies) if is_repeated(p) and p not in vocabularies]
        top = ROOT / "src/kernels_tpl.h"
        self.algorithms = [p for p in closure([top]) if is_repeated(p) and p not in self.sections]
        self.set_names = self.find_set_names()

    def find_set_names(self):
        with tempfile.TemporaryDirectory() as folder:
            everything = pathlib.Path(folder) / "common.h"
            everything.write_text("".join(f'#include "{p}"\n' for p in self.common), encoding="utf-8")
            self.common_names = names_in(preprocess(everything, self.compiler))
        names = set()
        for path in self.kernels:
            names |= names_in(preprocess(path, self.compiler))
        return {n for n in names - self.common_names if not n.startswith("lanescan_kernels_")}

    def number(self, path):
        return self.sections.index(path) + 1

    def repeated_include(self, path):
        if path in self.sections:
            return section_include(self.number(path))
        return []

    def set_lines(self):
        """Each instruction set, between its pragmas."""
        members = self.members()
        lines = ["#define LANESCAN_PASTE_(name, suffix) name##_##suffix",
                 "#define LANESCAN_PASTE(name, suffix) LANESCAN_PASTE_(name, suffix)",
                 "#define LANESCAN_OF_SET(name) LANESCAN_PASTE(name, LANESCAN_SUFFIX)", ""]
        for name in sorted(self.set_names):
            if name in members: # the same names as members of the table: only where they are called or defined
                lines.append(f"#define {name}(...) LANESCAN_OF_SET({name})(__VA_ARGS__)")
            else:
                lines.append(f"#define {name} LANESCAN_OF_SET({name})")
        for (name, _, condition, target), path in zip(SETS, self.kernels):
            end = len(self.sections) + 1
            lines += ["", f"#if {condition} /* ---- {name} ---- */", f"#define LANESCAN_SUFFIX {name}"]
            lines += push(target, is_generic=path.parent.name == "generic")
            for part in vocabulary_of(path):
                lines += body(part, self.repeated_include)
            lines += section_include(end)
            lines += body(path, lambda other: []) + section_include(end + 1)
            lines += pop(target) + ["#undef LANESCAN_SUFFIX", "#endif"]
        return lines + [f"#undef {name}" for name in sorted(self.set_names)]

    def repeated_files(self):
        vocabularies = (part for path in self.kernels for part in vocabulary_of(path))
        return sorted({*self.sections, *self.algorithms, *vocabularies})

    def members(self):
        """Names of the sets that are names of members too, of the table of kernels above all."""
        text = "".join(strip_comments("\n".join(read(path))) for path in self.repeated_files())
        accessed = set(re.findall(r"(?:\.|->)\s*([A-Za-z_]\w*)", text))
        table = "\n".join(read(ROOT / "src/kernels.h"))
        return (self.set_names & accessed) | set(re.findall(r"X\((\w+), ", table))

    def section_lines(self):
        lines = []
        for path in self.sections:
            lines += [f"#elif LANESCAN_SECTION == {self.number(path)}", "", *body(path, self.repeated_include)]
        lines += [f"#elif LANESCAN_SECTION == {len(self.sections) + 1}", ""]
        for path in self.algorithms:
            lines += body(path, self.repeated_include)
        # `.kernel = kernel` in the table of kernels: the member keeps its name.
        entry = [i for i, line in enumerate(lines) if ".kernel = kernel," in line]
        if len(entry) != 1:
            raise Failure("the table of kernels in kernels_tpl.h is another than this script knows")
        lines[entry[0]] = lines[entry[0]].replace(".kernel = kernel,", ".kernel = LANESCAN_OF_SET(kernel),")
        repeated = [line for path in self.repeated_files() for line in read(path)]
        lines += [f"#elif LANESCAN_SECTION == {len(self.sections) + 2} /* the end of an instruction set */", ""]
        return lines + [f"#undef {name}" for name in macros_of(repeated)]

    def core_lines(self):
        static = {path: self.static_names(path) for path in self.core}
        lines = []
        for path, names in static.items():
            others = set().union(*(n for p, n in static.items() if p is not path))
            file = path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", "_")
            clashes = sorted(names & others)
            lines += [f"#define {name} {name}_of_{file}" for name in clashes]
            lines += body(path, lambda other: [])
            lines += [f"#undef {name}" for name in clashes + macros_of(read(path))]
        return lines

    def static_names(self, path):
        text = preprocess(path, self.compiler, ["-DLANESCAN_WITH_X86"])
        return {n for n in names_in(text) - self.common_names if not n.startswith("lanescan_")}

    def text(self):
        header = (ROOT / "include/lanescan.h").read_text(encoding="utf-8")
        version = re.search(r'#define LANESCAN_VERSION "([^"]+)"', header).group(1)
        licence = "".join(f" * {line}".rstrip() + "\n" for line in read(ROOT / "LICENSE"))
        lines = TOP.format(version=version, licence=licence).splitlines() + ['#include "lanescan.h"', ""]
        for name in self.system:
            if name in ONLY_ON:
                lines += [f"#if {ONLY_ON[name]}", f"#include <{name}>", "#endif"]
            else:
                lines.append(f"#include <{name}>")
        lines += ["", *PRAGMAS.splitlines(), ""]
        for path in self.common:
            lines += body(path, lambda other: [])
        lines += self.set_lines() + [""] + self.core_lines()
        lines += ["#pragma GCC visibility pop", "", *self.section_lines(), "", "#endif", ""]
        return "\n".join(lines)


def strip_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


def push(target, is_generic):
    lines = ["#if !defined(__clang__)", "#pragma GCC push_options"]
    if is_generic: # gcc's vectoriser makes the portable lanes slower
        lines.append('#pragma GCC optimize("no-tree-vectorize", "no-tree-loop-distribute-patterns")')
    if target:
        lines += [f'#pragma GCC target("{target}")', "#else",
                  f'#pragma clang attribute push(__attribute__((target("{target}"))), apply_to = function)']
    return lines + ["#endif"]


def pop(target):
    return ["#if !defined(__clang__)", "#pragma GCC pop_options",
            *(["#else", "#pragma clang attribute pop"] if target else []), "#endif"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=pathlib.Path, help="where lanescan.c and lanescan.h go")
    parser.add_argument("--compiler", default=os.environ.get("CC", "cc"), help="whose preprocessor is used")
    arguments = parser.parse_args()
    try:
        text = SingleFile(shlex.split(arguments.compiler)).text()
    except Failure as failure:
        sys.exit(f"single_file.py: {failure}")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    (arguments.folder / "lanescan.c").write_text(text, encoding="utf-8")
    shutil.copyfile(ROOT / "include/lanescan.h", arguments.folder / "lanescan.h")


if __name__ == "__main__":
    main()
