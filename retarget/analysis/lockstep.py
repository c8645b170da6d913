"""The functions of a file whose lanes count on running in step, each with what shows it and what makes it right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from msgspec import Struct

from retarget.analysis.access_order import events, guard_of
from retarget.analysis.exchanges import exchanges
from retarget.analysis.lane_values import SAME_IN_WARPS, WARP, integer, made_of_bits, values
from retarget.analysis.scoped_names import told_apart
from retarget.analysis.shared_accesses import SharedAccess, ThreadGuard, WalkedFunction
from retarget.analysis.shared_arrays import Array, arrays, declared
from retarget.analysis.statements import DeviceFunction, Statement, closing, device_functions, is_balanced, lambda_body
from retarget.analysis.sums import Sums
from retarget.analysis.unknown_exchanges import unknown_exchanges
from retarget.analysis.unknown_paths import NO_PATHS, paths, stores
from retarget.analysis.warp_rows import row_of
from retarget.analysis.warp_synchronous import Barrier, Hazard, barriers, hazards, lockstep_loops
from retarget.source.lexer import NAME, Token

BARRIERS = frozenset(
    {"__syncthreads", "__syncwarp", "syncwarp", "in_step", "sync", "__syncthreads_and", "__syncthreads_or"}
)


class Lockstep(Struct, frozen=True):
    """One array of one function. Token indices are of the file's code; `guard` may stand in another file.

    barriers: what makes it right, or None where that is not certain.
    calls: tokens of guarded calls of the function, (path, first, last) in the code of each file.
    threads: the block size, where a block of one warp is what holds the lanes together.
    races: threads of several warps are among them.
    opening: the bracket of a function that is called with the array: what the caller stored comes before.
    """

    function: str
    array: Array
    hazards: tuple[Hazard, ...]
    barriers: tuple[Barrier, ...] | None
    calls: tuple[tuple[str, Token, Token], ...] = ()
    threads: int | None = None
    loop: Statement | None = None
    races: bool = False
    opening: int | None = None


class UnitCode(Struct, frozen=True, dict=True):
    """The code of all files of a unit, by path."""

    code: Mapping[str, Sequence[Token]]

    @cached_property
    def functions(self) -> list[tuple[str, DeviceFunction, frozenset[str]]]:
        """The device functions of all files: path, function, names in its body."""
        return [
            (path, f, frozenset(t.text for t in code[f.body.first : f.body.last] if t.kind == NAME))
            for path, code in self.code.items()
            for f in device_functions(code)
        ]

    @cached_property
    def naming(self) -> dict[str, list[tuple[str, DeviceFunction]]]:
        """The device functions whose bodies name one, by that name."""
        named = {self.code[path][f.name].text for path, f, _ in self.functions}
        found: dict[str, list[tuple[str, DeviceFunction]]] = {}
        for path, function, words in self.functions:
            for word in words & named:
                found.setdefault(word, []).append((path, function))
        return found

    @cached_property
    def storing(self) -> dict[str, bool]:
        """By the names of device functions, whether one of that name stores into memory, or calls one that does."""
        bodies: dict[str, set[str]] = {}
        direct: set[str] = set()
        for path, function, words in self.functions:
            code = self.code[path]
            name = code[function.name].text
            bodies.setdefault(name, set()).update(words)
            if not is_balanced(code, function.body) or stores(code, function):
                direct.add(name)
        found = _closure(bodies, direct)
        return {name: name in found for name in bodies}

    @cached_property
    def waiting(self) -> frozenset[str]:
        """Names of device functions that hold a barrier, or call one that does."""
        bodies: dict[str, set[str]] = {}
        for path, function, words in self.functions:
            bodies.setdefault(self.code[path][function.name].text, set()).update(words)
        return _closure(bodies, {n for n, words in bodies.items() if words & BARRIERS})


def _closure(bodies: Mapping[str, set[str]], found: set[str]) -> frozenset[str]:
    """With the functions that name one of them, directly or by way of others."""
    while more := {n for n, words in bodies.items() if n not in found and words & found}:
        found = found | more
    return frozenset(found)


class Surroundings(Struct, frozen=True):
    """What the file's functions live in: constants, file-scope shared arrays, the block sizes of its kernels by
    name, how many threads stand along x in these (0 where launches do not agree), and the code of all files of the
    unit, which is asked for only where it matters."""

    constants: Mapping[str, int]
    block_sizes: Mapping[str, int]
    widths: Mapping[str, int]
    unit_code: Callable[[], UnitCode]


def locksteps(code: Sequence[Token], around: Surroundings) -> list[Lockstep]:
    found = list(_locksteps(code, around, frozenset()))
    if not found:
        return []
    # Only now is it worth the time to know which functions hold a barrier.
    return list(_locksteps(code, around, around.unit_code().waiting))


def _locksteps(code: Sequence[Token], around: Surroundings, waiting: frozenset[str]) -> Iterable[Lockstep]:
    functions = list(device_functions(code))
    outside = _outside(code, functions)
    for function in functions:
        shared = arrays(code, function, outside)
        given = frozenset(n for n, a in shared.items() if _is_global(function, a))
        is_asked = _may_be_of_lanes(code, function, around) and is_balanced(code, function.body)
        led = paths(code, function, shared, given) if is_asked else NO_PATHS
        if shared or led.unknown:
            row = row_of(function, code, around.constants, around.widths.get(code[function.name].text))
            followed = shared.keys() | led.unknown.keys()
            apart, known = told_apart(code, function, around.constants, row, followed)
            same = SAME_IN_WARPS if row in (0, WARP) else SAME_IN_WARPS[:1]
            varying = frozenset({"threadIdx"} | {n for n, h in known.held.items() if h not in same})
            calls = waiting | _waiting_lambdas(code, function)
            of_bits = made_of_bits(apart, function.body, known.held) if is_asked else frozenset[str]()
            seen = WalkedFunction(
                apart, known, shared, varying, calls, given, led, of_bits, lambda: around.unit_code().storing
            )
            yield from _of_function(function, seen, around)


def _may_be_of_lanes(code: Sequence[Token], function: DeviceFunction, around: Surroundings) -> bool:
    """Whether a function may concern lanes: a kernel of several warps names them, or what parts its threads."""
    if not function.is_kernel or around.block_sizes.get(code[function.name].text, WARP + 1) <= WARP:
        return True
    words = {t.text for t in code[function.body.first : function.body.last]}
    parting = (WARP, WARP - 1, 5)
    return any(
        "lane" in w.lower() or "warp" in w.lower() or around.constants.get(w, integer(w)) in parting for w in words
    )


def _waiting_lambdas(code: Sequence[Token], function: DeviceFunction) -> frozenset[str]:
    """The lambdas of a function that hold a barrier: `auto wait = [] { __syncwarp(); };`."""
    found = set()
    for i in range(function.body.first + 2, function.body.last):
        body = lambda_body(code, i) if code[i].text == "[" and code[i - 1].text == "=" else None
        if body is not None and any(t.text in BARRIERS for t in code[body : closing(code, body)]):
            found.add(code[i - 2].text)
    return frozenset(found)


def _outside(code: Sequence[Token], functions: Sequence[DeviceFunction]) -> dict[str, Array]:
    """Shared arrays at file scope."""
    if not any(t.text == "__shared__" for t in code):
        return {}
    inside = [(f.body.first, f.body.last) for f in functions]
    every = declared(code, 0, len(code))
    return {n: a for n, a in every.items() if not any(first <= a.declared <= last for first, last in inside)}


def _of_function(function: DeviceFunction, seen: WalkedFunction, around: Surroundings) -> Iterable[Lockstep]:
    name = seen.code[function.name].text
    every = list(events(seen, function.body))
    listed = [e for e in every if e is None or not e.is_unknown]
    threads = around.block_sizes.get(name) if function.is_kernel else None
    # Who puts barriers into a kernel of one warp counts on them, and not on the warp.
    one_warp = threads is not None and threads <= WARP and not _holds_barrier(function, seen.code)
    possible = {_ends(h): h for h in hazards(listed, one_warp=True)}
    within = frozenset(hazards(listed, one_warp=False)) if possible and not one_warp else frozenset()
    sums = Sums(seen.code, seen.values, (function.body.first, function.body.last))
    met = {} if one_warp else {(e.before.first, e.after.first): e for e in exchanges(seen, listed, sums)}
    possible |= {at: Hazard(e.before, e.after, None) for at, e in met.items() if at not in possible}
    mended: set[int] = set()
    for (array, _), group in groupby(sorted(possible.values(), key=_array_of), key=_array_of):
        found = list(group)
        exchanged = {at: met[at].of_warp for h in found if (at := _ends(h)) in met}
        calls = _guarded_calls(name, around) if found[0].before.array.is_parameter and not function.is_kernel else ()
        certain = one_warp or bool(calls)
        shown = [h for h in found if certain or h in within or exchanged.get(_ends(h))]
        races = not shown and not found[0].before.array.is_parameter
        shown = shown or [h for h in found if races and _ends(h) in exchanged]
        if not shown or (_is_global(function, found[0].before.array) and not any(exchanged.values())):
            continue
        accesses = [e for e in listed if isinstance(e, SharedAccess) and e.array.name == array]
        mend = None if races else barriers(seen, shown, accesses)
        mended |= {h.before.first for h in shown if mend}
        yield Lockstep(
            name,
            shown[0].before.array,
            tuple(shown),
            mend,
            calls,
            threads if one_warp else None,
            races=races,
            opening=function.body.first if shown[0].before.array.is_parameter and not function.is_kernel else None,
        )
    by_paths = [e for e in unknown_exchanges(seen, every, sums) if e.before.first not in mended]
    called = bool(by_paths) and not function.is_kernel and bool(_guarded_calls(name, around))
    shown = [Hazard(e.before, e.after, None) for e in by_paths if e.of_warp or one_warp or called]
    for _, group in groupby(sorted(shown, key=_array_of), key=_array_of):
        found = list(group)
        yield Lockstep(name, found[0].before.array, tuple(found), None)
    for loop, target in lockstep_loops(seen, function.body):
        if target.is_volatile or not target.is_parameter:
            yield Lockstep(name, target, (), None, loop=loop)


def _ends(hazard: Hazard) -> tuple[int, int]:
    return hazard.before.first, hazard.after.first


def _holds_barrier(function: DeviceFunction, code: Sequence[Token]) -> bool:
    return any(t.text in BARRIERS for t in code[function.body.first : function.body.last])


def _is_global(function: DeviceFunction, array: Array) -> bool:
    """A kernel's pointer parameters point to global memory."""
    return array.is_parameter and function.is_kernel


