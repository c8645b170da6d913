"""shared-objects: classes in shared memory whose constructors do something.

    __shared__ Number at[N];  -->  __shared__ __align__(alignof(Number)) unsigned char retarget_at[sizeof(Number[N])];
                                   auto &at = reinterpret_cast<Number (&)[N]>(retarget_at);

nvcc takes them and calls no constructor: shared memory begins with no values. Clang refuses them, in CUDA as in HIP.
Legal where clang says so of a variable that is declared alone, outside of macros. States of hipRAND's generators are
such classes, those of cuRAND are not. It is written before anything is translated, so that clang reads what uses the
variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import head
from retarget.translation.hip.random_states import shared_states
from retarget.translation.rule import rule

RULE = "shared-objects"
_REFUSED = re.compile(r"initialization is not supported for __shared__ variables")
_ALIGNED = frozenset({"__align__", "alignas"})


@rule(RULE)
def shared_objects(file: File) -> Iterator[Edit]:
    refused = {file.index_at(span.start) for _, _, span in file.complaints(_REFUSED)}
    for name in sorted(refused | set(shared_states(file))):
        first = head(file, name)
        end = _end(file, name)
        if first is None or end is None or any(file.code[i].directive for i in range(first, end)):
            continue
        parted = _parted(file, first, name)
        if parted is None:
            continue
        words, kind = parted
        word, bounds = file.at(name), _text(file, name + 1, end - 1)
        reference = f"{kind} (&){bounds}" if bounds else f"{kind} &"
        raw = f"{words} __align__(alignof({kind})) unsigned char retarget_{word}[sizeof({kind}{bounds})]; "
        made = f"auto &{word} = reinterpret_cast<{reference}>(retarget_{word})"
        yield Edit(file.span(first, end - 1), raw + made, RULE)


def _end(file: File, name: int) -> int | None:
    """The index of the semicolon behind a variable's name and its bounds; None where more stands there."""
    at = name + 1
    while file.at(at) == "[":
        closing = file.closing(at)
        if closing is None:
            return None
        at = closing + 1
    return at if file.at(at) == ";" else None


def _parted(file: File, first: int, name: int) -> tuple[str, str] | None:
    """The words of a declaration up to its type, and the type; None where it is no variable in shared memory."""
    at = first
    while file.at(at) in ("static", "__shared__", *_ALIGNED):
        if file.at(at) in _ALIGNED:
            closing = file.closing(at + 1)
            if closing is None:
                return None
            at = closing
        at += 1
    words = _text(file, first, at - 1)
    is_one = at < name and not _has_comma(file, at, name)
    return (words, _text(file, at, name - 1)) if "__shared__" in words and is_one else None


def _has_comma(file: File, first: int, end: int) -> bool:
    """Whether a comma outside of brackets stands in a range of tokens: it parts variables."""
    depth = 0
    for at in range(first, end):
        word = file.at(at)
        depth += len(word) * ((word in ("<", "(")) - (word in (">", ">>", ")")))
        if word == "," and depth == 0:
            return True
    return False


def _text(file: File, first: int, last: int) -> str:
    return file.source[file.span(first, last)] if first <= last else ""
