"""lanescan.dask: what one array gives, over chunks of any size, on threads and on the distributed
scheduler's workers."""

import inspect

import numpy as np
import pytest

import lanescan
from conftest import options, sample, same
from test_documentation import DOCS, run_examples

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
import lanescan.dask as ld  # noqa: E402

SCANS = [
    "cumulative_sum",
    "cumulative_prod",
    "cumulative_max",
    "cumulative_min",
    "cumulative_logsumexp",
]
SHORT_NAMES = dict(zip(SCANS, ["cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"]))


def chunked(x, chunks):
    return da.from_array(x, chunks=chunks)


def agree(y, wanted, name):
    y = np.asarray(y)
    assert y.dtype == wanted.dtype and y.shape == wanted.shape
    if name == "cumulative_logsumexp":
        eps = np.finfo(wanted.dtype.type(0).real.dtype).eps
        assert np.allclose(y, wanted, rtol=8 * eps, atol=8 * eps)
    else:
        same(y, wanted)  # sums and products of a few of sample's numbers are exact


@pytest.mark.parametrize("name", SCANS)
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4", "u1", "?", "c16"])
def test_scans(random, name, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "c" and name in ("cumulative_max", "cumulative_min"):
        with pytest.raises(TypeError):
            getattr(ld, name)(da.zeros(3, dtype=dtype))
        return
    function, ours = getattr(lanescan, name), getattr(ld, name)
    x = sample(random, (7, 6), dtype)
    lazy, wanted = [], []
    for count, (reverse, kind, initial) in enumerate(options()):
        if dtype.kind == "b" and initial and name in ("cumulative_max", "cumulative_min"):
            initial = True
        given = {
            "axis": count % 2,
            "reverse": reverse,
            "initial": initial,
            **({} if kind == "all" else {kind: True}),
        }
        method = "blelloch" if count % 3 == 0 else "sequential"
        lazy.append(ours(chunked(x, ((2, 3, 2), (4, 2))), method=method, **given))
        wanted.append(function(x, **given))
    for y, w in zip(dask.compute(*lazy), wanted):
        agree(y, w, name)


@pytest.mark.parametrize("name", SCANS)
def test_short_names(random, name):
    """NumPy's rule: axis and dtype by position, without an axis all elements in C order."""
    ours, function = getattr(ld, SHORT_NAMES[name]), getattr(lanescan, SHORT_NAMES[name])
    x = sample(random, (5, 4), np.dtype("f4"))
    for chunks in ((2, 3), (5, 2), (2, 4), -1):
        y = chunked(x, chunks)
        agree(ours(y).compute(), function(x), name)
        agree(ours(y.T, reverse=True).compute(), function(x.T, reverse=True), name)
        agree(ours(y, -1, "f8").compute(), function(x, -1, "f8"), name)
    agree(ours(chunked(x[0], 3), method="blelloch").compute(), function(x[0]), name)
    with pytest.raises(ValueError, match="axis is required"):
        getattr(ld, name)(y)
    with pytest.raises(TypeError, match="positional"):
        getattr(ld, name)(y, 0)


@pytest.mark.parametrize("name", ["cumulative_max", "cumulative_min"])
@pytest.mark.parametrize("dtype", ["f2", "f8", "i4", "u1", "?"])
def test_indices(random, name, dtype):
    """Along the axis, not the chunk: the latest of equal ones, and of NaN; -1 of the initial value
    and of nothing."""
    x = random.integers(0, 2 if dtype == "?" else 4, (9, 8)).astype(dtype)
    if x.dtype.kind == "f":
        x[:, 3:6] *= -1  # zeros of both signs
        x[random.random(x.shape) < 0.1] = np.nan
        x[0, :2] = -np.inf, np.inf
    lazy, wanted = [], []
    for count, (reverse, kind, initial) in enumerate(options()):
        given = {
            "axis": count % 2,
            "reverse": reverse,
            "initial": initial if initial is None or dtype != "?" else True,
            "index": True,
            **({} if kind == "all" else {kind: True}),
        }
        for method in ("sequential", "blelloch"):
            pair = getattr(ld, name)(chunked(x, ((2, 0, 4, 2, 1), (3, 5))), method=method, **given)
            assert isinstance(pair, ld.Extremes)
            lazy.append(pair)
            wanted.append(getattr(lanescan, name)(x, **given))
    for pair, both in zip(dask.compute(*map(tuple, lazy)), wanted):
        for y, w in zip(pair, both):
            assert np.array_equal(np.signbit(y), np.signbit(w)) or dtype not in ("f2", "f8")
            same(y, w)


def test_indices_of_unknown_extents(random):
    """Chunks of no elements change nothing, also where the extreme is the identity, or NaN."""
    x, place = sample(random, (40,), np.dtype("f8")), np.arange(40)
    low, unordered = np.where(place < 30, -np.inf, x), np.where(place == 3, np.nan, x)
    for line in (x, low, unordered):
        for rows in (x > 0, place > 19, abs(place - 18) > 13):
            unknown = chunked(line, 6)[chunked(rows, 6)]
            pair = ld.cummax(unknown, index=True)
            for y, w in zip(dask.compute(*pair), lanescan.cummax(line[rows], index=True)):
                same(y, w)
    pair = ld.cummax(chunked(x, 6), 0, "i4", index=True)
    same(pair.values.compute(), lanescan.cummax(x, dtype="i4"))
    assert pair.indices.chunks == pair.values.chunks == ((6, 6, 6, 6, 6, 6, 4),)
    with pytest.raises(TypeError, match="index"):
        ld.cumsum(unknown, index=True)


@pytest.mark.parametrize("name", SCANS)
def test_no_dimensions(name):
    """A number is an array of one element."""
    x = np.array(3.0)
    for long_name in (name, SHORT_NAMES[name]):
        for given in ({}, {"axis": -1}, {"include_initial": True}):
            y = getattr(ld, long_name)(da.from_array(x), **given)
            same(y.compute(), getattr(lanescan, long_name)(x, **given))
        with pytest.raises(IndexError):
            getattr(ld, long_name)(da.from_array(x), axis=1)
    same(ld.cummin(da.from_array(x), index=True).indices.compute(), np.array([0]))
    assert ld.logsumexp(da.from_array(x)).compute() == 3


@pytest.mark.parametrize(
    "initial, dtype, error",
    [
        (-1, "u1", OverflowError),
        (256, "u1", OverflowError),
        (np.uint64(256), "u1", OverflowError),
        (np.int64(2**40), "i4", OverflowError),
        (np.array(-(2**31) - 1), "i4", OverflowError),
        (np.uint64(2**63), "i8", OverflowError),
        (np.int64(-1), "u1", OverflowError),
        (2.0, "i4", TypeError),
        (1j, "f8", TypeError),
        (10**400, "f4", OverflowError),
    ],
    ids=range(10),
)
def test_initial_values_that_a_type_has_not(initial, dtype, error):
    assert ld.cummax(da.ones(2, dtype="u1"), initial=np.int64(255)).compute().tolist() == [255] * 2
    x = da.ones(3, chunks=2, dtype=dtype)
    for call in (
        lambda: ld.cumulative_sum(x, dtype=dtype, initial=initial),
        lambda: ld.cummax(x, initial=initial),
        lambda: ld.cummax(x, initial=initial, index=True),
        lambda: ld.linear_recurrence(x, x, dtype=dtype, initial=initial),
    ):
        with pytest.raises(error):
            call()


@pytest.mark.parametrize(
    "initial, dtype",
    [
        (255, "u1"),
        (np.uint64(255), "u1"),
        (np.array(-128), "i1"),
        (0.1, "f4"),
        (0.1, "c8"),
        (np.float64(2049), "f2"),
    ],
)
def test_initial_values(initial, dtype):
    """They are of the result's type before anything is added."""
    x = np.ones(3, dtype)
    for given in ({}, {"exclusive": True}, {"include_initial": True}):
        y = ld.cumulative_sum(chunked(x, 2), dtype=dtype, initial=initial, **given)
        same(y.compute(), lanescan.cumulative_sum(x, dtype=dtype, initial=initial, **given))
    y = ld.linear_recurrence(1, chunked(x, 2), dtype=dtype, initial=initial)
    same(y.compute(), lanescan.linear_recurrence(1, x, dtype=dtype, initial=initial))


def test_types_and_shapes(random):
    x = sample(random, (9,), np.dtype("f8"))
    same(
        ld.cumulative_sum(chunked(x, 4), dtype="f4").compute(),
        lanescan.cumulative_sum(x, dtype="f4"),
    )
    same(ld.cumulative_sum(chunked(x, ((4, 0, 3, 2),))).compute(), lanescan.cumulative_sum(x))
    same(
        ld.cumulative_sum(chunked(x, 4).astype("f4"), dtype="f8").compute(),
        lanescan.cumulative_sum(x),
    )
    assert ld.cumulative_sum(chunked(x, 4), exclusive=True).chunks == ((4, 4, 1),)
    for call, error in (
        (lambda: ld.cumulative_sum(da.zeros((2, 2))), ValueError),
        (lambda: ld.cumulative_sum(da.zeros(2), axis=1), IndexError),
        (lambda: ld.cumulative_sum(da.zeros(2), axis=False), TypeError),
        (lambda: ld.cumulative_sum(da.zeros(2), exclusive=True, include_initial=True), ValueError),
        (lambda: ld.cumulative_logsumexp(da.zeros(2), dtype="i4"), TypeError),
        (lambda: ld.logsumexp(da.zeros((2, 2)), True), TypeError),
        (lambda: ld.logsumexp(da.zeros((2, 2)), (0, 0)), IndexError),
        (lambda: ld.cumsum(da.zeros((2, 2)), True), TypeError),
    ):
        with pytest.raises(error):
            call()


@pytest.mark.parametrize("name", SCANS)
def test_unknown_extents(random, name):
    """Of chunks, some of which are empty, by a condition; as Dask's own, not along other axes."""
    ours, function = getattr(ld, name), getattr(lanescan, name)
    x = sample(random, (9, 3), np.dtype("f8"))
    for rows in (np.arange(9) < 5, np.arange(9) > 4):
        unknown = chunked(x, (2, 3))[da.from_array(rows, 2)]
        agree(
            ours(unknown, axis=0, initial=1).compute(), function(x[rows], axis=0, initial=1), name
        )
        with pytest.raises(ValueError, match="compute_chunk_sizes"):
            ours(unknown, axis=1)
        y = ours(unknown.compute_chunk_sizes(), axis=1)
        agree(y.compute(), function(x[rows], axis=1), name)


def test_narrow_types_are_rounded_once():
    """0.1 in float32, ten million times: NumPy's own scans and Dask's are 9 % off."""
    x = da.full(10_000_000, np.float32(0.1), chunks=1_000_000)
    exact = 10_000_000 * float(np.float32(0.1))
    assert ld.cumulative_sum(x)[-1].compute() == np.float32(exact)


def test_log_sums(random):
    x = random.standard_normal((40, 30))
    for axis in (None, 0, (0, 1)):
        for keepdims in (False, True):
            wanted = lanescan.logsumexp(x, axis, keepdims=keepdims)
            y = ld.logsumexp(chunked(x, (9, 7)), axis, keepdims=keepdims).compute()
            assert np.shape(y) == np.shape(wanted) and np.allclose(y, wanted, rtol=1e-15, atol=0)
    assert ld.logsumexp(chunked(x.astype("f4"), 7)).dtype == np.float32
    same(ld.logaddexp(chunked(x, 7), chunked(x[:1], 7)).compute(), lanescan.logaddexp(x, x[:1]))
    same(ld.logaddexp(chunked(x, 7), 1.0).compute(), lanescan.logaddexp(x, 1.0))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4", "u1", "?", "c16"])
def test_recurrences(random, dtype):
    """The array's values, over any chunks: of a few of sample's numbers they are exact."""
    a, b = (sample(random, (7, 6), np.dtype(dtype)) * 4 for _ in "ab")
    if np.dtype(dtype).kind in "fc":
        a = np.sign(a.real).astype(dtype)
    lazy, wanted = [], []
    for k, (x, y) in enumerate(
        [
            (chunked(a, (3, 2)), chunked(b, ((2, 0, 3, 2), (4, 2)))),
            (chunked(a[:, :1], (4, 1)), chunked(b, 5)),
            (1, chunked(b, (2, 3))),
            (chunked(a, (2, 6)), chunked(b, (2, 6))),
        ]
    ):
        for axis, reverse, initial in (
            (0, False, None),
            (-1, True, None),
            (1, False, 2),
            (0, True, 2),
        ):
            lazy.append(ld.linear_recurrence(x, y, axis, reverse=reverse, initial=initial))
            first = (a, a[:, :1], np.asarray(1, a.dtype if a.dtype != bool else int), a)[k]
            wanted.append(
                lanescan.linear_recurrence(
                    first, b, axis, dtype=lazy[-1].dtype, reverse=reverse, initial=initial
                )
            )
    for y, w in zip(dask.compute(*lazy), wanted):
        same(y, w)


def test_long_recurrences(random):
    """Each cut rounds once; the chunks of a line are the same for all workers."""
    a, b = random.uniform(-1, 1, 100_000), random.standard_normal(100_000)
    y = ld.linear_recurrence(chunked(a, 7000), chunked(b, 9000)).compute()
    scale = lanescan.linear_recurrence(np.abs(a), np.abs(b))
    assert np.max(np.abs(y - lanescan.linear_recurrence(a, b)) / scale) < 1e-14
    assert ld.linear_recurrence(2, 3).compute().tolist() == [3]
    assert ld.linear_recurrence(0.5, chunked(b.astype("f4"), 999)).dtype == np.float32
    same(ld.linear_recurrence(da.zeros((0, 3)), 1.0, 0).compute(), np.zeros((0, 3)))
    for call, error in (
        (lambda: ld.linear_recurrence(da.zeros(3), da.zeros(4)), ValueError),
        (lambda: ld.linear_recurrence(da.zeros(3), 1.0, 1), IndexError),
        (lambda: ld.linear_recurrence(da.zeros(3), 1.0, dtype="?"), TypeError),
        (lambda: ld.linear_recurrence(da.zeros(3), 1.0, initial=1j), TypeError),
    ):
        with pytest.raises(error):
            call()


@pytest.mark.parametrize("name", ld.__all__[1:])
def test_signatures_and_docstrings(name):
    """The parameters are those of lanescan's functions, out apart, each with its type; examples are
    run."""
    function = getattr(ld, name)
    parameters = dict(inspect.signature(function).parameters)
    assert function.__name__ == function.__qualname__ == name
    assert all(p.annotation is not p.empty for p in parameters.values())
    if name.startswith("cum") or name == "logcumsumexp":
        assert parameters.pop("method").default == "sequential"
    wanted = inspect.signature(getattr(lanescan, name)).parameters
    assert [(p.name, p.kind, p.default) for p in parameters.values()] == [
        (p.name, p.kind, p.default) for p in wanted.values() if p.name != "out"
    ]
    assert run_examples(function.__doc__, name) >= 2
    with pytest.raises(TypeError, match=rf"^{name}\(\) got an unexpected keyword argument 'out'"):
        function(*"ab"[: 1 + (name in ("logaddexp", "linear_recurrence"))], out=None)


def test_the_page():
    if not DOCS.exists():
        pytest.skip("docs/python.md is not beside the tests")
    section = DOCS.read_text(encoding="utf-8").split("\n## Dask\n")[1].split("\n## ")[0]
    blocks = [part.split("```")[0] for part in section.split("```py\n")[1:]]
    assert run_examples("\n".join(blocks), "python.md") >= 4


@pytest.mark.slow
def test_distributed(random):
    """Two worker processes; the bits of Dask's threads."""
    distributed = pytest.importorskip("distributed")
    x = random.standard_normal((4, 3000))
    lazy = [getattr(ld, name)(chunked(x, (2, 700)), axis=1) for name in SCANS]
    lazy.append(ld.linear_recurrence(chunked(np.cos(x), (4, 900)), chunked(x, (2, 700)), 1))
    lazy += ld.cummax(chunked(x, (2, 700)), 1, index=True)
    wanted = [y.compute(scheduler="threads") for y in lazy]
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert len(client.scheduler_info()["workers"]) == 2
        results = client.compute(lazy, sync=True)
    for result, y in zip(results, wanted):
        assert result.tobytes() == y.tobytes()
