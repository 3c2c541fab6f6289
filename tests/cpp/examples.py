#!/usr/bin/env python3
"""Every example in the comments of lanescan.hpp, and of lanescan.hpp in README.md and docs/,
compiles without a warning and runs.
    examples.py <root of the sources> <static library> <standard> <compiler...>
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT, LIBRARY, STANDARD, COMPILER = (
    pathlib.Path(sys.argv[1]),
    sys.argv[2],
    sys.argv[3],
    sys.argv[4:],
)

# What examples use without saying so. `options...` of a synopsis is a std::error_code.
BEFORE = """
#include <lanescan.hpp>
#include <iostream>
#include <thread>
#include <vector>
struct my_half { unsigned short bits; };
"""
FUNCTION = """
template <class... O> static void example_%d(O &...options)
{
    std::size_t rows = 2, columns = 3;
    int dim = 0;
    lanescan_op op = LANESCAN_CUMSUM;
    std::error_code ec;
    std::vector<double> x = { 3, 1, 4, 1, 5, 9 }, y(6), a(6, 0.5), b(6, 1.0);
    std::vector<double> g(6, 1.0), gx(6), ga(6), gb(6);
    std::vector<std::int64_t> index(6);
    lanescan::executor pool(2, [](std::size_t number, lanescan::task task) {
        for (std::size_t i = 0; i < number; i++)
            task(i);
    });
    (void)rows, (void)columns, (void)dim, (void)op, (void)pool, ((void)options, ...);
    {
#line %d "%s"
%s
    }
}
"""


def blocks_of_header(path):
    """Lines of comments that are indented by five, up to one that is not: (number of the first
    line, text)."""
    found, start = [], 0
    for number, line in enumerate(path.read_text().split("\n") + [""], 1):
        example = re.fullmatch(r" \*     ( *\S.*?)(?: \*/)?", line)
        if example and not start and not example[1].startswith(" "):
            start, text = number, []
        if example and start:
            text.append(example[1])
        elif start:
            found.append((start, "\n".join(text)))
            start = 0
    return found


def blocks_of_page(path):
    text = path.read_text()
    return [
        (text.count("\n", 0, block.start(1)) + 1, block[1])
        for block in re.finditer(r"^```cpp\n(.*?)^```", text, re.S | re.M)
        if "lanescan::" in block[1]
    ]


program, calls = BEFORE, []
for path in [
    ROOT / "include/lanescan.hpp",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "README.md",
]:
    for line, text in (blocks_of_header if path.suffix == ".hpp" else blocks_of_page)(path):
        name = path.relative_to(ROOT)
        if re.search(r"^(#include|template|\{$)", text, re.M):
            program += f'#line {line} "{name}"\n{text}\n'
        else:
            calls.append(f"    example_{len(calls)}(ec);\n")
            program += FUNCTION % (len(calls) - 1, line, name, text)
program += "int main()\n{\n    std::error_code ec;\n" + "".join(calls) + "}\n"
if len(calls) < 10:
    sys.exit(f"FAIL only {len(calls)} examples found")

with tempfile.TemporaryDirectory() as folder:
    source, binary = pathlib.Path(folder, "examples.cpp"), pathlib.Path(folder, "examples")
    source.write_text(program)
    warnings = [
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        "-Wno-unused-variable",
        "-Wno-unused-but-set-variable",
    ]
    subprocess.run(
        [
            *COMPILER,
            f"-std={STANDARD}",
            *warnings,
            "-I",
            ROOT / "include",
            source,
            LIBRARY,
            "-lm",
            "-pthread",
            "-o",
            binary,
        ],
        check=True,
    )
    subprocess.run([binary], check=True, stdout=subprocess.DEVNULL)
print(f"{STANDARD}: {len(calls)} examples")
