#!/usr/bin/env python3
"""What is wrong by its types does not compile, and the compiler says lanescan's sentence; and each
is right but for one thing.
    refused.py <folder of lanescan.hpp> <compiler...>
"""
import subprocess
import sys

INCLUDE, COMPILER = sys.argv[1], sys.argv[2:]

BEFORE = """
#include <lanescan.hpp>
#include <vector>
struct wide { char bytes[6]; };
template <> struct lanescan::element<wide> {
    static constexpr lanescan_dtype dtype = LANESCAN_F64;
};
void example(const std::vector<double> &in, std::vector<double> &x, std::vector<int> &i,
             std::vector<bool> &truths, std::error_code &ec, const std::error_code &fixed,
             const lanescan_tensor &t, const lanescan::const_tensor &only, wide *w,
             lanescan::view<double, 2> &m, lanescan::stream<double> &s)
{
    (void)in, (void)x, (void)i, (void)truths, (void)ec, (void)fixed, (void)t, (void)only;
    (void)w, (void)m, (void)s;
    %s
}
"""
SERIAL = "[](std::size_t n, lanescan::task task) { for (std::size_t k = 0; k < n; k++) task(k); }"

# The right call, the wrong one, a part of what the compiler must say.
ROWS = [
    ("lanescan::cumsum(in, x);", "lanescan::cumsum(x, in);", "the elements of an output are const"),
    (
        "lanescan::cumsum(in, 0, x, lanescan::reverse);",
        "lanescan::cumsum(x, 0, in, lanescan::reverse);",
        "the elements of an output are const",
    ),
    (
        "lanescan::cumsum(only, 0, t);",
        "lanescan::cumsum(t, 0, only);",
        "no matching function|no match",
    ),
    ("lanescan::cumsum(t, 0, t);", "lanescan::cumsum(t, t);", "the dimension is missing"),
    ("lanescan::cumsum(m, 0, m);", "lanescan::cumsum(m, m);", "the dimension is missing"),
    (
        "lanescan::linear_recurrence(m, m, 0, m);",
        "lanescan::linear_recurrence(m, m, m);",
        "the dimension is missing",
    ),
    ("lanescan::cumsum(i, x);", "lanescan::cumsum(truths, x);", "this is no array"),
    (
        "lanescan::linear_recurrence(0.5, x, x);",
        "lanescan::linear_recurrence(nullptr, x, x);",
        "this is no array",
    ),
    ("lanescan::cumsum(in, x, ec);", "lanescan::cumsum(in, x, fixed);", "no match"),
    (
        "lanescan::cumsum(in, x, lanescan::reverse);",
        "lanescan::cumsum(in, x, LANESCAN_REVERSE);",
        "no match",
    ),
    (
        "lanescan::cumsum(i, i, lanescan::initial(1));",
        "lanescan::cumsum(i, i, lanescan::initial(0.5));",
        "the initial value of integers is an integer",
    ),
    (
        "lanescan::cumsum(in, x, lanescan::initial(1));",
        'lanescan::cumsum(in, x, lanescan::initial("1"));',
        "the initial value does not convert",
    ),
    (
        "lanescan::logsumexp(in);",
        "lanescan::logsumexp(i);",
        "of integers the result needs an array of another type",
    ),
    ("lanescan::logsumexp(in);", "lanescan::logsumexp(t);", "the type of the result is not known"),
    (
        "lanescan::view v(x.data(), { 2, 3 });",
        "lanescan::view<double, 2> v(x.data(), { 6 });",
        "an extent for each dimension",
    ),
    (
        "lanescan::view v(x.data(), { 2, 3 });",
        "lanescan::view<double, 2> v(x.data());",
        "the shape of the view is missing",
    ),
    (
        "lanescan::cumsum(lanescan::view(x.data(), { 6 }), x);",
        "lanescan::cumsum(lanescan::view(w, { 6 }), x);",
        "not stored as their dtype says",
    ),
    (
        f"lanescan::executor e(2, {SERIAL});",
        "lanescan::executor e(2, [](int *) {});",
        "an executor is made of a function",
    ),
    (
        f"lanescan::executor e(2, {SERIAL}); lanescan::stream<double> r(LANESCAN_CUMSUM, e);",
        "lanescan::stream<double> r(LANESCAN_CUMSUM, lanescan_executor());",
        "a stream's executor must outlive it",
    ),
    ("s.push(in, x);", "s.push(m, x);", "pieces are contiguous"),
    ("s.push(in, x);", "s.push(i, x);", "pieces have the stream's type"),
    ("s.push(in, x, ec);", "s.push(in, x, lanescan::reverse);", "a stream has its options already"),
]
WITHOUT = [
    (
        "lanescan::cumsum(in, x, ec);",
        "lanescan::cumsum(in, x);",
        "without exceptions a function needs a std::error_code",
    )
]


def compile(code, flags):
    command = [
        *COMPILER,
        "-std=c++17",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsyntax-only",
        "-Wno-unused-variable",
        *flags,
        "-I",
        INCLUDE,
        "-x",
        "c++",
        "-",
    ]
    return subprocess.run(command, input=BEFORE % code, text=True, capture_output=True)


failures = 0
for rows, flags in (ROWS, []), (WITHOUT, ["-fno-exceptions"]):
    for right, wrong, said in rows:
        good, bad = compile(right, flags), compile(wrong, flags)
        if good.returncode != 0:
            print(f"FAIL {right} does not compile:\n{good.stderr[:2000]}")
        elif bad.returncode == 0:
            print(f"FAIL {wrong} compiles")
        elif not any(part in bad.stderr for part in said.split("|")):
            print(f"FAIL {wrong} is refused, but not with '{said}':\n{bad.stderr[:2000]}")
        else:
            continue
        failures += 1
print(f"{len(ROWS) + len(WITHOUT)} calls, {failures} not refused as they should be")
sys.exit(failures > 0)
