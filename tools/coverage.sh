# ./dev coverage: which lines of the library the fast suite reaches. Sourced by dev; not a program of its own.
# shellcheck shell=bash disable=SC2154
#
# Measured: src/*.c, src/tensor/*.c and the templates, as they are compiled into the portable set of kernels and the library
# around it, for a machine that has no other set (tools/portable.ini). The other sets are compiled from the same
# templates; their block.h is judged function by function by the tests `vocabulary`.
#
# A line that is not reached fails, unless it is in tests/coverage.md with its reason, as a row `| file | text of the line | why |`.
# Branches are reported only: in code that is inlined for each type most of what is counted as one cannot be taken there.

# The lines that nothing reaches, as "file<tab>text".
uncovered_lines() {
    python3 - "$1" <<'PYTHON'
import json, sys
report = json.load(open(sys.argv[1]))
for entry in report["files"]:
    source = open(entry["file"]).read().split("\n")
    counts = {}
    for line in entry["lines"]:
        if not line.get("gcovr/noncode"):
            number = line["line_number"]
            counts[number] = max(counts.get(number, 0), line["count"])
    for number in sorted(n for n, count in counts.items() if count == 0):
        print(entry["file"], number, source[number - 1].strip(), sep="\t")
PYTHON
}

# Is this line of this file in the list?
is_explained() {
    grep -qF "| $1 | \`$2\` |" tests/coverage.md
}

measure_coverage() {
    local folder=build-coverage file number text unexplained=0
    local from=(--root . --filter 'src/' --object-directory "$folder" --gcov-executable gcov)
    suite 'coverage' "$folder" "${lean[@]}" --cross-file tools/portable.ini --buildtype=debug \
        -Db_coverage=true -- "${fast[@]}" --no-suite qemu -t 10
    mkdir -p "$folder/report"
    quietly gcovr "${from[@]}" --json "$folder/report/lines.json" --html-details "$folder/report/index.html" \
        --txt "$folder/report/lines.txt" || { fail 'gcovr'; return; }
    quietly gcovr "${from[@]}" --branches --txt "$folder/report/branches.txt" || true
    cat "$folder/report/lines.txt"
    grep '^TOTAL' "$folder/report/branches.txt" | sed 's/^TOTAL/branches:/' || true
    while IFS=$'\t' read -r file number text; do
        is_explained "$file" "$text" && continue
        printf '%s:%s: not reached: %s\n' "$file" "$number" "$text"
        unexplained=$((unexplained + 1))
    done < <(uncovered_lines "$folder/report/lines.json")
    if ((unexplained)); then
        fail "coverage: $unexplained lines are neither reached nor explained in tests/coverage.md"
    else
        pass "coverage: every line is reached or explained; $folder/report/index.html"
    fi
}
