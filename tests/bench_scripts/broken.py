"""Ways to break a file of results: (name, change, a word of the sentence that must come)."""


def row(name, value):
    def change(data):
        data["rows"][3][name] = value

    return change


def part(path, value):
    def change(data):
        *way, last = path.split(".")
        for name in way:
            data = data[name]
        data[last] = value

    return change


def without(path):
    def change(data):
        *way, last = path.split(".")
        for name in way:
            data = data[name] if isinstance(data, dict) else data[int(name)]
        del data[last]

    return change


# What the schema forbids.
SCHEMA = [
    ("another format", part("format", "lanescan-bench 2"), "format"),
    ("no format", without("format"), "format"),
    ("no rows", part("rows", []), "rows"),
    ("rows that are no list", part("rows", {}), "rows"),
    ("a date without time", part("date", "2026-01-02"), "date"),
    ("an unknown member", part("comment", "x"), "comment"),
    ("a commit that is empty", part("library.commit", ""), "library.commit"),
    ("a version that is a number", part("library.version", 1.0), "library.version"),
    ("no compiler", without("library.compiler"), "compiler"),
    ("no name of the CPU", without("cpu.name"), "name"),
    ("no name of an instruction set", part("cpu.isas", ["SSE 9"]), "cpu.isas[0]"),
    ("no instruction set", part("cpu.isas", []), "cpu.isas"),
    (
        "a cache of no bytes",
        part("cpu.caches", [{"level": 1, "type": "data", "bytes": 0, "line": 64}]),
        "cpu.caches[0].bytes",
    ),
    (
        "a cache of instructions",
        part("cpu.caches", [{"level": 1, "type": "code", "bytes": 1, "line": 64}]),
        "cpu.caches[0].type",
    ),
    ("no repetitions", part("method.repetitions", 0), "method.repetitions"),
    ("half a repetition", part("method.repetitions", 10.5), "method.repetitions"),
    ("a batch of no time", part("method.batch_seconds", 0), "method.batch_seconds"),
    ("a row without a spread", without("rows.3.spread"), "spread"),
    ("a row with a column too many", row("speed", 1), "speed"),
    ("no name of an operation", row("op", ""), "rows[3].op"),
    ("an unknown type", row("type", "f80"), "rows[3].type"),
    ("an unknown contender", row("contender", "fastest"), "rows[3].contender"),
    ("a number as a word", row("median_ns", "0.4"), "rows[3].median_ns"),
    ("no time at all", row("median_ns", 0), "rows[3].median_ns"),
    ("a negative spread", row("spread", -0.1), "rows[3].spread"),
    ("null for a time", row("min_ns", None), "rows[3].min_ns"),
    ("no elements", row("n", 0), "rows[3].n"),
    ("half an element", row("n", 1.5), "rows[3].n"),
    ("no thread", row("threads", 0), "rows[3].threads"),
    ("true for a number", row("n", True), "rows[3].n"),
    ("1 for true", row("with_index", 1), "rows[3].with_index"),
    ("a ratio of nothing", row("to_plain", 0), "rows[3].to_plain"),
    ("an unknown unit", row("error_unit", "percent"), "rows[3].error_unit"),
    ("no name of a set in a row", row("isa", "SSE 9"), "rows[3].isa"),
    ("a row that is no object", lambda data: data["rows"].append(3), "rows["),
]

# What it cannot say.
CONTRADICTIONS = [
    ("a row that is there twice", lambda data: data["rows"].append(dict(data["rows"][3])), "twice"),
    ("a line on two threads", row("threads", 2), "one thread"),
    ("a row of another CPU", row("cpu", "Another"), "another CPU"),
    ("a smallest time above the median", row("min_ns", 1e6), "smallest"),
    ("an unknown operation", row("op", "sum"), "no operation sum"),
    ("an unknown instruction set", lambda data: data["cpu"]["isas"].append("sse9"), "set sse9"),
    ("lanescan without an instruction set", row("isa", None), "instruction set"),
    ("an instruction set the CPU has not", row("isa", "neon"), "neon"),
    ("memcpy with an instruction set", lambda data: data["rows"][0].update(isa="avx2"), "memcpy"),
    ("an error without a unit", row("error_unit", None), "unit"),
]
