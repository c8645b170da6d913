"""Names of the program's that hide what a translation writes.

    namespace app { namespace warp32 { ... }
    int v = __shfl_sync(m, v, 3); }   -->   int v = ::warp32::shfl_sync(m, v, 3); }

Text that is written into a program finds the program's names first: those of its namespaces and classes, its variables
and parameters, its macros. `::` in front leads past all but macros, and what the program itself declares there: these
are errors where the text is a support header's namespace, a function that stands for inline PTX, or a name that a macro
or a function of the program's would take (`program_takes.py`). Legal everywhere: a name is qualified where the program
declares one like it anywhere but at global scope. What looks like a declaration counts as one, as to qualify in vain
changes nothing.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Container, Iterable, Iterator, Mapping

from msgspec import Struct

from retarget.dialects.table import KEYWORDS
from retarget.source import brackets
from retarget.source.lexer import NAME, Token, tokens
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, users_code
from retarget.translation.hip.program_takes import Arity, arity, is_taken_by_macro, macro_body
from retarget.unit import Unit

RULE = "program-names"
_NAMESPACES = frozenset({"retarget_hip", "warp32", "retarget", "hipcub", "rocprim"})  # that a translation writes
_HEADS = frozenset({"namespace", "struct", "class", "union", "enum", "using", "typename", "concept"})
_ATTRIBUTES = frozenset({"alignas", "__align__", "__attribute__", "__attribute", "__declspec", "asm", "__asm__"})
_WITH_BRACKETS = frozenset({"decltype", "typeof", "__typeof__", "__typeof", *_ATTRIBUTES})  # and a name may follow
_BEHIND = frozenset({"(", "=", ";", ",", ")", "[", "{", ":", ">", ">>"}) | _ATTRIBUTES
_POINTS = frozenset({"*", "&", "&&", ">", "..."})
_LISTED = frozenset({"(", ","})  # arguments of macros, which may paste a declaration
_LISTS = frozenset({"binding", "enum", "enum class"})
_SEPARATORS = frozenset({"[", "{", ","})
_BRACKETS = frozenset({"(", "[", "{", "<", ")", "]", "}", ">", ">>"})
_FLAT = frozenset({'"', "enum"})  # brackets at global scope whose names are of that scope
_QUALIFIED = frozenset({".", "->", "::"})
_NO_TYPES = frozenset({"return", "else", "case", "goto", "throw", "delete", "sizeof", "do", "not", "and", "or"})
_WRITTEN = frozenset({"dim3", "rint", "rintf"})  # of the target's, by rules that write more than a name
_TARGETS = re.compile(r"hip[A-Z]\w*")  # and all of its own, such as `hipMemcpyDefault`
_NAME = re.compile(r"[A-Za-z_]\w*")
_RENAMED = frozenset({"names", "powers"})  # rules that write one name for another


class ProgramNames(Struct, frozen=True):
    """Names that a unit's program declares: as macros, at global scope, and anywhere else. bodies: what macros name;
    functions: those at global scope, and the arguments that they take."""

    macros: frozenset[str]
    top: frozenset[str]
    nested: frozenset[str]
    bodies: Mapping[str, frozenset[str]]
    functions: Mapping[str, frozenset[Arity]]


def program_names(unit: Unit) -> ProgramNames:
    """For `Unit.once`."""
    macros: set[str] = set()
    top: set[str] = set()
    nested: set[str] = set()
    bodies: dict[str, frozenset[str]] = {}
    functions: dict[str, frozenset[Arity]] = {}
    codes = [(source, users_code(source.text)) for source in unit.sources]
    defined = {name for _, code in codes for name in _defined(code)}
    for source, code in codes:
        opened: list[str] = []  # what the open brackets are
        for index, token in enumerate(code):
            if token.kind == NAME:
                is_listed = bool(opened) and opened[-1] in _LISTS and code[index - 1].text in _SEPARATORS
                if not (is_listed or _declares(code, index, defined)) or unit.is_skipped(source.path, token.start):
                    continue
                if token.directive == "define" and code[index - 1].text == "define":
                    macros.add(token.text)
                    bodies[token.text] = bodies.get(token.text, frozenset()) | macro_body(code, index)
                elif token.directive or not _FLAT.issuperset(opened):
                    nested.add(token.text)
                else:
                    top.add(token.text)
                    if index + 1 < len(code) and code[index + 1].text == "(":
                        functions[token.text] = functions.get(token.text, frozenset()) | {arity(code, index + 1)}
            elif token.text in _BRACKETS and not token.directive and not unit.is_skipped(source.path, token.start):
                _open_or_close(code, index, opened)
    pasted = unit.own_names - top - macros - _NAMESPACES
    return ProgramNames(frozenset(macros), frozenset(top), frozenset(nested) | pasted, bodies, functions)


def _defined(code: list[Token]) -> Iterator[str]:
    """Names of the macros that a text defines."""
    for index, token in enumerate(code):
        if token.text == "define" == token.directive and index + 1 < len(code):
            yield code[index + 1].text


def _open_or_close(code: list[Token], index: int, opened: list[str]) -> None:
    """Follows one token into the brackets that are open: parentheses, blocks, headers of templates, lists of names."""
    text, before = code[index].text, code[index - 1].text if index else ""
    is_header = before == "template" or bool(opened and opened[-1] == "<")
    if text in {"(", "["} or (text == "<" and is_header):
        opened.append("binding" if text == "[" and _is_binding(code, index) else text)
    elif text == "{":
        is_linkage = not before or before.startswith('"')  # extern "C" {
        opened.append('"' if is_linkage else _enumeration(code, index) or text)
    elif text in {")", "]", "}"} and opened:
        opened.pop()
    elif text in {">", ">>"}:
        for _ in text:
            if opened and opened[-1] == "<":
                opened.pop()


def _is_binding(code: list[Token], index: int) -> bool:
    """Whether `[` opens the names of `auto [a, b]` or `auto& [a, b]`."""
    before = index - 1
    return before > 0 and code[before - (code[before].text in _POINTS)].text == "auto"


def _enumeration(code: list[Token], index: int) -> str:
    """What `{` opens where it opens an enumeration: `enum`, or `enum class`, whose names hide nothing outside."""
    at = index - 1
    while at > 0 and code[at].text != "enum" and (code[at].kind == NAME or code[at].text in {":", "::"}):
        at -= 1
    if at < 0 or code[at].text != "enum":
        return ""
    return "enum class" if code[at + 1].text in {"class", "struct"} else "enum"


def _declares(code: list[Token], index: int, macros: Container[str]) -> bool:
    """Whether a name may be declared here: `struct name`, `T name =`, `T* name(`, `T name ALIGNED(8)` with one of the
    program's macros, an argument of a macro."""
    before = code[index - 1] if index else None
    behind = code[index + 1].text if index + 1 < len(code) else ""
    if before is None or before.text in _QUALIFIED:
        return False
    if before.text in _HEADS or before.text == before.directive == "define":
        return True
    if behind not in _BEHIND and behind not in macros:
        return False
    if before.kind == NAME:
        return before.text not in _NO_TYPES
    if before.text == ")":  # decltype(a) name
        opening = brackets.opening(code, index - 1, own_directive=True) or 0
        return opening > 0 and code[opening - 1].text in _WITH_BRACKETS
    is_captured = before.text == "[" and behind == "="
    return is_captured or before.text in _POINTS or (before.text in _LISTED and behind != "(")


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
        if not isinstance(finding, Edit) or not _NAME.search(finding.text):
            yield finding
            continue
        names = file.unit.once(program_names)
        if told := _taken(file, finding, names):
            yield file.error(RULE, finding.span, told)
        if file.unit.language == "c":
            yield finding
            continue
        hidden = next((w for w in _NAME.findall(finding.text) if w in _NAMESPACES & (names.macros | names.top)), None)
        if hidden is not None:
            told = f"'{hidden}' is a namespace of the support headers, and a name of the program's"
            yield file.error(RULE, finding.span, f"{told}: rename the program's")
        yield _past(file, finding, names)


