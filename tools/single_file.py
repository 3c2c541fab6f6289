#!/usr/bin/env python3
"""Makes the single-file form of the library: lanescan.c and lanescan.h, all instruction sets in one
file that one line compiles,

    tools/single_file.py FOLDER && cc -O2 -c FOLDER/lanescan.c

with gcc or clang, without flags of ours, without cpu_features; programs link -lm. The bits are
those of the library.

    tools/single_file.py --isas avx2,generic --ops cumsum --no-tensors FOLDER

leaves out what a program does not need, as the options of meson do (docs/embedding.md).

How: what is compiled for each instruction set is in the file once: the units as one section, and
each header that several files include as another; the file includes itself for each set, between
pragmas that do what the build's flags do. (Every time the compiler reads all of it, which takes
some 10 ms: so as seldom as can be.) Each set's names get a suffix: a list of macros, made from what
the preprocessor ($CC, or --compiler) leaves of our own text, system headers being empty. Where two
files of src/ have a static function of one name, the name gets the file's."""

import argparse
import collections
import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import lists
from c_names import names_in

ROOT = pathlib.Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
X86, ARM = "defined(__x86_64__)", "defined(__aarch64__)"
SIMDE = "__has_include(<simde/arm/neon.h>)"
WASM = f"defined(__wasm_simd128__) && {SIMDE}"
POWER = f"defined(__POWER8_VECTOR__) && defined(__LITTLE_ENDIAN__) && {SIMDE}"
CONDITIONS = {"x86_64": X86, "aarch64": ARM, "wasm32": WASM, "ppc64": POWER, "any": "1"}
FAMILY = re.compile(r'^#include "(ops/(\w+)/\w+)\.def"', re.MULTILINE)
LOCAL = re.compile(r'^#include "([^"]+)"')
SYSTEM = re.compile(r"^#include <([^>]+)>")
DEFINE = re.compile(r"^#define (\w+)")
UNDEFINE = re.compile(r"\s*#\s*undef\s+(\w+)")
GUARD = re.compile(r"^#ifndef (LANESCAN_\w+_H)\n#define \1$", re.MULTILINE)
# What differs from set to set.
OF_A_SET = re.compile(
    r"\b(?:LANES|FLOAT_LANES|KERNEL|PORTABLE|OF_FOLDER|GENERIC|OWN|LEFT|[fi](?:64|32)v)(?:\b|_)"
)
SET_MACRO = re.compile(r"#define (?:KERNEL|PORTABLE|OF_FOLDER|GENERIC|OWN|LEFT)\(.*")
# Functions that one set has and others declare. Declared twice, they would get the other set's
# target.
DECLARED_ONCE = re.compile(
    r"^(?:(?:void|lanescan_\w+) (PORTABLE|GENERIC|OF_FOLDER)\([^;{]*;|"
    r"#define (\w+\([a-z_, ]*\))(?:.*\\\n)*?.*\b(OWN|LEFT)\(\w+\)(?: parameters)?;(?:.*\\\n)*.*)$",
    re.MULTILINE,
)
WHO_HAS = {
    "PORTABLE": "IS_PORTABLE",
    "GENERIC": "IS_GENERIC",
    "OF_FOLDER": "IS_OF_FOLDER",
    "OWN": "IS_OF_FOLDER",
    "LEFT": "IS_GENERIC",
}
OF_FOLDER = re.compile(r"^#define OWNER\(set, folder\) folder$")
ONLY_ON = {
    "immintrin.h": X86,
    "xmmintrin.h": X86,
    "cpuid.h": X86,
    "arm_neon.h": ARM,
    "simde/arm/neon.h": "LANESCAN_WITH_simd128 || LANESCAN_WITH_vsx",
    "sched.h": "!defined(_WIN32)",
}
DEFINED_BEFORE = {
    "simde/arm/neon.h": [
        "#define SIMDE_ENABLE_NATIVE_ALIASES",
        "#define simde_errorf(...) __builtin_trap()",
    ]
}

TOP = """\
/* lanescan {version}, the single-file form, made by tools/single_file.py: do not edit. lanescan.h
 * has the documentation.
 *
 *     cc -O2 -c lanescan.c        gcc or clang; then link lanescan.o and -lm
 *
 * Keep lanescan.h beside it, and the name: the file includes itself. Flags that let the compiler
 * reorder or drop floating point operations are refused, since the same bits everywhere are the
 * promise: -ffast-math and those of its parts that the compiler tells of (clang does not of
 * -fassociative-math, -fno-honor-nans, -fno-honor-infinities, -fapprox-func: do without them).
 * -ffp-contract is taken care of, but for clang with -ffp-contract=fast, which overrules the
 * source.
 *
{licence} */
#ifndef LANESCAN_SECTION

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* secure_getenv */
#endif

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

"""