def _array_of(hazard: Hazard) -> tuple[str, int]:
    return hazard.before.array.name, hazard.before.array.declared


def _guarded_calls(name: str, around: Surroundings) -> tuple[tuple[str, Token, Token], ...]:
    """Calls of a function under a condition that only lanes of one warp meet."""
    found: list[tuple[str, Token, Token]] = []
    unit = around.unit_code()
    for path, function in unit.naming.get(name, ()):
        code = unit.code[path]
        seen = WalkedFunction(code, values(code, function, around.constants), {}, frozenset(), frozenset())
        one_warp = function.is_kernel and around.block_sizes.get(code[function.name].text, WARP + 1) <= WARP
        start = ThreadGuard(function.name, function.name, WARP) if one_warp else None
        found += [(path, code[g.first], code[g.last]) for g in _guards(seen, function.body, name, start)]
    return tuple(dict.fromkeys(found))


def _guards(seen: WalkedFunction, statement: Statement, name: str, guard: ThreadGuard | None) -> list[ThreadGuard]:
    """The innermost warp guards around the calls of `name` below a statement."""
    if statement.kind == "simple":
        here = any(t.text == name for t in seen.code[statement.first : statement.last + 1])
        return [guard] if here and guard else []
    if statement.kind == "if":
        inner = guard_of(seen, statement.head_first, statement.head_last)
        below = inner if inner and inner.below else guard
        arms = [_guards(seen, p, name, g) for p, g in zip(statement.parts, (below, guard), strict=False)]
        return [g for arm in arms for g in arm]
    return [g for part in statement.parts for g in _guards(seen, part, name, guard)]
