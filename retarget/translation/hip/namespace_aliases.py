"""The names that a program gives to CUDA's namespaces: `namespace cg = cooperative_groups;`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from retarget.dialects import Dialect
from retarget.source.lexer import Token, code
from retarget.translation.file import File
from retarget.unit import Unit

_MAY_ALIAS = re.compile(r"\bnamespace\s+\w+\s*=")


def namespace_aliases(file: File) -> Mapping[str, str]:
    """From names to what they stand for. A name that the unit's files give to several namespaces is none of them."""
    return {name: whole for name, whole in file.unit.once(defined_aliases).items() if _is_cudas(whole, file.dialect)}


def _is_cudas(whole: str, dialect: Dialect) -> bool:
    first = dialect.name(whole.partition("::")[0])
    return first is not None and first.kind == "namespace"


def defined_aliases(unit: Unit) -> Mapping[str, str]:
    """All that the unit's files define, whatever they stand for."""
    found: dict[str, set[str]] = {}
    for source in unit.sources:
        if _MAY_ALIAS.search(source.text):
            for name, whole in _in_tokens(code(source.text)):
                found.setdefault(name, set()).add(whole)
    return {name: wholes.pop() for name, wholes in found.items() if len(wholes) == 1}


def _in_tokens(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    for at, token in enumerate(tokens):
        if token.text == "namespace" and [t.text for t in tokens[at + 2 : at + 3]] == ["="]:
            words = [t.text for t in tokens[at + 3 : at + 12]]
            if ";" in words:
                yield tokens[at + 1].text, "".join(words[: words.index(";")]).removeprefix("::")
