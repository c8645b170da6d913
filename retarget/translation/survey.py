"""What a file holds of CUDA, counted: its kernels, launches, inline PTX, headers, the names that it uses."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from retarget.dialects import Name
from retarget.source import brackets
from retarget.source.launch_spelling import closing_bracket
from retarget.source.lexer import ASSEMBLY, NAME
from retarget.source.text import Span
from retarget.translation.file import File
from retarget.translation.hip.names import is_cudas, is_member

_TEMPLATES = frozenset({"texture", "surface"})  # plain words, too, which are CUDA's with arguments alone
_BEGINS = ("(", "volatile", "__volatile__")  # the operands of a statement
_BEFORE_NAME = frozenset({"void", "static", "inline", "extern", "const", "__host__", "__device__", "__forceinline__"})
_WITH_BRACKETS = frozenset({"__launch_bounds__", "__attribute__", "__maxnreg__", "__cluster_dims__", "alignas"})


class NameUse(Struct, frozen=True):
    """A name of CUDA's in a file. count: how often; first: where it stands first, an offset."""

    name: Name
    count: int
    first: int


class KernelDefinition(Struct, frozen=True):
    """A kernel's definition. span: from its name to its closing brace."""

    name: str
    span: Span


class Survey(Struct, frozen=True):
    """A file. launches: `<<<...>>>`; asm: statements of inline PTX; headers: of CUDA's, as they are included."""

    path: str
    lines: int
    kernels: tuple[KernelDefinition, ...] = ()
    launches: int = 0
    asm: int = 0
    headers: tuple[str, ...] = ()
    uses: tuple[NameUse, ...] = ()


def surveyed(file: File) -> Survey:
    text = file.source.text
    return Survey(
        file.source.path,
        text.count("\n") + (bool(text) and not text.endswith("\n")),
        tuple(_kernels(file)),
        sum(closing_bracket(file.code, index) is not None for index, t in enumerate(file.code) if t.text == "<<<"),
        sum(file.at(index + 1) in _BEGINS for index in file.named(*ASSEMBLY)),
        tuple(dict.fromkeys(i.path for i in file.includes if file.header(i))),
        tuple(_uses(file)),
    )


def _uses(file: File) -> Iterator[NameUse]:
    places: dict[str, list[int]] = {}
    rows: dict[str, Name] = {}
    for index in file.named(*(w for w in file.words if (row := file.dialect.name(w)) and row.shows_cuda)):
        token = file.code[index]
        name = file.dialect.name(token.text)
        is_word = token.text in _TEMPLATES and file.at(index + 1) != "<"
        if name and token.directive != "include" and not is_word and _is_cudas(file, index, name):
            rows[token.text] = name
            places.setdefault(token.text, []).append(token.start)
    return (NameUse(rows[word], len(listed), listed[0]) for word, listed in places.items())


def _is_cudas(file: File, index: int, name: Name) -> bool:
    """clang takes a builtin that HIP has, too, for declared where it is used first: then declarations decide."""
    if name.status == "same":
        return file.at(index) not in file.own_names and not is_member(file, index)
    return is_cudas(file, index, name)


def _kernels(file: File) -> Iterator[KernelDefinition]:
    for index in file.named("__global__"):
        at = _declared(file, index + 1)
        end = file.closing(at + 1) if at is not None else None
        if at is None or end is None or file.at(end + 1) != "{":
            continue
        last = brackets.closing(file.code, end + 1, own_directive=False)
        if last is not None:
            yield KernelDefinition(file.at(at), file.span(at, last))


def _declared(file: File, index: int) -> int | None:
    """The index of the name of the function whose attributes and type stand there; None where it is not plain."""
    while index < len(file.code) and not file.code[index].directive:
        token = file.code[index]
        if token.text in _WITH_BRACKETS and file.at(index + 1) == "(":
            end = file.closing(index + 1)
            if end is None:
                return None
            index = end + 1
        elif token.kind == NAME and file.at(index + 1) == "(" and token.text not in _BEFORE_NAME:
            return index
        elif token.kind == NAME or token.text == "::":
            index += 1
        else:
            return None
    return None
