#!/bin/sh
# Runs numpy_check.py with a Python that has NumPy: that of PATH, or Debian's.
#     numpy_check.sh <liblanescan.so>
set -eu
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        LANESCAN_LIBRARY=$1 PYTHONDONTWRITEBYTECODE=1 exec "$python" \
            "$(dirname "$0")/numpy_check.py"
    fi
done
echo 'SKIP python3-numpy is not installed'
exit 77
