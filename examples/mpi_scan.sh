#!/bin/sh
# Runs the example on one to four ranks, each with one and with three threads: it verifies itself,
# and what it promises to be the same bits is the same.
#     mpi_scan.sh <mpi_scan>
set -eu
program=$1
set --
if mpirun --version 2>/dev/null | grep -q 'Open MPI'; then
    # More ranks than cores, and root in a container, are what it refuses otherwise.
    set -- --allow-run-as-root --oversubscribe
    export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none
fi
mpirun "$@" -n 2 true >/dev/null 2>&1 ||
    { echo 'SKIP mpirun cannot start two processes here'; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
same() { # what, wanted, got: files of the same lines
    cmp "$2" "$3" || { echo "$1: other bits"; exit 1; }
}

for ranks in 1 2 3 4; do
    for threads in 1 3; do
        OMP_NUM_THREADS=$threads mpirun "$@" -n "$ranks" "$program" >"$folder/all"
        echo "$ranks ranks:"
        cat "$folder/all"
        grep '^[1-9][0-9]* threads, [1-9][0-9]* calls' "$folder/all" >/dev/null
        grep -v 'parallel_for' "$folder/all" >"$folder/$ranks.$threads"
        for way in 'by chunks' chain; do
            test "$(grep -c "$way" "$folder/all")" = 2
            grep "$way" "$folder/1.1" >"$folder/wanted"
            grep "$way" "$folder/all" >"$folder/got"
            same "$way on $ranks ranks with $threads threads, and on one" "$folder/wanted" \
                "$folder/got"
        done
        same "$ranks ranks with $threads threads, and with one" "$folder/$ranks.1" \
            "$folder/$ranks.$threads"
    done
    # Long scans are shared where there is more than one thread: without OpenMP there is not.
    if grep -q '^3 threads' "$folder/all"; then
        test "$(sed -n 's/^3 threads, \([0-9]*\) .*/\1/p' "$folder/all")" -gt 4
    fi
done
