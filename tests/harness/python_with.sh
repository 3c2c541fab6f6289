#!/bin/sh
# Runs a Python script with an interpreter that has a module: the one on PATH, or the system's,
# which Debian's packages are for.
#     python_with.sh <module> <script> [its arguments]
set -eu
module=$1
shift
for python in python3 /usr/bin/python3; do
    if "$python" -c "import $module" 2>/dev/null; then
        exec "$python" -B "$@"
    fi
done
echo "SKIP python3-$module is not installed"
exit 77
