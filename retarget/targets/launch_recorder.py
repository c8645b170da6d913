"""The libraries that capture launches: built once, for this version of their sources, by the host's C++ compiler."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from retarget.errors import MissingTool
from retarget.source.text import digest
from retarget.system.cache import cache_folder
from retarget.system.made_once import NotMade, made_once
from retarget.system.stand_in_toolkits import behind
from retarget.system.toolchain import templates

_COMPILERS = ("g++", "c++", "clang++", "clang++-19")
_SHOWN = 1500  # characters of a compiler's messages


def recorder(source: str, options: Sequence[str] = ()) -> Path:
    """The library of a file in templates/capture, such as cupti.cpp. options: of the compiler, besides. Raises
    MissingTool."""
    place = templates() / "capture"
    texts = [(place / name).read_text() for name in (source, "recorder.h")]
    key = digest("\0".join([*texts, *options]).encode())[:16]
    told: list[str] = []

    def build(path: Path) -> None:
        named = os.environ.get("CXX")
        compiler = next(filter(None, map(behind, (*([named] if named else []), *_COMPILERS))), None)
        if compiler is None:
            what = "a C++ compiler, which builds the library that captures launches, is missing"
            raise MissingTool(what, "apt-get install g++")
        words = [compiler, "-O2", "-std=c++17", "-fPIC", "-shared", str(place / source), "-o", str(path), *options]
        done = subprocess.run(
            [*words, "-ldl", "-lpthread"], capture_output=True, text=True, errors="replace", check=False
        )
        if done.returncode:
            told.append(done.stderr)
            raise NotMade

    made = made_once(cache_folder() / "capture" / f"{Path(source).stem}-{key}.so", build)
    if made is None:
        what = f"the library that captures launches cannot be built from {place / source}"
        raise MissingTool(f"{what}: {''.join(told)[-_SHOWN:]}".rstrip(": "), "apt-get install g++")
    return made
