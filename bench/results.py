#!/usr/bin/env python3
"""Files of results (results.schema.json): reading, checking, and the words for what is in them.

    bench/results.py FILE...      checks files: one sentence for each thing wrong, exit status 2 if
    there is any
"""
import gzip
import json
import math
import os
import re
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "tools"))
import lists
import schema

SCHEMA = os.path.join(HERE, "results.schema.json")
ISA_TITLES = {name: name.upper() for name in lists.shown()} | {
    "avx512": "AVX-512",
    "generic": "generic",
    "simd128": "simd128",
}
IDENTITY = ("contender", "isa", "op", "type", "with_index", "data", "n", "layout", "threads")
OPS = tuple(lists.names())
WITH_ISA = ("lanescan", "inscan")
CONTENDERS = {
    "inscan": "omp simd",
    "inclusive_scan": "std scan",
    "numpy": "NumPy",
    "torch": "PyTorch",
    "jax": "JAX",
    "plain": "plain loop",
}
CPU_IDENTITY = ("name", "vendor", "family", "model", "stepping", "caches")


class BadFile(Exception):
    """One sentence that names the file."""


# ---- reading and checking ----


def contradictions(data):
    """What no schema can say: rows that are there twice, or do not fit the rest of the file."""
    isas, seen = data["cpu"]["isas"], set()
    for name in isas:
        if name not in ISA_TITLES:
            yield f"cpu.isas: there is no instruction set {name}"
    for i, row in enumerate(data["rows"]):
        where = f"rows[{i}]"
        if identity(row) in seen:
            yield f"{where}: {title(row)} at n = {row['n']} is there twice"
        seen.add(identity(row))
        if row["op"] not in OPS:
            yield f"{where}: there is no operation {row['op']}"
        if row["cpu"] != data["cpu"]["name"]:
            yield f"{where}: the row is of another CPU, {row['cpu']}"
        if row["contender"] in WITH_ISA and row["isa"] is None:
            yield f"{where}: {row['contender']} has an instruction set"
        elif row["contender"] not in WITH_ISA and row["isa"] is not None:
            yield f"{where}: {row['contender']} has no instruction set"
        elif row["contender"] == "lanescan" and row["isa"] not in isas:
            yield f"{where}: this CPU does not run {row['isa']}"
        if row["layout"] == "line" and threads(row) > 1:
            yield f"{where}: a line has one thread"
        if row["min_ns"] > row["median_ns"]:
            yield f"{where}: the smallest time is above the median"
        if row["error"] is not None and row["error_unit"] is None:
            yield f"{where}: an error without a unit"


def problems(data):
    """Every reason why this is not a file of results, as sentences."""
    with open(SCHEMA, encoding="utf-8") as file:
        found = list(schema.errors(data, json.load(file)))
    return found or list(contradictions(data))


def refuse_constant(name):
    raise ValueError(f"{name} is not a number of JSON")


def finite(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is beyond every double")
    return value


def read(path):
    """The checked content of a file, which may be compressed (.gz), or BadFile."""
    opener = gzip.open if path.endswith(".gz") else open
    try:
        with opener(path, "rt", encoding="utf-8") as file:
            data = json.load(file, parse_constant=refuse_constant, parse_float=finite)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadFile(f"{path} is not a whole gzip file: {error}") from None
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not UTF-8") from None
    except RecursionError:
        raise BadFile(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise BadFile(f"{path} is not JSON: {error}") from None
    found = problems(data)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise BadFile(f"{path} is not a file of results: {found[0]}{more}")
    return data


def write(path, data):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(data, file, indent=1)
        file.write("\n")


# ---- rows ----


def identity(row):
    return tuple(row.get(name, 1) if name == "threads" else row[name] for name in IDENTITY)


def threads(row):
    return row.get("threads", 1)


def by_identity(data):
    return {identity(row): row for row in data["rows"]}


def case(row):
    """What was computed, whoever did it: the key of a plot or of a line of a table."""
    return OPS.index(row["op"]), row["op"], row["type"], row["with_index"], row["data"]


def case_title(key):
    _, op, element, with_index, data = key
    return f"{op}{'+index' if with_index else ''} {element} {data}"


def who(row):
    """The contender as tables and plots name it: 'avx2', 'omp simd avx2', 'memcpy'."""
    name = CONTENDERS.get(row["contender"], row["contender"])
    if row["contender"] == "lanescan":
        return row["isa"]
    return f"{name} {row['isa']}" if row["isa"] else name


def shown(name):
    """The same where there is room for capitals: 'AVX2', 'omp simd AVX2'."""
    *words, last = name.split()
    return " ".join([*words, ISA_TITLES.get(last, last)])


def title(row):
    layout = "" if row["layout"] == "line" else f" {row['layout']}"
    number = f", {threads(row)} threads" if threads(row) > 1 else ""
    return f"{case_title(case(row))}{layout}, {who(row)}{number}"


def select(data, **wanted):
    return [
        row for row in data["rows"] if all(row[name] == value for name, value in wanted.items())
    ]


def bytes_per_element(row):
    """Read and written, as the throughput counts them."""
    return max(1, round(row["gb_per_s"] * row["median_ns"]))


# ---- words ----


def binary_text(n, units=("", "Ki", "Mi", "Gi")):
    """65536 as 64Ki; what is no such multiple as it is."""
    for unit in units:
        if n < 1024 or n % 1024 or unit == units[-1]:
            return f"{n}{unit}"
        n //= 1024


def bytes_text(n):
    return binary_text(n, (" B", " KiB", " MiB", " GiB"))


def error_text(row):
    if row is None or row["error"] is None:
        return "-"
    if row["error_unit"] == "exact":
        return "exact" if row["error"] == 0 else f"{row['error']:g} wrong"
    return f"{row['error']:.3g} {row['error_unit']}"


def cpu_text(cpu):
    """The name without trade marks and clock."""
    name = re.sub(r"\((R|TM|r|tm)\)|\bCPU\b|\bProcessor\b|@.*|\b\d+-Core\b", " ", cpu["name"])
    return " ".join(name.split()) or cpu["name"]


def file_word(text):
    """A name for a file: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def cpu_title(cpu):
    """The name alone is the same for many CPUs, on virtual machines above all."""
    parts = [f"{name} {cpu[name]}" for name in ("family", "model") if cpu[name] is not None]
    return cpu_text(cpu) + (f" (CPU {', '.join(parts)})" if parts else "")


def slug(cpu):
    """The name of the CPU's file in bench/results/."""
    numbers = [str(cpu[name]) for name in ("family", "model") if cpu[name] is not None]
    return file_word(" ".join([cpu_text(cpu), *numbers]))


def same_cpu(a, b):
    return all(a["cpu"][name] == b["cpu"][name] for name in CPU_IDENTITY)


def geometric_mean(values):
    values = list(values)
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def markdown(header, rows, text_last=False):
    """A table of numbers; the first column is text, and the last if wanted."""
    yield "| " + " | ".join(header) + " |"
    yield "|---|" + "--:|" * (len(header) - 2) + ("---|" if text_last else "--:|")
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print("usage: ./dev bench check FILE...", file=sys.stderr)
        return 2
    status = 0
    for path in sys.argv[1:]:
        try:
            print(f"{path}: {len(read(path)['rows'])} rows, as results.schema.json has them")
        except BadFile as error:
            print(error, file=sys.stderr)
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main())
