"""The text behind a unit that declares a kernel to be replayed: see retarget_host/replay.h.

    #line 1 "retarget-replay-3"
    namespace {
    const ::retarget_host::ReplayVariable retarget_variables_3[] = {::retarget_host::replay_variable(::ns::c), {}};
    const ::retarget_host::ReplayKernel retarget_kernel_3(3, &::ns::k<float>, retarget_variables_3);
    }

It stands in the unit that defines the kernel, so that it can name what is that unit's own. A variable that only other
units name, which the kernel uses by way of their functions, has a function behind one of these, which gives it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.capture.contents import CapturedLaunch, MemoryKind
from retarget.capture.symbol_names import SymbolName, symbol_name
from retarget.source import brackets
from retarget.source.lexer import COMMENT, NAME, tokens
from retarget.source.text import located
from retarget.translation.merge import Program
from retarget.unit import Kernel, Unit

_FILE = "retarget-replay-"
_GIVEN = "::retarget_host::ReplayVariable"
_SAID = re.compile(rf"^{_FILE}(\d+):\d+(?::\d+)?: (?:fatal )?error: (.*)$", re.M)
_SCOPE = re.compile(r"@N@([^@#]+)")  # in clang's identity of a function
_VECTOR = re.compile(r"HIP_vector_type<([\w ]+), (\d)u?>")  # as HIP's own types are in symbols
_SHORT = {"unsigned char": "uchar", "unsigned short": "ushort", "unsigned int": "uint", "unsigned long": "ulong",
          "unsigned long long": "ulonglong", "long long": "longlong"}  # fmt: skip


class ReplayedVariable(Struct, frozen=True):
    """linked, spelled: its names; units: that name it, by their roots."""

    linked: str
    spelled: str
    units: tuple[str, ...]

    def without(self, unit: str) -> ReplayedVariable:
        """By way of another unit, if one names it."""
        return replace(self, units=tuple(u for u in self.units if u != unit) or self.units)


class ReplayedKernel(Struct, frozen=True):
    """A kernel that the sources define. variables: those that are set; units: that define it, by their roots: the first
    has the text; names: of its parameters, where they are known; launcher: the function that launches it, where a
    schedule has changed it."""

    number: int
    symbol: str
    name: SymbolName
    variables: tuple[ReplayedVariable, ...]
    units: tuple[str, ...]
    is_overloaded: bool = False
    names: tuple[str, ...] = ()
    launcher: str = ""

    def otherwise(self, said: str) -> ReplayedKernel | None:
        """With its text elsewhere, once a compiler does not take it: a variable that this names, by way of another unit
        which names it too; else all of it in another unit that defines the kernel."""
        own, words = self.units[0], set(re.findall(r"\w+", said))
        left = tuple(v.without(own) if words & set(v.spelled.split("::")) else v for v in self.variables)
        if left != self.variables:
            return replace(self, variables=left)
        return replace(self, units=self.units[1:]) if len(self.units) > 1 else None


class NoSource(Struct, frozen=True):
    """Why a kernel cannot be replayed with these sources."""

    why: str


def replayed_kernel(number: int, launches: Sequence[CapturedLaunch], program: Program) -> ReplayedKernel | NoSource:
    """launches: of one kernel."""
    symbol = launches[0].kernel
    name = symbol_name(symbol)
    found = [(unit, kernels) for unit in program.units if (kernels := _defined(unit, name))]
    if not found:
        return NoSource("no given source defines it")
    if not name.is_spelled:
        return NoSource("no source can name it: a lambda is an argument of its template")
    places = {frozenset((k.name_span.path, k.name_span.start) for k in kernels) for _, kernels in found}
    if len(places) > 1:
        return NoSource(f"{' and '.join(unit.root for unit, _ in found[:2])} define different kernels of its name")
    variables = []
    for linked in dict.fromkeys(r.name for l in launches for r in l.memory if r.kind is MemoryKind.VARIABLE):
        variable = symbol_name(linked)
        units = tuple(u.root for u in program.units if variable.name in u.once(_words))
        if not units:
            continue  # a library's
        if not variable.is_spelled:
            return NoSource(f"it needs the variable {'::'.join((*variable.scope, variable.name))} within a function")
        variables.append(ReplayedVariable(linked, variable.spelled(), units))
    unit, kernels = found[0]
    roots = tuple(unit.root for unit, _ in found)
    return ReplayedKernel(
        number, symbol, name, tuple(variables), roots, len({k.usr for k in kernels}) > 1,
        _parameter_names(unit, kernels[0]) if len(kernels) == 1 else (), program.launchers.get(name.name, ""),
    )  # fmt: skip


def _words(unit: Unit) -> frozenset[str]:
    return frozenset(t.text for source in unit.sources for t in tokens(source.text) if t.kind == NAME)


def _defined(unit: Unit, name: SymbolName) -> list[Kernel]:
    """One for each place."""
    found = {
        (k.name_span.path, k.name_span.start): k
        for k in unit.kernels
        if k.is_definition and k.name == name.name and _scope(k) == name.scope
    }
    return list(found.values())


def _scope(kernel: Kernel) -> tuple[str, ...]:
    """Its namespaces, but for unnamed ones: clang's identity has them in front of the function."""
    return tuple(_SCOPE.findall(kernel.usr.partition("@F")[0]))


