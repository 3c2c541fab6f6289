#!/usr/bin/env python3
"""What names all operations or all instruction sets once more, as prose or on purpose, names those
of the lists (src/ops/ops.def, src/lanes/sets.h), in their order.
    lists.py <root of the sources>
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import lists

failures = 0
checks = 0


def same(where, found, wanted):
    global checks, failures
    checks += 1
    if list(found) != list(wanted):
        failures += 1
        have, want = (", ".join(map(str, names)) or "none" for names in (found, wanted))
        print(f"FAIL {where}: {have}; the list has {want}")


def part(path, pattern):
    """The text of the pattern's group, or of all of it, with lines joined."""
    found = re.search(pattern, re.sub(r"\s*\n[ *]*", " ", lists.read(path)))
    return found.group(found.re.groups) if found else ""


def words(path, pattern):
    return [word for word in re.findall(r"[a-z]\w+", part(path, pattern)) if word != "or"]


def operations():
    upper = [row.op for row in lists.operations()]
    same(
        "lanescan_op of lanescan.h",
        re.findall(
            r"LANESCAN_(\w+) = \d", part("include/lanescan.h", r"enum lanescan_op \{([^}]*)")
        ),
        upper,
    )
    errors = re.findall(
        r"LANESCAN_ERROR_(\w+) = \d", part("include/lanescan.h", r"enum lanescan_status \{([^}]*)")
    )
    same(
        "errc of lanescan.hpp",
        re.findall(
            r"(\w+) = LANESCAN_ERROR_\w+",
            part("include/lanescan.hpp", r"enum class errc \{([^}]*)"),
        ),
        [name.lower() for name in errors],
    )
    same(
        "what errc of lanescan.hpp stand for",
        re.findall(
            r"\w+ = LANESCAN_ERROR_(\w+)",
            part("include/lanescan.hpp", r"enum class errc \{([^}]*)"),
        ),
        errors,
    )
    functions = re.findall(
        r"^LANESCAN_API .*?(lanescan_\w+)\(", lists.read("include/lanescan.h"), re.MULTILINE
    )
    by_scan = {f"lanescan_{row.name}" for row in lists.operations()}
    called = lists.read("include/lanescan.hpp")
    same(
        "functions of lanescan.h that lanescan.hpp calls",
        [name for name in functions if f"{name}(" in called],
        [name for name in functions if name not in by_scan],
    )
    numbered = re.findall(
        r"\w+", part("examples/lanescan_numpy.py", r"np [^=]*?(CUMSUM, [A-Z, ]*) = range")
    )
    same("examples/lanescan_numpy.py", numbered, upper[: max(1, len(numbered))])  # it may lack some
    cases = set(re.findall(r"^    CASE\((\w+),", lists.read("bench/cases.c"), re.MULTILINE))
    same("bench/cases.c", sorted(cases), sorted(lists.names()))
    about = part("debian/control", r"Package: liblanescan1 .*?Package:").replace(" ", "_")
    same(
        "liblanescan1 of debian/control",
        [name for name in lists.names() if name in about],
        lists.names(),
    )


def sets():
    shown = lists.shown()
    same(
        "what LANESCAN_ISA is compared with in lanescan.h",
        words("include/lanescan.h", r"better set than this, in the order ([^.]*)\."),
        shown,
    )
    same(
        "lanescan_isa of lanescan.h",
        words("include/lanescan.h", r"name of the set in use: ([^.]*)\."),
        shown,
    )
    same(
        "cli/lanescan.1", words("cli/lanescan.1", r"best instruction set to use: ([^.]*)\."), shown
    )
    same(
        "tests/dispatch/public.c", words("tests/dispatch/public.c", r"order\[\] = \{([^}]*)"), shown
    )


def left():
    """What sets leave to portable code is a kernel's name; otherwise a row would say nothing."""
    rows = "".join(path.read_text() for path in (ROOT / "src/ops").glob("*/*.def"))
    kernels = set(re.findall(r"\w+", rows))
    kernels |= {
        f"convert_{step}"
        for step in re.findall(r"STEP\((\w+)\)", lists.read("src/memory/steps.def"))
    }
    kernels |= {f"transpose_size_{size}" for size in (1, 2, 4, 8)}
    names = [row.name for row in lists.sets()]
    for name, one in lists.left():
        same(f"{name} of left_{one}.h", [name in kernels, one in names], [True, True])


operations()
sets()
left()
print(f"{checks} checks, {failures} failed")
sys.exit(failures > 0)
