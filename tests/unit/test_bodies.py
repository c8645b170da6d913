"""Trees of device functions: nothing that clang reads in a body is missing from its tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from clang import cindex

from retarget.schedule.scheduling import kernels
from retarget.source.flags import Flags
from retarget.system.toolchain import Headers
from retarget.translation.walk import Request
from retarget.unit.parse import bodies
from retarget.unit.parse.kinds import children
from retarget.unit.tree import Function, Kind
from tests.places import TESTS

FOLDER = TESTS
K = cindex.CursorKind
UNEVALUATED = {K.CXX_UNARY_EXPR, K.STRUCT_DECL, K.CLASS_DECL}  # sizeof; functions of local types have their own trees


def named(cursor: cindex.Cursor) -> Iterator[str]:
    """The variables and indices that are used below a cursor, less constants: those may stand in extents."""
    if cursor.kind in UNEVALUATED:
        return
    target = cursor.referenced if cursor.kind in (K.DECL_REF_EXPR, K.VARIABLE_REF) else None
    if target is not None and target.location == cursor.location:  # a capture that declares
        target = None
    if target is not None and target.kind in (K.VAR_DECL, K.PARM_DECL):
        constant = target.type.is_const_qualified() and "__cuda_builtin" not in target.type.spelling
        if not constant:
            yield cursor.spelling
    for child in children(cursor):
        yield from named(child)


def in_tree(function: Function) -> set[str]:
    found = set()
    for node in function.body.walk():
        if node.kind is Kind.NAME:
            found.add(node.name)
        elif node.kind is Kind.BUILTIN:
            found.add(node.name.partition(".")[0])
        elif node.kind is Kind.CALL and node.variable:
            found.add(node.variable.partition("@")[0])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOLDER.glob("granularity/*.cu")), ids=lambda p: p.stem)
def test_no_variable_is_missing_from_a_tree(
    path: Path, headers: Headers, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing: list[tuple[str, set[str]]] = []
    seen: list[str] = []
    made = bodies.Bodies.function

    def checked(self: bodies.Bodies, cursor: cindex.Cursor, is_kernel: bool) -> Function | None:
        function = made(self, cursor, is_kernel)
        if function is not None:
            body = next(c for c in children(cursor) if c.kind is K.COMPOUND_STMT)
            wanted = set(named(body))
            seen.extend(wanted)
            if lost := wanted - in_tree(function):
                missing.append((function.name, lost))
        return function

    monkeypatch.setattr(bodies.Bodies, "function", checked)
    kernels(Request((str(path),), Flags(), headers=headers, cache=cache))
    assert seen and not missing
