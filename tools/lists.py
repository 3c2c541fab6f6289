"""The rows of the two lists: operations (src/ops/ops.def) and instruction sets
(src/lanes/sets.h)."""
import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPERATION = re.compile(r'^OPERATION\((\w+), (\w+), "([^"]*)", (.*), (\w+)\)$', re.MULTILINE)
FUNCTION = re.compile(r"^FUNCTION\(\w+, (\w+)\)$", re.MULTILINE)
SET = re.compile(r'^ *ROW\((\w+), (\w+), (\w+), (\w+), "([^"]*)", __VA_ARGS__\)', re.MULTILINE)

LEFT = re.compile(r"^#define LANESCAN_LEFT_(\w+)_([a-z0-9]+) +1\b", re.MULTILINE)
Operation = collections.namedtuple("Operation", "op name text identity integers")
Set = collections.namedtuple("Set", "name shown level cpu flags")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def operations():
    """Scans, in the order of lanescan_op."""
    return [Operation(*row) for row in OPERATION.findall(read("src/ops/ops.def"))]


def functions():
    """What there is beside scans, by name."""
    return FUNCTION.findall(read("src/ops/ops.def"))


def names():
    """All of them."""
    return [row.name for row in operations()] + functions()


def sets():
    """Best first."""
    return [Set(*row) for row in SET.findall(read("src/lanes/sets.h"))]


def left():
    """Kernels, and memory's tables, that sets leave to portable code: (name, set)."""
    files = sorted((ROOT / "src/lanes").glob("left_*.h"))
    return [row for file in files for row in LEFT.findall(file.read_text(encoding="utf-8"))]


def shown():
    """As lanescan_isas() names them."""
    return list(dict.fromkeys(row.shown for row in sets()))
