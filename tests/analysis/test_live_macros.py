"""The macros that live where a header is included."""

from __future__ import annotations

from pathlib import Path

from retarget.analysis.live_macros import at, live_macros
from retarget.source.flags import Flags
from retarget.source.project import Project
from retarget.source.reach import reached
from retarget.source.text import Source
from retarget.unit import Unit

WORDS = frozenset("N T x min size".split())
ROOT = """\
#include "a.h"
#undef size
#pragma push_macro("T")
#undef T
#include <here.h>
#pragma pop_macro("T")
#include "b.h"
#include <there.h>
"""
A = "#ifdef GPU\n#define T float\n#else\n#define min(a, b) a\n#endif\n#define size 3\n#define LONG 1\n"
B = "#include <in_b.h>\n#define x 1\n"


def test_order_of_includes_undefined_and_put_aside(tmp_path: Path) -> None:
    for name, text in {"u.cu": ROOT, "a.h": A, "b.h": B}.items():
        (tmp_path / name).write_text(text)
    root = str(tmp_path / "u.cu")
    flags = Flags(define=("N=4", "LONG", "T(a)=a"), project=Project.of(str(tmp_path), (root,)))
    unit = Unit(root, reached(Source.read(root), flags), "cuda")
    living = live_macros(unit, flags, WORDS)

    def names(file: str, before: str) -> set[str]:
        path = str(tmp_path / file)
        return set(at(living[path], unit.by_path[path].text.index(before)))

    assert names("a.h", "#ifdef") == {"N", "T"}
    assert names("u.cu", "<here.h>") == {"N", "min"}
    assert names("b.h", "<in_b.h>") == {"N", "T", "min"}
    assert names("u.cu", "<there.h>") == {"N", "T", "min", "x"}
    assert live_macros(unit, Flags(project=flags.project), frozenset({"other"})) == {}
