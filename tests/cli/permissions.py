#!/usr/bin/env python3
"""Files and folders that are closed to the user, and the owners of those that are replaced. Root's
programs run without the rights that make everything open.
    permissions.py <lanescan> <closed | owners>
"""

import ctypes
import os
import subprocess
import sys

import cli
from cli import check, content, npy, put

OLD = b"the old content"
PR_CAPBSET_DROP, CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 0, 1, 2
BLIND = (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH)
NOBODY = 65534
libc = ctypes.CDLL(None)


def without(*rights):
    """For a program that root starts: the bounding set says what rights it can have."""

    def drop():
        for right in rights:
            libc.prctl(PR_CAPBSET_DROP, right, 0, 0, 0)  # fails for who is not root

    return drop


def run_without(rights, *arguments):
    return subprocess.run(
        [cli.PROGRAM, *arguments],
        capture_output=True,
        check=False,
        timeout=60,
        preexec_fn=without(*rights),
    )


def fails_without(rights, *command):
    """Whether rights can be taken from who runs this."""
    return (
        subprocess.run(
            command, capture_output=True, check=False, preexec_fn=without(*rights)
        ).returncode
        != 0
    )


def closed():
    put("secret", OLD)
    os.chmod("secret", 0)
    if not fails_without(BLIND, "cat", "secret"):
        cli.skip("no file is closed to who runs this, and that right cannot be dropped")
    os.mkdir("closed", 0o500)
    os.mkdir("dark", 0o300)
    put("fixed.npy", OLD)
    os.chmod("fixed.npy", 0o400)
    os.symlink("fixed.npy", "to-fixed")
    os.symlink("closed/new.npy", "to-closed")
    put("dark/open.npy", content("a.npy"))
    for arguments, message in (
        (["secret"], "secret: Permission denied"),
        (
            ["a.npy", "-o", "closed/out.npy"],
            "closed/out.npy: no file can be made in its folder: Permission denied",
        ),
        (
            ["a.npy", "-o", "to-closed"],
            "to-closed: no file can be made in its folder: Permission denied",
        ),
        (["a.npy", "-o", "fixed.npy"], "fixed.npy: Permission denied"),
        (["a.npy", "-o", "to-fixed"], "to-fixed: Permission denied"),
        (["a.npy", "-o", "secret"], "secret: Permission denied"),
    ):
        done = run_without(BLIND, "cumsum", *arguments)
        check(
            done.returncode == 1 and done.stderr.decode() == f"lanescan: {message}\n",
            f"{arguments}: {done}",
        )
    os.chmod("secret", 0o600)
    check(
        content("fixed.npy") == OLD
        and content("secret") == OLD
        and os.listdir("closed") == []
        and os.path.islink("to-fixed")
        and os.path.islink("to-closed"),
        "something is written",
    )
    # a folder that cannot be listed can be written to
    done = run_without(BLIND, "cumsum", "dark/open.npy", "-o", "dark/out.npy", "--to", "text")
    check(
        done.returncode == 0 and content("dark/out.npy") == b"1\n",
        f"a folder that cannot be listed: {done}",
    )
    os.chmod("dark", 0o700)
    check(
        sorted(os.listdir("dark")) == ["open.npy", "out.npy"], f"left behind: {os.listdir('dark')}"
    )
    # what is open is open, whoever might open it again
    with open("own", "wb") as out:
        os.fchmod(out.fileno(), 0o400)
        done = subprocess.run(
            [cli.PROGRAM, "cumsum", "a.npy", "-o", "/dev/stdout", "--to", "text"],
            stdout=out,
            stderr=subprocess.PIPE,
            preexec_fn=without(*BLIND),
            check=False,
        )
        check(done.returncode == 0 and content(out.name) == b"1\n", f"an open file: {done}")


def owners():
    """Who replaces a file leaves it to its owner if that can be; if not, the rights that go with an
    owner are lost."""
    put("theirs", OLD)
    if os.geteuid() != 0 or not fails_without((CAP_CHOWN,), "chown", str(NOBODY), "theirs"):
        cli.skip("only root can give files away, and must be able to drop that right")
    os.chown("theirs", NOBODY, NOBODY)
    os.chmod("theirs", 0o6755)
    done = run_without((), "cumsum", "a.npy", "-o", "theirs")
    status = os.stat("theirs")
    check(
        done.returncode == 0
        and (status.st_uid, status.st_gid, status.st_mode & 0o7777) == (NOBODY, NOBODY, 0o6755),
        f"the owner of a file that root replaces: {done} {status}",
    )
    done = run_without((CAP_CHOWN,), "cumsum", "a.npy", "-o", "theirs")
    status = os.stat("theirs")
    check(
        done.returncode == 0 and (status.st_uid, status.st_mode & 0o7777) == (os.geteuid(), 0o755),
        f"the rights of a file with a new owner: {done} {status}",
    )


if __name__ == "__main__":
    with cli.Folder():
        put("a.npy", npy("<f8", (1,), b"\0\0\0\0\0\0\xf0\x3f"))
        {"closed": closed, "owners": owners}[sys.argv[2]]()
        check(not cli.leftovers(), f"left behind: {cli.leftovers()}")
    cli.finish()
