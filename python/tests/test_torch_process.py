"""lanescan.torch in processes and threads: fork, spawn, many threads, memory, and as a program."""

import gc
import os
import subprocess
import sys
import threading
import textwrap
import time

import pytest
from torch_cases import calls, leaves_no_override, torch

import lanescan.torch

pytestmark = pytest.mark.slow


def run(*arguments, code=None):
    """Another interpreter; what it prints."""
    command = [sys.executable, *arguments] if code is None else [sys.executable, "-c",
                                                                 textwrap.dedent(code)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done


def test_import_alone_changes_nothing():
    done = run(code="""
        import torch, lanescan.torch
        torch.cumsum(torch.ones(3), 0)
        print(any(row["enabled"] or row["calls"] for row in lanescan.torch.status().values()))
    """)
    assert done.stdout.strip() == "False"
    assert done.stderr == ""


def test_enable_is_silent():
    done = run(code="""
        import warnings
        warnings.simplefilter("error")
        import torch, lanescan.torch
        lanescan.torch.enable()
        try:
            torch.cumsum(torch.ones(3), 5)
        except IndexError as error:
            print(error)
    """)
    assert done.stdout.startswith("Dimension out of range (expected to be in range of [-1, 0]")
    assert done.stderr == ""


def test_old_pytorch_is_told():
    done = run(code="""
        import torch
        del torch.library.get_kernel  # what 2.8 lacks
        torch.__version__ = "2.8.0"
        try:
            import lanescan.torch
        except ImportError as error:
            print(error)
    """)
    assert done.stdout.strip() == "lanescan.torch needs PyTorch 2.9 or later; this is 2.8.0"


def test_program(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import sys, torch\n"
                      "print(__name__, sys.argv[1:], sys.path[0])\n"
                      "print(torch.cumsum(torch.ones(4), 0).tolist())\n")
    done = run("-m", "lanescan.torch", "--status", "--ops", "cumsum,cummax", str(script), "-a", "b")
    assert done.stdout.splitlines() == [f"__main__ ['-a', 'b'] {tmp_path}", "[1.0, 2.0, 3.0, 4.0]"]
    rows = [line.split() for line in done.stderr.splitlines()[1:]]
    assert rows == [["cumsum", "1", "0"], ["cummax", "0", "0"]]


def test_program_is_a_module(tmp_path):
    (tmp_path / "program.py").write_text("import lanescan.torch\n"
                                         "print(lanescan.torch.status()['cumsum']['enabled'])\n")
    command = [sys.executable, "-m", "lanescan.torch", "-m", "program"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize("wrong, message", [
    (["--ops", "cumsom", "x.py"], "'cumsom' is not an operator of lanescan.torch"),
    ([], "the following arguments are required: program"),
])
def test_program_with_wrong_arguments(wrong, message):
    command = [sys.executable, "-m", "lanescan.torch", *wrong]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and message in done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_fork_after_threads():
    """A child of fork() goes on with one thread: libgomp's are not there."""
    done = run(code="""
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
    """)
    assert done.stdout.strip() == "0"


def test_workers_that_are_spawned(tmp_path):
    """They start with PyTorch's own kernels, and enable() is their first call."""
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent("""
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
    """))
    assert run(str(script)).stdout.splitlines() == [
        "fork [0, 0, 0, 0]", "fork [1, 2, 3, 4]", "spawn [0, 0, 0, 0]", "spawn [1, 2, 3, 4]"]


def test_threads():
    """Calls from several threads, with errors among them, while the override comes and goes."""
    torch.manual_seed(4)
    x = torch.randn(5000)
    integers = torch.randint(-9, 9, (5000,))
    expected = torch.cumsum(integers, 0)
    with lanescan.torch.enabled():
        logs = torch.logcumsumexp(x, 0)
    failures, ends = [], threading.Event()

    def work(number):
        try:
            while not ends.is_set():
                assert torch.equal(torch.cumsum(integers, 0), expected)
                torch.testing.assert_close(torch.logcumsumexp(x, 0), logs)
                with pytest.raises(IndexError, match=f"but got {number}"):
                    torch.cumsum(x, number)
                with pytest.raises(RuntimeError, match="must match the size"):
                    torch.logaddexp(x, x[:7])
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(5, 9)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline and not failures:
        lanescan.torch.enable()
        time.sleep(0.002)
        lanescan.torch.disable()
        time.sleep(0.002)
    ends.set()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


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
