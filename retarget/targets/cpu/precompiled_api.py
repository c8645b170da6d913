"""The API's header, precompiled for the host: parsed once for each set of options, and kept beside the runtime.

A unit takes it that begins with the header and has no options of its own that could change what the header means.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from retarget.source.text import digest
from retarget.system.made_once import NotMade, made_once
from retarget.targets.cpu.compiler import BuildFailed, HostCompiler
from retarget.targets.cpu.layout import Language
from retarget.targets.runtime_opening import begins_with_runtime

_HEADERS = {Language.HIP: "hip/hip_runtime.h", Language.CUDA: "cuda_runtime.h"}


def begins_with_header(language: Language, text: str) -> bool:
    """Whether a unit's text begins with the header of the API; in CUDA, each does."""
    return language is Language.CUDA or begins_with_runtime(text)


def precompiled(compiler: HostCompiler, language: Language, words: Sequence[str], runtime: Path) -> list[str]:
    """The option that puts the header in place for a command with these words; none where it cannot be made.

    runtime: the folder of the runtime, whose name holds the state of the compiler and of our headers.
    """
    # The file names its source: by no link, which may go.
    place = runtime.resolve() / f"{language}-{digest(chr(0).join(words).encode())[:20]}.pch"

    def make(path: Path) -> None:
        source = place.with_suffix(".h")  # clang asks for it whenever what it made of it is used
        source.write_text(f"#include <{_HEADERS[language]}>\n")
        how = ("-fpch-instantiate-templates", "-x", "c++-header")
        try:
            compiler.run([*words, *how, str(source), "-o", str(path)])
        except BuildFailed as error:
            raise NotMade from error

    made = made_once(place, make, is_checked=True)
    return ["-include-pch", str(made)] if made else []
