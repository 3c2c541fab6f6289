"""lanescan.torch in processes and threads: fork, spawn, many threads, memory, and as a program."""

import gc
import os
import subprocess
import sys
import threading
import textwrap
import time

import pytest
from torch_cases import AVAILABLE, calls, leaves_no_override, torch

import lanescan.torch

pytestmark = pytest.mark.slow


def run(*arguments, code=None):
    """Another interpreter; what it prints."""
    command = (
        [sys.executable, *arguments]
        if code is None
        else [sys.executable, "-c", textwrap.dedent(code)]
    )
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done


def test_import_alone_changes_nothing():
    done = run(
        code="""
        import torch, lanescan.torch
        torch.cumsum(torch.ones(3), 0)
        print(any(row["enabled"] or row["calls"] for row in lanescan.torch.status().values()))
    """
    )
    assert done.stdout.strip() == "False"
    assert done.stderr == ""


def test_enable_is_silent():
    done = run(
        code="""
        import warnings
        warnings.simplefilter("error")
        import torch, lanescan.torch
        lanescan.torch.enable()
        try:
            torch.cumsum(torch.ones(3), 5)
        except IndexError as error:
            print(error)
    """
    )
    assert done.stdout.startswith("Dimension out of range (expected to be in range of [-1, 0]")
    assert done.stderr == ""


def test_old_pytorch_is_told():
    done = run(
        code="""
        import torch
        del torch.library.get_kernel  # what 2.8 lacks
        torch.__version__ = "2.8.0"
        try:
            import lanescan.torch
        except ImportError as error:
            print(error)
    """
    )
    assert done.stdout.strip() == "lanescan.torch needs PyTorch 2.9 or later; this is 2.8.0"


def test_program(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, torch\n"
        "print(__name__, sys.argv[1:], sys.path[0])\n"
        "print(torch.cumsum(torch.ones(4), 0).tolist())\n"
    )
    ops = "cumsum, cummax "
    done = run("-m", "lanescan.torch", "--status", "--ops", ops, str(script), "-a", "b")
    assert done.stdout.splitlines() == [f"__main__ ['-a', 'b'] {tmp_path}", "[1.0, 2.0, 3.0, 4.0]"]
    rows = [line.split() for line in done.stderr.splitlines()[1:]]
    assert rows == [["cumsum", "1", "0"], ["cummax", "0", "0"]]


