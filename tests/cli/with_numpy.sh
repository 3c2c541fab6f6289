#!/bin/sh
# Runs a Python script with an interpreter that has NumPy: the one on PATH, or the system's.
#     with_numpy.sh <script> [its arguments]
set -eu
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        exec "$python" "$@"
    fi
done
echo 'SKIP NumPy (python3-numpy) is not there'
exit 77
