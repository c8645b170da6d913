"""index_values: members of the built-in indices where their type is deduced.

    auto i = threadIdx.x;           -->  auto i = unsigned(threadIdx.x);
    std::min(threadIdx.x, n)        -->  std::min(unsigned(threadIdx.x), n)
    printf("%d\\n", TID);            -->  printf("%d\\n", unsigned(TID));    where TID is a macro for such a member
    flag ? threadIdx.x : 0          -->  flag ? unsigned(threadIdx.x) : 0

In CUDA a member is an unsigned number. HIP before version 6 has an object there, which converts to one: a variable
of its type cannot be changed, a template takes its class, a function with `...` its single byte, and `?:` the type of
the other arm. Legal always. Operands of arithmetic, and places whose type is written, need nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.declared_functions import Declarations, unit_declarations
from retarget.source import brackets
from retarget.source.brackets import BRACES, PAIRS, ROUND, before_arguments, turn
from retarget.source.lexer import NAME
from retarget.source.text import enclosing
from retarget.translation.file import File, Finding
from retarget.unit.tree import INDICES

_MEMBERS = frozenset({"x", "y", "z"})
_BUILT_IN = frozenset(
    "bool char short int long unsigned signed float double size_t uint ushort uchar int8_t int16_t int32_t int64_t"
    " uint8_t uint16_t uint32_t uint64_t dim3 uint3".split()
)
_CASTS = frozenset({"static_cast", "reinterpret_cast", "const_cast"})
_PLAIN = frozenset({"if", "while", "for", "switch", "assert", "return", "__launch_bounds__"}) | _BUILT_IN
_TYPES = frozenset({"decltype", "sizeof", "typeof", "__typeof__"})
_TAKING_ANY = frozenset({"printf", "fprintf"})
_ENDS = frozenset({";", "{", "}"})


def index_members(file: File) -> Iterator[Finding]:
    known = file.unit.once(unit_declarations)
    for first, last in _accesses(file):
        stands_alone = file.at(first - 1) in _BEFORE and file.at(last + 1) in _BEHIND
        if stands_alone and _is_deduced(file, first, last, known):
            whole = file.source.span(file.code[first].start, file.code[last].end)
            yield from enclosing(whole, "unsigned(", "index-values")


_BEFORE = frozenset({"=", "(", ",", "{", "return", "?", ":"})
_BEHIND = frozenset({";", ",", ")", "}", "]", ":"})


def _accesses(file: File) -> Iterator[tuple[int, int]]:
    """First and last token of each member of an index, and of each use of a macro that stands for one."""
    for index in file.named(*INDICES):
        if file.at(index + 1) == "." and file.at(index + 2) in _MEMBERS and not file.is_users(file.code[index]):
            yield index, index + 2
    for index in file.named(*file.unit.once(unit_declarations).aliases):
        if file.at(index - 1) != "define":
            yield index, index


def _is_deduced(file: File, first: int, last: int, known: Declarations) -> bool:
    before = file.at(first - 1)
    if before == "?":
        return True
    start = _statement(file, first)
    if before == ":":
        return any(file.at(i) == "?" for i in range(start, first))
    if before == "return":
        return _returns_deduced(file, first - 1)
    if before == "=":
        return _is_auto(file, start, first) or _captures(file, first)
    opening = _opening(file, first)
    return opening is not None and _bracket_deduces(file, opening, start, known)


def _bracket_deduces(file: File, opening: int, start: int, known: Declarations) -> bool:
    """Whether the brackets that open there, a call's or an initialiser's, deduce the types of what they hold."""
    callee = file.at(opening - 1)
    if file.at(opening) == "{":
        is_named = file.code[opening - 1].kind == NAME and callee not in ("return", "else", "do", *_BUILT_IN)
        return _is_auto(file, start, opening) or (is_named and callee not in ("x", "y", "z"))
    if file.at(opening) != "(" or callee in _PLAIN:
        return False
    if callee == ">":
        return not _is_fixed(file, opening - 1)
    if callee in ("=", "(", ",", "?", ":", "]") or callee in _TYPES:
        return callee in _TYPES or callee == "]" or _is_deduced(file, opening, opening, known)
    if file.code[opening - 1].kind != NAME:
        return False
    if _is_auto(file, start, opening):
        return True  # `auto i(threadIdx.x)`
    if file.at(opening - 2) == "::":
        return not _is_ours(file, opening - 2)
    return _takes_any(callee, known)


def _takes_any(callee: str, known: Declarations, depth: int = 4) -> bool:
    """Whether a function, or what a macro calls, takes arguments of any type."""
    if callee in known.macros and callee not in known.plain:
        called = known.macros[callee]
        return "?" in called or depth == 0 or any(_takes_any(c, known, depth - 1) for c in called)
    is_write = callee.startswith("surf") and callee.endswith("write")
    return callee in known.templates or callee in _TAKING_ANY or is_write


def _is_ours(file: File, colons: int) -> bool:
    """Whether a qualified name is one of the support headers', which take a member of an index as a number."""
    return file.at(colons - 1) in ("retarget_hip", "warp32")


