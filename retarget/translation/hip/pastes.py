"""Definitions of macros that paste one of CUDA's beginnings, and their uses: what `pasted_names` finds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.source.lexer import Token
from retarget.source.text import Source, Span


class PastedUse(Struct, frozen=True):
    """A use of a macro, and the first word of the argument that is pasted.

    is_alone: whether the use is that word alone; place: where the word stands; is_for_names: whether the macros put it
    into names and strings alone; line: where the line begins, or the directive, in which the use stands; within: the
    macro in whose definition it stands.
    """

    span: Span
    word: str
    is_alone: bool
    place: Span
    line: int
    is_for_names: bool = True
    within: str = ""


class Paste(Struct, frozen=True):
    """A macro's definition that pastes one of CUDA's beginnings and a parameter.

    text: the beginning; until: what behind it says so; can_end: whether more can be pasted behind the parameter;
    is_whole: whether the macro has one parameter and nothing else in its body, and is defined once in what is compiled.
    """

    text: str
    beginning: Span
    until: int
    parameter: Span
    can_end: bool
    is_whole: bool
    uses: tuple[PastedUse, ...]

    @property
    def is_fixed(self) -> bool:
        """Whether what is pasted stands in the definition itself."""
        return bool(self.uses) and self.uses[0].place == self.parameter


def fixed_use(source: Source, code: Sequence[Token], index: int) -> tuple[PastedUse, ...]:
    """Of `JOIN(API, Free)` in a macro's body, with `API` at `index`: the one word that is pasted there."""
    word = code[index + 2]
    begins = index
    while not (code[begins].text == "#" and code[begins + 1].text == "define"):
        begins -= 1
    place, line = source.span(word.start, word.end), source.text.rfind("\n", 0, code[begins].start) + 1
    return (PastedUse(place, word.text, False, place, line),)


def with_one_plan(pastes: Sequence[Paste]) -> tuple[Paste, ...]:
    """Those of fixed words that share a beginning as one, with the uses of all."""
    uses: dict[Span, list[PastedUse]] = {}
    for paste in pastes:
        if paste.is_fixed:
            uses.setdefault(paste.beginning, []).extend(paste.uses)
    firsts = {paste.beginning: paste for paste in reversed(pastes) if paste.is_fixed}
    others = (paste for paste in pastes if not paste.is_fixed)
    return (*others, *(replace(firsts[at], uses=tuple(listed), is_whole=False) for at, listed in uses.items()))
