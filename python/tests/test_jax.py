"""lanescan.jax: the bits of lanescan, compiled, in batches, and gradients."""

import functools
import inspect
import math
import subprocess
import sys

import numpy as np
import pytest

from test_documentation import DOCS, run_examples

jax = pytest.importorskip("jax", minversion="0.5")
jnp = jax.numpy

from jax.test_util import check_grads  # noqa: E402

import lanescan  # noqa: E402
import lanescan.jax as lj  # noqa: E402

SCANS = ["cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"]
LONG_NAMES = [
    "cumulative_sum",
    "cumulative_prod",
    "cumulative_max",
    "cumulative_min",
    "cumulative_logsumexp",
]
OPTIONS = [
    {},
    {"reverse": True},
    {"exclusive": True},
    {"include_initial": True, "reverse": True},
    {"initial": 2},
    {"initial": 2, "exclusive": True, "reverse": True},
    {"initial": 2, "include_initial": True},
]


@pytest.fixture(params=[False, True], ids=["32 bits", "64 bits"])
def width(request):
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", request.param)
    yield request.param
    jax.config.update("jax_enable_x64", before)


@pytest.fixture
def wide():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def types(width):
    floating = ["f2", "bfloat16", "f4", "c8", "?", "i1", "u2", "i4", "u4"]
    return [jnp.dtype(name) for name in floating + (["f8", "c16", "i8", "u8"] if width else [])]


def sample(shape, dtype):
    random = np.random.default_rng(3)
    x = random.standard_normal(shape) * 3
    return jnp.asarray(x + 1j * random.standard_normal(shape) if dtype.kind == "c" else x).astype(
        dtype
    )


def has(name, dtype):
    return dtype.kind != "c" or name not in ("cummax", "cummin")


def same_bits(result, wanted):
    result, wanted = np.asarray(result), np.asarray(wanted)
    assert result.dtype == wanted.dtype and result.shape == wanted.shape
    assert result.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("name", SCANS)
