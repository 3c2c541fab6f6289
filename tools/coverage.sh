# ./dev coverage: which lines of the library the fast suite reaches. Sourced by dev; not a program of its own.
# shellcheck shell=bash disable=SC2154
#
# Measured: src/*.c, src/tensor/*.c and the templates, as they are compiled into the portable set of kernels and the library
# around it, for a machine that has no other set (tools/portable.ini). The other sets are compiled from the same
# templates; their vocabulary is judged function by function by the tests `vocabulary`.
#
# A line that is not reached fails, unless it is in tests/coverage.md with its reason, as a row `| file | its text | why |`.
# Branches are reported only, and only of what is no template: in code that is inlined for each type most of what counts as
# one cannot be taken there.

# Lines that are neither reached nor explained. A row of the list explains one line; one that explains none is mentioned.
unexplained_lines() {
    python3 - "$1" tests/coverage.md <<'PYTHON'
import collections, json, sys

report, explanations = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
rows = collections.Counter()
for row in explanations.split("\n"):
    cells = [cell.strip() for cell in row.split(" | ")]
    if row.startswith("| src/") and len(cells) == 3:
        rows[cells[0].lstrip("| "), cells[1].strip("`")] += 1

for entry in report["files"]:
    source = open(entry["file"]).read().split("\n")
    counts = {}
    for line in entry["lines"]:
        if not line.get("gcovr/noncode"):
            number = line["line_number"]
            counts[number] = max(counts.get(number, 0), line["count"])
    for number in sorted(n for n, count in counts.items() if count == 0):
        text = source[number - 1].strip()
        if rows[entry["file"], text] > 0:
            rows[entry["file"], text] -= 1
        else:
            print(f"{entry['file']}:{number}: not reached: {text}")
for (file, text), left in rows.items():
    if left > 0:
        print(f"(tests/coverage.md explains {file}: {text}, which is reached)", file=sys.stderr)
PYTHON
}

measure_coverage() {
    local folder=build-coverage unexplained
    local from=(--root . --object-directory "$folder" --gcov-executable gcov
        "$folder/liblanescan_core.a.p" "$folder/liblanescan_generic.a.p")
    local core=(--filter 'src/[^/]*[.]c' --filter 'src/tensor/.*[.]c')
    suite 'coverage' "$folder" "${lean[@]}" --cross-file tools/portable.ini --buildtype=debug \
        -Db_coverage=true -Dc_args=-fprofile-update=atomic -- "${fast[@]}" --no-suite qemu -t 10
    mkdir -p "$folder/report"
    quietly gcovr "${from[@]}" --filter src/ --json "$folder/report/lines.json" --html-details "$folder/report/index.html" \
        --txt "$folder/report/lines.txt" || { fail 'gcovr'; return; }
    quietly gcovr "${from[@]}" "${core[@]}" --branches --txt "$folder/report/branches.txt" || true
    cat "$folder/report/lines.txt"
    grep '^TOTAL' "$folder/report/branches.txt" | sed 's/^TOTAL/branches of the sources that are no templates:/' || true
    unexplained_lines "$folder/report/lines.json" >"$folder/report/unexplained.txt" ||
        { fail 'the report could not be read'; return; }
    cat "$folder/report/unexplained.txt"
    unexplained=$(wc -l <"$folder/report/unexplained.txt")
    if ((unexplained)); then
        fail "coverage: $unexplained lines are neither reached nor explained in tests/coverage.md"
    else
        pass "coverage: every line is reached or explained; $folder/report/index.html"
    fi
}