def test_program_is_a_module(tmp_path):
    (tmp_path / "program.py").write_text(
        "import lanescan.torch\n" "print(lanescan.torch.status()['cumsum']['enabled'])\n"
    )
    command = [sys.executable, "-m", "lanescan.torch", "-m", "program"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize(
    "wrong, message",
    [
        (["--ops", "cumsom", "x.py"], "'cumsom' is not an operator of lanescan.torch"),
        (["--ops", "", "x.py"], "argument --ops: names no operator"),
        (["--ops", " , ", "x.py"], "argument --ops: names no operator"),
        (["--ops", "cumsum,", "x.py"], "'' is not an operator of lanescan.torch"),
        ([], "the following arguments are required: program"),
    ],
)
def test_program_with_wrong_arguments(wrong, message):
    command = [sys.executable, "-m", "lanescan.torch", *wrong]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and message in done.stderr


def test_program_that_is_not_there(tmp_path):
    """A line and Python's status, no traceback; what the program itself misses has one."""
    path = tmp_path / "script.py"
    command = [sys.executable, "-m", "lanescan.torch", "--status", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and done.stderr == (
        f"python -m lanescan.torch: [Errno 2] No such file or directory: '{path}'\n"
    )
    path.write_text("open('nothing.txt')")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and "Traceback" in done.stderr and "nothing.txt" in done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_fork_after_threads():
    """A child of fork() goes on with one thread: libgomp's are not there."""
    done = run(
        code="""
        import os, time, torch, lanescan.torch
        torch.set_num_threads(2)
        lanescan.torch.enable()
        x = torch.randn(1 << 20)
        expected = torch.logcumsumexp(x, 0)
        child = os.fork()
        if child == 0:
            # (torch.equal would wait for ever, as all of PyTorch's own kernels that use threads.)
            same = (torch.logcumsumexp(x, 0).numpy() == expected.numpy()).all()
            os._exit(0 if same else 3)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                print(os.waitstatus_to_exitcode(status))
                break
            time.sleep(0.05)
        else:
            os.kill(child, 9)
            print("hangs")
    """
    )
    assert done.stdout.strip() == "0"


def test_workers_that_are_spawned(tmp_path):
    """They start with PyTorch's own kernels, and enable() is their first call."""
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(
            """
        import torch, lanescan.torch

        class Data(torch.utils.data.Dataset):
            def __len__(self):
                return 4
            def __getitem__(self, i):
                torch.cumsum(torch.ones(3), 0)
                return lanescan.torch.status()["cumsum"]["calls"]

        def start(worker):
            lanescan.torch.enable()

        if __name__ == "__main__":
            for context in ("fork", "spawn"):
                for begin in (None, start):
                    loader = torch.utils.data.DataLoader(
                        Data(), num_workers=1, worker_init_fn=begin,
                        multiprocessing_context=context)
                    print(context, [int(served) for served in loader])
    """
        )
    )
    assert run(str(script)).stdout.splitlines() == [
        "fork [0, 0, 0, 0]",
        "fork [1, 2, 3, 4]",
        "spawn [0, 0, 0, 0]",
        "spawn [1, 2, 3, 4]",
    ]


def in_threads(work, arguments):
    """work(argument, failures) in as many threads, which take turns all the time; the first failure
    is raised."""
    failures = []

    def attempt(argument):
        try:
            work(argument, failures)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=attempt, args=(argument,)) for argument in arguments]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failures, failures[0]


def test_threads_that_call():
    """Many at once with the override on: the bits of a call alone, and each thread its own
    errors."""
    torch.manual_seed(4)
    x, integers = torch.randn(5000), torch.randint(-9, 9, (5000,))
    rows = torch.randn(300, 40, dtype=torch.float64)
    cases = [
        lambda: torch.cumsum(integers, 0),
        lambda: torch.logcumsumexp(x, 0),
        lambda: torch.cumprod(rows, 1),
        lambda: torch.cummax(x, 0).indices,
        lambda: torch.logsumexp(rows, (0, 1)),
        lambda: torch.logaddexp(x, x.flip(0)),
    ]
    lanescan.torch.enable()
    wanted = [case().numpy().tobytes() for case in cases]
    before = {name: calls(name) for name in AVAILABLE}
    rounds = 40

    def work(number, failures):
        for _ in range(rounds):
            for case, bits in zip(cases, wanted):
                assert case().numpy().tobytes() == bits
            with pytest.raises(IndexError, match=f"but got {number}"):
                torch.cumsum(x, number)
            with pytest.raises(RuntimeError, match="must match the size"):
                torch.logaddexp(x, x[:7])
            if failures:
                return

    in_threads(work, range(5, 13))
    assert calls("cumprod")[0] - before["cumprod"][0] == 8 * rounds  # none went to PyTorch's kernel
    lanescan.torch.disable()
    assert torch.equal(
        torch.cumsum(integers, 0).cumsum(0), torch.cumsum(torch.cumsum(integers, 0), 0)
    )


TABLES = [
    f"aten::{name}"
    for name in (
        "cumsum",
        "cumsum.out",
        "cumsum_",
        "cumprod",
        "_cummax_helper",
        "_cummin_helper",
        "_logcumsumexp",
        "logsumexp",
        "logaddexp",
    )
    if name != "logsumexp" or name in AVAILABLE
]


def tables():
    """Which kernel PyTorch calls for each key."""
    return [torch._C._dispatch_dump_table(name) for name in TABLES]


