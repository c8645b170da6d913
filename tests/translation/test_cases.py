"""Cases as files, tests/cases/<rule>/<name>.cu (or .cpp, .c), read like documentation.

The first line may hold options: `// retarget: -DN=4 --arch gfx1100`. The golden output stands beside the input as
`<name>.hip`. A line on which a diagnostic is due carries `// want [rule] regexp` or `/* want [rule] regexp */`; every
warning and error must be wanted. `pytest --refresh` writes the goldens anew.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from conftest import CASES

from retarget.source.flags import read_flags
from retarget.source.text import Severity
from retarget.system.toolchain import Headers
from retarget.targets.amd.architecture import target_ids
from retarget.translation import parts
from retarget.translation.explanations import rule_names
from retarget.translation.file import Options
from retarget.translation.hip import HIP
from retarget.translation.merge import Program
from retarget.translation.walk import Request, translate_program

INPUTS = sorted(p for ending in ("cu", "cpp", "c") for p in CASES.glob(f"*/*.{ending}"))
WANT = re.compile(r"(?://|/\*) want (.*?)(?:\*/)?\s*$", re.M)
_LIBRARY = re.compile(rb"#\s*include\s*[<\"](?:(?:cub|thrust|cuda|cooperative_groups|mma)\b|cu(?:blas|fft|rand|sparse|solver|dnn))")
ONE = re.compile(r"\[([\w-]+)\] ([^\[]*)")


def run(path: Path, headers: Headers, cache: Path) -> Program:
    first = path.read_bytes().split(b"\n", 1)[0].decode("latin-1")
    words = shlex.split(first.partition("retarget:")[2])
    arch = words[words.index("--arch") + 1] if "--arch" in words else "gfx90a"
    flags = read_flags([w for w in words if w.startswith("-") and w != "--arch"], str(path.parent))
    architectures = tuple(t.architecture for t in target_ids(arch))
    options, folder = Options(architectures), str(path.parent)
    request = Request((str(path),), flags, options=options, headers=headers, cache=cache, root=folder)
    return translate_program(request, HIP, lambda _: lambda part: parts.included(part, "retarget_hip"))


def _case(path: Path) -> ParameterSet:
    """Libraries' headers take long to read."""
    marks = [pytest.mark.slow] if _LIBRARY.search(path.read_bytes()) else []
    return pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=marks)


@pytest.mark.parametrize("path", [_case(path) for path in INPUTS])
def test_case(path: Path, headers: Headers, cache: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    program = run(path, headers, cache)
    output = program.files[0].text.encode("latin-1")
    golden = path.with_suffix(".hip")
    if request.config.getoption("--refresh"):
        golden.write_bytes(output)
    assert output == golden.read_bytes()
    check_diagnostics(program, path)
    assert {e.why for f in program.files for e in f.edits} <= set(rule_names()), "each edit can be explained"
    again = tmp_path / path.name
    again.write_bytes(output)
    assert run(again, headers, cache).files[0].text.encode("latin-1") == output, "a second run changes the output"


def check_diagnostics(program: Program, path: Path) -> None:
    source = program.files[0].source
    due = [
        (source.position(match.start())[0], rule, pattern.strip())
        for match in WANT.finditer(source.text)
        for rule, pattern in ONE.findall(match.group(1))
    ]
    told = [(source.position(d.span.start)[0], d) for d in program.diagnostics if d.span and d.span.path == source.path]
    for line, rule, pattern in due:
        found = [d for at, d in told if at == line and d.rule == rule and re.search(pattern, d.message)]
        assert found, f"{path}:{line}: no [{rule}] {pattern}; told: {[(a, d.rule, d.message) for a, d in told]}"
    unwanted = [
        (line, d.rule, d.message)
        for line, d in told
        if d.severity is not Severity.NOTE and not any(line == a and d.rule == r for a, r, _ in due)
    ]
    assert not unwanted
