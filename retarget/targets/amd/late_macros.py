"""Macros of short names (`-DT=float`), defined behind the header that clang reads ahead of all HIP code: it has
parameters of such names. HIP's own headers are guarded in the text."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

from retarget.source.flags import Flags
from retarget.source.text import digest
from retarget.system.cache import cache_folder
from retarget.system.made_once import made_once

_SHORT = re.compile(r"[A-Za-z]\w?(?:\(.*\))?", re.S)


def place() -> Path:
    """The folder of the files that define them, which compilers list among what they read."""
    return cache_folder() / "macros"


def parted(flags: Flags, language: str) -> tuple[Flags, tuple[str, ...]]:
    """The options without those macros, and the options that define them. In other languages, or where the file cannot
    be written, all stays."""
    late = tuple(d for d in flags.define if _SHORT.fullmatch(d.partition("=")[0])) if language == "hip" else ()
    parts = (d.partition("=") for d in late)
    text = "".join(f"#define {name} {value if equals else 1}\n" for name, equals, value in parts)
    coded = text.encode("utf-8", "surrogateescape")
    made = made_once(place() / f"{digest(coded)[:20]}.h", partial(_write, coded), (64, 1 << 20)) if late else None
    if made is None:
        return flags, ()
    return replace(flags, define=tuple(d for d in flags.define if d not in late)), ("-include", str(made))


def _write(text: bytes, path: Path) -> None:
    path.write_bytes(text)
