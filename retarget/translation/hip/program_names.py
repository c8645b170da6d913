"""Names of the program's that hide what a translation writes.

    namespace app { namespace warp32 { ... }
    int v = __shfl_sync(m, v, 3); }   -->   int v = ::warp32::shfl_sync(m, v, 3); }

Text that is written into a program finds the program's names first: those of its namespaces and classes, its variables
and parameters, its macros. `::` in front leads past all but macros, and what the program itself declares there: these
are errors where the text is a support header's namespace, or a function that stands for inline PTX. Legal everywhere: a
name is qualified where the program declares one like it anywhere but at global scope. What looks like a declaration
counts as one, as to qualify in vain changes nothing.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from retarget.dialects.table import KEYWORDS
from retarget.source.lexer import NAME, Token, tokens
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, users_code
from retarget.unit import Unit

RULE = "program-names"
_NAMESPACES = frozenset({"retarget_hip", "warp32", "retarget", "hipcub", "rocprim"})  # that a translation writes
_HEADS = frozenset({"namespace", "struct", "class", "union", "enum", "using", "typename", "concept"})
_BEHIND = frozenset({"(", "=", ";", ",", ")", "[", "{", ":", "__attribute__", "asm", "__asm__"})
_POINTS = frozenset({"*", "&", "&&", ">"})
_LISTED = frozenset({"(", ","})  # arguments of macros, which may paste a declaration
_QUALIFIED = frozenset({".", "->", "::"})
_NO_TYPES = frozenset({"return", "else", "case", "goto", "throw", "delete", "sizeof", "do", "not", "and", "or"})
_WRITTEN = frozenset({"dim3", "rint", "rintf"})  # of the target's, by rules that write more than a name
_TARGETS = re.compile(r"hip[A-Z]\w*")  # and all of its own, such as `hipMemcpyDefault`
_NAME = re.compile(r"[A-Za-z_]\w*")
_RENAMED = frozenset({"names", "powers"})  # rules that write one name for another


class ProgramNames(Struct, frozen=True):
    """Names that a unit's program declares: as macros, at global scope, and anywhere else."""

    macros: frozenset[str]
    top: frozenset[str]
    nested: frozenset[str]


def program_names(unit: Unit) -> ProgramNames:
    """For `Unit.once`."""
    macros: set[str] = set()
    top: set[str] = set()
    nested: set[str] = set()
    for source in unit.sources:
        code = users_code(source.text)
        depth, openings = 0, [False]
        for index, token in enumerate(code):
            if token.text == "{" and not token.directive and not unit.is_skipped(source.path, token.start):
                openings.append(index == 0 or not code[index - 1].text.startswith('"'))  # extern "C" {
                depth += openings[-1]
            elif token.text == "}" and len(openings) > 1 and not token.directive:
                depth -= 0 if unit.is_skipped(source.path, token.start) else openings.pop()
            elif token.kind != NAME or not _declares(code, index) or unit.is_skipped(source.path, token.start):
                continue
            elif token.directive == "define" and code[index - 1].text == "define":
                macros.add(token.text)
            else:
                (nested if depth or token.directive else top).add(token.text)
    pasted = unit.own_names - top - macros - _NAMESPACES
    return ProgramNames(frozenset(macros), frozenset(top), frozenset(nested) | pasted)


def _declares(code: list[Token], index: int) -> bool:
    """Whether a name may be declared here: `struct name`, `T name =`, `T* name(`, an argument of a macro."""
    before = code[index - 1] if index else None
    behind = code[index + 1].text if index + 1 < len(code) else ""
    if before is None or before.text in _QUALIFIED:
        return False
    if before.text in _HEADS or before.text == before.directive == "define":
        return True
    if behind not in _BEHIND:
        return False
    if before.kind == NAME:
        return before.text not in _NO_TYPES
    return before.text in _POINTS or (before.text in _LISTED and behind != "(")


def qualified(text: str, names: ProgramNames, own: frozenset[str], always: frozenset[str]) -> str:
    """A text with `::` in front of what it names of the target's, where the program has a name like it. own: names
    that the text declares; always: names that are qualified in any case."""
    found, at, before = [], 0, ""
    for token in tokens(text):
        is_name = token.kind == NAME and token.text not in KEYWORDS | own and not token.text.startswith("__builtin")
        if is_name and before not in _QUALIFIED and token.text in always | names.nested:
            found += [text[at : token.start], "::"]
            at = token.start
        before = token.text
    return "".join([*found, text[at:]])


def past_the_programs(file: File, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings, of which the edits mean what they name whatever the program declares."""
    for finding in findings:
        if not isinstance(finding, Edit) or file.unit.language == "c" or not _NAME.search(finding.text):
            yield finding
            continue
        names = file.unit.once(program_names)
        hidden = next((w for w in _NAME.findall(finding.text) if w in _NAMESPACES & (names.macros | names.top)), None)
        if hidden is not None:
            told = f"'{hidden}' is a namespace of the support headers, and a name of the program's"
            yield file.error(RULE, finding.span, f"{told}: rename the program's")
        yield _past(file, finding, names)


def _past(file: File, edit: Edit, names: ProgramNames) -> Edit:
    if edit.why in _RENAMED and edit.text.isidentifier():
        is_hidden = edit.text in names.nested and _may_be_qualified(file, edit)
        return dataclasses.replace(edit, text=f"::{edit.text}") if is_hidden else edit
    words = {w for w in _NAME.findall(edit.text) if w in _NAMESPACES | _WRITTEN or _TARGETS.fullmatch(w)} & names.nested
    if not words:
        return edit
    kept = frozenset(_NAME.findall(file.source[edit.span]))
    found, at, before = [], 0, file.at(file.index_at(edit.span.start) - 1)
    for token in tokens(edit.text):
        if token.text in words - kept and before not in _QUALIFIED:
            found += [edit.text[at : token.start], "::"]
            at = token.start
        before = token.text
    return dataclasses.replace(edit, text="".join([*found, edit.text[at:]]))


def _may_be_qualified(file: File, edit: Edit) -> bool:
    """Whether a name is used where it stands, rather than declared, and no type in front would take `::` as its."""
    index = file.index_at(edit.span.start)
    before, directive = file.at(index - 1), file.code[index].directive
    if before in _QUALIFIED | _HEADS or (directive and (directive != "define" or before == "define")):
        return False
    is_name = index > 0 and file.code[index - 1].kind == NAME
    return not is_name or before in KEYWORDS or before.startswith("__")