PRAGMAS = """\
/* Multiplications and additions are fused where the source says fma, and nowhere else. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-trapping-math")
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#endif
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"

#pragma GCC visibility push(hidden)
"""


class Failure(Exception):
    pass


@dataclasses.dataclass
class Set:
    """An instruction set: a row of src/lanes/sets.h."""

    name: str
    shown: str
    condition: str
    target: str

    @property
    def folder(self):
        return SRC / self.shown


def sets(wanted=None):
    """The portable ones come first: the others use them. `wanted` has names, or is None for all."""
    every = lists.sets()
    found = []
    for name in set(wanted or []) - {row.name for row in every}:
        raise Failure(
            f"no instruction set {name}; there are {', '.join(row.name for row in every)}"
        )
    for name, shown, _, cpu, flags in reversed(every):
        if wanted and name not in (*wanted, "generic"):
            continue
        condition = CONDITIONS[cpu] + (" && !defined(__FMA__)" if name == "generic_fma" else "")
        target = ",".join(flag.removeprefix("-m") for flag in flags.split())
        found.append(Set(name, shown, condition, target))
    return found


def families():
    return [name for _, name in FAMILY.findall((SRC / "ops/ops.def").read_text(encoding="utf-8"))]


def read(path):
    return path.read_text(encoding="utf-8").splitlines()


def resolve(name, beside):
    for folder in [beside.parent, SRC, ROOT / "include", SRC / "generic"]:
        if (folder / name).exists():
            return (folder / name).resolve()
    raise Failure(f"{beside.name} includes {name}, which is not there")


def includes(path):
    return [resolve(m.group(1), path) for m in map(LOCAL.match, read(path)) if m]


def closure(paths, through=lambda path: True):
    """The files and all they include, each after those it includes."""
    order = []

    def visit(path):
        if path not in order:
            for other in includes(path) if through(path) else []:
                visit(other)
            order.append(path)

    for path in paths:
        visit(path)
    return order


def is_of_a_set(path):
    """Is it one set's own vocabulary?"""
    return path.parent in [other.folder for other in sets()]


def is_template(path):
    return path.name.endswith("_tpl.h") or path.suffix == ".def"


def is_repeated(path):
    """Is it text of each instruction set, with names that differ?"""
    return bool(OF_A_SET.search(SET_MACRO.sub("", strip_comments("\n".join(read(path)))))) or any(
        is_repeated(other)
        for other in includes(path)
        if other.suffix == ".h" and not is_template(other)
    )


# ---- Names at file scope ----


def preprocess(paths, compiler, flags=()):
    """Our own text as the compiler sees it: system headers are empty."""
    with tempfile.TemporaryDirectory() as folder:
        stubs = pathlib.Path(folder)
        for file in (*SRC.glob("**/*.h"), *SRC.glob("**/*.c"), *ROOT.glob("include/*.h")):
            for name in map(SYSTEM.match, read(file)):
                if name:
                    (stubs / name.group(1)).parent.mkdir(parents=True, exist_ok=True)
                    (stubs / name.group(1)).touch()
        top = stubs / "everything.c"
        top.write_text("".join(f'#include "{path}"\n' for path in paths), encoding="utf-8")
        command = [
            *compiler,
            "-E",
            "-P",
            "-nostdinc",
            *flags,
            "-I",
            str(SRC),
            "-I",
            str(stubs),
            "-I",
            str(ROOT / "include"),
            str(top),
        ]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            raise Failure(f"{' '.join(command)}\n{result.stderr}")
        return result.stdout


def is_of_folder(family):
    """Do sets of one folder have a family's kernels once, as they have memory's?"""
    rows = SRC / f"ops/{family}/{family}.def"
    return family == "memory" or rows.exists() and any(map(OF_FOLDER.match, read(rows)))


def conditions(one):
    """What the macros that units ask for are in a set."""
    return {
        "IS_PORTABLE": int(one.shown == "generic"),
        "IS_GENERIC": int(one.name == "generic"),
        "IS_OF_FOLDER": int(one.name == one.shown),
        "HAS_FMA": int("fma" in one.target.split(",")),
    }


