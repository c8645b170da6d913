"""Findings of several units on shared files, merged into one text each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pytest

from retarget.dialects import load
from retarget.source.flags import Flags
from retarget.source.text import Diagnostic, Edit, Severity, Source, Span
from retarget.translation import parts
from retarget.translation.file import Finding, Need, Options
from retarget.translation.merge import Program, UnitResult, merged
from retarget.unit import Unit
from tests.values import replace

A, B = Source("src/a.cu", '#include "h.h"\nint a;\n'), Source("src/b.cu", '#include "h.h"\nint b;\n')
HEADER, FRAGMENT = Source("src/h.h", "#include <x>\nint header;\n"), Source("src/f.inc", "x = 1;\n")


def edit(source: Source, old: str, new: str, why: str = "names") -> Edit:
    at = source.text.index(old)
    return Edit(Span(source.path, at, at + len(old)), new, why)


def result(root: Source, *others: Source, found: Iterable[tuple[Source, Finding]] = ()) -> UnitResult:
    return UnitResult(Unit(root.path, (root, *others)), tuple((s.path, (f,)) for s, f in found))


def program(*results: UnitResult, root: str = "src") -> Program:
    roots = frozenset(r.unit.root for r in results)
    flags = {path: Flags() for path in roots}
    spelling = partial(parts.included, folder="retarget_hip")
    return merged(results, roots, flags, load(), Options(()), root, lambda _: spelling)


def texts(found: Program) -> dict[str, str]:
    return {f.source.path: f.text for f in found.files}


def test_nothing_found_changes_nothing() -> None:
    found = program(result(A, HEADER), result(B, HEADER))
    assert texts(found) == {s.path: s.text for s in (A, HEADER, B)}
    assert not any(f.changed for f in found.files)
    assert [f.is_root for f in found.files] == [True, False, True]
    assert (found.diagnostics, found.failed) == ((), False)


def test_what_two_units_find_alike_is_applied_once() -> None:
    same = edit(HEADER, "header", "changed")
    found = program(result(A, HEADER, found=[(HEADER, same)]), result(B, HEADER, found=[(HEADER, same)]))
    assert texts(found)["src/h.h"] == "#include <x>\nint changed;\n"
    assert found.diagnostics == ()


def test_what_only_one_unit_finds_is_applied() -> None:
    found = program(result(A, HEADER), result(B, HEADER, found=[(HEADER, edit(HEADER, "header", "changed"))]))
    assert "changed" in texts(found)["src/h.h"]


@pytest.mark.parametrize(("theirs", "is_renamed"), [(frozenset(), False), (frozenset({("header", False)}), True)])
def test_a_macro_that_one_unit_never_uses_brings_the_names_of_another(
    theirs: frozenset[tuple[str, bool]], is_renamed: bool
) -> None:
    header = Source("src/h.h", "#define M header\n")
    one = result(A, header, found=[(header, edit(header, "header", "changed"))])
    one = replace(one, unit=replace(one.unit, in_macros=theirs))
    other = result(B, header)
    other = replace(other, unit=replace(other.unit, in_macros=frozenset({("header", True)})))
    assert ("changed" in texts(program(one, other))["src/h.h"]) is is_renamed


def test_units_that_disagree_are_told_of_and_the_text_stays_whole() -> None:
    one, two = edit(HEADER, "header", "one", "names"), edit(HEADER, "int header", "two", "fields")
    for first, second in ((one, two), (two, one)):
        found = program(result(A, HEADER, found=[(HEADER, first)]), result(B, HEADER, found=[(HEADER, second)]))
        assert texts(found)["src/h.h"] == "#include <x>\ntwo;\n"
        (told,) = found.diagnostics
        assert (told.rule, told.severity, told.span) == ("conflict", Severity.WARNING, one.span)
        assert "retarget keeps 'two' (fields), not 'one' (names)" in told.message


def test_a_diagnostic_is_told_once_in_its_most_severe_form() -> None:
    place = Span("src/h.h", 0, 3)
    note, error = (Diagnostic("r", s, place, "m") for s in (Severity.NOTE, Severity.ERROR))
    found = program(result(A, HEADER, found=[(HEADER, note)]), result(B, HEADER, found=[(HEADER, error)]))
    assert found.diagnostics == (error,)
    assert found.failed


def test_diagnostics_stand_in_the_order_of_files_and_places() -> None:
    told = [Diagnostic("r", Severity.NOTE, Span(p, at, at), "m") for p, at in (("src/h.h", 9), ("src/a.cu", 2), ("src/h.h", 1))]
    found = program(result(A, HEADER, found=[(HEADER, d) for d in told]))
    assert [(d.span.path, d.span.start) for d in found.diagnostics if d.span] == [("src/a.cu", 2), ("src/h.h", 1), ("src/h.h", 9)]


def test_needs_are_one_head_for_all_units() -> None:
    needs = [(HEADER, Need(p, Span("src/h.h", 0, 0))) for p in ("texture", "device_math", "texture")]
    found = program(result(A, HEADER, found=needs[:2]), result(B, HEADER, found=needs[1:]))
    assert texts(found)["src/h.h"] == (
        '#include "retarget_hip/device_math.h"\n#include "retarget_hip/texture.h"\n' + HEADER.text
    )
    assert [f.parts for f in found.files] == [(), ("device_math", "texture"), ()]


def test_a_fragments_needs_stand_in_the_roots_that_reach_it() -> None:
    need = Need("texture", Span("src/f.inc", 0, 0))
    found = program(result(A, FRAGMENT, found=[(FRAGMENT, need)]), result(B, FRAGMENT))
    assert texts(found)["src/f.inc"] == FRAGMENT.text
    for root in (A, B):
        assert texts(found)[root.path] == '#include "retarget_hip/texture.h"\n' + root.text


@pytest.mark.parametrize(
    ("text", "goes_up"),
    [
        ("#pragma once\nint f;\n", False),
        ("// A comment.\n#ifndef H\n#define H\nint f;\n#endif\n", False),
        ("#ifndef H\n#define H 1\n#endif\nint f;\n", True),
        ("int f;\n", True),
        ('int f;\n#include "g.h"\n', False),
    ],
)
@pytest.mark.parametrize("is_inside", [False, True])
def test_a_guarded_header_has_its_own_needs(text: str, goes_up: bool, is_inside: bool) -> None:
    header, include = Source("src/h.h", text), '#include "h.h"\n'
    root = Source("src/a.cu", f"namespace n {{\n{include}}}\n" if is_inside else f"namespace n {{}}\n{include}")
    found = texts(program(result(root, header, found=[(header, Need("arch", Span(header.path, 0, 0)))])))
    is_fragment = goes_up or is_inside
    assert ["arch.h" in found[s.path] for s in (root, header)] == [is_fragment, not is_fragment]


def test_files_outside_of_the_root_stay_and_are_told_of() -> None:
    outside = Source("lib/x.h", "int header;\n")
    found = program(result(A, outside, found=[(outside, edit(outside, "header", "changed"))]))
    assert set(texts(found)) == {"src/a.cu"}
    (told,) = found.diagnostics
    assert (told.rule, "--root" in told.message) == ("outside-root", True)
    assert program(result(A, outside)).diagnostics == ()


def test_a_root_outside_of_the_root_folder_is_translated() -> None:
    found = program(result(A, found=[(A, edit(A, "int a", "int z"))]), root="elsewhere")
    assert "int z" in texts(found)["src/a.cu"]


def test_support_headers_of_ours_are_no_input() -> None:
    ours = Source("src/retarget_hip/device_math.h", "int x;\n")
    assert set(texts(program(result(A, ours)))) == {"src/a.cu"}
    users = Source("src/my_retarget_hip/x.h", "int x;\n")
    assert set(texts(program(result(A, users)))) == {"src/a.cu", users.path}


def test_one_file_alone() -> None:
    told = Diagnostic("r", Severity.ERROR, Span("src/h.h", 0, 0), "m")
    found = program(result(A, HEADER, found=[(HEADER, edit(HEADER, "header", "changed")), (HEADER, told)]))
    alone = found.only("src/a.cu")
    assert [f.source.path for f in alone.files] == ["src/a.cu"]
    (said,) = alone.diagnostics
    assert (said.rule, "src/h.h" in said.message) == ("included-files", True)
