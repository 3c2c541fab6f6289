"""What the grid (grid.py) measures: shapes, operations, element types, and the numbers in the
arrays."""
import dataclasses
import functools

import numpy as np

MI = 1 << 20
SHORT = (2, 3, 5, 8, 16, 31, 33, 64)
# What it is called, its shape, and the dimension that is scanned.
SHAPES = (
    ("65536", (65536,), 0),
    ("16 Mi", (16 * MI,), 0),
    ("square last", (2048, 2048), 1),
    ("square first", (2048, 2048), 0),
    ("middle", (32, 1024, 64), 1),
    *((f"of {n}", (4 * MI // n, n), 1) for n in SHORT),
)
REAL = ("f32", "f64", "f16", "bf16")
COMPLEX = ("c64", "c128")
INTEGERS = ("u8", "i32", "i64")
# Operation, with index, element types, data. One row of the table for each type.
ROWS = (
    ("cumsum", False, (*REAL, "i32", "i64", "u8", *COMPLEX), "normal"),
    ("cumprod", False, (*REAL, "i32", "i64", *COMPLEX), "factors"),
    ("cumprod", False, ("f32", "f64"), "normal"),  # which leaves the range
    ("cummax", False, (*REAL, "i32", "i64"), "normal"),
    ("cummax", True, (*REAL, "i32", "i64"), "normal"),
    ("cummin", True, ("f32", "f64"), "normal"),
    ("logcumsumexp", False, (*REAL, *COMPLEX), "normal"),
    ("logcumsumexp", False, ("f32", "f64"), "log_probs"),
    ("logsumexp", False, (*REAL, *COMPLEX), "normal"),
    ("logaddexp", False, REAL, "normal"),
    ("linear_recurrence", False, ("f32", "f64"), "normal"),
)
STORED = {
    "u8": np.uint8,
    "i32": np.int32,
    "i64": np.int64,
    "f16": np.float16,
    "bf16": np.uint16,
    "f32": np.float32,
    "f64": np.float64,
    "c64": np.complex64,
    "c128": np.complex128,
}
WIDENED = {"u8": "i64"}  # sums and products of it


@dataclasses.dataclass
class Work:
    """One cell: the arrays of a call, and what is to be computed from them."""

    op: str
    with_index: bool
    kind: str
    result_kind: str
    dim: int
    x: np.ndarray
    b: np.ndarray
    y: np.ndarray
    index: np.ndarray


def stored(values, kind):
    """As the type has them in memory. bf16: the upper half of f32, rounded to nearest."""
    if kind != "bf16":
        return np.ascontiguousarray(values.astype(STORED[kind]))
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def as_numbers(array, kind):
    return (array.astype(np.uint32) << 16).view(np.float32) if kind == "bf16" else array


@functools.lru_cache(4)
def numbers(data, kind, shape, dim):
    """The same in every run."""
    random = np.random.default_rng(1)
    if kind in INTEGERS:
        return random.integers(0, 100, shape)
    # pairs whose product is 1, so that products stay in the range at any length
    if data == "factors":
        pairs = 1 + 0.02 * (random.random(shape) - 0.5)
        line = np.moveaxis(pairs, dim, -1)
        end = line.shape[-1] // 2 * 2
        line[..., 1:end:2] = 1 / line[..., 0:end:2]
        if kind in COMPLEX:
            turns = np.ones(shape, complex)
            along = np.moveaxis(turns, dim, -1)
            along[..., 0:end:2], along[..., 1:end:2] = 0.6 + 0.8j, 0.6 - 0.8j
            return pairs * turns
        return pairs
    if data == "log_probs":
        return np.log(random.exponential(size=shape)) - np.log(shape[dim])
    values = random.standard_normal(shape)
    return values + 1j * random.standard_normal(shape) if kind in COMPLEX else values


def make(op, with_index, kind, data, shape, dim):
    values = numbers(
        data, "c128" if kind in COMPLEX else "i64" if kind in INTEGERS else "f64", shape, dim
    )
    x = stored(values, kind)
    b = stored(values[..., ::-1], kind) if op == "logaddexp" else x
    result_kind = WIDENED.get(kind, kind) if op in ("cumsum", "cumprod") else kind
    size = shape[:dim] + shape[dim + 1 :] if op == "logsumexp" else shape
    index = np.zeros(shape if with_index else (0,), np.int64)
    return Work(
        op, with_index, kind, result_kind, dim, x, b, np.zeros(size, STORED[result_kind]), index
    )


def cells():
    """(operation, with index, type, data, name of the shape, shape, dim)."""
    for op, with_index, kinds, data in ROWS:
        for kind in kinds:
            for name, shape, dim in SHAPES[:2] if op == "logaddexp" else SHAPES:
                yield op, with_index, kind, data, name, shape, dim
