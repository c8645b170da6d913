"""Writes the compilers that this process and its forks run into the file that $RETARGET_TEST_CALLS names.

Read as text by new interpreters too (see `command_line.ENTRY`), so it imports nothing of ours.
"""

import os
import re
import shutil
import sys

CALLS = "RETARGET_TEST_CALLS"
FOLDER = "RETARGET_TEST_FOLDER"  # names the one in which tests have theirs
_COMPILER = re.compile(r"(?:amd)?clang(?:\+\+)?(?:-\d+)?|(?:[\w-]*-)?(?:gcc|g\+\+|cc|c\+\+)(?:-\d+)?|nvcc|hipcc|ptxas")
_QUESTION = re.compile(r"--version|-print-.*|-dump.*")  # what needs no input


def _seen(event, arguments):
    log = os.environ.get(CALLS) if event == "subprocess.Popen" else None
    if not log:
        return
    executable, words = arguments[:2]
    words = [words] if isinstance(words, (str, bytes, os.PathLike)) else list(words)
    name = os.fsdecode(executable or words[0])
    asks = any(_QUESTION.fullmatch(os.fsdecode(word)) for word in words[1:])
    if _COMPILER.fullmatch(os.path.basename(name)) and not asks and not _is_stand_in(name):
        with open(log, "a") as file:
            file.write(name + "\n")


def _is_stand_in(name):
    """A test's own script, in its own folder."""
    folder = os.environ.get(FOLDER)
    return bool(folder) and os.path.abspath(shutil.which(name) or name).startswith(folder + os.sep)


sys.addaudithook(_seen)