def test_threads_that_switch():
    """Several at once while none computes: a block's override is there until the last block ends,
    and at the end the tables of kernels are what they were."""
    before, overridden = tables(), []
    with lanescan.torch.enabled():
        overridden = tables()
    assert all(a != b for a, b in zip(before, overridden)) and tables() == before

    def enter(number, failures):
        groups = AVAILABLE[number % len(AVAILABLE) :] + AVAILABLE[: number % 3]
        for _ in range(60):
            with lanescan.torch.enabled(groups):
                status = lanescan.torch.status()
                assert all(status[group]["enabled"] for group in groups)
            if failures:
                return

    in_threads(enter, range(6))
    assert tables() == before and not any(
        row["enabled"] for row in lanescan.torch.status().values()
    )

    def switch(number, failures):
        for turn in range(60):
            group = AVAILABLE[(number + turn) % len(AVAILABLE)]
            if turn % 3 == 0:
                lanescan.torch.enable(group)
            elif turn % 3 == 1:
                lanescan.torch.disable(group)
            else:
                with lanescan.torch.enabled([group, AVAILABLE[0]]):
                    pass
            if failures:
                return

    in_threads(switch, range(6))
    x = torch.arange(9.0)
    on = {name: row["enabled"] for name, row in lanescan.torch.status().items()}
    for name in AVAILABLE:
        served = calls(name)[0]
        torch.logaddexp(x, x) if name == "logaddexp" else getattr(torch, name)(x, 0)
        assert calls(name)[0] - served == on[name]
    lanescan.torch.enable()
    assert tables() == overridden
    lanescan.torch.disable()
    assert tables() == before


def test_switches_take_turns(monkeypatch):
    """No thread begins one while another's is not finished, however long it takes."""
    override, inside, most = lanescan._torch.override, [], []

    def slow(*arguments):
        inside.append(arguments)
        most.append(len(inside))
        time.sleep(0.005)
        inside.pop()
        return override(*arguments)

    monkeypatch.setattr(lanescan._torch, "override", slow)

    def switch(number, failures):
        for _ in range(3):
            with lanescan.torch.enabled("cumsum"):
                assert lanescan.torch.status()["cumsum"]["enabled"]

    in_threads(switch, range(4))
    assert set(most) == {1}


def resident():
    """The memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
@pytest.mark.parametrize("kind", ["results", "arguments", "stock", "errors", "switching"])
def test_memory(kind):
    """What is passed and returned is given back."""
    x, i = torch.randn(1000), torch.arange(3)
    y, index = torch.empty(1000), torch.empty(1000, dtype=torch.int64)

    def results():
        torch.cumsum(x, 0), torch.cummax(x, 0), torch.logsumexp(x, 0), torch.logaddexp(x, x)

    def arguments():
        torch.cumsum(i, 0, dtype=torch.float64), torch.logsumexp(i, (0,))
        torch.cumsum(x, 0, out=y), torch.cummin(x, 0, out=(y, index))
        torch.ops.aten._cummax_helper(x, y, index, 0), y.cumprod_(0)

    def stock():
        torch.cumsum(x, 0, out=torch.empty(0))

    def errors():
        with pytest.raises(IndexError):
            torch.cumsum(x, 5, dtype=torch.float64)

    def switching():
        with lanescan.torch.enabled():
            pass

    call = locals()[kind]
    repetitions = {"results": 40000, "arguments": 40000}.get(kind, 1500)
    lanescan.torch.enable() if kind != "switching" else None

    def grown():
        gc.collect()
        before = resident()
        for _ in range(repetitions):
            call()
        gc.collect()
        return resident() - before

    grown()
    # A byte for each call, or some pages of the allocator's.
    assert min(grown() for _ in range(3)) < repetitions + (1 << 18)


def test_gradient_on_another_thread():
    """The backward pass runs where PyTorch's engine runs it."""
    x = torch.randn(100, dtype=torch.float64, requires_grad=True)
    with lanescan.torch.enabled():
        before = calls("cumsum")
        result = torch.cumsum(x, 0)
        done = []
        thread = threading.Thread(target=lambda: done.append(result.sum().backward()))
        thread.start()
        thread.join()
        assert done and calls("cumsum")[0] >= before[0] + 2
    assert torch.equal(x.grad, torch.arange(100, 0, -1, dtype=torch.float64))
