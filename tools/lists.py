"""The rows of the two lists: operations (src/ops/ops.def) and instruction sets
(src/lanes/sets.h)."""
import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPERATION = re.compile(r'^OPERATION\((\w+), (\w+), "([^"]*)", (.*), (\w+)\)$', re.MULTILINE)
FUNCTION = re.compile(r"^FUNCTION\(\w+, (\w+)\)$", re.MULTILINE)
SET = re.compile(r'^ *ROW\((\w+), (\w+), (\w+), (\w+), "([^"]*)", __VA_ARGS__\)', re.MULTILINE)

LEFT = re.compile(r"^#define LANESCAN_LEFT_([a-z]+)_(\w+) 1$", re.MULTILINE)

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
    """Families, and memory, that sets leave to portable code: (family, set)."""
    return LEFT.findall(read("src/lanes/sets.h"))


def shown():
    """As lanescan_isas() names them."""
    return list(dict.fromkeys(row.shown for row in sets()))
