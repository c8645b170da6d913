"""Programs linked with a libamdhip64 that has no GPU (stand_in.cpp)."""

from __future__ import annotations

from pathlib import Path

from retarget.source.text import digest
from retarget.targets.cpu.compiler import alone, find_host_compiler

STAND_IN = Path(__file__).with_name("stand_in.cpp")


def linked(made_of: Path, program: Path, shared: Path) -> None:
    """Makes a program of an object. shared: the folder of what all tests of a run have in common."""
    host, library = find_host_compiler(), shared / "stand-in" / digest(STAND_IN.read_bytes()) / "libamdhip64.so.6"
    with alone(library.parent):
        if not library.exists():
            words = ["-O1", "-std=c++17", "-fPIC", "-shared", f"-Wl,-soname,{library.name}"]
            host.run([*words, str(STAND_IN), "-o", str(library), "-lstdc++", "-ldl"])
    found = f"-Wl,-rpath,{library.parent}"
    host.run(["-rdynamic", str(made_of), str(library), found, "-lstdc++", "-o", str(program)])