def defined_at(symbol: str, program: Program) -> str:
    """Where the sources define a kernel, as compilers write it; its file alone where schedules changed the text."""
    for unit in program.units:
        for kernel in _defined(unit, symbol_name(symbol)):
            where = kernel.name_span
            return where.path if program.coarsened else located(unit.by_path[where.path], where)
    return ""


def _parameter_names(unit: Unit, kernel: Kernel) -> tuple[str, ...]:
    """Empty where the text does not tell them."""
    code = [t for t in tokens(unit.by_path[kernel.name_span.path].text) if t.kind != COMMENT]
    first = next((i for i, t in enumerate(code) if t.start >= kernel.name_span.end and t.text == "("), None)
    end = None if first is None else brackets.closing(code, first, own_directive=True)
    if first is None or end is None or kernel.in_macro:
        return ()
    found = []
    for start, stop in brackets.parts(code, first + 1, end):
        words = [t.text for t in code[start:stop] if t.kind == NAME]
        found.append(words[-1] if words and not any(t.text in ("=", "[") for t in code[start:stop]) else "")
    return tuple(found)


def texts(kernels: Iterable[ReplayedKernel], spell: Callable[[str], str]) -> Mapping[str, str]:
    """By unit. spell: names of the API's, in the language of the text."""
    made: dict[str, str] = {}
    for k in kernels:
        own = k.units[0]
        for n, v in enumerate(k.variables):
            if own not in v.units:
                gives = f"{_GIVEN} {_given(k, n)} {{ return ::retarget_host::replay_variable({v.spelled}); }}"
                made[v.units[0]] = f'{made.get(v.units[0], "")}#line 1 "{_FILE}{k.number}"\n{gives}\n'
        made[own] = made.get(own, "") + "\n".join(_lines(k, spell)) + "\n"
    return made


def _given(kernel: ReplayedKernel, variable: int) -> str:
    return f"retarget_variable_{kernel.number}_{variable}()"


def _lines(kernel: ReplayedKernel, spell: Callable[[str], str]) -> Iterator[str]:
    n, name = kernel.number, replace(kernel.name, arguments=spell(kernel.name.arguments))
    entry = f"&{name.spelled()}"
    if kernel.is_overloaded and name.types:
        entry = f"static_cast<void (*){spell(name.types)}>({entry})"
    is_own = [kernel.units[0] in v.units for v in kernel.variables]
    variables = "".join(
        f"::retarget_host::replay_variable({v.spelled}), " if is_own[at] else f"::{_given(kernel, at)}, "
        for at, v in enumerate(kernel.variables)
    )
    yield f'#line 1 "{_FILE}{n}"'
    yield from (f"{_GIVEN} {_given(kernel, at)};" for at, own in enumerate(is_own) if not own)
    yield "namespace {"
    yield f"const ::retarget_host::ReplayVariable retarget_variables_{n}[] = {{{variables}{{}}}};"
    head = f"const ::retarget_host::ReplayKernel retarget_kernel_{n}({n}, {entry}, retarget_variables_{n}"
    if kernel.launcher:
        launch = name.spelled(kernel.launcher)
        at = "::retarget::on(retarget_grid, retarget_block, retarget_shared)"
        given = "dim3 retarget_grid, dim3 retarget_block, decltype(sizeof 0) retarget_shared, auto&... retarget_each"
        yield f"{head}, []({given}) {{ {launch}({at}, retarget_each...); }});"
    else:
        yield f"{head});"
    yield "}"


def refused(output: str) -> dict[int, str]:
    """Kernels, by their numbers, against whose texts a compiler speaks, and what it says first."""
    found: dict[int, str] = {}
    for number, what in _SAID.findall(output):
        found.setdefault(int(number), what)
    return found


def as_cuda(spelled: str) -> str:
    """HIP's vectors by CUDA's names.

    >>> as_cuda("k<HIP_vector_type<unsigned int, 4u>, float>")
    'k<uint4, float>'
    """
    return _VECTOR.sub(lambda found: f"{_SHORT.get(found[1], found[1])}{found[2]}", spelled)


def as_hip(program_name: Callable[[str], str | None], spelled: str) -> str:
    """CUDA's names by HIP's. program_name: HIP's name of CUDA's, if it has another one."""
    return re.sub(r"\b[A-Za-z_]\w*", lambda found: program_name(found[0]) or found[0], spelled)