def test_bits(name, width):
    """Of lanescan's own functions in the type of the results, for all types, options and axes,
    compiled or not."""
    for i, dtype in enumerate(filter(functools.partial(has, name), types(width))):
        x = sample((3, 40), dtype)
        for k, options in enumerate(OPTIONS):
            axis = -((i + k) % 2)
            call = functools.partial(getattr(lj, name), axis=axis, **options)
            result = (jax.jit(call) if (i // 2 + k) % 2 else call)(x)
            same_bits(
                result, getattr(lanescan, name)(np.asarray(x), axis, dtype=result.dtype, **options)
            )


@pytest.mark.parametrize("name", SCANS)
def test_types(name, width):
    """Lanescan's, in 32 bits where JAX has no others."""
    for dtype in filter(functools.partial(has, name), types(width)):
        wanted = getattr(lanescan, name)(np.ones(2, dtype)).dtype
        assert getattr(lj, name)(jnp.ones(2, dtype)).dtype == jax.dtypes.canonicalize_dtype(wanted)
    assert getattr(lj, name)(jnp.ones(2, "f4"), dtype="f2").dtype == np.float16


def test_names():
    x = sample((30,), np.dtype("f4"))
    for name, long_name in zip(SCANS, LONG_NAMES):
        same_bits(getattr(lj, name)(x), getattr(lj, long_name)(x))
        same_bits(getattr(lj, name)(x.reshape(5, 6)), getattr(lj, name)(x))
        assert long_name in lj.__all__ and name in lj.__all__
        assert getattr(lj, name).__name__ == name and long_name in getattr(lj, long_name).__doc__


def test_indices(width):
    x = sample((4, 30), np.dtype("f4"))
    for name in ("cummax", "cummin"):
        for options in OPTIONS:
            ours = jax.jit(functools.partial(getattr(lj, name), axis=1, index=True, **options))(x)
            wanted = getattr(lanescan, name)(np.asarray(x), 1, index=True, **options)
            assert isinstance(ours, lj.Extremes)
            same_bits(ours.values, wanted.values)
            assert np.array_equal(ours.indices, wanted.indices)
            assert ours.indices.dtype == (np.int64 if width else np.int32)


def test_other_functions(width):
    x, y = sample((3, 4, 50), np.dtype("f4")), sample((4, 1), np.dtype("f4"))
    for axis in (None, 1, -1, (0, 2), (2, 0, 1)):
        for keepdims in (False, True):
            call = functools.partial(lj.logsumexp, axis=axis, keepdims=keepdims)
            wanted = lanescan.logsumexp(np.asarray(x), axis, keepdims=keepdims)
            same_bits(call(x), wanted)
            same_bits(jax.jit(call)(x), wanted)
    same_bits(jax.jit(lj.logaddexp)(x, y), lanescan.logaddexp(np.asarray(x), np.asarray(y)))
    same_bits(lj.logaddexp(x, 1.5), lanescan.logaddexp(np.asarray(x), np.float32(1.5)))
    assert lj.logaddexp(1, 2).dtype == (np.float64 if width else np.float32)
    same_bits(lj.logsumexp(x[0, 0, 0]), np.asarray(x[0, 0, 0]))


def test_recurrences(width):
    """The bits of lanescan.linear_recurrence, broadcast or not, compiled or not, for all types."""
    for i, dtype in enumerate(types(width)):
        x = sample((3, 40), dtype)
        for k, (a, b) in enumerate([(x, x[::-1]), (x[:, :1], x), (x[0], x), (x, x[0, 0])]):
            for reverse, initial in ((False, None), (True, None), (False, 2), (True, 2)):
                call = functools.partial(
                    lj.linear_recurrence, axis=-((i + k) % 2), reverse=reverse, initial=initial
                )
                y = (jax.jit(call) if (i + k) % 2 else call)(a, b)
                wanted = lanescan.linear_recurrence(
                    np.asarray(a),
                    np.asarray(b),
                    -((i + k) % 2),
                    dtype=y.dtype,
                    reverse=reverse,
                    initial=initial,
                )
                same_bits(y, wanted)
                if dtype.kind not in "biu":
                    assert y.dtype == dtype
    assert lj.linear_recurrence(2, 3).tolist() == [3] and lj.linear_recurrence(2, 3).dtype == (
        np.int64 if width else np.int32
    )
    x = sample((30,), np.dtype("f4"))
    same_bits(
        lj.linear_recurrence(0.5, x), lanescan.linear_recurrence(np.float32(0.5), np.asarray(x))
    )
    assert lj.linear_recurrence(x, x, dtype="f2").dtype == np.float16
    assert lj.linear_recurrence(jnp.zeros((3, 0)), 1.0, initial=1).shape == (3, 0)


@pytest.mark.parametrize(
    "initial, dtype, error",
    [
        (-1, "u1", OverflowError),
        (256, "u1", OverflowError),
        (2**40, "i4", OverflowError),
        (np.int64(2**40), "i4", OverflowError),
        (np.array(-(2**31) - 1), "i4", OverflowError),
        (np.uint16(256), "u1", OverflowError),
        (10**400, "f4", OverflowError),
        (np.int64(-1), "u4", OverflowError),
        (2.0, "i4", TypeError),
        (np.float32(2), "u1", TypeError),
        (1j, "f4", TypeError),
        ("a", "f4", TypeError),
    ],
    ids=range(12),
)
def test_initial_values_that_a_type_has_not(initial, dtype, error):
    """Of the type of the results: JAX's, of 32 bits where lanescan's has 64."""
    x = jnp.ones(2, dtype)
    for call in (
        lambda x: lj.cumulative_sum(x, dtype=dtype, initial=initial),
        lambda x: lj.cummax(x, initial=initial),
        lambda x: lj.linear_recurrence(x, x, dtype=dtype, initial=initial),
    ):
        for function in (call, jax.jit(call), lambda x: jax.vmap(call)(x[None])):
            with pytest.raises(error):
                function(x)
    if dtype == "i4":
        with pytest.raises(error):
            lj.cumsum(x, initial=initial)
    with pytest.raises(OverflowError, match="uint8"):
        lj.cummax(jnp.ones(2, "u1"), initial=jnp.uint32(300))


def test_initial_values(width):
    """What the type can hold: the bits of lanescan's functions, rounded once; traced ones have any
    value."""
    for initial, dtype in [
        (255, "u1"),
        (np.uint64(255), "u1"),
        (np.array(-128), "i1"),
        (2**31 - 1, "i4"),
        (True, "i4"),
        (7, "?"),
        (2**40, "f4"),
        (0.1, "f2"),
        (1 + 2**-8 + 2**-30, "bfloat16"),
        (1 + 2**-11 + 2**-30, "f2"),
        (np.float64(0.1), "c8"),
        (jnp.float32(0.1), "f2"),
        (1j, "c8"),
    ]:
        x = jnp.ones(2, dtype)
        scan, ours = (
            (lanescan.cumprod, lj.cumprod) if x.dtype.kind == "c" else (lanescan.cummin, lj.cummin)
        )
        given = {"dtype": x.dtype, "initial": initial, "include_initial": True}
        wanted = scan(np.asarray(x), **given)
        same_bits(ours(x, **given), wanted)
        same_bits(jax.jit(functools.partial(ours, **given))(x), wanted)
    x = jnp.ones(2, "u1")
    assert lj.cummax(x, initial=np.int64(255)).tolist() == [255, 255]
    traced = jax.jit(lambda c: lj.cummax(x, initial=c))(jnp.uint32(300))
    assert traced.tolist() == [44, 44]

    class Parameter:
        def __jax_array__(self):
            return jnp.float32(3)

    assert lj.cumsum(jnp.ones(2, "f4"), initial=Parameter()).tolist() == [4, 5]


def test_shapes():
    for name in SCANS:
        assert getattr(lj, name)(jnp.float32(3)).shape == (1,)
        assert getattr(lj, name)(jnp.zeros((3, 0)), 1).shape == (3, 0)
        assert getattr(lj, name)(jnp.zeros((0, 3)), 0, initial=1, include_initial=True).shape == (
            1,
            3,
        )
        assert jax.grad(lambda x: getattr(lj, name)(x, 1).sum())(jnp.zeros((3, 0))).shape == (3, 0)


@pytest.mark.parametrize("name", SCANS)
def test_vmap(name):
    """Of any dimension, twice, and of the initial value with it or alone."""
    x, initial = sample((3, 4, 20), np.dtype("f4")), jnp.arange(20.0, dtype="f4")
    scan = getattr(lj, name)
    same_bits(jax.vmap(scan, in_axes=1, out_axes=1)(x.reshape(3, 80)), scan(x.reshape(3, 80), 0))
    same_bits(jax.vmap(jax.vmap(scan))(x), scan(x, 2))
    wanted = np.stack([scan(x[:, :, i], 1, initial=initial[i]) for i in range(20)], 2)
    same_bits(
        jax.vmap(lambda x, c: scan(x, 1, initial=c), in_axes=(2, 0), out_axes=2)(x, initial), wanted
    )
    alone = jax.vmap(lambda c: scan(x[0], 0, initial=c))(initial)
    same_bits(alone, np.stack([scan(x[0], 0, initial=c) for c in initial]))
    if name in ("cummax", "cummin"):
        same_bits(
            jax.vmap(lambda x: scan(x, index=True).indices)(x[0]), scan(x[0], 1, index=True).indices
        )
    same_bits(jax.vmap(lambda x: lj.logsumexp(x, 0))(x), lj.logsumexp(x, 1))
    same_bits(jax.vmap(lj.logaddexp, in_axes=(0, None))(x, x[0]), lj.logaddexp(x, x[0]))


def test_vmap_of_recurrences():
    x, c = sample((3, 4, 20), np.dtype("f4")), jnp.arange(3.0, dtype="f4")
    recur = lj.linear_recurrence
    same_bits(jax.vmap(recur)(x, x), recur(x, x))
    same_bits(
        jax.vmap(jax.vmap(recur, in_axes=(0, None)), in_axes=(0, None))(x, x[0, 0]),
        recur(x, x[0, 0]),
    )
    same_bits(
        jax.vmap(recur, in_axes=(1, None), out_axes=1)(x[0], x[0, :, 0]),
        recur(x[0], x[0, :, :1], 0),
    )
    rows = jax.vmap(lambda a, b, c: recur(a, b, initial=c))(x, x, c)
    same_bits(rows, np.stack([recur(r, r, initial=v) for r, v in zip(x, c)]))
    alone = jax.vmap(lambda c: recur(x[0], x[1], 0, initial=c, reverse=True))(c)
    same_bits(alone, np.stack([recur(x[0], x[1], 0, initial=v, reverse=True) for v in c]))


def test_threads():
    """XLA's threads share long lines, and many calls at once, with the same bits."""
    x = sample((1 << 21,), np.dtype("f4"))
    for name in SCANS:
        same_bits(jax.jit(getattr(lj, name))(x), getattr(lanescan, name)(np.asarray(x)))
    same_bits(
        jax.jit(lj.linear_recurrence)(x, x),
        lanescan.linear_recurrence(np.asarray(x), np.asarray(x)),
    )

    @jax.jit
    def several(x):
        return [lj.cumsum(x * k) for k in range(8)]

    for k, result in enumerate(several(x)):
        same_bits(result, lanescan.cumsum(np.asarray(x) * np.float32(k)))


@pytest.mark.parametrize("name", SCANS)
@pytest.mark.parametrize("kind", ["f8", "c16"])
def test_gradients(name, kind, wide):
    """First and second, against differences."""
    dtype = np.dtype(kind)
    if not has(name, dtype):
        return
    x, order = sample((3, 4), dtype) / 3, 1 if name in ("cummax", "cummin") else 2
    for axis, options in enumerate(OPTIONS[1:6:2] if dtype.kind == "f" else OPTIONS[1:2]):

        def call(x, axis=axis % 2, options=options):
            y = getattr(lj, name)(x, axis, **options)
            return jnp.where(jnp.isfinite(y), y, 0)

        check_grads(jax.jit(call), (x,), order, modes=["rev"])
    if dtype.kind == "f":
        for options in ({}, {"include_initial": True, "reverse": True}):
            check_grads(
                jax.jit(lambda x, c: getattr(lj, name)(x, 1, initial=c, **options)),
                (x, 0.7),
                order,
                modes=["rev"],
            )
        rows = jax.vmap(jax.grad(lambda x: (getattr(lj, name)(x) ** 2).sum()))(x)
        assert np.allclose(
            rows, jax.grad(lambda x: (getattr(lj, name)(x, 1) ** 2).sum())(x), rtol=1e-13
        )


def test_gradients_of_indices(width):
    """Each goes to the element that the result is, -1 to none; and back, with indices of 32 bits
    and of 64."""
    x, v = sample((3, 40), np.dtype("f4")), np.asarray(sample((3, 40), np.dtype("f4")))[:, ::-1]
    for options in OPTIONS:
        indices = lanescan.cummax(np.asarray(x), 1, index=True, **options).indices
        g = np.cos(np.arange(indices.size, dtype=np.float32)).reshape(indices.shape)
        _, pull = jax.vjp(lambda x: lj.cummax(x, 1, **options), x)
        wanted = np.zeros(x.shape)
        lines, places = np.nonzero(indices >= 0)
        np.add.at(wanted, (lines, indices[lines, places]), g[lines, places])
        assert np.allclose(pull(g)[0], wanted, rtol=1e-6, atol=1e-6)
        back = jax.vjp(lambda g: pull(g)[0], jnp.asarray(g))[1](jnp.asarray(v))[0]
        assert np.array_equal(
            back, np.where(indices < 0, 0, np.take_along_axis(v, np.maximum(indices, 0), 1))
        )


def test_gradients_of_others(wide):
    x, y = sample((3, 4), np.dtype("f8")), sample((2, 1, 4), np.dtype("f8"))
    check_grads(jax.jit(lambda x: lj.logsumexp(x, 0)), (x,), 3, modes=["rev"])
    check_grads(jax.jit(lambda x: lj.logsumexp(x)), (x,), 2, modes=["rev"])
    check_grads(jax.jit(lj.logaddexp), (x, y), 3, modes=["rev"])
    check_grads(jax.jit(lj.logaddexp), (x, x), 2, modes=["rev"])


@pytest.mark.parametrize("kind", ["f8", "c16"])
def test_gradients_of_recurrences(kind, wide):
    a, b = (sample((3, 4), np.dtype(kind)) / 3 + shift for shift in (0, 1))
    for axis, reverse in ((0, False), (1, True)):
        recur = functools.partial(lj.linear_recurrence, axis=axis, reverse=reverse)
        check_grads(jax.jit(recur), (a, b), 2, modes=["rev"])
        check_grads(
            jax.jit(lambda a, b, c: recur(a, b, initial=c)), (a[0], b, a[1, 1]), 2, modes=["rev"]
        )
    assert jax.grad(lambda a: lj.linear_recurrence(a, 1.0).sum())(
        jnp.array([1.0, 0, 2])
    ).tolist() == [0, 3, 1]
    assert jax.grad(lambda a: lj.linear_recurrence(a, 1.0, initial=1).sum())(
        jnp.zeros((3, 0))
    ).shape == (3, 0)


@pytest.mark.parametrize("kind", ["f2", "bfloat16", "f4", "c8"])
def test_gradients_of_narrow_types(kind, wide):
    """Computed in double, rounded once; those of other derivatives than the first from float32
    on."""
    dtype = jnp.dtype(kind)
    x, y = sample((3, 50), dtype) / 3, sample((3, 1), dtype)
    eps = float(jnp.finfo(dtype).eps)
    calls = [
        lambda x, y: lj.logcumsumexp(x, 1),
        lambda x, y: lj.cumprod(x, 1),
        lambda x, y: lj.logaddexp(x, y),
        lambda x, y: lj.logsumexp(x, 1),
        lambda x, y: lj.linear_recurrence(x, y, 1),
        lambda x, y: lj.cumsum(x, 1),
    ]
    for call in calls + [lambda x, y: lj.cummax(x, 1)] * (dtype.kind != "c"):

        def gradient(x, y):
            out, pull = jax.vjp(call, x, y)
            return pull(jnp.ones_like(out))

        to = np.complex128 if dtype.kind == "c" else np.float64
        for narrow, exact in zip(jax.jit(gradient)(x, y), gradient(x.astype(to), y.astype(to))):
            assert narrow.dtype == dtype
            scale = np.abs(exact).max()
            assert np.abs(narrow.astype(to) - exact).max() <= 64 * eps * scale + eps


def test_gradients_at_the_edges(wide):
    """Where formulas of others give NaN, and where they divide by zero."""
    low, high = -math.inf, math.inf

    def gradient(function, *x):
        return np.asarray(jax.jit(jax.grad(lambda x: function(x).sum()))(jnp.array(x))).tolist()

    e = math.exp(-1)
    assert np.allclose(
        gradient(lj.logcumsumexp, low, 0.0, 1.0), [0, 1 + e / (1 + e), 1 / (1 + e)], rtol=1e-15
    )
    assert gradient(lj.logcumsumexp, low, low) == [0, 0]
    assert gradient(lj.logsumexp, low, low) == [0, 0]
    assert gradient(lj.logsumexp, low, 3.0) == [0, 1]
    assert gradient(lj.logsumexp, high, 3.0, high) == [0.5, 0, 0.5]
    assert np.allclose(
        gradient(lj.logcumsumexp, 1.0, high, 2.0, high), [1, 1 + 1 + 1 / 2, 0, 1 / 2], rtol=1e-15
    )
    assert gradient(lambda x: lj.logaddexp(x[0], x[1]), low, low) == [0, 0]
    assert gradient(lambda x: lj.logaddexp(x[0], x[1]), high, high) == [0.5, 0.5]
    assert gradient(lambda x: lj.logaddexp(x[0], x[1]), low, 1.0) == [0, 1]
    assert gradient(lj.cumprod, 2.0, 0.0, 3.0, 4.0) == [1, 32, 0, 0]
    assert gradient(lj.cumprod, 0.0, 5.0, 0.0) == [6, 0, 0]
    second = jax.jit(jax.jacrev(jax.jacrev(lambda x: lj.cumprod(x)[2])))
    assert np.asarray(second(jnp.array([0.0, 0.0, 7.0]))).tolist() == [
        [0, 7, 0],
        [7, 0, 0],
        [0, 0, 0],
    ]
    second = jax.jit(jax.jacrev(jax.jacrev(lambda x: lj.logcumsumexp(x).sum())))
    assert np.isfinite(second(jnp.array([low, 0.0, low, 1.0]))).all()


def test_gradients_of_long_lines():
    """Of 65536 elements, in float: against NumPy in double."""
    x = np.random.default_rng(1).standard_normal(65536).astype(np.float32)
    g = np.cos(np.arange(x.size)).astype(np.float32)
    ours = jax.grad(lambda x: (lj.logcumsumexp(x) * g).sum())(jnp.asarray(x))
    y = lanescan.logcumsumexp(x.astype(np.float64))
    part, power = g * np.exp(-y), np.exp(x.astype(np.float64))
    wanted, scale = (power * np.cumsum(p[::-1])[::-1] for p in (part, np.abs(part)))
    assert np.max(np.abs(ours - wanted) - np.abs(wanted) * 2**-24 - scale * 1e-11) <= 0


def test_errors():
    x = jnp.ones((3, 4))
    for error, text, call in [
        (IndexError, "dimension", lambda: lj.cumsum(x, 2)),
        (IndexError, "dimension", lambda: lj.logsumexp(x, (0, 0))),
        (ValueError, "axis is required", lambda: lj.cumulative_sum(x)),
        (
            ValueError,
            "only one of them",
            lambda: lj.cumsum(x, 0, exclusive=True, include_initial=True),
        ),
        (ValueError, "one number", lambda: lj.cumsum(x, 0, initial=x)),
        (TypeError, "not a number that float32 can hold", lambda: lj.cumsum(x, 0, initial=1j)),
        (TypeError, "not defined", lambda: lj.cummax(x.astype("c8"), 0)),
        (TypeError, "no element type", lambda: lj.cumsum(x.astype(jnp.float8_e5m2), 0)),
        (TypeError, "unexpected", lambda: lj.cumsum(x, 0, out=x)),
        (IndexError, "dimension", lambda: lj.linear_recurrence(x, x, 2)),
        (ValueError, "Incompatible shapes", lambda: lj.linear_recurrence(x, jnp.ones(3))),
        (TypeError, "operation", lambda: lj.linear_recurrence(x, x, dtype="?")),
        (ValueError, "one number", lambda: lj.linear_recurrence(x, x, initial=x)),
        (
            TypeError,
            "not a number that float32 can hold",
            lambda: lj.linear_recurrence(x, x, initial=1j),
        ),
        (TypeError, "positional", lambda: lj.cumulative_sum(x, 0)),
        (TypeError, "not a bool", lambda: lj.cumsum(x, True)),
        (TypeError, "not a bool", lambda: lj.cumulative_max(x, axis=np.True_)),
        (TypeError, "integer", lambda: lj.cumsum(x, 1.0)),
        (TypeError, "forward-mode", lambda: jax.jvp(lambda x: lj.cumsum(x, 0), (x,), (x,))),
    ]:
        with pytest.raises(error, match=text):
            call()
        if "forward" not in text:
            with pytest.raises(error, match=text):
                jax.jit(lambda: call())()


def test_calls_of_others_are_refused():
    """The handlers check what they are called with; nothing that is not lanescan.jax's own is
    computed."""
    x, result = jnp.ones(3, "f4"), jax.ShapeDtypeStruct((3,), np.float32)
    calls = [
        ("lanescan_scan", result, (x,), {"op": np.int32(0), "axis": np.int32(0)}),
        (
            "lanescan_scan",
            result,
            (x,),
            {"op": np.int64(0), "axis": np.int32(0), "flags": np.int32(0)},
        ),
        (
            "lanescan_scan",
            result,
            (x,),
            {"op": np.int32(9), "axis": np.int32(0), "flags": np.int32(0)},
        ),
        (
            "lanescan_scan",
            result,
            (x, x),
            {"op": np.int32(0), "axis": np.int32(-1), "flags": np.int32(0)},
        ),
        (
            "lanescan_scan",
            jax.ShapeDtypeStruct((5,), np.float32),
            (x,),
            {"op": np.int32(0), "axis": np.int32(0), "flags": np.int32(0)},
        ),
        ("lanescan_logsumexp", result, (x,), {"axes": np.array([0], np.int64)}),
        ("lanescan_logaddexp", result, (x,), {}),
        (
            "lanescan_scan_vjp",
            result,
            (x, x),
            {"op": np.int32(2), "axis": np.int32(-1), "flags": np.int32(0)},
        ),
        (
            "lanescan_scan_vjp",
            result,
            (x, x[1:]),
            {"op": np.int32(1), "axis": np.int32(-1), "flags": np.int32(0)},
        ),
        (
            "lanescan_scan_vjp",
            result,
            (x, x, x[0]),
            {"op": np.int32(1), "axis": np.int32(-1), "flags": np.int32(0)},
        ),
        (
            "lanescan_scan_index_vjp",
            result,
            (x.astype("i4"), x),
            {"axis": np.int32(-1), "flags": np.int32(2)},
        ),
        (
            "lanescan_scan_index_vjp",
            result,
            (x.astype("i4") + 4, x),
            {"axis": np.int32(-1), "flags": np.int32(0)},
        ),
        (
            "lanescan_recurrence_vjp",
            (result, result),
            (x, x, x, x),
            {"axis": np.int32(-1), "flags": np.int32(0)},
        ),
        ("lanescan_logsumexp_vjp", result, (x, x), {"axes": np.array([-1], np.int32)}),
        ("lanescan_logaddexp_vjp", (result, result), (x, x, x[1:]), {}),
        ("lanescan_recurrence", result, (x, x), {"axis": np.int32(-4), "flags": np.int32(0)}),
        (
            "lanescan_recurrence",
            result,
            (x, jnp.ones(4, "f4")),
            {"axis": np.int32(-1), "flags": np.int32(0)},
        ),
        ("lanescan_recurrence", result, (x, x, x), {"axis": np.int32(-1), "flags": np.int32(0)}),
        (
            "lanescan_recurrence",
            result,
            (x, x, x[0].astype("f2")),
            {"axis": np.int32(-1), "flags": np.int32(0)},
        ),
        ("lanescan_recurrence", result, (x, x), {"axis": np.int32(-1), "flags": np.int32(2)}),
    ]
    for name, shape, arguments, attributes in calls:
        with pytest.raises(Exception, match="lanescan: not what|INVALID_ARGUMENT"):
            jax.block_until_ready(jax.ffi.ffi_call(name, shape)(*arguments, **attributes))


@pytest.mark.parametrize("name", lj.__all__[1:])
def test_signatures_and_docstrings(name):
    """The parameters are those of lanescan's functions, out apart, each with its type; examples are
    run."""
    function = getattr(lj, name)
    parameters = inspect.signature(function).parameters.values()
    assert function.__name__ == function.__qualname__ == name
    assert all(p.annotation is not p.empty for p in parameters)
    wanted = inspect.signature(getattr(lanescan, name)).parameters
    assert [(p.name, p.kind, p.default) for p in parameters] == [
        (p.name, p.kind, p.default) for p in wanted.values() if p.name != "out"
    ]
    assert run_examples(function.__doc__, name) >= 2
    with pytest.raises(TypeError, match=rf"^{name}\(\) got an unexpected keyword argument 'out'"):
        function(*"ab"[: 1 + (name in ("logaddexp", "linear_recurrence"))], out=None)


def test_the_page():
    if not DOCS.exists():
        pytest.skip("docs/python.md is not beside the tests")
    section = DOCS.read_text(encoding="utf-8").split("\n## JAX\n")[1].split("\n## ")[0]
    blocks = [part.split("```")[0] for part in section.split("```py\n")[1:]]
    assert run_examples("\n".join(blocks), "python.md") >= 4


# In a process of its own, since memory is counted by its peak.
CALLS = """
import gc, resource, sys
import jax, jax.numpy as jnp, numpy as np
import lanescan.jax as lj

x = jnp.ones(1 << 15)
called = [
    lambda x: lj.cumsum(x, initial=3),
    lambda x: lj.cummax(x, index=True),
    lambda x: lj.linear_recurrence(0.5, x, initial=np.float32(2)),
]
compiled = [jax.jit(call) for call in called + [
    lj.logsumexp,
    lambda x: lj.logaddexp(x, x),
    lambda x: jax.vmap(lambda c: lj.cumsum(x[:9], initial=c))(x[:9]),
    jax.grad(lambda x: lj.cumprod(x, reverse=True).sum()),
    jax.grad(lambda x: lj.cummin(x).sum()),
    jax.grad(lambda x: lj.linear_recurrence(x, x, initial=1).sum()),
]]

def rounds(n):
    for k in range(n):
        for call in compiled + called * (k % 10 == 0):
            jax.block_until_ready(call(x))
        for wrong in (lambda: lj.cumsum(x, 1), lambda: lj.cumsum(x, initial=1j)):
            try:
                wrong()
            except (IndexError, TypeError):
                pass
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

rounds(100)
blocks, before = sys.getallocatedblocks(), rounds(100)
after = rounds(400)
print(sys.getallocatedblocks() - blocks, after - before)
"""


def test_memory():
    """No call keeps objects or arrays: each result is of 128 KiB."""
    run = subprocess.run([sys.executable, "-c", CALLS], capture_output=True, text=True, check=True)
    blocks, kibibytes = map(int, run.stdout.split())
    assert blocks < 400 and kibibytes < 8 << 10
