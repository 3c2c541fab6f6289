"""python -m lanescan.torch: runs a program with PyTorch's operators on lanescan's kernels.

    python -m lanescan.torch [--ops cumsum,logcumsumexp] [--status] script.py [ARGUMENT ...]
    python -m lanescan.torch [--ops ...] [--status] -m module [ARGUMENT ...]

--status prints at the end what has been called, to standard error.
"""

import argparse
import atexit
import os
import runpy
import sys


def _names(text):
    names = [name.strip() for name in text.split(",")]
    if not any(names):
        raise argparse.ArgumentTypeError("names no operator")
    return names


def _print_status():
    import lanescan.torch

    print("lanescan.torch: operator, calls, passed on to PyTorch", file=sys.stderr)
    for name, row in lanescan.torch.status().items():
        if row["enabled"]:
            print(f"{name:14}{row['calls']:12}{row['stock']:12}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(
        prog="python -m lanescan.torch",
        description="Runs a program with PyTorch's operators on lanescan's kernels.",
    )
    parser.add_argument(
        "--ops", type=_names, help="operators to override, as cumsum,logcumsumexp; without, all"
    )
    parser.add_argument("--status", action="store_true", help="at the end, what has been called")
    parser.add_argument("-m", dest="module", action="store_true", help="program names a module")
    parser.add_argument("program", help="a script, or with -m a module")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()

    import lanescan.torch

    try:
        lanescan.torch.enable(options.ops)
    except (ValueError, NotImplementedError) as error:
        parser.error(str(error))
    if not options.module:
        try:
            os.close(os.open(options.program, os.O_RDONLY))  # a folder can be run too
        except OSError as error:
            parser.exit(2, f"{parser.prog}: {error}\n")
    if options.status:
        atexit.register(_print_status)
    sys.argv = [options.program, *options.arguments]
    if options.module:
        sys.path[0] = os.getcwd()
        runpy.run_module(options.program, run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = os.path.dirname(os.path.abspath(options.program))
        runpy.run_path(options.program, run_name="__main__")


if __name__ == "__main__":
    main()
