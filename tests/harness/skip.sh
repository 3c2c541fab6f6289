#!/bin/sh
# Stands in for a test that cannot run here, so that the report shows it as skipped.
#     skip.sh <reason>
echo "SKIP $1"
exit 77