def only_where(path):
    """Which sets have a unit, as src/meson.build says; None: all."""
    once = is_of_folder(path.parent.name)
    if path.name == "portable.c":
        return "IS_GENERIC" if once else "IS_PORTABLE"
    if path.name in ("fma.c", "half.c", "scalars.c"):
        return "IS_GENERIC"
    return "IS_OF_FOLDER" if once else None


def has_unit(one, path):
    return not only_where(path) or conditions(one)[only_where(path)]


def set_flags(one):
    return [
        f"-DLANESCAN_SET={one.name}",
        f"-DLANESCAN_SHOWN={one.shown}",
        "-DLANESCAN_PORTABLE=generic",
        "-I",
        str(one.folder),
    ]


# ---- Text ----


def macros_of(lines):
    """The macros that a file defines, but for those that replace a system header's: other
    instruction sets need the header's own, which may be macros as well (clang's arm_neon.h)."""
    own, replaced = set(), set()
    for line in lines:
        defined, undefined = DEFINE.match(line), UNDEFINE.match(line)
        if defined:
            own.add(defined.group(1))
        elif undefined and undefined.group(1) not in own:
            replaced.add(undefined.group(1))
    return sorted(own - replaced)


class SingleFile:
    def __init__(self, compiler, isas=None, without=()):
        """`without` has the names of what is left out: CUMPROD, COMPLEX, TENSORS, ..."""
        self.compiler = compiler
        self.sets = sets(isas)
        self.without = without
        self.build = [f"-DLANESCAN_WITHOUT_{name}=1" for name in without]
        self.build += [f"-DLANESCAN_WITH_{one.name}=1" for one in self.sets]
        units = [
            "memory/convert.c",
            "fold/scalars.c",
            "lanes/fma.c",
            "lanes/half.c",
            *(
                f"ops/{name}/{unit}.c"
                for name in families()
                if self.has_rows(name)
                for unit in (name, "portable")
                if (SRC / f"ops/{name}/{unit}.c").exists()
            ),
        ]
        core = [
            "choose/cpu_builtin.c",
            "choose/dispatch.c",
            "choose/lines.c",
            "choose/status.c",
            "ops/extreme/last_set.c",
        ]
        if "TENSORS" not in without:
            units += ["memory/copy_rows.c", "memory/transpose.c", "ops/table.c"]
            core += [
                "choose/tables.c",
                "memory/elements.c",
                "memory/paths.c",
                "ops/states.c",
                *(
                    path.relative_to(SRC)
                    for room in ("tensor", "gradient")
                    for path in SRC.glob(f"{room}/*.c")
                    if room != "gradient" or (path.name == "left_out.c") == ("GRADIENTS" in without)
                ),
            ]
        self.units = [SRC / unit for unit in units]
        self.core = sorted(SRC / unit for unit in core)
        everything = closure(
            [*self.units, *self.core, *(one.folder / "block.h" for one in self.sets)]
        )
        everything.remove(ROOT / "include/lanescan.h")
        shared = closure([*self.units, *self.core], through=lambda path: not is_of_a_set(path))
        self.common = [
            p
            for p in everything
            if p in shared
            and p.suffix == ".h"
            and not is_of_a_set(p)
            and not is_template(p)
            and not is_repeated(p)
        ]
        self.system = sorted(
            {m.group(1) for p in everything for m in map(SYSTEM.match, read(p)) if m}
        )
        of_sets = [p for p in everything if p not in self.common + self.core]
        sites = collections.Counter(other for path in everything for other in includes(path))
        self.repeated = [p for p in of_sets if not is_of_a_set(p)]
        self.in_place = [p for p in self.repeated if sites[p] == 1 and p.suffix == ".h"]
        self.sections = [p for p in self.repeated if p not in self.in_place + self.units]
        self.set_names = self.find_set_names()

    def has_rows(self, family):
        """Is anything of it left in the list of operations?"""
        return "(" in preprocess([SRC / f"ops/{family}/{family}.def"], self.compiler, self.build)

    def find_set_names(self):
        headers = [ROOT / "include/lanescan.h", *self.common]
        self.common_names = names_in(preprocess(headers, self.compiler, self.build))
        names = set()
        for one in self.sets:
            units = [path for path in self.units if has_unit(one, path)]
            names |= names_in(preprocess(units, self.compiler, [*self.build, *set_flags(one)]))
        return {n for n in names - self.common_names if not n.startswith("lanescan_")}

    # ---- files, and what becomes of their includes ----

    def section(self, number):
        return [
            "#undef LANESCAN_SECTION",
            f"#define LANESCAN_SECTION {number}",
            '#include "lanescan.c"',
        ]

    def include(self, path):
        """What a file includes: in its place if no other file does, else as a section, unless it is
        there already."""
        if path in self.in_place:
            return self.body(path)
        if path not in self.sections:
            return []
        guard = GUARD.search(path.read_text(encoding="utf-8"))
        lines = self.section(self.sections.index(path) + 1)
        return [f"#ifndef {guard.group(1)}", *lines, "#endif"] if guard else lines

    def body(self, path):
        """The file without its includes of system headers and of what is there already; sections
        are included."""
        lines = []
        text = DECLARED_ONCE.sub(only_where_it_is, "\n".join(read(path)))
        for line in text.splitlines():
            if LOCAL.match(line):
                lines += self.include(resolve(LOCAL.match(line).group(1), path))
            elif not SYSTEM.match(line) and not line.startswith("#define _GNU_SOURCE"):
                lines.append(line)
        return [f"/* ======== {path.relative_to(ROOT)} ======== */", "", *lines, ""]

    def vocabulary_of(self, one):
        """The files of sets' folders, its own or another's, as its block.h includes them."""
        return [path for path in closure([one.folder / "block.h"]) if is_of_a_set(path)]

    # ---- the parts ----

    def set_lines(self):
        """Each instruction set, between its pragmas."""
        members = self.members()
        lines = []
        for name in sorted(self.set_names):
            # the same names as members of structures: only where they are called or defined
            if name in members:
                lines.append(f"#define {name}(...) LANESCAN_OF_SET({name})(__VA_ARGS__)")
            else:
                lines.append(f"#define {name} LANESCAN_OF_SET({name})")
        for one in self.sets:
            lines += [
                "",
                f"#if {one.condition} /* ---- {one.name} ---- */",
                f"#define LANESCAN_SET {one.name}",
                f"#define LANESCAN_OF_SET(name) name##_{one.name}",
                f"#define LANESCAN_SHOWN {one.shown}",
                *(f"#define LANESCAN_{name} {value}" for name, value in conditions(one).items()),
            ]
            has_fma = "fma" in one.target.split(",")
            if has_fma:
                lines += [
                    f"#if LANESCAN_WITH_generic_fma || {int(one.name == 'generic_fma')}",
                    "#define LANESCAN_PORTABLE generic_fma",
                    "#else",
                ]
            lines.append("#define LANESCAN_PORTABLE generic")
            lines += ["#endif"] if has_fma else []
            lines += push(one.target, is_generic=one.shown == "generic")
            for part in self.vocabulary_of(one):
                lines += self.body(part)
            lines += self.section(len(self.sections) + 1) + self.section(len(self.sections) + 2)
            lines += (
                pop(one.target)
                + [
                    f"#undef LANESCAN_{name}"
                    for name in ("SET", "OF_SET", "SHOWN", *conditions(one), "PORTABLE")
                ]
                + ["#endif"]
            )
        return lines + [f"#undef {name}" for name in sorted(self.set_names)]

    def repeated_files(self):
        vocabularies = (part for one in self.sets for part in self.vocabulary_of(one))
        return sorted({*self.repeated, *vocabularies})

    def members(self):
        """Names of the sets that are names of members too."""
        text = "".join(strip_comments("\n".join(read(path))) for path in self.repeated_files())
        accessed = set(re.findall(r"(?:\.|->)\s*([A-Za-z_]\w*)", text))
        return self.set_names & accessed

    def section_lines(self):
        lines = []
        for number, path in enumerate(self.sections, 1):
            lines += [f"#elif LANESCAN_SECTION == {number}", "", *self.body(path)]
        lines += [f"#elif LANESCAN_SECTION == {len(self.sections) + 1} /* the units */", ""]
        for unit in self.units:
            only = [f"#if LANESCAN_{only_where(unit)}"] if only_where(unit) else []
            lines += only + self.body(unit) + ["#endif"] * len(only)
        files = [path for path in self.repeated_files() if path.suffix != ".def"]
        macros = sorted({name for path in files for name in macros_of(read(path))})
        lines += [
            f"#elif LANESCAN_SECTION == {len(self.sections) + 2} /* the end of an instruction set "
            "*/",
            "",
        ]
        return lines + [f"#undef {name}" for name in macros]

    def core_lines(self):
        static = {path: self.static_names(path) for path in self.core}
        lines = []
        for path, names in static.items():
            others = set().union(*(n for p, n in static.items() if p is not path))
            file = path.relative_to(SRC).with_suffix("").as_posix().replace("/", "_")
            clashes = sorted(names & others)
            lines += [f"#define {name} {name}_of_{file}" for name in clashes]
            lines += self.body(path)
            lines += [f"#undef {name}" for name in clashes + macros_of(read(path))]
        return lines

    def static_names(self, path):
        text = preprocess([path], self.compiler, self.build)
        return {n for n in names_in(text) - self.common_names if not n.startswith("lanescan_")}

    def text(self):
        header = (ROOT / "include/lanescan.h").read_text(encoding="utf-8")
        version = re.search(r'#define LANESCAN_VERSION "([^"]+)"', header).group(1)
        licence = "".join(f" * {line}".rstrip() + "\n" for line in read(ROOT / "LICENSE"))
        lines = TOP.format(version=version, licence=licence).splitlines()
        lines += [f"#define LANESCAN_WITHOUT_{name} 1" for name in self.without]
        for one in self.sets:
            lines += [f"#if {one.condition}", f"#define LANESCAN_WITH_{one.name} 1", "#endif"]
        lines += ["", '#include "lanescan.h"', ""]
        for name in self.system:
            if name in ONLY_ON:
                lines += [
                    f"#if {ONLY_ON[name]}",
                    *DEFINED_BEFORE.get(name, []),
                    f"#include <{name}>",
                    "#endif",
                ]
            else:
                lines.append(f"#include <{name}>")
        lines += ["", *PRAGMAS.splitlines(), ""]
        for path in self.common:
            lines += self.body(path)
        lines += self.set_lines() + [""] + self.core_lines()
        lines += ["#pragma GCC visibility pop", "", *self.section_lines(), "", "#endif", ""]
        return "\n".join(lines)


