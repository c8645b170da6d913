"""What the analyses see in device code: effects.cu says in front of each kernel what it does, kind by kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import fields

from retarget.analysis.effects import Effects
from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import kernels
from retarget.source.flags import Flags
from retarget.system.toolchain import Headers
from retarget.translation.walk import Request
from tests.places import TESTS

FILE = TESTS / "analysis" / "effects.cu"
COMMENT = re.compile(r"((?:// .*\n)*)(?:template <class T> )?__global__ void (\w+)\(")
WANTED = {name: comment for comment, name in COMMENT.findall(FILE.read_text())}


def seen(subject: Subject) -> Iterator[str]:
    """A kernel's effects as comments name them; and the variables that are not the same for all threads."""
    text = subject.unit.by_path[subject.function.span.path].text
    for kind in fields(Effects):
        if nodes := getattr(subject.done, kind.name):
            yield f"// {kind.name}: {', '.join(text[n.span.start : n.span.end] for n in nodes)}\n"
    known = subject.function.variables
    names = sorted(known[key].name for key, axes in subject.dependence.variables.items() if axes and key in known)
    if names:
        yield f"// differ: {', '.join(names)}\n"


@pytest.fixture(scope="module")
def found(headers: Headers, cache: Path) -> dict[str, str]:
    request = Request((str(FILE),), Flags(), headers=headers, cache=cache, jobs=1)
    return {s.function.name: "".join(seen(s)) for s in kernels(request).subjects}


@pytest.mark.parametrize("kernel", WANTED)
def test_all_that_a_kernel_does_is_seen(kernel: str, found: dict[str, str]) -> None:
    assert found[kernel] == WANTED[kernel]
