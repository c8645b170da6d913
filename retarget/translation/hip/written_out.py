"""The code of a file as lanes in lockstep are looked for in it: macros are written out that bring elements of arrays,
barriers or lanes, and so are functions that return a lane, a warp or a thread's index, and ranks in groups.

    #define LANE (threadIdx.x & 31)
    __device__ int warp_of() { return threadIdx.x >> 5; }

    s[warp_of()][LANE]  is  s[(threadIdx.x >> 5)][(threadIdx.x & 31)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from retarget.analysis.lane_values import Holds, Values, holds, integer, unit_constants
from retarget.analysis.lockstep import BARRIERS, UnitCode
from retarget.analysis.macros import expanding, macros
from retarget.analysis.statements import DeviceFunction, code_of
from retarget.source import lexer
from retarget.source.lexer import STRING, Token
from retarget.translation.file import File, users_code
from retarget.translation.hip.group_ranks import RANKS, ranks
from retarget.translation.hip.macro_expansion import MacroError, defined, expanded, split
from retarget.unit import Unit

_TOLD_BY = frozenset({"[", "threadIdx", *BARRIERS})
_PARTING = frozenset({"&", "%", "/", ">>"})
_LANE = tuple(lexer.code("(threadIdx.x & 31)"))


def unit_code(unit: Unit) -> UnitCode:
    return UnitCode({s.path: code_of(users_code(s.text)) for s in unit.sources})


def written_out(file: File) -> tuple[list[Token], frozenset[int]]:
    """The code, and the indices of the tokens that a macro or a function brings, each of which has the place of the
    whole use."""
    code = code_of(file.code)
    telling = file.unit.once(_telling) & file.words
    functions = {n: body for n, body in file.unit.once(_index_functions).items() if n in file.words}
    grouped = ranks(code, file.unit.once(unit_constants)) if RANKS & file.words else {}
    if not (telling or functions or grouped):
        return code, frozenset()
    made: list[Token] = []
    brought: set[int] = set()
    at = 0
    while at < len(code):
        text, after = code[at].text, at + 1
        listed: Sequence[Token] | None
        if at in grouped:
            listed, after = grouped[at]
        elif text in functions and [t.text for t in code[after : after + 2]] == ["(", ")"] and _is_used(code, at):
            while made and made[-1].text == "::":  # `lanes::id()`
                brought -= {len(made) - 1, len(made) - 2}
                del made[-2:]
            listed = functions[text]
            after += 2
        else:
            listed, after = _macro(file, code, at, telling) if text in telling else (None, after)
        if listed is None:
            made.append(code[at])
        else:
            brought.update(range(len(made), len(made) + len(listed)))
            made += [t._replace(directive="", start=code[at].start, end=code[after - 1].end) for t in listed]
        at = after
    return made, frozenset(brought)


def _macro(file: File, code: list[Token], at: int, telling: frozenset[str]) -> tuple[list[Token] | None, int]:
    """What the use of a macro brings, and the token behind it."""
    after = at + 1
    try:
        macro = defined(file, code[at].text, code[at].start)
        if macro is not None and macro.parameters is not None:
            macro = macro if after < len(code) and code[after].text == "(" else None
            after = split(code, after)[1] if macro else after
        if macro is None:
            return None, at + 1
        return expanded(code[at:after], lambda word: defined(file, word) if word in telling else None), after
    except MacroError:
        return None, at + 1


def _telling(unit: Unit) -> frozenset[str]:
    """The macros in whose bodies an element is taken, lanes wait, or are told, directly or by way of others."""
    found = {
        name
        for source in unit.sources
        for name, listed in macros(source.text).items()
        if any(_tells(unit, macro.body) for macro in listed)
    }
    return frozenset(other for name in found for other in expanding(unit, name))


def _tells(unit: Unit, body: Sequence[Token]) -> bool:
    if any(t.text in _TOLD_BY for t in body):
        return True
    known = unit.once(unit_constants)
    by_warp = (31, 32, 5)
    return any(
        one.text in _PARTING and (known.get(other.text, integer(other.text)) in by_warp or "warp" in other.text.lower())
        for one, other in pairwise(t for t in body if t.text != "(")
    )


def _index_functions(unit: Unit) -> Mapping[str, Sequence[Token]]:
    """By name, what functions without parameters return that is a lane, a warp, or a thread's index. One name may have
    one meaning alone."""
    code, found = unit.once(unit_code), dict[str, Sequence[Token]]()
    unclear: set[str] = set()
    for path, function, _ in code.functions:
        name = code.code[path][function.name].text
        body = _returned(code.code[path], function, unit)
        before = found.get(name)
        if body is None or (before is not None and [t.text for t in before] != [t.text for t in body]):
            unclear.add(name)
        else:
            found[name] = body
    return {name: body for name, body in found.items() if name not in unclear}


def _returned(code: Sequence[Token], function: DeviceFunction, unit: Unit) -> Sequence[Token] | None:
    first, last = function.body.first, function.body.last
    if code[function.name + 1].text != "(" or code[function.name + 2].text != ")":
        return None
    if any(t.kind == STRING and "%laneid" in t.text for t in code[first:last]):
        return _LANE
    if code[first + 1].text != "return" or any(t.text in (";", "{") for t in code[first + 2 : last - 1]):
        return None
    value = code[first + 2 : last - 1]
    what = holds(value, Values({}, unit.once(unit_constants)))
    return [_LANE[0], *value, _LANE[-1]] if what in (Holds.THREAD, Holds.LANE, Holds.WARP_INDEX) else None


def _is_used(code: Sequence[Token], at: int) -> bool:
    """Whether a call stands there, and no definition or method of an object."""
    before, behind = code[at - 1], code[at + 3].text if at + 3 < len(code) else ""
    return before.text not in (".", "->") and behind not in ("{", "const", "noexcept")
