#!/usr/bin/env python3
"""--help, the man page and the completions of both shells name the same options and operations.
What needs a tool is a test of its own: groff and man format the page, bash and zsh take their
completion.
    documents.py <lanescan> <folder of man page and completions> <names | groff | man | bash | zsh>
"""

import os
import re
import shutil
import subprocess
import sys

import cli
from cli import check, run

FOLDER = os.path.abspath(sys.argv[2])
PACKAGES = {"groff": "groff-base", "man": "man-db", "bash": "bash", "zsh": "zsh"}


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def options_of(text):
    """Letter, name and argument of each option of a --help."""
    found = re.findall(
        r"^  (?:-(\w),|   ) --([a-z-]+)(?: ([A-Z][A-Z,.]*))?  *\S", text, re.MULTILINE
    )
    check(len(found) > 2, f"no options in {text}")
    return found


def help_of(*arguments):
    done = run(*arguments)
    check(done.returncode == 0 and done.stderr == b"", f"{arguments}: {done}")
    text = done.stdout.decode()
    for line in text.splitlines():
        check(len(line) <= 80, f"{arguments}: a long line: {line}")
    return text


SCANS = [row.name for row in cli.lists.operations()]
# As --help names them, which has them from the list of operations.
OPERATIONS = re.findall(r"^  ([a-z]+)  ", help_of("--help"), re.MULTILINE)


def helps():
    everything = help_of("--help")
    functions = [name.removeprefix("linear_") for name in cli.lists.functions()]
    check(OPERATIONS == [*SCANS, *functions, "info"], "operations of --help")
    check(help_of("help") == everything == help_of("-h"), "ways to ask for help")
    seen = set()
    for operation in OPERATIONS:
        text = help_of(operation, "--help")
        check(text.startswith(f"Usage: lanescan {operation} "), f"help of {operation}")
        check(
            text == help_of("help", operation) == help_of(operation, "-h"),
            f"ways to ask for help on {operation}",
        )
        seen |= set(options_of(text))
    check(seen == set(options_of(everything)), "each option belongs to an operation")
    version = run("info").stdout.decode().splitlines()[0].split(": ")[1]
    check(
        help_of("--version") == help_of("-V") == help_of("cumsum", "-V") == f"lanescan {version}\n",
        "version",
    )


def man_page():
    page = read("lanescan.1")
    found = []
    for line in re.findall(r"^\.It (Fl .*)$", page, re.MULTILINE):
        letter = re.search(r"Fl (\w)\b", line)
        name = re.search(r"Fl -([a-z-]+)", line).group(1)
        argument = re.search(r"Ar (\S+)$", line)
        found.append(
            (letter.group(1) if letter else "", name, argument.group(1) if argument else "")
        )
    wanted = options_of(help_of("--help"))
    check(found == wanted, f"options of the man page\n{found}\nof --help\n{wanted}")
    check(
        re.findall(r"^\.It Cm ([a-z]+)$", page, re.MULTILINE) == OPERATIONS,
        "operations of the man page",
    )
    types = (
        re.search(r"^Types: (bool .*) or NumPy", help_of("cumsum", "--help"), re.MULTILINE)
        .group(1)
        .rstrip(",")
    )
    check(f"\n.Cm {types} .\n" in page, f"types of the man page, {types}")


def formatted(*command):
    """The page makes no formatter complain."""
    done = subprocess.run(
        [*command, os.path.join(FOLDER, "lanescan.1")],
        capture_output=True,
        env={**os.environ, "MANPAGER": "cat", "MANWIDTH": "100", "LC_ALL": "C"},
        check=False,
    )
    check(
        done.returncode == 0 and done.stderr == b"" and len(done.stdout) > 5000,
        f"{command}: {done.stderr}",
    )


def bash(*words):
    """What bash offers for the last of these words."""
    script = (
        'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lanescan; printf "%s\\n" '
        '"${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script, os.path.join(FOLDER, "lanescan.bash"), cli.PROGRAM, *words],
        capture_output=True,
        check=False,
    )
    check(done.stderr == b"", f"bash completion of {words}: {done.stderr.decode()}")
    return done.stdout.decode().split()


def bash_completion():
    for operation in OPERATIONS:
        wanted = {f"--{name}" for _, name, _ in options_of(help_of(operation, "--help"))}
        offered = bash(operation, "--")
        check(
            set(offered) == wanted and len(offered) == len(wanted),
            f"bash completion of {operation}: {offered}",
        )
    check(
        bash("cum") == [name for name in SCANS if name.startswith("cum")], "bash completion of cum"
    )
    check(set(OPERATIONS) < set(bash("")), "bash completion of nothing")
    check(bash("help", "logs") == ["logsumexp"], "bash completion of help")
    check(bash("cumsum", "--to", "") == ["npy", "raw", "text"], "bash completion of --to")
    check(bash("cumsum", "--to", "=", "t") == ["text"], "bash completion of --to=t")
    check(bash("cumsum", "--to", "=") == ["npy", "raw", "text"], "bash completion of --to=")
    check(bash("cumsum", "--raw", "f") == ["f16", "f32", "f64"], "bash completion of --raw")
    sets = (
        re.search(r"^instruction sets: (.*)$", run("info").stdout.decode(), re.MULTILINE)
        .group(1)
        .split()
    )
    check(bash("cumsum", "--isa", "") == sets, "bash completion of --isa")
    with cli.Folder():
        open("data.npy", "wb").close()
        check(bash("cumsum", "da") == ["data.npy"], "bash completion of files")


def zsh(*words):
    """What zsh is told that there is after these words, the last of which is the present one."""
    script = (
        "_describe() { print -rl -- $operations }; _arguments() { print -rl -- $@ }; "
        'words=("$@") CURRENT=$#; source "$0"'
    )
    done = subprocess.run(
        ["zsh", "-f", "-c", script, os.path.join(FOLDER, "_lanescan"), "lanescan", *words],
        capture_output=True,
        env={**os.environ, "PATH": f"{os.path.dirname(cli.PROGRAM)}:{os.environ['PATH']}"},
        check=False,
    )
    check(done.returncode == 0 and done.stderr == b"", f"zsh: {done.stderr.decode()}")
    return done.stdout.decode()


def options_of_zsh(*words):
    return re.findall(r"^(?:\([^)]*\))?--([a-z-]+)=?\[", zsh(*words), re.MULTILINE)


def zsh_completion():
    operations = [f"{name}:" for name in OPERATIONS]
    for words in [""], ["help", ""]:
        offered = re.findall(r"^[a-z]+:", zsh(*words), re.MULTILINE)
        check(offered == operations, f"zsh completion of {words}: {offered}")
    for operation in OPERATIONS:
        wanted = sorted(name for _, name, _ in options_of(help_of(operation, "--help")))
        offered = sorted(options_of_zsh(operation, ""))
        check(offered == wanted, f"zsh completion of {operation}: {offered}")


def names():
    helps()
    man_page()


if __name__ == "__main__":
    PART = sys.argv[3]
    if PART != "names" and not shutil.which(PART):
        cli.skip(f"{PACKAGES[PART]} is not installed")
    {
        "names": names,
        "bash": bash_completion,
        "zsh": zsh_completion,
        "groff": lambda: formatted("groff", "-mdoc", "-ww", "-Tutf8"),
        "man": lambda: formatted("man", "--warnings", "-l"),
    }[PART]()
    cli.finish()
