"""lanescan.dask: what one array gives, over chunks of any size, on threads and on the distributed
scheduler's workers."""

import numpy as np
import pytest

import lanescan
from conftest import options, sample, same

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


@pytest.mark.slow
def test_distributed(random):
    """Two worker processes; the bits of Dask's threads."""
    distributed = pytest.importorskip("distributed")
    x = random.standard_normal((4, 3000))
    lazy = [getattr(ld, name)(chunked(x, (2, 700)), axis=1) for name in SCANS]
    lazy.append(ld.linear_recurrence(chunked(np.cos(x), (4, 900)), chunked(x, (2, 700)), 1))
    wanted = [y.compute(scheduler="threads") for y in lazy]
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        assert len(client.scheduler_info()["workers"]) == 2
        results = client.compute(lazy, sync=True)
    for result, y in zip(results, wanted):
        assert result.tobytes() == y.tobytes()
