"""Stands for a compiler, an archiver or a linker while a build is watched: notes its words, makes the files that the
build asks for, empty, and compiles nothing. Questions about the tool (`g++ -dumpversion`) go to the real one.

    RETARGET_RECORD=log RETARGET_TOOLS=bin RETARGET_COPY=copy python -I recorder.py nvcc -c a.cu -o a.o

It makes nothing outside of the copy, where links may lead.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence

SOURCES = (".cu", ".c", ".cc", ".cpp", ".cxx", ".C", ".c++")
_VALUES = frozenset(
    "-o -I -D -U -L -l -include -isystem -iquote -x -MF -MT -MQ -arch -gencode -code -ccbin -Xcompiler -Xptxas "
    "-Xlinker -std --std -rpath --compiler-options --ptxas-options --compiler-bindir --gpu-architecture".split()
)


def main() -> None:
    """Notes one call."""
    name, *words = sys.argv[1:]
    if not inputs(words):
        _answer(name, words)
        return
    made = outputs(name, words)
    with open(os.environ["RETARGET_RECORD"], "a", encoding="utf-8", errors="surrogateescape") as log:
        log.write(json.dumps({"tool": name, "directory": os.getcwd(), "words": words, "outputs": made}) + "\n")
    for path in made:
        folder = os.path.dirname(path)
        if _is_copy(path) and (not folder or os.path.isdir(folder)):
            with open(path, "a"):
                pass
            os.chmod(path, 0o755)


def _is_copy(path: str) -> bool:
    copy = os.path.realpath(os.environ["RETARGET_COPY"])
    return os.path.realpath(path).startswith(copy + os.sep)


def _answer(name: str, words: Sequence[str]) -> None:
    """What the real tool says; where there is none, a version."""
    folders = [f for f in os.environ.get("PATH", "").split(os.pathsep) if f != os.environ["RETARGET_TOOLS"]]
    real = shutil.which(name, path=os.pathsep.join(folders))
    if real and name != "nvcc":
        os.execv(real, [name, *words])
    print("Cuda compilation tools, release 11.8, V11.8.89" if name == "nvcc" else f"{name} 12.2.0")


def outputs(name: str, words: Sequence[str]) -> list[str]:
    """What a call is to make."""
    if name in ("ar", "ranlib"):
        return [w for w in words if w.endswith(".a")][:1]
    if "-o" in words[:-1]:
        return [words[words.index("-o") + 1]]
    joined = [w[2:] for w in words if w.startswith("-o") and len(w) > 2]
    if joined:
        return joined[:1]
    if {"-c", "-dc", "--compile", "--device-c"} & set(words):
        return [os.path.splitext(os.path.basename(w))[0] + ".o" for w in inputs(words) if w.endswith(SOURCES)]
    return [] if {"-E", "-M", "-MM"} & set(words) else ["a.out"]


def inputs(words: Sequence[str]) -> list[str]:
    """The files among the words."""
    found, is_value = [], False
    for word in words:
        if not is_value and not word.startswith("-"):
            found.append(word)
        is_value = word in _VALUES
    return found


if __name__ == "__main__":
    main()
