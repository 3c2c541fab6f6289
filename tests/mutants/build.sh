# Sourced by mutants.sh: what a judge takes, made of the units that have the fault and of the
# build's archives: the linker takes the units, which come first, and all else from the archives.
# What compilers say goes to $log.
#
# A unit is a file that is compiled, "set:unit" in the list, its path in src without ".c":
#     lanes:ops/sum/sum   for a set; "lanes" is this machine's AVX2 or NEON, "portable" the
#                         portable code, in its faster form
#     lanes:sum           short for that
#     lines:sum           the functions on lines of a family (choose/lines.c)
#     core:tensor/walk    not for a set
#     tsan:tensor/relay   the same with ThreadSanitizer, for judges that have it
#     judge:vocabulary/fma    of the judge itself, from tests, which includes the file
#     avx2:vocabulary     the vocabulary, as the judge of that name takes it
# A set alone is the mutated file itself; or, where that is a header, all units of the core.

kernel_sets=$(sed -n 's/^ *ROW(\([a-z0-9_]*\),.*/\1/p' "$src/lanes/sets.h" | paste -s -d ' ')
# Those with lanes of their own.
lane_sets=$(sed -n '/, generic,/!s/^ *ROW(\([a-z0-9_]*\),.*/\1/p' "$src/lanes/sets.h" |
    paste -s -d ' ')

# What both forms of portable code have once.
once=$(cd "$src" && grep -l 'OWNER(set, folder) folder' ops/*/*.def | sed 's/[^/]*$//' |
    paste -s -d '|')

# The set of the first unit: what a CPU must have, and what judges run.
set_of() { # units
    case ${1%%[ :]*} in
    portable) echo "$MUTANT_PORTABLE" ;;
    lanes) echo "$MUTANT_LANES" ;;
    *) echo "${1%%[ :]*}" ;;
    esac
}

# What a judge takes: a table of kernels, a library, the vocabulary, or it is linked with the fault
# itself.
artefact_of() { # judge, units
    case $2:$1 in
    judge:* | *:*_tsan | core:*:convert | core:*:fma) echo "program-$1" ;;
    *:accuracy | *:across | *:bits | *:complex | *:complex_accuracy | *:convert | *:folding | \
        *:golden | \
        *:guard | *:order | *:recurrence_lines | *:special | *:transpose | *:widening) echo table ;;
    *:vocabulary) echo vocabulary ;;
    *:gradient_pieces | *:layout | *:shapes | *:overlap | *:cpu_invented* | *:dispatch_select)
        echo "program-$1" ;;
    *) echo library ;;
    esac
}

# Those of the core that take headers of their own.
core_units() {
    (cd "$src" && ls tensor/*.c gradient/*.c) | sed '/left_out/d; s/^/core:/; s/\.c$//'
    printf 'core:%s\n' choose/dispatch memory/elements memory/paths ops/states
}

# The units one by one, without short forms.
units_of() { # units, file
    for unit in $1; do
        set=$(set_of "$unit")
        case $unit in
        lines:* | judge:* | *:*/* | *:vocabulary) echo "$set:${unit#*:}" ;;
        *:*) echo "$set:ops/${unit#*:}/${unit#*:}" ;;
        *) case $2 in
            *.c) echo "$set:${2%.c}" ;;
            *) core_units ;;
            esac ;;
        esac
    done | sed -E "s@^generic_fma:($once|fold/scalars|memory/)@generic:\1@"
}

compile() { # flags, then other arguments
    flags=$1
    shift
    # Unquoted: several flags.
    $MUTANT_COMPILER -std=c11 -O1 -w -fPIC -ffp-contract=off -fno-math-errno -fno-trapping-math \
        $flags "$@" 2>"$log"
}

compile_unit() { # set:unit, object
    set=${1%%:*} unit=${1#*:}
    folder=$set source=$tree/$unit.c
    eval "of_set=\${MUTANT_FLAGS_$set-}"
    case $set in
    core) # the folder of invented CPUs is for choose/cpu*.c
        of_set="$MUTANT_FLAGS_core -I $tests/dispatch/invented -I $tests -I $tests/.." ;;
    tsan) of_set="$MUTANT_FLAGS_tsan -I $tests -I $tests/.." ;;
    lines)
        source=$tree/choose/lines.c
        of_set="$MUTANT_FLAGS_core -DLANESCAN_FAMILY=ops/$unit/$unit.def" ;;
    judge)
        source=$tests/$unit.c of_set="$MUTANT_FLAGS_core -I $tests -I $tests/.." folder=generic ;;
    generic_fma) folder=generic ;;
    esac
    case $unit in
    vocabulary)
        source=$tests/vocabulary/set.c
        of_set="$of_set -DVOCABULARY_TABLE=vocabulary_mutant -I $tests -I $tests/.." ;;
    *) of_set="$of_set -fvisibility=hidden" ;;
    esac
    compile "$of_set -I $tree -I $tree/$folder -I $src/../include" "$source" -c -o "$2"
}

