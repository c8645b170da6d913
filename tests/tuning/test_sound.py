"""Variants that do not compile cost themselves alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.errors import DoesNotBuild
from retarget.schedule.scheduling import Chosen
from retarget.schedule.steps import Variant
from retarget.tuning.sound import sound
from tests.variants import spelled

MANY = tuple(spelled(f"block(x={n})") for n in range(2, 34))


def kernel(name: str) -> Any:
    return SimpleNamespace(function=SimpleNamespace(name=name))


A, B = kernel("a"), kernel("b")


def build(chosen: Chosen, bad: set[tuple[str, Variant]], calls: list[Chosen]) -> list[tuple[str, Variant]]:
    calls.append(chosen)
    listed = [(s.function.name, f) for s, fs in chosen for f in fs]
    if bad & set(listed):
        raise DoesNotBuild("it does not build", "a.cu:3: note: in it\na.cu:7: error: no such name")
    return listed


@given(st.sets(st.tuples(st.sampled_from("ab"), st.sampled_from(MANY)), max_size=3))
def test_what_compiles_is_built(bad: set[tuple[str, Variant]]) -> None:
    calls: list[Chosen] = []
    listed, notes = sound(((A, MANY), (B, MANY)), lambda some: build(some, bad, calls), lambda _: None)
    assert not bad & set(listed)
    for name in "ab":
        lost = len(MANY) - sum(n == name for n, _ in listed)
        assert lost <= 4 * sum(n == name for n, _ in bad), "a portion of an eighth for each at most"
        assert any(note.startswith(f"{name}: retarget drops {lost} of its 32 variants") for note in notes) == bool(lost)
    assert len(calls) <= 3 + 15 * max(1, len(bad)) or not bad
    assert len(calls) == 1 or bad


def test_a_program_that_does_not_compile_by_itself_is_no_fault_of_variants() -> None:
    calls: list[Chosen] = []

    def never(some: Chosen) -> None:
        calls.append(some)
        raise DoesNotBuild("it does not build", f"error {len(calls)}")

    with pytest.raises(DoesNotBuild, match="error 1"):
        sound(((A, MANY),), never, lambda _: None)
    assert len(calls) == 2


def test_what_is_known_not_to_compile_is_not_built_again() -> None:
    calls: list[Chosen] = []
    listed, _ = sound(((A, MANY),), lambda some: build(some, {("a", MANY[-1])}, calls), lambda _: None)
    assert calls.count(((A, MANY),)) == 1
    assert ("a", MANY[0]) in listed


def test_where_no_variant_compiles_the_compiler_is_quoted() -> None:
    bad = {("a", f) for f in MANY}
    with pytest.raises(DoesNotBuild, match="no such name"):
        sound(((A, MANY),), lambda some: build(some, bad, []), lambda _: None)
