"""Threads of Python's and of the package's own; processes that are forked and spawned."""

import concurrent.futures
import multiprocessing
import os
import threading
import time

import numpy as np
import pytest

import lanescan

X = np.random.default_rng(1).standard_normal(1 << 20)


def digest(threads):
    lanescan.set_num_threads(threads)
    return lanescan.cumulative_logsumexp(X).tobytes()[-4096:], lanescan.get_num_threads()


def n_os_threads():
    return len(os.listdir("/proc/self/task"))


def test_number_of_threads():
    lanescan.set_num_threads(0)
    assert lanescan.get_num_threads() == len(os.sched_getaffinity(0))
    lanescan.set_num_threads(7)
    assert lanescan.get_num_threads() == 7


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="no /proc")
def test_threads_start_when_needed():
    """In a process of its own: small calls and one thread start none; a large call starts the
    others."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        assert pool.apply(count_threads) == [0, 0, 2]


def count_threads():
    before, counts = n_os_threads(), []
    lanescan.cumsum(X)
    counts.append(n_os_threads() - before)
    lanescan.set_num_threads(3)
    lanescan.cumsum(X[:100])
    counts.append(n_os_threads() - before)
    lanescan.cumsum(X)
    counts.append(n_os_threads() - before)
    return counts


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="no /proc")
def test_threads_after_fork():
    """The parent's are gone: a child's first large call starts the child's own."""
    digest(3)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(threads_of_a_call) == 2


def threads_of_a_call():
    before = n_os_threads()
    digest(3)
    return n_os_threads() - before


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(method):
    """Workers compute the same bits, with threads of their own, though the parent's pool is at work
    when they are made."""
    wanted = digest(3)
    context = multiprocessing.get_context(method)
    stop = threading.Event()

    def keep_the_pool_busy():
        while not stop.is_set():
            lanescan.cumsum(X)

    busy = threading.Thread(target=keep_the_pool_busy)
    busy.start()
    try:
        with context.Pool(2) as pool:
            results = pool.map_async(digest, [3, 1, 3, 2], chunksize=1).get(timeout=60)
    finally:
        stop.set()
        busy.join()
    assert [bits for bits, _ in results] == 4 * [wanted[0]]
    assert [count for _, count in results] == [3, 1, 3, 2]


def test_fork_of_a_fork():
    """Each generation has shared work before it forks."""
    digest(2)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        first = digest(2)
        grandchild = os.fork()
        if grandchild == 0:
            os.write(write, b"same" if digest(2) == first else b"diff")
            os._exit(0)
        os.waitpid(grandchild, 0)
        os._exit(0)
    deadline = time.monotonic() + 60
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, 9)
            pytest.fail("a child hangs")
        time.sleep(0.01)
    assert os.read(read, 4) == b"same"


def test_a_call_ends_when_all_is_written():
    """Whoever is last: no result is still to come when the call returns."""
    lanescan.set_num_threads(4)
    x, out = np.ones((64, 4096)), np.empty((64, 4096))
    for _ in range(300):
        out.fill(np.nan)
        lanescan.cumulative_logsumexp(x, axis=1, out=out)
        assert not np.isnan(out).any()


def test_many_python_threads():
    """Calls at the same time: one has the pool, the others their own thread."""
    lanescan.set_num_threads(3)
    wanted = lanescan.cumulative_sum(X).tobytes()
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda _: lanescan.cumulative_sum(X).tobytes(), range(40)))
    assert all(result == wanted for result in results)


@pytest.mark.parametrize(
    "call",
    [
        lambda x, y: lanescan.cumulative_logsumexp(x, out=y),
        lambda x, y: lanescan.logsumexp(x),
        lambda x, y: lanescan.linear_recurrence(x, x, out=y),
        lambda x, y: lanescan.Stream("logcumsumexp", "f8").push(x, y),
    ],
    ids=["scan", "reduction", "recurrence", "stream"],
)
def test_other_threads_run_meanwhile(call):
    """The interpreter's lock is given back while a large call computes: in the midst of it the main
    thread goes on."""
    large = np.zeros(1 << 24)
    out = np.empty_like(large)

    def steps_meanwhile():
        steps, times = [], []

        def work():
            times.append(time.perf_counter())
            call(large, out)
            times.append(time.perf_counter())

        thread = threading.Thread(target=work)
        thread.start()
        while len(times) < 2:
            steps.append(time.perf_counter())
        thread.join()
        # (With the lock kept, main may run for 5 ms before the thread reads the second time.)
        begin, length = times[0], times[1] - times[0]
        return sum(begin + 0.1 * length < step < begin + 0.4 * length for step in steps)

    call(large, out)
    # (Of a busy machine's processors the main thread may get none for as long as many calls take.)
    limit = time.monotonic() + 60
    while steps_meanwhile() <= 10:
        assert time.monotonic() < limit
