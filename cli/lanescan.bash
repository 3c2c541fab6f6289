# bash completion of lanescan(1)

_lanescan()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} \
        operation=${COMP_WORDS[1]}
    local operations='cumsum cumprod cummax cummin logcumsumexp logsumexp logaddexp recurrence info'
    local types='bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128'
    local shared='--dtype --order --output --to --npy --raw --shape'
    shared+=' --text --column --separator --skip-header'
    local always='--isa --threads --help --version' words=

    # --to=n comes as three words
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$operations help --help --version" -- "$current"))
        return
    fi
    case $previous in
    help) words=$operations ;;
    --dtype | -t | --raw) words=$types ;;
    --order) words='C F' ;;
    --to) words='npy raw text' ;;
    --separator | -s) words='tab space' ;;
    --isa) words=$("${COMP_WORDS[0]}" info 2>/dev/null | sed -n 's/^instruction sets: //p') ;;
    --dim | -d | --initial | -i | --shape | --column | -c | --threads) return ;;
    esac
    if [[ -z $words && $current == -* ]]; then
        case $operation in
        cumsum | cumprod | logcumsumexp)
            words="--dim --reverse --exclusive --total --initial --gradient $shared $always" ;;
        cummax | cummin)
            words="--dim --reverse --exclusive --total --initial --index --gradient"
            words+=" $shared $always" ;;
        logsumexp) words="--dim --gradient --keepdims $shared $always" ;;
        logaddexp) words="$shared $always" ;;
        recurrence) words="--dim --reverse --initial $shared $always" ;;
        info) words="--self-test $always" ;;
        esac
    fi
    if [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    elif [[ $operation != info && $operation != help ]]; then
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}

complete -o filenames -F _lanescan lanescan
