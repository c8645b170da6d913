"""Texture references, `texture<float, 1, cudaReadModeElementType> name;`: where they are declared and what is
done with them, in all files of a unit. Whether plain loads can stand in for the fetches follows from that.

Names of functions and constants count with either prefix, cuda or hip, so that translated text reads the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from retarget.source.brackets import before_arguments, turn
from retarget.source.lexer import NAME
from retarget.translation.file import File

_PLAIN_MEMBERS = frozenset({"normalized", "filterMode", "addressMode", "channelDesc"})
# Functions that the part `texture` overloads, and which of their arguments the reference is.
_ON_HOST = {"BindTexture": 1, "UnbindTexture": 0, "GetTextureAlignmentOffset": 1}
_PLAIN_CALLS = {"tex1Dfetch": 0} | {f"{prefix}{n}": at for prefix in ("cuda", "hip") for n, at in _ON_HOST.items()}
_MOST_MACROS = 8  # nested, before a use counts as unclear


class TextureReference(Struct, frozen=True):
    """One declaration, from the token `texture` at `index` to the `>` at `end`, of the variables named by the
    tokens `declarators`; `kind` says what about it needs images, `form` why it is no plain declaration."""

    file: File
    index: int
    end: int
    declarators: tuple[int, ...]
    kind: str
    form: str

    @property
    def why_not(self) -> str:
        return self.kind or self.form

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.file.at(i) for i in self.declarators)


class ReferenceUse(Struct, frozen=True):
    """A place that reads or passes a reference; `why_not` is empty where plain loads can stand in."""

    file: File
    index: int
    why_not: str


def stem(name: str) -> str:
    """A name of the runtime without its prefix."""
    return re.sub(r"^(?:cuda|hip)(?=[A-Z])", "", name)


def references(file: File, word: str = "texture") -> Iterator[TextureReference]:
    """The declarations in one file."""
    for index in _indices_of(file, word):
        if file.at(index + 1) != "<" or file.is_users(file.code[index]) or file.at(index - 1) in (".", "->", "::"):
            continue
        arguments, end = _template_arguments(file, index + 1)
        if file.at(end) == ">":
            declarators, is_list = _declarators(file, end + 1)
            yield TextureReference(file, index, end, declarators, _kind(arguments), _form(file, index, is_list))


def _indices_of(file: File, name: str) -> Iterator[int]:
    if name in file.source.text:  # spares the tokens of most files
        yield from file.named(name)


def _template_arguments(file: File, opening: int) -> tuple[list[str], int]:
    """The texts of the arguments between `<` and `>`, and the index of the token that ends them."""
    depth, found = 0, [""]  # in one pass, also of what does not end
    for i in range(opening, len(file.code)):
        text = file.at(i)
        depth += (text in ("(", "<", "[")) - (text in (")", ">", "]"))
        if depth == 0 or text in (";", "{"):
            return found, i
        if text == "," and depth == 1:
            found.append("")
        elif i > opening:
            found[-1] += text
    return found, len(file.code)


def _kind(arguments: list[str]) -> str:
    dimensions = stem(arguments[1]) if len(arguments) > 1 else "1"
    return "" if dimensions in ("1", "0x01", "TextureType1D") else f"its dimension is {arguments[1]}"


def _form(file: File, index: int, is_list: bool) -> str:
    if file.code[index].directive:
        return "a macro declares it"
    before = file.code[index - 1] if index else None
    at_start = before is None or before.directive or before.text in (";", "{", "}", "static", "extern")
    return "" if at_start and is_list else "it is no plain variable at file scope"


def _declarators(file: File, index: int) -> tuple[tuple[int, ...], bool]:
    """The names declared from a token on, and whether they are a plain list of variables and arrays."""
    found: list[int] = []
    while index < len(file.code) and file.code[index].kind == NAME:
        found.append(index)
        index = _behind_subscripts(file, index + 1)
        if file.at(index) != ",":
            return tuple(found), file.at(index) == ";"
        index += 1
    return tuple(found), False


def _behind_subscripts(file: File, index: int) -> int:
    while file.at(index) == "[" and (end := file.closing(index)) is not None:
        index = end + 1
    return index


def uses(files: tuple[File, ...], name: str, skipped: bool) -> Iterator[ReferenceUse]:
    """What the text of a unit does with a reference: the compiled text, or that which the preprocessor skips."""
    for file in files:
        declared = {i for r in references(file) for i in r.declarators}
        for index in _indices_of(file, name):
            if index in declared or file.at(index - 1) in (".", "->"):
                continue
            if file.skipped(file.code[index].start) is skipped:
                yield ReferenceUse(file, index, _why_not(files, file, index, _MOST_MACROS))


def _why_not(files: tuple[File, ...], file: File, index: int, macros: int) -> str:
    after = _behind_subscripts(file, index + 1)
    if file.at(after) == ".":
        return "" if file.at(after + 1) in _PLAIN_MEMBERS else f"its member '{file.at(after + 1)}' is used"
    first = _whole_name(file, index)
    first -= file.at(first - 1) == "&"
    opening, position = _enclosing_call(file, first)
    if opening is None or file.at(after) not in (",", ")") or file.at(first - 1) not in (",", "("):
        return "retarget does not understand this use"
    called = before_arguments(file.code, opening - 1)
    function = file.at(called)
    if _PLAIN_CALLS.get(function) == position and file.at(called - 1) != "::":
        return ""
    definitions = list(_definitions(files, function)) if macros else []
    if not definitions:
        return f"it is given to '{function}'"
    inside = [(f, i) for f, at in definitions for i in _parameter_uses(f, at, position)]
    return next((why for f, i in inside if (why := _why_not(files, f, i, macros - 1))), "")


def _whole_name(file: File, index: int) -> int:
    """Index of the first token of a qualified name."""
    while file.at(index - 1) == "::":
        index -= 2 if file.code[index - 2].kind == NAME else 1
    return index


def _enclosing_call(file: File, index: int) -> tuple[int | None, int]:
    """The `(` among whose arguments one starts at `index`, and the position of that argument."""
    depth, position, directive = 0, 0, file.code[index].directive
    for i in range(index - 1, -1, -1):
        text = file.at(i)
        if text == ";" or file.code[i].directive != directive:
            break
        if text == "(" and depth == 0:
            return i, position
        depth -= turn(text)
        position += text == "," and depth == 0
    return None, 0


def _definitions(files: tuple[File, ...], macro: str) -> Iterator[tuple[File, int]]:
    """The `(` of each compiled definition of a function-like macro."""
    for file in files:
        for index in _indices_of(file, macro):
            token = file.code[index]
            is_definition = token.directive == "define" and file.at(index - 1) == "define"
            if is_definition and not file.skipped(token.start) and file.source.text[token.end] == "(":
                yield file, index + 1


def _parameter_uses(file: File, opening: int, position: int) -> Iterator[int]:
    """Where the body of a macro uses its parameter, other than to paste a name of it."""
    parameter, start = file.at(opening + 1 + 2 * position), file.closing(opening)
    for index in range(start or opening, len(file.code)):
        if file.code[index].directive != "define":
            return
        is_pasted = "##" in (file.at(index - 1), file.at(index + 1)) or file.at(index - 1) == "#"
        if file.at(index) == parameter and not is_pasted:
            yield index
