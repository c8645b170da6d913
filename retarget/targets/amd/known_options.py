"""Which of the options that a build gives gcc clang knows too, and which of these it can pass to the host's side alone:
the others are dropped, as they change no result."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from retarget.source.text import digest
from retarget.system.cache import cache_folder, stamp

_SURE = ("-D", "-U", "-I", "-L", "-l", "-Wl,", "-std=", "-O", "-g", "-W")  # unknown warnings are passed over by clang
_PLAIN = frozenset("-fPIC -fpic -fPIE -fpie -pthread -fopenmp -w -m64 -pipe -fno-strict-aliasing".split())


def accepted(compiler: Path, words: Iterable[str]) -> list[str]:
    """Those that this compiler takes; what it says of each is remembered until it changes."""
    return [w for w in words if w in _PLAIN or w.startswith(_SURE) or _takes(str(compiler), w)]


def accepted_pairs(compiler: Path, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """The words of those options with a value that this compiler takes."""
    return [word for pair in pairs if _takes(str(compiler), *pair) for word in pair]


def of_host(compiler: Path, word: str) -> tuple[str, ...]:
    """The words that pass an option to the compilation for the host; some go to all of the compiler or to none."""
    return ("-Xarch_host", word) if _takes(str(compiler), "-Xarch_host", word) else (word,)


@cache
def _takes(compiler: str, *words: str) -> bool:
    if not words[0].startswith("-"):
        return False
    word = " ".join(words)
    state = digest(f"{compiler}\0{stamp(compiler)}\0{word}".encode("utf-8", "surrogateescape"))[:32]
    memory = cache_folder() / "options" / state
    with suppress(OSError, ValueError):
        if (said := memory.read_text()) in ("known", "unknown"):
            return said == "known"
    answer = _compiler_accepts(compiler, words)
    try:
        memory.parent.mkdir(parents=True, exist_ok=True)
        memory.write_text("known" if answer else "unknown")
    except OSError:
        pass  # it is asked again the next time
    return answer


def _compiler_accepts(compiler: str, words: tuple[str, ...]) -> bool:
    device = ["--offload-arch=gfx90a", "-nogpulib", "-nogpuinc"]
    command = [compiler, "-###", "-x", "hip", *device, "-c", *words, "/dev/null", "-o", "/dev/null"]
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