def _statement(file: File, index: int) -> int:
    """The first token of the statement, of the condition or of the macro's body that holds a token."""
    directive, depth = file.code[index].directive, 0
    for i in range(index - 1, max(index - 400, -1), -1):
        text = file.at(i)
        if file.code[i].directive != directive or text == "#" or (text in _ENDS and depth == 0 and text != "{"):
            return i + 1
        if text == "{" and depth == 0 and file.at(i - 1) in (")", "else", "do", "try", "{", "}", ";"):
            return i + 1
        if text in PAIRS and depth == 0:
            if file.at(i - 1) in ("for", "if", "while", "switch"):
                return i + 1
        else:
            depth -= turn(text)
    return max(index - 400, 0)


def _is_auto(file: File, start: int, end: int) -> bool:
    """Whether what begins there declares variables of a deduced type."""
    for i in range(start, end):
        if file.at(i) == "auto":
            return True
        if file.at(i) in ("=", "(", "{", "[", ";"):
            return False
    return False


def _captures(file: File, first: int) -> bool:
    """Whether an assignment makes a capture of a lambda: `[i = threadIdx.x]`."""
    opening = _opening(file, first)
    return opening is not None and file.at(opening) == "["


def _opening(file: File, index: int) -> int | None:
    """The bracket around a token that is nearest to it, within its statement or macro."""
    depth = 0
    for i in range(index - 1, max(index - 400, -1), -1):
        text = file.at(i)
        if file.code[i].directive != file.code[index].directive or text in (";", "#"):
            return None
        depth -= turn(text)
        if depth < 0:
            return i
    return None


def _is_fixed(file: File, closing: int) -> bool:
    """Whether the template arguments that end there are those of a cast, or of a function of CUDA's."""
    name = before_arguments(file.code, closing)
    is_known = file.dialect.name(file.at(name)) is not None and file.at(name - 1) != "::"
    return file.at(name) in _CASTS or is_known or _is_ours(file, name - 1)


def _returns_deduced(file: File, index: int) -> bool:
    """Whether the function around a `return` deduces its type: a lambda without `->`, a function of type `auto`."""
    depth = 0
    for i in range(index, -1, -1):
        text = file.at(i)
        depth -= turn(text, BRACES)
        if text != "{" or depth >= 0:
            continue
        depth = 0
        head = _header(file, i)
        if head is not None:
            return head
    return False


def _header(file: File, opening: int) -> bool | None:
    """Of the function whose body opens there, whether its type is deduced; None where no function's does."""
    i = opening - 1
    while file.code[i].kind == NAME and file.at(i) in ("const", "noexcept", "mutable", "override", "final"):
        i -= 1
    if file.at(i) == "]":
        return True
    if file.at(i) != ")":
        arrow = next((k for k in range(i, max(i - 12, 0), -1) if file.at(k) == "->"), None)
        return False if arrow is not None and file.at(arrow - 1) == ")" else None
    parameters = brackets.opening(file.code, i, ROUND, own_directive=False)
    return None if parameters is None else _header_of(file, parameters)


def _header_of(file: File, parameters: int) -> bool | None:
    name = file.at(parameters - 1)
    if name == "]":
        return True
    if name in ("if", "for", "while", "switch", "catch"):
        return None
    return _is_auto(file, _statement(file, parameters), parameters)
