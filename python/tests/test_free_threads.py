"""Without the interpreter's lock: importing does not bring it back, and threads that compute at the
same time get what one gets alone. (With the lock the second is true as well, and is tested too.)"""

import subprocess
import sys
import sysconfig
import threading

import numpy as np
import pytest

import lanescan

is_free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
needs_free_threads = pytest.mark.skipif(
    not is_free_threaded, reason="this Python is one with the interpreter's lock"
)


def lock_after(imports):
    """Whether the lock is on in a process that has imported these; a warning about it is
    an error."""
    run = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c"]
        + [f"{imports}\nimport sys; print(sys._is_gil_enabled())"],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return run.stdout.strip()


@needs_free_threads
def test_import_leaves_the_lock_off():
    assert lock_after("import lanescan; lanescan.cumsum([1.0])") == "False"


@needs_free_threads
def test_torch_leaves_the_lock_off():
    pytest.importorskip("torch", minversion="2.9")
    if lock_after("import torch") != "False":
        pytest.skip("this PyTorch turns the lock on itself")
    assert lock_after("import lanescan.torch; lanescan.torch.enable()") == "False"


def work(x, pieces):
    """Every function on shared arrays, small and large; a stream, and its copy."""
    stream = lanescan.Stream("cumulative_sum", x.dtype)
    pushed = [stream.push(piece) for piece in pieces]
    out = np.empty_like(x)
    lanescan.cumulative_prod(x, out=out)
    values, index = lanescan.cumulative_max(x, index=True)
    results = [
        *pushed,
        stream.copy().total(),
        out,
        values,
        index,
        lanescan.cumsum(x[:9], reverse=True, include_initial=True),
        lanescan.cumulative_min(x),
        lanescan.cumulative_logsumexp(x),
        lanescan.logsumexp(x),
        lanescan.logaddexp(x, x[::-1]),
        lanescan.linear_recurrence(0.5, x),
        lanescan.cumsum(memoryview(x[:100])),
    ]
    return [np.asarray(result).tobytes() for result in results]


@pytest.mark.parametrize("n", [100, 100_000])
@pytest.mark.parametrize("own_threads", [1, 3])
def test_threads_compute_at_the_same_time(n, own_threads):
    lanescan.set_num_threads(own_threads)
    x = np.random.default_rng(7).standard_normal(n)
    pieces = np.array_split(x, 5)
    wanted = work(x, pieces)
    start, wrong = threading.Barrier(6), []

    def repeat():
        start.wait()
        for _ in range(2000 // n + 10):
            wrong.extend(a != b for a, b in zip(work(x, pieces), wanted))

    threads = [threading.Thread(target=repeat) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(wrong) == 6 * (2000 // n + 10) * len(wanted)
    assert not any(wrong)


def test_errors_of_many_threads():
    """Each thread gets the error of its own call."""
    right = []

    def repeat(name):
        for _ in range(300):
            try:
                lanescan.Stream(name, "f8")
            except ValueError as error:
                right.append(name in str(error))

    threads = [threading.Thread(target=repeat, args=(name,)) for name in ("a_", "b_", "c_", "d_")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(right) == 1200 and all(right)
