# Sourced by mutants.sh: what a judge takes, and how it is made of the sources in $tree, to $mine;
# what compilers say goes to $log. meson.build gives MUTANT_FLAGS_<set> for each instruction set,
# MUTANT_CORE_FLAGS for what is not kernels, and MUTANT_PARTS and MUTANT_CPU, the objects and
# archives of the library that a mutant of the rest is linked with.

# The table of kernels of one operation, the vocabulary, the library, or a program of its own.
artefact_of() { # judge, set, operation
    case $1 in
    accuracy | across | bits | complex | complex_accuracy | convert | golden | guard | order | \
        special | transpose | widening) echo "table $2 $3" ;;
    vocabulary) echo "vocabulary $2 -" ;;
    functions | fma | layout | shapes | overlap) echo "program $1 -" ;;
    cpu_invented | cpu_builtin | dispatch_select) echo "program $1 -" ;;
    *) echo "library $2 $3" ;;
    esac
}

compile() { # flags, then other arguments
    flags=$1
    shift
    # Unquoted: several flags.
    "$@" -std=c11 -Og -w -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC $flags \
        -I "$tree" -I "$tree/tensor" -I "$src/../include" 2>"$log"
}

set_flags() { eval "echo \"\${MUTANT_FLAGS_$1-}\""; }

make_kernels() { # set, operation, object, more flags, compiler...
    set=$1 operation=${2#scalars:} object=$3 more=$4
    shift 4
    compile "$more $(set_flags "$set") -DLANESCAN_LONG_APART=1 -DMUTANT_$operation -I $tree/$set" "$@" \
        "$tests/mutant_kernels.c" -c -o "$object"
}

make_table() { # set, operation, compiler...
    set=$1 operation=$2
    shift 2
    make_kernels "$set" "$operation" "$mine/table.o" '' "$@" &&
        compile -shared "$@" "$mine/table.o" "$tree/last_set.c" -lm -o "$mine/table.so"
}

make_vocabulary() { # set, -, compiler...
    set=$1
    shift 2
    compile "-shared $(set_flags "$set") -I $tree/$set" "$@" "$tests/mutant_vocabulary.c" "$tree/last_set.c" -lm \
        -o "$mine/vocabulary.so"
}

# What a set's own compiler makes of a judge's artefact, without symbols and the like.
make_object() { # judge, set, operation, object, compiler...
    set=$2 operation=$3 object=$4
    case $(artefact_of "$1" "$2" "$3") in
    table*) shift 4 && make_kernels "$set" "$operation" "$object" '' "$@" ;;
    vocabulary*)
        shift 4
        compile "$(set_flags "$set") -I $tree/$set" "$@" \
            "$tests/mutant_vocabulary.c" -c -o "$object" ;;
    *)
        echo "$1 judges no code of $set alone" >"$log"
        return 1 ;;
    esac && strip --strip-unneeded -R .comment "$object"
}

make_program() { # judge, -, compiler...
    program=$1
    shift 2
    sources="$tests/$program.c $tree/status.c $tree/tensor/layout.c $tree/tensor/overlap.c $tree/tensor/bounded_sum.c"
    more=
    case $program in
    fma) sources=$tests/fma.c ;;
    functions) sources="$tests/mutant_functions.c $tests/complex_functions.c -lmpfr -lgmp" more=$(set_flags generic) ;;
    overlap) sources="$sources $tests/overlap_brute.c $tests/overlap_nested.c" ;;
    cpu_invented)
        sources="$tests/cpu/invented.c $tree/cpu.c"
        more="-DLANESCAN_WITH_X86 -I $tests/cpu/invented" ;;
    cpu_builtin)
        sources="$tests/cpu/invented.c $tree/cpu_builtin.c"
        more="-I $tests/cpu/invented" ;;
    dispatch_select)
        sources="$tests/dispatch_select.c $tree/dispatch.c $tests/mutant_tables.c"
        more=$MUTANT_CORE_FLAGS ;;
    esac
    compile "$more" "$@" "$tests/check.c" $sources -lm -o "$mine/program"
}

make_core() { # the files in the tree other than kernels, or only one, to $objects; compiler...
    one=$1 objects=$2 flags=$3
    shift 3
    mkdir -p "$objects"
    for path in "$tree"/*.c "$tree"/tensor/*.c; do
        source=${path#"$tree/"}
        case $source in cpu*.c) continue ;; esac
        [ -z "$one" ] || [ "$one" = "$source" ] || continue
        compile "$flags" "$@" "$path" -c -o "$objects/$(echo "$source" | tr / -).o" || return 1
    done
}

# Of operation `-`, the library as it is built, but for the mutated file; else all of it mutated, with one set of kernels.
make_library() { # -, operation, compiler...
    operation=$2
    shift 2
    if [ "$operation" = - ]; then
        flags=$MUTANT_CORE_FLAGS one= kernels="-Wl,--whole-archive $MUTANT_PARTS -Wl,--no-whole-archive"
        case $file in
        -) one=none ;;
        *.c) one=$file ;;
        esac
        [ -z "$one" ] || cp -r "$work/core" "$mine/core"
    else
        flags= one= kernels=$mine/library.o
        make_kernels generic "$operation" "$kernels" -DMUTANT_LIBRARY "$@" || return 1
    fi
    make_core "$one" "$mine/core" "$flags" "$@" || return 1
    # Whoever needs liblanescan.so.1 finds this one loaded.
    compile '-shared -Wl,-soname,liblanescan.so.1' "$@" "$mine"/core/*.o $kernels $MUTANT_CPU \
        "-Wl,--version-script=$tree/lanescan.map" -lm -o "$mine/library.so"
}
