"""Which Python runs the scripts that compare lanescan with packages of Python."""
import os
import shutil
import sys


def use(name):
    """Goes on in the interpreter of that name (that of a virtual environment is a link to the one
    it was made with); without one, in one that has NumPy: Debian's packages are for its own
    python3, which need not be the first of PATH.
    """
    if name:
        path = shutil.which(name)
        if not path:
            sys.exit(f"{os.path.basename(sys.argv[0])}: there is no interpreter {name}")
        if os.path.abspath(path) != sys.executable:
            os.execv(path, [os.path.abspath(path), os.path.abspath(sys.argv[0]), *sys.argv[1:]])
        return
    debian = "/usr/bin/python3"
    try:
        import numpy  # noqa: F401
    except ImportError:
        if os.access(debian, os.X_OK) and not os.environ.get("LANESCAN_BENCH_PYTHON"):
            os.environ["LANESCAN_BENCH_PYTHON"] = debian  # only once
            os.execv(debian, [debian, os.path.abspath(sys.argv[0]), *sys.argv[1:]])