object_of() { echo "$1" | tr ':/' '__'; } # set:unit

# The units as objects, and their list.
compile_units() { # set:unit ...
    objects=
    for each in "$@"; do
        object=$mine/$(object_of "$each").o
        compile_unit "$each" "$object" || return 1
        objects="$objects $object"
    done
}

# The same of what has no fault: each is compiled once. In quick trials it is from the archives of
# the build, all but a vocabulary.
compile_faultless() { # set:unit ...
    objects=
    tree=$src
    for each in "$@"; do
        case $extent:$each in
        *:*:vocabulary) ;;
        quick:*) continue ;;
        esac
        object=$work/faultless/$(object_of "$each").o
        if ! [ -e "$object" ]; then
            compile_unit "$each" "$mine/object" && mv "$mine/object" "$object" || return 1
        fi
        objects="$objects $object"
    done
}

link() { # output, then what is linked
    output=$1
    shift
    compile '' "$@" -Wl,--start-group $MUTANT_ARCHIVES "$work/libcpu.a" -Wl,--end-group -lm \
        -o "$output"
}

make_table() {
    table_set=$1
    case " $kernel_sets " in *" $table_set "*) ;; *) table_set=$MUTANT_LANES ;; esac
    eval "of_table=\$MUTANT_FLAGS_$table_set"
    of_table="$of_table -Dlanescan_kernels_$table_set=lanescan_kernels_mutant"
    of_table="$of_table -I $tree -I $tree/${table_set%_fma} -I $src/../include"
    compile "$of_table" "$tree/ops/table.c" -c \
        -o "$mine/kernel-table.o" &&
        link "$mine/table" -shared "$mine/kernel-table.o" $objects
}

make_vocabulary() { link "$mine/vocabulary" -shared $objects; }

# Whoever needs liblanescan.so.1 finds this one loaded. Where the portable code has the fault there
# is no other set.
make_library() {
    others=
    [ "$1" != "$MUTANT_PORTABLE" ] || others=$work/portable/*.o
    link "$mine/library" -shared -Wl,-soname,liblanescan.so.1 $objects $others "@$work/public" \
        "-Wl,--version-script=$tree/choose/lanescan.map"
}

# The judge's own objects but for those that are made anew: of files of its own, and of the
# library's that are compiled into it.
make_program() { # set, judge
    own=
    for object in "$built"/*/"$2.p"/*.o "$built"/*/"$2.p"/..*.o; do
        [ -e "$object" ] || continue
        of_file=$(basename "$object" .c.o)
        case " $objects " in
        *"/core_${of_file#*_src_}.o "* | */judge_*"_$of_file.o "*) ;;
        *) own="$own $object" ;;
        esac
    done
    case $2 in
    *_tsan)
        link "$mine/program-$2" $own $objects "$MUTANT_CORE_tsan" -ldl -pthread \
            -fsanitize=thread
        ;;
    *) link "$mine/program-$2" $own $objects -ldl -lmpfr -lgmp ;;
    esac
}

# What all artefacts share, once.
make_common() {
    tree=$src
    mkdir "$work/faultless" "$work/portable"
    mine=$work/portable
    ar rcs "$work/libcpu.a" $MUTANT_CPU
    nm -D --defined-only "$build/src/liblanescan.so" |
        sed -n 's/.* T \([^@]*\).*/-Wl,-u,\1/p' >"$work/public"
    of_full=$MUTANT_FLAGS_core MUTANT_FLAGS_core=$MUTANT_FLAGS_portable_core
    made=0
    compile_units core:choose/dispatch core:choose/tables \
        $(for path in "$src"/ops/*/*.def; do echo "lines:$(basename "$path" .def)"; done) || made=1
    MUTANT_FLAGS_core=$of_full
    return $made
}
