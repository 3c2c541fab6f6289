#!/bin/sh
# Lines of at most 100 columns: clang-format and black break neither strings nor comments, and the
# rest nobody formats. (Rows of lanes/sets.h are one line each; tables, cases and cross files are
# not looked at.)
#
#     columns.sh <root of the sources>

cd "$1" || exit 1
[ -e .git ] && command -v git >/dev/null || {
    echo "SKIP these sources are no repository"
    exit 77
}
LC_ALL=C.UTF-8 git grep -nE '^.{101}' -- dev '*.sh' '*.bash' '*meson.build' meson_options.txt \
    '*.[ch]' '*.[ch]pp' '*.def' '*.py' '*.pyi' '*.cmake*' \
    ':!src/lanes/sets.h' ':!golden' ':!*coefficients.h'
[ $? -eq 1 ]
