# bash completion of lanescan(1), which is asked for its operations, their options and types

_lanescan_operations()
{
    "${COMP_WORDS[0]}" --help 2>/dev/null | sed -nE 's/^  ([a-z]+)  .*/\1/p'
}

_lanescan_options()
{
    "${COMP_WORDS[0]}" "$1" --help 2>/dev/null | sed -nE 's/^  (-.,|   ) (--[a-z-]+).*/\2/p'
}

_lanescan()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} \
        operation=${COMP_WORDS[1]} words=

    # --to=n comes as three words
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$(_lanescan_operations) help --help --version" -- "$current"))
        return
    fi
    case $previous in
    help) words=$(_lanescan_operations) ;;
    --dtype | -t | --raw)
        words=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -n 's/^Types: \(.*\), or.*/\1/p') ;;
    --order) words='C F' ;;
    --to) words='npy raw text' ;;
    --separator | -s) words='tab space' ;;
    --isa) words=$("${COMP_WORDS[0]}" info 2>/dev/null | sed -n 's/^instruction sets: //p') ;;
    --dim | -d | --initial | -i | --shape | --column | -c | --threads) return ;;
    esac
    if [[ -z $words && $current == -* ]]; then
        words=$(_lanescan_options "$operation")
    fi
    if [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    elif [[ $operation != info && $operation != help ]]; then
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}

complete -o filenames -F _lanescan lanescan
