"""calls: arguments that need more than a new name.

    cudaMemcpyToSymbol(s, p, n)        -->  hipMemcpyToSymbol(HIP_SYMBOL(s), p, n)
    cudaFuncSetCacheConfig(kernel, c)  -->  hipFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), c)
    cudaMallocPitch(&p, &n, w, h)      -->  hipMallocPitch((void**)(&p), &n, w, h)
    cudaMallocPitch<T>(&p, &n, w, h)   -->  hipMallocPitch((void**)(&p), &n, w, h)   a template in CUDA alone
    cuMemcpyAsync(d, s, n, stream)     -->  hipMemcpyAsync(d, s, n, hipMemcpyDefault, stream)
    cudaEventCreate(&e, flags)         -->  hipEventCreate(&e, flags)   and the support header `runtime`
    cudaGraphInstantiate(&e, g, flags) -->  hipGraphInstantiate(&e, g, flags)   the same
    OK(MallocPitch(&p, &n, w, h))      -->  OK(MallocPitch((void**)(&p), &n, w, h))   where OK pastes `cuda` in front

Legal where the call's arguments can be separated: its brackets close, in a macro's definition as elsewhere.
The table `calls.tsv` of the dialect says which argument of which function wants what.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.dialects import CallRule
from retarget.source.lexer import STRING
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.pasted_names import pasted_calls
from retarget.translation.rule import rule

_NOTHING = frozenset({"0", "NULL", "nullptr"})
# Actions on functions that are templates in CUDA's C++ and none in HIP's.
_PLAIN = frozenset({"funcptr", "voidpp"})
_CASTS = ("reinterpret_cast", "static_cast", "const_cast")
_LONGEST = 60  # tokens of template arguments


@rule("calls")
def calls(file: File) -> Iterator[Finding]:
    rules = {word: listed for word in file.words if (listed := file.dialect.call(word))}
    for index in file.named(*rules):
        token = file.code[index]
        opening = _opening(file, index + 1)
        if opening is None or file.is_users(token):
            continue
        arguments = file.arguments(opening)
        if arguments is None:
            yield file.warning("calls", file.span(index), f"retarget cannot separate the arguments of '{token.text}'")
            continue
        if opening > index + 1 and any(row.action in _PLAIN for row in rules[token.text]):
            yield Edit(file.source.span(file.code[index + 1].start, file.code[opening].start), "", "calls")
        for row in rules[token.text]:
            yield from _applied(file, index, opening, arguments, row)
    for name, index in pasted_calls(file):
        arguments = file.arguments(index + 1)
        for row in file.dialect.call(name) if arguments is not None else ():
            yield from _applied(file, index, index + 1, arguments or [], row)


def _opening(file: File, index: int) -> int | None:
    """Where the call's bracket stands whose name ends in front of `index`: there, or behind template arguments."""
    angles = 0
    for i in range(index, min(index + _LONGEST, len(file.code))):
        text = file.at(i)
        if angles == 0 and text != "<":
            return i if text == "(" else None
        if text in (";", "{", "}"):
            return None
        angles += (text == "<") - (len(text) if set(text) == {">"} else 0)
    return None


def _applied(
    file: File, index: int, opening: int, arguments: list[tuple[int, int]], rule: CallRule
) -> Iterator[Finding]:
    if rule.action.startswith("default:") and len(arguments) == rule.argument:
        closing = file.closing(opening)
        assert closing is not None
        end = file.code[closing].start
        yield Edit(file.source.span(end, end), f", {rule.action.partition(':')[2]}", "calls")
    if rule.action.startswith("overload:") and len(arguments) == rule.argument:
        yield Need(rule.action.partition(":")[2], file.span(index))
    if rule.argument >= len(arguments):
        return
    first, last = arguments[rule.argument]
    if last < first:
        return
    if rule.action.startswith("insert:"):
        start = file.code[first].start
        yield Edit(file.source.span(start, start), f"{rule.action.partition(':')[2]}, ", "calls")
    elif rule.action.startswith("drop:"):
        yield _dropped(file, first, last, rule)
    elif rule.action.startswith("part:"):
        yield Need(rule.action.partition(":")[2], file.span(index))
    elif rule.action == "symbol" and file.unit.language == "cuda":  # an address, to compilers of the host
        yield from _wrapped(file, first, last, "HIP_SYMBOL(", ")")
    elif rule.action == "funcptr" and not _is_cast(file, first):
        cast = "(const void*)" if file.dialect.is_c else "reinterpret_cast<const void*>"
        yield from _wrapped(file, first, last, f"{cast}(", ")")
    elif rule.action == "voidpp" and not _is_cast(file, first):
        yield from _wrapped(file, first, last, "(void**)(", ")")


def _dropped(file: File, first: int, last: int, rule: CallRule) -> Finding:
    if last + 1 < len(file.code) and file.at(last) in _NOTHING and file.at(last + 1) == ",":
        return Edit(file.source.span(file.code[first].start, file.code[last + 2].start), "", "calls")
    if file.dialect.is_c:
        what = f"HIP's counterpart of '{rule.cuda}' lacks this argument, and C has no overloads: call it from C++"
        return file.error("calls", file.span(first, last), what)
    return Need(rule.action.partition(":")[2], file.span(first))


def _is_cast(file: File, first: int) -> bool:
    """Whether an argument is cast to a pointer to void, or to one to that: not to a function's type, which tells
    overloads apart."""
    if file.at(first) == "HIP_KERNEL_NAME":
        return True
    opening = first + (file.at(first) in _CASTS)
    if file.at(opening) not in ("(", "<"):
        return False
    at = opening + 1
    while file.at(at) in ("const", "volatile", "void", "*"):
        at += 1
    words = [file.at(i) for i in range(opening + 1, at)]
    return "void" in words and "*" in words and file.at(at) in (")", ">", ">>")


def _wrapped(file: File, first: int, last: int, before: str, after: str) -> Iterator[Finding]:
    if file.at(first) == "HIP_SYMBOL":
        return
    token = file.code[first]
    if first == last and token.kind == STRING:
        # before CUDA 5 a symbol could be given by name
        yield Edit(file.span(first), f"{before}{token.text[1:-1]}{after}", "calls")
        return
    start, end = file.code[first].start, file.code[last].end
    yield Edit(file.source.span(start, start), before, "calls")
    yield Edit(file.source.span(end, end), after, "calls")