def strip_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


def only_where_it_is(declaration):
    function, macro, row = declaration.groups()
    instead = ["#else", f"#define {macro}"] if macro else []
    return "\n".join(
        [f"#if LANESCAN_{WHO_HAS[function or row]}", declaration.group(), *instead, "#endif"]
    )


def push(target, is_generic):
    lines = ["#if !defined(__clang__)", "#pragma GCC push_options"]
    if is_generic:  # gcc's vectoriser makes the portable lanes slower
        lines.append(
            '#pragma GCC optimize("no-tree-vectorize", "no-tree-loop-distribute-patterns")'
        )
    if target:
        lines += [
            f'#pragma GCC target("{target}")',
            "#else",
            f'#pragma clang attribute push(__attribute__((target("{target}"))), apply_to = '
            "function)",
        ]
    return lines + ["#endif"]


def pop(target):
    return [
        "#if !defined(__clang__)",
        "#pragma GCC pop_options",
        *(["#else", "#pragma clang attribute pop"] if target else []),
        "#endif",
    ]


def names(text):
    return text.split(",")


def left_out(ops):
    """The operations that are not in `ops`, as macros name them."""
    every = lists.names()
    for name in set(ops or []) - set(every):
        raise Failure(f"no operation {name}; there are {', '.join(every)}")
    return [name.upper() for name in every if ops and name not in ops]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=pathlib.Path, help="where lanescan.c and lanescan.h go")
    parser.add_argument(
        "--compiler", default=os.environ.get("CC", "cc"), help="whose preprocessor is used"
    )
    parser.add_argument(
        "--isas", type=names, metavar="SET,...", help="instruction sets; generic is always there"
    )
    parser.add_argument("--ops", type=names, metavar="OPERATION,...", help="operations; else all")
    parser.add_argument("--no-complex", action="store_true", help="without complex numbers")
    parser.add_argument("--no-gradients", action="store_true", help="without gradients")
    parser.add_argument("--no-tensors", action="store_true", help="functions on lines only")
    arguments = parser.parse_args()
    try:
        without = left_out(arguments.ops) + ["COMPLEX"] * arguments.no_complex
        without += ["GRADIENTS"] * arguments.no_gradients + ["TENSORS"] * arguments.no_tensors
        text = SingleFile(shlex.split(arguments.compiler), arguments.isas, without).text()
    except Failure as failure:
        sys.exit(f"single_file.py: {failure}")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    (arguments.folder / "lanescan.c").write_text(text, encoding="utf-8")
    shutil.copyfile(ROOT / "include/lanescan.h", arguments.folder / "lanescan.h")


if __name__ == "__main__":
    main()
