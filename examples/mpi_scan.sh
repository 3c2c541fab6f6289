#!/bin/sh
# Runs the example on one to four ranks: it verifies itself, and what it promises to be the same bits is the same.
#     mpi_scan.sh <mpi_scan>
set -eu
program=$1
set --
if mpirun --version 2>/dev/null | grep -q 'Open MPI'; then
    # More ranks than cores, and root in a container, are what it refuses otherwise.
    set -- --allow-run-as-root --oversubscribe
    export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none
fi
mpirun "$@" -n 2 true >/dev/null 2>&1 || { echo 'SKIP mpirun cannot start two processes here'; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for ranks in 1 2 3 4; do
    mpirun "$@" -n "$ranks" "$program" >"$folder/$ranks"
    echo "$ranks ranks:"
    cat "$folder/$ranks"
    for way in 'by chunks' chain; do
        test "$(grep -c "$way" "$folder/$ranks")" = 2
        grep "$way" "$folder/1" >"$folder/wanted"
        grep "$way" "$folder/$ranks" | cmp - "$folder/wanted" ||
            { echo "$way: other bits on $ranks ranks than on one"; exit 1; }
    done
done
