"""float-to-integer: conversions that CUDA's machine saturates, and AMD's compilers do not.

    (long long)x              -->  (long long)retarget_hip::to_integer<long long>(x)
    bytes[i] = x;             -->  bytes[i] = retarget_hip::to_integer<unsigned char>(x);
    __float2ll_rn(x)          -->  retarget_hip::to_integer<long long>(rint(x))

    count += x;               -->  count = retarget_hip::to_integer<long long>(count + x);

    (int)d                    -->  (int)retarget_hip::to_integer<int>(d)      d: a double that may be no number
    (short)h                  -->  (short)retarget_hip::half_cast<short>(h)   h: a __half or a __nv_bfloat16

Legal always: within the range of the type both are one. What `op=` changes is named twice: legal where naming it has
no effect; else it is warned of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retarget.analysis.conversions import Differs, IntegerConversion, conversions
from retarget.analysis.ranges import bits
from retarget.source.brackets import ROUND, turn
from retarget.source.lexer import NAME, code
from retarget.source.text import Edit, Span, enclosing
from retarget.translation.file import File, Finding, Met, Need
from retarget.translation.hip.device_program import device_program
from retarget.translation.rule import rule, trees
from retarget.unit import Unit
from retarget.unit.tree import Kind

RULE = "float-to-integer"
_TWICE = frozenset({"++", "--", "=", "+=", "-=", "*=", "/=", ",", "?"})
_JOINING = frozenset({".", "->", "::", "(", ")", "[", "]"})
_CAST = re.compile(r"\s*(?:\([\w\s:]+\)|(?:static_cast\s*<[\w\s:]+>|[a-z]\w*)\s*\()[\s(]*")


_OUTCOMES = {Differs.PROVED: "harmless", Differs.NOWHERE: "same"}
_UNMARKED = frozenset({*_OUTCOMES, Differs.CHOSEN})
_NARROW = {"short": "16-bits", "unsigned short": "16-bits", "char": "signed-byte", "signed char": "signed-byte"}


@rule("float-to-integer", asks=trees)
def float_to_integer(file: File) -> Iterator[Finding]:
    nans: dict[str, list[Span]] = {}
    chosen: dict[str, list[Span]] = {}
    for found in file.unit.once(_conversions):
        if found.node.span.path != file.source.path:
            continue
        if found.differs in _OUTCOMES:
            yield Met(_row(found), _OUTCOMES[found.differs], found.node.span)
            continue
        if found.differs is Differs.CHOSEN:
            chosen.setdefault(found.name, []).append(found.node.span)
            yield Met("float-to-chosen", "noted", found.node.span)
            continue
        if found.differs is Differs.NAN and not _marks(file, found):
            nans.setdefault(found.name, []).append(found.node.span)
            yield Met(_row(found), "noted", found.node.span)
        else:
            yield from _mended(file, found)
    for name, spans in chosen.items():
        told = f"'{name}' converts to a type that its template's arguments name ({len(spans)} in all): to unsigned "
        why = "char and to 64 bits CUDA's machine saturates what is out of range, AMD's compilers do not"
        yield file.note(RULE, spans[0], told + why)
    for name, spans in nans.items():
        told = f"'{name}' makes integers of double in macros ({len(spans)} in all): what is not a number becomes "
        yield file.note(RULE, spans[0], told + "0x80000000 on NVIDIA's machine, and 0 on AMD's")


def _conversions(unit: Unit) -> tuple[IntegerConversion, ...]:
    listed = conversions(unit.once(device_program), unit.text) if unit.functions else ()
    found = sorted(listed, key=lambda c: c.differs not in _OUTCOMES)  # of several bodies the one that proves least
    return tuple({(c.node.span, c.to): c for c in found}.values())


def _row(found: IntegerConversion) -> str:
    if found.is_half:
        return "half-casts"
    if "__int128" in found.to:
        return "float-to-128-bits"
    if found.to == "unsigned char":
        return "float-to-byte"
    if bits(found.to) == 64:
        return "float-to-64-bits"
    narrow = _NARROW.get(found.to)
    return f"float-to-{narrow}" if narrow else "double-to-32-bits" if found.is_double else "float-to-32-bits"


def _mended(file: File, found: IntegerConversion) -> Iterator[Finding]:
    span, to = found.node.span, found.to
    told = f"CUDA's machine saturates what is out of the range of {to}, AMD's compilers do not"
    if found.differs is Differs.NAN:
        told = "what is not a number becomes 0x80000000 on CUDA's machine, and 0 on AMD's"
    edits = _marks(file, found)
    if not edits:
        why = "a macro, several casts, or a call in what `op=` changes stand in the way: compare the number first"
        yield file.warning(RULE, span, f"{told}; {why}")
        yield Met(_row(found), "warned", span)
        return
    yield Met(_row(found), "rewritten", span)
    yield from edits
    yield Need("half_integers" if found.is_half else "conversions", span)
    yield file.note(RULE, span, told)


def conversion_marks(file: File) -> Iterator[Edit]:
    """The edits that give the conversions of a file that may be out of range CUDA's result."""
    for found in file.unit.once(_conversions):
        if found.node.span.path == file.source.path and found.differs not in _UNMARKED and not found.is_half:
            yield from _marks(file, found)  # a processor has the classes of halves that saturate