def _taken(file: File, edit: Edit, names: ProgramNames) -> str:
    """What to say of an edit of which a macro or a function of the program's would take a name, or nothing."""
    renamed, index = file.source[edit.span], file.index_at(edit.span.start)
    is_name = edit.why in _RENAMED and edit.text.isidentifier()
    found = {edit.text} if is_name else {w for w in _NAME.findall(edit.text) if _TARGETS.fullmatch(w)}
    directive = file.code[index].directive if index < len(file.code) else ""
    if directive not in {"", "define"}:
        return ""
    for name in sorted(found - set(_NAME.findall(renamed))):
        if is_taken_by_macro(names.bodies, name, renamed) and not (directive and _defines(file, index, name)):
            return f"'{name}' would be written here, and is a macro of the program's: rename the program's"
        if name in names.functions and file.at(index - 1) not in {".", "->"} and _takes(file, edit, names, name):
            return f"'{name}' would be called here, and the program has a function of this name: rename the program's"
    return ""


def _defines(file: File, index: int, name: str) -> bool:
    """Whether the directive of the token at `index` defines the macro `name`."""
    while index > 0 and file.at(index) != "define":
        index -= 1
    return file.at(index + 1) == name


def _takes(file: File, edit: Edit, names: ProgramNames, name: str) -> bool:
    """Whether a function of the program's may have the arguments of a call."""
    behind = file.index_at(edit.span.end)
    if file.at(behind) != "(":
        return "(" in edit.text
    count = len(file.arguments(behind) or ())
    return file.unit.language == "c" or any(a.least <= count <= a.most for a in names.functions[name])


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
