"""warp-size: `warpSize` is 32 in device code, as the kernels count; the user's own of that name stays his.

    threadIdx.x / warpSize  -->  threadIdx.x / warp32::size
    int warpSize = f();     -->  (the same, and so is what refers to it)

Legal where the name is CUDA's. clang says so where it sees the code; captures, bindings and initialisers of members,
which CUDA's constant cannot be, are known by their form. In a macro's body and in text that is not compiled a
declaration there tells; where the program has a variable of that name that may be meant, the place is warned of, and
left.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from retarget.analysis.macros import expanding
from retarget.source.lexer import NAME, Token
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.unit import Unit

_NAME = "warpSize"
_NO_TYPES = frozenset("return else case goto throw new delete sizeof do not and or co_return typename".split())
_BUILTIN = frozenset("int unsigned signed long short char float double bool auto size_t const volatile".split())
_WRITES = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "(", "{"})


def warp_size(file: File) -> Iterator[Finding]:
    yield from _attributes(file)
    places = file.named(_NAME)
    members = {m.name_span.start for m in file.unit.members if m.name_span.path == file.source.path}
    for index in places:
        token, before = file.code[index], file.at(index - 1)
        if file.is_users(token) or _has_users_form(file, index):
            continue
        if before in (".", "->"):
            if token.start not in members and file.at(index - 2) not in ("{", ","):  # the rule of fields has clang's
                yield _property(file, index)
        elif before == "::" and index >= 2 and file.code[index - 2].kind == NAME:
            continue
        elif _is_seen(file, token):
            yield from _renamed(file, index)
        elif not any(_declares(file, i) for i in _around(file, index)):
            yield from _unclear(file, index) if _may_be_users(file, index) else _renamed(file, index)


def _renamed(file: File, index: int) -> Iterator[Finding]:
    yield Edit(file.span(index), "warp32::size", "warp-size")
    yield Need("warp_size", file.span(index))


def _unclear(file: File, index: int) -> Iterator[Finding]:
    told = "the program has a variable of this name, which may be meant here, and it stays: write warp32::size where "
    tell = file.note if file.skipped(file.code[index].start) else file.warning
    yield tell("warp-size", file.span(index), told + "CUDA's is meant, which counts as the kernels do")


def _property(file: File, index: int) -> Finding:
    told = "if this is the device's property, it answers with the wavefront, 64 on many AMD GPUs, while the kernels "
    where = "count in warps of 32: use 32 where both have to agree"
    return file.warning("warp-size", file.span(index), told + where)


def _attributes(file: File) -> Iterator[Finding]:
    """Questions in HIP's own words; CUDA's are answered by the support header `capability`."""
    asked = ("hipDeviceAttributeWarpSize",) if file.named("hipDeviceGetAttribute") else ()
    for index in file.named(*asked, "HIPCUB_WARP_THREADS"):
        if not file.is_users(file.code[index]):
            told = "answers with the wavefront, 64 on many AMD GPUs, while the kernels count in warps of 32"
            yield file.warning("warp-size", file.span(index), f"this {told}: use 32 where both have to agree")


def _is_seen(file: File, token: Token) -> bool:
    """Whether clang would have said so if the name were the user's here."""
    return file.unit.parsed and not token.directive and not file.skipped(token.start)


def _has_users_form(file: File, index: int) -> bool:
    """Whether the place writes to the name, calls it, captures or binds it: CUDA's is a constant of the device."""
    if file.at(index + 1) in _WRITES or file.at(index - 1) in ("++", "--"):
        return file.at(index - 1) not in (".", "->")
    opening = index - 1
    while opening > 0 and (file.code[opening].kind == NAME or file.at(opening) in (",", "&", "=", "*")):
        opening -= 1
    if file.at(opening) != "[" or file.at(index + 1) not in (",", "]"):
        return False
    before = file.code[opening - 1]
    return before.text == "auto" or (before.kind != NAME and before.text not in (")", "]")) or before.text == "return"


def _around(file: File, index: int) -> range:
    """The macro that a place belongs to, else the brackets and the function around it."""
    if file.code[index].directive:
        first = last = index
        while first > 0 and file.code[first].directive:
            first -= 1
        while last < len(file.code) and file.code[last].directive:
            last += 1
        return range(first, last)
    depth, first = 0, index  # to the outer of two braces, whatever kind of brackets is between
    while first > 0 and depth < 2:  # a parameter stands in front of the outer of them
        depth += file.at(first) == "{" or -(file.at(first) == "}")
        first -= 1
        if depth >= 1 and file.at(first) in (";", "}") and file.at(first + 1) != "{":
            break
    return range(first, index + 1)


def _declares(file: File, index: int) -> bool:
    """`type warpSize = ...` as tokens tell it, or a macro's parameter."""
    if file.at(index) != _NAME or file.at(index - 1) in (".", "->", "::"):
        return False
    if file.at(index + 1) in ("=", "+=", "-=", "*="):
        return True
    if file.code[index].directive == "define" and _is_parameter(file, index):
        return True
    before = index - 1
    while before > 0 and file.at(before) in ("*", "&", "&&"):
        before -= 1
    word = file.at(before)
    known = file.dialect.name(word)
    is_type = word in _BUILTIN or word.endswith("_t") or (known is not None and known.kind == "type")
    is_name = before == index - 1 and file.code[before].kind == NAME and word not in _NO_TYPES
    return (is_type or is_name) and file.at(index + 1) in (";", ",", ")", "[", "{", ":")


def _is_parameter(file: File, index: int) -> bool:
    opening = index - 1
    while file.code[opening].kind == NAME or file.at(opening) in (",", "..."):
        opening -= 1
    is_head = file.at(opening - 2) == "define" and file.code[opening - 1].end == file.code[opening].start
    return file.at(opening) == "(" and is_head


def _may_be_users(file: File, index: int) -> bool:
    """Of a place that clang does not see: whether a variable of the program's may be meant."""
    unit = file.unit
    if not unit.parsed:
        return any(_declares(file, i) for i in file.named(_NAME))
    if file.code[index].directive != "define":
        return unit.once(_is_declared)
    return (_NAME, True) in unit.in_macros and _is_used_beside(file, _macro_at(file, index))


def _is_declared(unit: Unit) -> bool:
    return any(p in unit.by_path and unit.by_path[p].text.startswith(_NAME, offset) for p, offset in unit.own)


def _macro_at(file: File, index: int) -> str:
    hashed = max(i for i in range(index) if file.at(i) == "#" and file.at(i + 1) == "define")
    return file.at(hashed + 2)


def _is_used_beside(file: File, macro: str) -> bool:
    """Whether a macro, or one that brings it, is used where a declaration of the program's is seen."""
    bringing = expanding(file.unit, macro)
    for other in (replace(file, source=s) for s in file.unit.sources if s.text.find(_NAME) >= 0):
        declaring = {_macro_at(other, i) for i in other.named(_NAME) if other.code[i].directive and _declares(other, i)}
        for use in other.named(*bringing):
            around = _around(other, use)
            if not other.code[use].directive and any(_declares(other, i) or other.at(i) in declaring for i in around):
                return True
    return False