def same_marks(file: File) -> Iterator[Sequence[Edit]]:
    """Of each conversion that both machines saturate, the edits that make a processor saturate it, which does not."""
    for found in file.unit.once(_conversions):
        if found.node.span.path == file.source.path and found.differs is Differs.NOWHERE and not found.is_half:
            yield _marks(file, found)


def _marks(file: File, found: IntegerConversion) -> list[Edit]:
    """The edits that mark a conversion; none where it is not written."""
    if found.node.kind is Kind.ASSIGN:
        return list(_update_marks(file, found))
    if not _is_written(file, found):
        return []
    span = found.node.span
    opening = f"retarget_hip::{'half_cast' if found.is_half else 'to_integer'}<{found.to}>("
    before, behind = enclosing(span, opening, RULE)
    if found.function is not None:
        name = Span(span.path, span.start, span.start + len(found.node.name))
        opening = opening + found.function if found.function else opening.removesuffix("(")
        before = Edit(name, opening, RULE)
    return [before, behind] if found.function != "" else [before]


def _update_marks(file: File, found: IntegerConversion) -> Iterator[Edit]:
    """`target op= operand` written out; nothing where naming the target twice may do something, or a macro is used."""
    span, changed = found.node.span, found.node.parts[0].span
    at = file.index_at(changed.end)
    while file.at(at) == ")":
        at += 1
    last = file.index_at(span.end) - 1
    listed = [file.at(i) for i in range(file.index_at(span.start), last + 1)]
    target = listed[: at - file.index_at(span.start)]
    is_whole = file.at(at) == found.node.name and all(x.count("(") == x.count(")") for x in (target, listed))
    others = (c.node.span for c in file.unit.once(_conversions) if c.differs not in _UNMARKED and c != found)
    is_alone = not any(s.path == span.path and span.start <= s.start < span.end for s in others)
    named = [i for i in range(file.index_at(span.start), last + 1) if file.code[i].kind == NAME]
    brought = any(_in_macro(file, Span(span.path, file.code[i].start, file.code[i].end)) for i in named)
    if not (is_whole and is_alone and _is_simple(file, target)) or brought or last <= at:
        return
    op, brackets = found.node.name[:-1], not _is_postfix(listed[at - last :])
    text = file.source.text[span.start : file.code[at].start].rstrip()
    opening = f"= retarget_hip::to_integer<{found.to}>({text} {op} {'(' * brackets}"
    _, behind = enclosing(span, "", RULE, "))" if brackets else ")")
    yield Edit(Span(span.path, file.code[at].start, file.code[at + 1].start), opening, RULE)
    yield behind


def _is_postfix(words: Sequence[str]) -> bool:
    """Whether an expression binds closer than any operator: a name, a call, a member, an element."""
    depth = 0  # of words that have no places
    for word in words:
        depth -= word in (")", "]")
        if depth == 0 and not (word.isidentifier() or word[0].isdigit() or word in _JOINING):
            return False
        depth += word in ("(", "[")
    return True


def _is_simple(file: File, target: Sequence[str]) -> bool:
    """Whether an expression may be written twice: it changes nothing and calls nothing, and no rule renames in it."""
    inner = target[2:] if target[:2] == ["(", "*"] else target
    renamed = (row for row in map(file.dialect.name, target) if row and row.status != "same")
    return _TWICE.isdisjoint(target) and "(" not in inner and not any(renamed)


def _is_written(file: File, found: IntegerConversion) -> bool:
    """Whether the expression stands there for itself, or with its cast, rather than in a macro's body."""
    span, text = found.node.span, file.source[found.node.span]
    if not found.is_plain or "__int128" in found.to or not text or text.count("(") != text.count(")"):
        return False
    if found.function is not None:
        return text.startswith(found.node.name)
    whole = found.node.outer
    before = file.source.text[whole.start : span.start]
    if not before.strip(" \t\n("):
        return not _in_macro(file, span)  # not written as a cast: a macro may do more with its argument
    return _CAST.fullmatch(before) is not None and file.at(file.index_at(whole.start)) not in file.unit.once(_macros)


def _in_macro(file: File, span: Span) -> bool:
    """Whether a place is a macro's, or an argument of one."""
    macros = file.unit.once(_macros)
    first = file.index_at(span.start)
    if file.at(first) in macros:
        return True
    depth = 0
    for i in range(first - 1, -1, -1):
        text = file.at(i)
        if text in (";", "{", "}"):
            return file.code[i].directive != "" or file.code[first].directive != ""
        depth -= turn(text, ROUND)
        if depth < 0:
            depth = 0
            if file.at(i - 1) in macros:
                return True
    return False


def _macros(unit: Unit) -> frozenset[str]:
    """The macros of the user's."""
    found = set()
    for source in unit.sources:
        listed = code(source.text)
        found |= {
            listed[i + 1].text
            for i, t in enumerate(listed[:-1])
            if t.text == "define" and t.directive and listed[i + 1].kind == NAME
        }
    return frozenset(found)
