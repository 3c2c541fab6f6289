#!/usr/bin/env python3
"""Gradients beside PyTorch's backward, in one process, in turn, one thread: a table for
docs/performance.md.

    ./dev bench gradients [--n N] [--library build/src/liblanescan.so] [--python INTERPRETER]

PyTorch is timed as torch.autograd.grad of results that are there, which includes what autograd
itself costs (some 10 us a call) and the new array that it makes; lanescan as its C function through
ctypes. Both get the same numbers.
"""
import argparse
import ctypes
import os
import statistics
import sys

os.environ["OMP_NUM_THREADS"] = "1"  # before any of them is loaded
import in_turn
import interpreter

DTYPES = {"f32": ("float32", 11), "f64": ("float64", 12), "i64": ("int64", 8)}
OPS = {"cumsum": 0, "cumprod": 1, "cummax": 2, "logcumsumexp": 4}
CASES = [
    ("cumsum", ""),
    ("cumprod", ""),
    ("cumprod", "zeros"),
    ("cummax", ""),
    ("logcumsumexp", ""),
    ("logsumexp", ""),
    ("logaddexp", ""),
]
LAYOUTS = [("a line", 1, 1), ("lines of 1024", 64, 1), ("side by side", 256, 0)]


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("ndim", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
    ]


def tensor(array):
    """A descriptor of a contiguous NumPy array, which it keeps."""
    (code,) = [number for name, number in DTYPES.values() if name == array.dtype.name]
    made = Tensor(
        array.ctypes.data,
        (ctypes.c_int64 * max(1, array.ndim))(*array.shape),
        None,
        array.ndim,
        code,
    )
    made.keeps = array
    return made


def calls(library, np, torch, op, data, shape, dim, kind):
    """{name: function}: the operation, its gradient, PyTorch's gradient."""
    random = np.random.default_rng(1)
    x, b, g = (random.standard_normal(shape).astype(kind) for _ in range(3))
    if op == "cumprod":
        x = (1 + x / 16).astype(kind)
    if data == "zeros":
        x.flat[1000::1000] = 0
    if op == "logsumexp":
        g = np.array(g.take(0, axis=dim))
    arrays = [
        x,
        b,
        g,
        np.empty_like(g if op == "logsumexp" else x),
        np.empty_like(x),
        np.empty_like(x),
        np.empty(shape, "int64"),
    ]
    tensors = [tensor(array) for array in arrays]
    of_x, of_b, of_g, of_y, out, second, index = (ctypes.byref(made) for made in tensors)
    dims = (ctypes.c_int * 1)(dim)
    leaves = (
        [
            torch.tensor(array, requires_grad=True)
            for array in ([x, b] if op == "logaddexp" else [x])
        ]
        if torch
        else []
    )
    if op == "logsumexp":
        forward = lambda: library.lanescan_logsumexp(of_x, dims, 1, None, of_y)  # noqa: E731
        backward = lambda: library.lanescan_logsumexp_vjp(
            of_x, dims, 1, None, of_g, out
        )  # noqa: E731
    elif op == "logaddexp":
        forward = lambda: library.lanescan_logaddexp(of_x, of_b, None, of_y)  # noqa: E731
        backward = lambda: library.lanescan_logaddexp_vjp(
            of_x, of_b, None, of_g, out, second
        )  # noqa: E731
    elif op == "cummax":
        forward = lambda: library.lanescan_scan_index(
            OPS[op], of_x, dim, None, of_y, index
        )  # noqa: E731
        backward = lambda: library.lanescan_scan_index_vjp(
            index, dim, None, of_g, out
        )  # noqa: E731
    else:
        forward = lambda: library.lanescan_scan(OPS[op], of_x, dim, None, of_y)  # noqa: E731
        backward = lambda: library.lanescan_scan_vjp(
            OPS[op], of_x, dim, None, of_g, out
        )  # noqa: E731
    if forward() or backward():
        sys.exit(f"lanescan cannot do {op} of {kind}")
    runs = {"scan": forward, "gradient": backward}
    if torch:
        results = (
            getattr(torch, op)(*leaves) if op == "logaddexp" else getattr(torch, op)(*leaves, dim)
        )
        results = results[0] if op == "cummax" else results
        given = torch.tensor(g)
        runs["torch"] = lambda: torch.autograd.grad(results, leaves, given, retain_graph=True)
        theirs = runs["torch"]()[0].numpy()
        if not np.allclose(arrays[4], theirs, rtol=1e-3, atol=1e-3):
            sys.exit(f"the gradients of {op} {kind} differ from PyTorch's")
    runs["keeps"] = (tensors, arrays)
    return runs


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=65536, help="elements")
    parser.add_argument(
        "--library",
        default=os.path.join(os.path.dirname(__file__), "..", "build", "src", "liblanescan.so"),
    )
    parser.add_argument("--python", help="the interpreter that has PyTorch")
    arguments = parser.parse_args()
    interpreter.use(arguments.python)
    import numpy as np

    try:
        import torch

        torch.set_num_threads(1)
    except ImportError:
        torch = None
    library = ctypes.CDLL(os.path.abspath(arguments.library))
    library.lanescan_version.restype = library.lanescan_isa.restype = ctypes.c_char_p
    print(
        f"lanescan {library.lanescan_version().decode()} on {library.lanescan_isa().decode()}, "
        f"NumPy {np.__version__}, "
        f"PyTorch {torch.__version__ if torch else '(not installed)'}; {arguments.n} elements, "
        "one thread, medians in ns per element\n"
    )
    print(
        "| gradient of | layout | gradient | the operation | PyTorch's backward | times as fast |"
    )
    print("|---|---|--:|--:|--:|--:|")
    for name, lines, dim in LAYOUTS:
        for op, data in CASES:
            for kind in ("f32", "f64"):
                n = arguments.n // lines
                shape = (lines, n) if dim else (n, lines)
                runs = calls(library, np, torch, op, data, shape, dim, DTYPES[kind][0])
                kept = runs.pop("keeps")
                ns = {
                    who: statistics.median(times) / (n * lines) * 1e9
                    for who, times in in_turn.time_in_turn(runs).items()
                }
                del kept
                theirs = (
                    f"{ns['torch']:.2f} | {ns['torch'] / ns['gradient']:.1f}x" if torch else "|"
                )
                print(
                    f"| {op} {kind}{' ' + data if data else ''} | {name} | {ns['gradient']:.2f} | "
                    f"{ns['scan']:.2f} | {theirs} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
